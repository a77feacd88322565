// How often runs look at their clock, and what they leave when they are stopped.
#include <algorithm>
#include <atomic>
#include <cmath>

#include <lode/core/error.hpp>
#include <lode/least_squares/certificate.hpp>
#include <lode/least_squares/generators.hpp>
#include <lode/least_squares/registry.hpp>

#include "least_squares/hybrid/exchange.hpp"
#include "least_squares/hybrid/hybrid.hpp"
#include "least_squares/problem/point.hpp"
#include "least_squares_support.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::least_squares;

namespace {

std::vector<Index> first_columns(Index count) {
  std::vector<Index> first(count);
  for (Index i = 0; i < count; ++i) first[i] = i;
  return first;
}

/// Every look at the clock takes a millisecond.
struct Ticking {
  explicit Ticking(double limit) : run({.threads = 1, .time_limit = limit, .clock = &clock}) {}
  test::FakeClock clock{0.001};
  RunContext run;
};

const std::atomic<bool> cancelled = true;

}  // namespace

TEST_CASE("moving to a support asks the run before every column, and keeps the first ones") {
  const auto instance = test::normal_instance(80, 120, 1);
  Ticking whole(1000.0);
  ExchangeState all(*instance, &whole.run);
  CHECK(all.assign(first_columns(60)));
  CHECK(whole.clock.readings() >= 60);

  Ticking part(0.030);
  ExchangeState state(*instance, &part.run);
  CHECK_FALSE(state.assign(first_columns(60)));
  const std::size_t kept = state.support().size();
  CHECK(kept > 0);
  CHECK(kept < 60);
  ExchangeState same(*instance);
  same.assign(first_columns(static_cast<Index>(kept)));
  CHECK(state.value() == same.value());
}

TEST_CASE("a recomputation that is stopped leaves the state as it was") {
  const auto instance = test::normal_instance(40, 60, 2);
  std::atomic<bool> cancel = false;
  const RunContext run({.threads = 1, .cancel = &cancel});
  ExchangeState stopped(*instance, &run);
  ExchangeState free(*instance);
  stopped.assign(first_columns(10));
  free.assign(first_columns(10));
  Rng rng(7);
  for (int step = 0; step < 700; ++step) {
    cancel = step > 100;
    const Index out = free.support()[rng.below(10)];
    const Index in = free.rest()[rng.below(50)];
    REQUIRE(free.apply({out, in, 0.0}));
    REQUIRE(stopped.apply({out, in, 0.0}));
  }
  CHECK(stopped.support().size() == 10);
  CHECK(stopped.value() == Approx(free.value()));
}

TEST_CASE("a fit that takes long is left out once the run should stop, and the answer says so") {
  const auto small = test::normal_instance(60, 90, 3);
  const RunContext stopped({.threads = 1, .cancel = &cancelled});
  Problem problem = test::make_problem(small, {ConstraintKind::sparse_c, 20});
  std::vector<double> values(20, 0.5);
  const auto fitted = refit_on(problem, first_columns(20), values, stopped);
  REQUIRE(fitted);
  CHECK(*fitted == least_squares_on(*small, first_columns(20)));
  CHECK_FALSE(least_squares_within(*small, first_columns(20), INFINITY, stopped));

  const auto large = test::normal_instance(400, 420, 3);
  problem = test::make_problem(large, {ConstraintKind::sparse_c, 300});
  std::vector<double> x(420, 0.0);
  std::fill(x.begin(), x.begin() + 300, 0.01);
  const Solution cut = finish_solution(problem, x, {}, StopReason::interrupted, 1, stopped);
  CHECK(cut.note == "no fit on the final support: interrupted");
  CHECK(cut.x == std::vector<double>(300, 0.01));
  const Solution whole = finish_solution(problem, x, {}, StopReason::converged, 1, RunContext());
  CHECK(whole.note.empty());
  CHECK(whole.objective < cut.objective);

  // A box that binds: what there is when the time is over is inside it and no worse than the start.
  problem.constraint = {ConstraintKind::sparse, 0, 0.0, 0.02};
  Ticking ticking(0.050);
  const auto boxed = refit_on(problem, first_columns(300), std::vector<double>(300, 0.01), ticking.run);
  CHECK(ticking.clock.readings() > 40);
  if (boxed) CHECK(std::all_of(boxed->begin(), boxed->end(), [](double v) { return std::abs(v) <= 0.02; }));
}

TEST_CASE("the largest eigenvalue asks before every product and is a bound when it is stopped") {
  const auto instance = test::normal_instance(30, 50, 4);
  double trace = 0.0;
  for (const double square : instance->column_squares()) trace += square;
  CHECK(instance->largest_eigenvalue(RunContext({.threads = 1, .cancel = &cancelled})) == trace);
  Ticking ticking(1000.0);
  const double found = instance->largest_eigenvalue(ticking.run);
  CHECK(ticking.clock.readings() >= 20);
  CHECK(found < trace);
  CHECK(instance->largest_eigenvalue() == found);
}

