#include <algorithm>
#include <atomic>
#include <cmath>
#include <set>

#include <lode/core/error.hpp>
#include <lode/least_squares/registry.hpp>

#include "least_squares_support.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::least_squares;

namespace {

/// A method under a constraint it is defined for.
struct Case {
  const MethodRow* row;
  Constraint constraint;
};

std::vector<Constraint> constraints(Index s) {
  return {{ConstraintKind::binary},
          {ConstraintKind::binary_c, s},
          {ConstraintKind::sparse, 0, 0.4},
          {ConstraintKind::sparse, 0, 0.05, 0.3},
          {ConstraintKind::sparse_c, s}};
}

std::vector<Case> cases(Index s) {
  std::vector<Case> list;
  for (const MethodRow& row : methods()) {
    for (const Constraint& constraint : constraints(s)) {
      const auto& kinds = row.constraints;
      if (std::find(kinds.begin(), kinds.end(), constraint.kind) != kinds.end()) {
        list.push_back({&row, constraint});
      }
    }
  }
  return list;
}

Solution run_case(const Case& c, Problem problem, RunOptions options = {.threads = 1}) {
  problem.constraint = c.constraint;
  // Searches that go on for a given amount of work need little of it on small instances.
  MethodSettings settings;
  if (c.row->takes("work")) settings["work"] = "1e5";
  RunContext run(std::move(options));
  return solve(c.row->name, problem, settings, run);
}

/// The support is sorted, x is feasible, the objective is that of x, the trace falls and ends at it.
void require_sound(const Problem& given, const Constraint& constraint, const Solution& solution) {
  Problem problem = given;
  problem.constraint = constraint;
  const std::size_t n = problem.instance->columns();
  REQUIRE(solution.support.size() == solution.x.size());
  REQUIRE(std::is_sorted(solution.support.begin(), solution.support.end()));
  REQUIRE(std::set<Index>(solution.support.begin(), solution.support.end()).size() ==
          solution.support.size());
  const std::vector<double> x = test::full(solution, n);
  for (const double value : solution.x) REQUIRE((std::isfinite(value) && value != 0.0));
  switch (constraint.kind) {
    case ConstraintKind::binary:
      REQUIRE(solution.support.size() == n);
      for (const double value : x) REQUIRE(std::abs(value) == 1.0);
      break;
    case ConstraintKind::binary_c:
      REQUIRE(solution.support.size() == constraint.s);
      for (const double value : solution.x) REQUIRE(value == 1.0);
      break;
    case ConstraintKind::sparse:
      for (const double value : x) REQUIRE(std::abs(value) <= constraint.box);
      break;
    case ConstraintKind::sparse_c:
      REQUIRE(solution.support.size() <= constraint.s);
      break;
  }
  const double recomputed = test::plain_objective(problem, x);
  REQUIRE(solution.objective == Approx(recomputed).epsilon(1e-10).margin(1e-12));
  REQUIRE_FALSE(solution.trace.empty());
  for (std::size_t i = 1; i < solution.trace.size(); ++i) {
    REQUIRE(solution.trace[i].weight < solution.trace[i - 1].weight);
    REQUIRE(solution.trace[i].seconds >= solution.trace[i - 1].seconds);
  }
  REQUIRE(solution.trace.back().weight == Approx(solution.objective).epsilon(1e-8).margin(1e-9));
}

}  // namespace

TEST_CASE("least-squares methods have names, and are defined somewhere") {
  std::set<std::string_view> names;
  for (const MethodRow& row : methods()) {
    INFO(row.name);
    CHECK(names.insert(row.name).second);
    CHECK_FALSE(row.constraints.empty());
    for (const std::string_view text : {row.summary, row.guarantee, row.cost, row.source})
      CHECK_FALSE(text.empty());
  }
  for (const char* name :
       {"hybrid", "ppa", "appa", "msm", "gpm", "omp", "ols", "romp", "ssp", "cosamp", "gp", "qpm", "swap"}) {
    CHECK(names.count(name) == 1);
  }
}

TEST_CASE("every least-squares method returns a sound answer, the same for the same seed") {
  for (const auto& [m, n] : {std::pair{15u, 24u}, {24u, 15u}}) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      const Problem problem = test::make_problem(test::normal_instance(m, n, seed), {});
      for (const Case& c : cases(5)) {
        INFO(c.row->name << " " << to_string(c.constraint.kind) << " " << m << " x " << n << " seed "
                         << seed);
        const Solution one = run_case(c, problem, {.seed = seed, .threads = 1});
        require_sound(problem, c.constraint, one);
        const Solution two = run_case(c, problem, {.seed = seed, .threads = 2});
        CHECK(one.support == two.support);
        CHECK(one.x == two.x);
        Problem raw = problem;
        raw.refit = false;
        const Solution unfitted = run_case(c, raw, {.seed = seed, .threads = 1});
        require_sound(raw, c.constraint, unfitted);
        CHECK(one.objective <= unfitted.objective + 1e-9);
      }
    }
  }
}

