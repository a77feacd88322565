#include <lode/core/error.hpp>
#include <lode/least_squares/registry.hpp>

#include "least_squares/hybrid/exchange.hpp"
#include "least_squares/least_squares_support.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::least_squares;

TEST_CASE("every point of a path is at least forward selection followed by exchanges") {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const auto instance = test::normal_instance(40, 90, seed);
    RunContext run;
    const auto path = solve_path(test::make_problem(instance, {ConstraintKind::sparse_c, 15}), {}, run);
    REQUIRE(path.size() == 15);
    for (Index s = 1; s <= 15; ++s) {
      const Solution& point = path[s - 1];
      CHECK(point.support.size() == s);
      if (s > 1) CHECK(point.objective <= path[s - 2].objective);
      ExchangeState state(*instance);
      grow(state, s, run);
      descend_by_exchanges(state, -1.0, hybrid::no_step_limit, run, [](auto) {});
      CHECK(point.objective <= state.value() * (1.0 + 1e-10));
      const Problem problem = test::make_problem(instance, {ConstraintKind::sparse_c, s});
      CHECK(point.objective == Approx(test::plain_objective(problem, test::full(point, 90))));
      for (const Index out : point.support) {
        for (Index in = 0; in < 90; in += 7) {
          if (std::find(point.support.begin(), point.support.end(), in) != point.support.end()) continue;
          std::vector<Index> support = point.support;
          std::erase(support, out);
          support.push_back(in);
          const std::vector<double> values = least_squares_on(*instance, support);
          std::vector<double> x(90, 0.0);
          for (std::size_t i = 0; i < support.size(); ++i) x[support[i]] = values[i];
          CHECK(test::plain_objective(problem, x) >= point.objective * (1.0 - 1e-10));
        }
      }
    }
  }
}

TEST_CASE("paths end where no column is left, and refuse what they cannot be") {
  const auto instance = test::normal_instance(4, 9, 1);
  RunContext run;
  const auto path = solve_path(test::make_problem(instance, {ConstraintKind::sparse_c, 9}), {}, run);
  REQUIRE(path.size() == 9);
  CHECK(path[3].objective == Approx(0.0).margin(1e-12));
  CHECK(path[8].support.size() <= 4);
  CHECK(solve_path(test::make_problem(instance, {ConstraintKind::sparse_c, 0}), {}, run).empty());
  CHECK_THROWS_AS(solve_path(test::make_problem(instance, {ConstraintKind::sparse_c, 10}), {}, run),
                  InvalidArgument);
  CHECK_THROWS_AS(solve_path(test::make_problem(instance, {ConstraintKind::binary}), {}, run),
                  InvalidArgument);
  CHECK_THROWS_AS(
      solve_path(test::make_problem(instance, {ConstraintKind::sparse_c, 2}), {.sweeps = -1}, run),
      InvalidArgument);
  const std::atomic<bool> cancel = true;
  RunContext cancelled({.cancel = &cancel});
  CHECK(solve_path(test::make_problem(instance, {ConstraintKind::sparse_c, 5}), {}, cancelled).empty());
}
