#include "least_squares/methods/romp.hpp"
#include "least_squares/recovery.hpp"
#include "support/catch.hpp"

using namespace lode;
using namespace lode::least_squares;

namespace {

Solution on_identity(const std::vector<double>& b, Index s) {
  std::vector<Matrix::Entry> entries;
  for (std::uint32_t i = 0; i < b.size(); ++i) entries.push_back({i, i, 1.0});
  RunContext run({.threads = 1});
  return romp(test::make_problem(
                  std::make_shared<Instance>(Matrix::sparse(b.size(), b.size(), std::move(entries)), b),
                  {ConstraintKind::sparse_c, s}),
              run);
}

}  // namespace

TEST_CASE("romp recovers an exactly sparse x") {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const test::Recoverable data = test::recoverable_instance(200, 100, 5, seed);
    RunContext run({.threads = 1});
    CHECK(
        test::recovers(romp(test::make_problem(data.instance, {ConstraintKind::sparse_c, 5}), run), data.x));
  }
}

TEST_CASE("romp adds the comparable run of largest energy, then prunes") {
  // The run {9} has energy 81, {4, 4, 4, 3, 3, 2} (4 <= 2 * 2) has 70: 9 comes first, then the six, and 4
  // of the seven are kept.
  const Solution solution = on_identity({2, 4, 3, 9, 4, 3, 4}, 4);
  CHECK(solution.support == std::vector<Index>{1, 3, 4, 6});
  // Within J = {9, 4, 4}: first 9, then of {4, 4, 4} all: four, pruned to three by size, then by number.
  CHECK(on_identity({2, 4, 3, 9, 4, 3, 4}, 3).support == std::vector<Index>{1, 3, 4});
  // Twice is still comparable: {4, 2, 2} in one round.
  const Solution one_round = on_identity({4, 2, 2, 1}, 3);
  CHECK(one_round.support == std::vector<Index>{0, 1, 2});
  CHECK(one_round.iterations == 1);
  // b is fitted before s columns are found.
  CHECK(on_identity({1, 0, 0}, 3).support == std::vector<Index>{0});
}
