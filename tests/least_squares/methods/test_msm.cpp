#include <cmath>

#include <lode/core/error.hpp>
#include <lode/least_squares/generators.hpp>
#include <lode/least_squares/registry.hpp>

#include "least_squares/least_squares_support.hpp"
#include "support/catch.hpp"

using namespace lode;
using namespace lode::least_squares;

TEST_CASE("msm gives the values measured for it on the paper's first experiment") {
  GeneratedData data = uniform_data({});
  const auto instance = std::make_shared<Instance>(std::move(data.a), std::move(data.b));
  const double expected[] = {844.4, 1641.6, 886.1};
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    RunContext run({.seed = seed, .threads = 1});
    const Solution solution = solve("msm", test::make_problem(instance, {ConstraintKind::binary}), {}, run);
    CHECK(solution.objective == Approx(expected[seed - 1]).epsilon(1e-4));
    CHECK(solution.stop_reason == StopReason::converged);
  }
}

TEST_CASE("a sweep of msm is forward substitution with B") {
  const std::size_t n = 12;
  const auto instance = test::normal_instance(20, n, 3);
  const std::span<const double> gram = instance->gram();
  for (const double omega : {0.7, 1.0, 1.4}) {
    Problem problem = test::make_problem(instance, {ConstraintKind::sparse, 0, 0.5});
    problem.refit = false;
    const std::vector<double> start = test::normals(n, 4, 5);
    problem.start = start;
    const double theta = 0.3;
    // 0 in Bz + Cx - q + dh(z), row by row, B and C written out as matrices.
    std::vector<double> z(n);
    for (std::size_t i = 0; i < n; ++i) {
      const double diagonal = gram[i * n + i];
      const double b_ii = (diagonal + theta) / omega;
      double right = instance->correlations()[i] - ((omega - 1.0) * diagonal - theta) / omega * start[i];
      for (std::size_t j = 0; j < i; ++j) right -= gram[i * n + j] * z[j];
      for (std::size_t j = i + 1; j < n; ++j) right -= gram[i * n + j] * start[j];
      const double t = right / b_ii;
      z[i] = 0.5 * b_ii * t * t > 0.5 ? t : 0.0;
    }
    RunContext run({.threads = 1});
    const MethodSettings one_sweep = {
        {"omega", std::to_string(omega)}, {"theta", "0.3"}, {"max-sweeps", "1"}};
    const Solution solution = solve("msm", problem, one_sweep, run);
    const std::vector<double> x = test::full(solution, n);
    for (std::size_t i = 0; i < n; ++i) CHECK(x[i] == Approx(z[i]).margin(1e-12));
  }
}

TEST_CASE("msm refuses splittings that need not descend") {
  const auto zero_column =
      std::make_shared<Instance>(Matrix::dense(2, 2, {1, 1, 0, 0}), std::vector<double>{1, 2});
  const Problem problem = test::make_problem(zero_column, {ConstraintKind::binary});
  CHECK_THROWS_AS(solve("msm", problem, {{"theta", "0"}}, RunContext()), InvalidArgument);
}
