#include <algorithm>
#include <set>

#include "hybrid/working_set.hpp"
#include "support/catch.hpp"

using namespace lode;
using namespace lode::hybrid;

namespace {

std::size_t differences(const std::vector<double>& a, const std::vector<double>& b) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < a.size(); ++i) count += a[i] != b[i] ? 1 : 0;
  return count;
}

}  // namespace

TEST_CASE("kicks change up to a third of the support and keep points feasible") {
  Rng rng(3);
  const std::vector<double> signs = {1, -1, 1, 1, -1, -1, 1, -1, 1};
  const std::vector<double> ones = {0, 1, 0, 1, 1, 0, 1, 0, 1, 1};
  const std::vector<double> values = {0, 2.5, 0, -1, 4, 0, 1e-3, 0, 0.5, 7};
  std::set<std::size_t> flipped;
  std::set<std::size_t> exchanged;
  std::set<std::size_t> dropped;
  for (int round = 0; round < 200; ++round) {
    std::vector<double> x = signs;
    kick(Binary{}, x, rng);
    CHECK(std::all_of(x.begin(), x.end(), [](double v) { return v == 1.0 || v == -1.0; }));
    flipped.insert(differences(x, signs));

    x = ones;
    kick(BinaryC{}, x, rng);
    CHECK(std::count(x.begin(), x.end(), 1.0) == 6);
    CHECK(std::count(x.begin(), x.end(), 0.0) == 4);
    exchanged.insert(differences(x, ones));

    for (const AnyConstraint& constraint : {AnyConstraint(Sparse{}), AnyConstraint(SparseC{})}) {
      x = values;
      kick(constraint, x, rng);
      for (std::size_t i = 0; i < x.size(); ++i) CHECK((x[i] == values[i] || x[i] == 0.0));
      dropped.insert(differences(x, values));
    }
  }
  CHECK(flipped == std::set<std::size_t>{1, 2, 3});
  CHECK(exchanged == std::set<std::size_t>{2, 4});
  CHECK(dropped == std::set<std::size_t>{1, 2});
}

TEST_CASE("kicks leave points alone that have nothing to change") {
  Rng rng(4);
  std::vector<double> none(5, 0.0);
  kick(Sparse{}, none, rng);
  CHECK(none == std::vector<double>(5, 0.0));
  std::vector<double> all(5, 1.0);
  kick(BinaryC{}, all, rng);
  CHECK(all == std::vector<double>(5, 1.0));
}
