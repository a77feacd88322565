#include <algorithm>

#include <lode/least_squares/generators.hpp>
#include <lode/least_squares/registry.hpp>

#include "least_squares/dense_oracle.hpp"
#include "least_squares/least_squares_support.hpp"
#include "support/catch.hpp"

using namespace lode;
using namespace lode::least_squares;

namespace {

Solution run_swap(const Problem& problem) { return solve("swap", problem, {}, RunContext({.threads = 1})); }

}  // namespace

TEST_CASE("swap ends where no exchange with refit improves, below ols or its start") {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const auto instance = test::normal_instance(20, 30, seed);
    const Eigen::MatrixXd a = test::dense_matrix(*instance);
    const Eigen::VectorXd b = test::right_side(*instance);
    Problem problem = test::make_problem(instance, {ConstraintKind::sparse_c, 6});
    RunContext run({.threads = 1});
    if (seed % 2 == 0) problem.start = test::normals(30, seed, 4);
    const Solution solution = run_swap(problem);
    REQUIRE(solution.stop_reason == StopReason::converged);
    const std::vector<Eigen::Index> support(solution.support.begin(), solution.support.end());
    REQUIRE(support.size() == 6);
    CHECK(solution.objective == Approx(test::fit_value(a, b, support)).epsilon(1e-10));
    if (!problem.start) CHECK(solution.objective <= solve("ols", problem, {}, run).objective * (1.0 + 1e-12));
    for (std::size_t out = 0; out < support.size(); ++out) {
      for (Eigen::Index in = 0; in < 30; ++in) {
        if (std::find(support.begin(), support.end(), in) != support.end()) continue;
        std::vector<Eigen::Index> exchanged = support;
        exchanged[out] = in;
        CHECK(test::fit_value(a, b, exchanged) >= solution.objective * (1.0 - 1e-9));
      }
    }
  }
}

TEST_CASE("swap gives the values measured for exchange descent from ols") {
  for (const auto& [noisy, s, value] : {std::tuple{false, 20u, 27950.7255},
                                        {false, 50u, 16471.4119},
                                        {true, 20u, 3310021.850},
                                        {true, 50u, 1258766.743}}) {
    GeneratedData data = regression_data(
        {.design = noisy ? Design::aii : Design::ai, .noise = noisy ? Noise::bii : Noise::bi});
    const auto instance = std::make_shared<Instance>(std::move(data.a), std::move(data.b));
    CHECK(run_swap(test::make_problem(instance, {ConstraintKind::sparse_c, s})).objective ==
          Approx(value).epsilon(5e-9));
  }
}
