#include <lode/least_squares/registry.hpp>

#include "least_squares/least_squares_support.hpp"
#include "support/catch.hpp"

using namespace lode;
using namespace lode::least_squares;

TEST_CASE("qpm recovers an exactly sparse x of few columns") {
  for (const std::size_t rows : {80u, 36u}) {  // the factor is of A'A, then of AA'
    const test::Recoverable data = test::recoverable_instance(rows, 40, 3, 1);
    RunContext run({.threads = 1});
    const Problem problem = test::make_problem(data.instance, {ConstraintKind::sparse_c, 3});
    const Solution solution = solve("qpm", problem, {}, run);
    CHECK(test::recovers(solution, data.x));
    CHECK(solution.stop_reason == StopReason::converged);
  }
}

TEST_CASE("qpm thresholds exactly when the columns are orthonormal") {
  // F separates: a coordinate is kept if b_i^2 > 2 lambda, clipped to the box.
  const std::vector<double> b = {3.0, -0.05, 1.5, 0.1, -2.5};
  std::vector<Matrix::Entry> entries;
  for (std::uint32_t i = 0; i < 5; ++i) entries.push_back({i, i, 1.0});
  const auto instance = std::make_shared<Instance>(Matrix::sparse(5, 5, std::move(entries)), b);
  RunContext run({.threads = 1});
  const Problem problem = test::make_problem(instance, {ConstraintKind::sparse, 0, 0.05, 2.0});
  CHECK(test::full(solve("qpm", problem, {}, run), 5) == std::vector<double>{2.0, 0.0, 1.5, 0.0, -2.0});
  const Solution top = solve("qpm", test::make_problem(instance, {ConstraintKind::sparse_c, 2}), {}, run);
  CHECK(top.support == std::vector<Index>{0, 4});
}
