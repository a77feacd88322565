#include <cstdint>

#include <lode/core/rng.hpp>

#include "bounds/dual/eigenspace.hpp"
#include "support/catch.hpp"

using namespace lode;
using namespace lode::subgraph;

namespace {

dual::FloatMatrix random_symmetric(Eigen::Index n, std::uint64_t seed) {
  const Rng rng(seed, 3);
  dual::FloatMatrix a(n, n);
  std::uint64_t drawn = 1;
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j <= i; ++j)
      a(i, j) = a(j, i) = static_cast<float>(rng.uniform_at(drawn++) - 0.5);
  }
  return a;
}

/// The largest eigenvalues as the space has them against those of the whole matrix in double precision.
void check_largest(const dual::FloatMatrix& a, const dual::Eigenspace& space, double accuracy) {
  const Eigen::MatrixXd exact = a.cast<double>();
  const Eigen::VectorXd all =
      Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(exact, Eigen::EigenvaluesOnly).eigenvalues();
  const Eigen::Index found = space.values().size();
  REQUIRE(space.basis().cols() == found);
  REQUIRE(space.wanted() <= found);
  for (Eigen::Index k = 1; k <= space.wanted(); ++k) {
    CHECK(space.values()(found - k) == Approx(all(all.size() - k)).margin(accuracy));
    const Eigen::VectorXd v = space.basis().col(found - k).cast<double>();
    CHECK((exact * v - space.values()(found - k) * v).norm() < accuracy);
  }
}

const auto never_stops = [] { return false; };

}  // namespace

TEST_CASE("the leading eigenpairs are those of the matrix, also after it has changed a little") {
  const auto eight = [](const Eigen::VectorXd&) { return Eigen::Index{8}; };
  dual::Eigenspace space;
  dual::FloatMatrix a = random_symmetric(120, 1);
  const dual::FloatMatrix change = random_symmetric(120, 2);
  for (int step = 0; step < 4; ++step) {
    INFO("step " << step);
    REQUIRE(space.decompose(a, eight, 1e-3, never_stops));
    CHECK(space.wanted() == 8);
    check_largest(a, space, 1e-2);
    a += 0.02F * change;
  }
}

TEST_CASE("a decomposition that was stopped goes on") {
  const auto five = [](const Eigen::VectorXd&) { return Eigen::Index{5}; };
  const dual::FloatMatrix a = random_symmetric(90, 3);
  dual::Eigenspace space;
  int polls = 0;
  int limit = 1;
  while (!space.decompose(a, five, 1e-3, [&] { return ++polls >= limit; })) {
    polls = 0;
    REQUIRE(++limit < 1000);
  }
  CHECK(limit > 2);
  check_largest(a, space, 1e-2);
}

TEST_CASE("a matrix of some rows begins with what the whole one had") {
  const auto four = [](const Eigen::VectorXd&) { return Eigen::Index{4}; };
  const dual::FloatMatrix a = random_symmetric(100, 4);
  dual::Eigenspace space;
  REQUIRE(space.decompose(a, four, 1e-3, never_stops));
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < 100; i += 2) rows.push_back(i);
  dual::FloatMatrix some(50, 50);
  for (Eigen::Index i = 0; i < 50; ++i) {
    for (Eigen::Index j = 0; j < 50; ++j) some(i, j) = a(2 * i, 2 * j);
  }
  space.restrict_to(rows);
  REQUIRE(space.decompose(some, four, 1e-3, never_stops));
  check_largest(some, space, 1e-2);
}