TEST_CASE("certificates that are stopped say what was not checked and why") {
  const auto instance = test::normal_instance(40, 70, 5);
  const Problem problem = test::make_problem(instance, {ConstraintKind::sparse_c, 10});
  RunContext run({.threads = 1});
  const Solution solution = solve("swap", problem, {}, run);
  const Certificate whole = certify(problem, solution, {}, run);
  CHECK_FALSE(whole.stopped);
  REQUIRE(whole.single_exchange);
  const Certificate none = certify(problem, solution, {}, RunContext({.threads = 1, .cancel = &cancelled}));
  CHECK(none.stopped == StopReason::interrupted);
  CHECK(none.stationarity.empty());
  CHECK_FALSE(none.single_exchange);
  // Wherever the time ends, the checks made agree with those of the whole certificate.
  std::size_t complete = 0;
  for (double limit = 0.002; limit < 4.0; limit *= 1.3) {
    Ticking ticking(limit);
    const Certificate part = certify(problem, solution, {}, ticking.run);
    for (std::size_t i = 0; i < part.stationarity.size(); ++i) {
      if (part.stationarity[i].complete) CHECK(part.stationarity[i].holds == whole.stationarity[i].holds);
    }
    if (part.single_exchange) {
      CHECK_FALSE(part.stopped);
      CHECK(part.single_exchange == whole.single_exchange);
      ++complete;
    } else {
      CHECK(part.stopped == StopReason::deadline);
    }
  }
  CHECK(complete > 0);
}

TEST_CASE("the searches have more than x = 0 before the Gram matrix is there") {
  const auto instance = test::normal_instance(64, 600, 6);
  for (const Constraint& constraint :
       {Constraint{ConstraintKind::sparse_c, 16}, Constraint{ConstraintKind::sparse, 0, 0.05},
        Constraint{ConstraintKind::sparse, 0, 0.05, 0.5}, Constraint{ConstraintKind::binary},
        Constraint{ConstraintKind::binary_c, 16}}) {
    INFO(to_string(constraint.kind) << " box " << constraint.box);
    Problem problem = test::make_problem(instance, constraint);
    Ticking ticking(0.030);
    const Solution solution = hybrid_search(problem, hybrid_preset("default", constraint.kind), ticking.run);
    const double zero = problem.constraint.kind == ConstraintKind::binary
                            ? objective_at(problem, start_point(problem, 1.0, 1))
                            : instance->half_norm_b();
    CHECK(solution.stop_reason == StopReason::deadline);
    if (constraint.kind != ConstraintKind::binary_c) CHECK(solution.objective < 0.9 * zero);
  }
}

TEST_CASE("least-squares methods end a few looks at the clock after their limit") {
  const auto instance = test::normal_instance(50, 90, 7);
  const std::vector<Constraint> constraints = {{ConstraintKind::binary},
                                               {ConstraintKind::binary_c, 12},
                                               {ConstraintKind::sparse, 0, 0.01},
                                               {ConstraintKind::sparse, 0, 0.01, 0.2},
                                               {ConstraintKind::sparse_c, 12}};
  for (const MethodRow& row : methods()) {
    for (const Constraint& constraint : constraints) {
      const auto& kinds = row.constraints;
      if (std::find(kinds.begin(), kinds.end(), constraint.kind) == kinds.end()) continue;
      MethodSettings settings;
      if (row.name == "hybrid") settings["work"] = "1e300";
      for (const double limit : {0.003, 0.02, 0.1}) {
        Ticking ticking(limit);
        const Solution solution =
            solve(row.name, test::make_problem(instance, constraint), settings, ticking.run);
        INFO(row.name << " " << to_string(constraint.kind) << " limit " << limit);
        CHECK(ticking.clock.readings() <= static_cast<std::uint64_t>(1000.0 * limit) + 40);
        if (row.name == "hybrid") CHECK(solution.stop_reason == StopReason::deadline);
      }
    }
  }
}

TEST_CASE("a path that is stopped has an answer for every size it began, none worse than a smaller one") {
  const auto instance = test::normal_instance(60, 100, 8);
  for (double limit = 0.01; limit < 3.0; limit *= 2.0) {
    Ticking ticking(limit);
    const auto path =
        solve_path(test::make_problem(instance, {ConstraintKind::sparse_c, 20}), {}, ticking.run);
    CHECK(ticking.clock.readings() <= static_cast<std::uint64_t>(1000.0 * limit) + 150);
    for (std::size_t i = 1; i < path.size(); ++i) {
      CHECK(path[i].objective <= path[i - 1].objective * (1.0 + 1e-9));
      CHECK(path[i].support.size() <= i + 1);
    }
  }
}

TEST_CASE("making an instance can be stopped") {
  const RunContext stopped({.threads = 1, .cancel = &cancelled});
  CHECK_THROWS_AS(regression_data({.rows = 20, .columns = 30}, stopped), SystemError);
  CHECK_THROWS_AS(uniform_data({.rows = 20, .columns = 30}, stopped), SystemError);
  Ticking ticking(1000.0);
  (void)regression_data({.rows = 512, .columns = 1024, .design = Design::aii}, ticking.run);
  CHECK(ticking.clock.readings() >= 2 * 8);
  CHECK_THROWS_AS(uniform_data({.rows = std::size_t{1} << 40, .columns = 30}), InvalidArgument);
}