TEST_CASE("least-squares methods begin at the start they are given, and monotone ones stay below it") {
  const std::size_t n = 24;
  Problem problem = test::make_problem(test::normal_instance(15, n, 4), {});
  for (const Case& c : cases(5)) {
    INFO(c.row->name << " " << to_string(c.constraint.kind));
    problem.start = test::normals(n, 11, 6);
    if (!c.row->uses_start) {
      CHECK_THROWS_AS(run_case(c, problem), InvalidArgument);
      continue;
    }
    const Solution solution = run_case(c, problem);
    require_sound(problem, c.constraint, solution);
    if (!c.row->monotone) continue;
    Problem at_start = problem;
    at_start.constraint = c.constraint;
    CHECK(solution.objective <=
          test::plain_objective(at_start, project(c.constraint, *problem.start)) + 1e-9);
  }
}

TEST_CASE("least-squares methods cope with columns of zeros, equal columns and A = 0") {
  std::vector<double> values = test::normals(8 * 12, 3, 1);
  std::fill(values.begin(), values.begin() + 16, 0.0);
  std::copy(values.begin() + 16, values.begin() + 32, values.begin() + 32);
  std::vector<Matrix::Entry> no_entries;
  for (const Matrix& a : {Matrix::dense(8, 12, values), Matrix::dense(8, 12, std::vector<double>(96, 0.0)),
                          Matrix::sparse(8, 12, {{0, 0, 1.0}, {3, 4, 2.0}, {7, 11, -1.0}}),
                          Matrix::sparse(8, 12, no_entries)}) {
    const Problem problem = test::make_problem(std::make_shared<Instance>(a, test::normals(8, 3, 2)), {});
    for (const Index s : {0u, 1u, 10u, 12u}) {
      for (const Case& c : cases(s)) {
        INFO(c.row->name << " " << to_string(c.constraint.kind) << " s = " << s);
        require_sound(problem, c.constraint, run_case(c, problem));
      }
    }
  }
  const Problem one = test::make_problem(
      std::make_shared<Instance>(Matrix::dense(1, 1, {2.0}), std::vector<double>{3.0}), {});
  for (const Case& c : cases(1)) {
    INFO(c.row->name << " " << to_string(c.constraint.kind));
    require_sound(one, c.constraint, run_case(c, one));
  }
}

TEST_CASE("least-squares methods stop at once when cancelled or out of time, with a sound answer") {
  const Problem problem = test::make_problem(test::normal_instance(40, 80, 2), {});
  const std::atomic<bool> cancel = true;
  for (const Case& c : cases(6)) {
    INFO(c.row->name << " " << to_string(c.constraint.kind));
    const Solution cancelled = run_case(c, problem, {.threads = 1, .cancel = &cancel});
    require_sound(problem, c.constraint, cancelled);
    CHECK(cancelled.stop_reason == StopReason::interrupted);
    // Every look at the clock takes a second of the three there are.
    const test::FakeClock clock(1.0);
    const Solution late = run_case(c, problem, {.threads = 1, .time_limit = 3.0, .clock = &clock});
    require_sound(problem, c.constraint, late);
    CHECK((late.stop_reason == StopReason::deadline || late.stop_reason == StopReason::converged));
  }
}

TEST_CASE("least-squares methods stop at their target") {
  Problem problem = test::make_problem(test::normal_instance(30, 40, 2), {});
  for (const Case& c : cases(6)) {
    INFO(c.row->name << " " << to_string(c.constraint.kind));
    problem.target = -1.0;
    const Solution whole = run_case(c, problem);
    problem.target = whole.objective * (1.0 + 1e-9);
    const Solution reached = run_case(c, problem);
    CHECK(reached.stop_reason == StopReason::target);
    CHECK(reached.objective <= problem.target);
  }
}

TEST_CASE("the least-squares registry refuses what a method does not take") {
  Problem problem = test::make_problem(test::normal_instance(4, 6, 1), {ConstraintKind::sparse_c, 2});
  RunContext run;
  CHECK_THROWS_WITH(solve("lars", problem, {}, run), Catch::Contains("method lars is not known; use "));
  CHECK_THROWS_WITH(solve("msm", problem, {}, run),
                    Catch::Contains("is not defined for the constraint sparse-c; use "));
  CHECK_THROWS_WITH(solve("omp", problem, {{"theta", "1"}}, run),
                    Catch::Contains("theta 1 is not a setting"));
  CHECK_THROWS_WITH(solve("omp", problem, {{"columns", "wide"}}, run), Catch::Contains("use unit or raw"));
  CHECK_THROWS_WITH(solve("cosamp", problem, {{"max-rounds", "x"}}, run),
                    Catch::Contains("x is not an integer"));
  problem.constraint.s = 7;
  CHECK_THROWS_AS(solve("omp", problem, {}, run), InvalidArgument);
}
