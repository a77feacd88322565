
#include <lode/hybrid/descent.hpp>

#include "least_squares/hybrid/exchange.hpp"
#include "least_squares/hybrid/hybrid.hpp"
#include "least_squares/least_squares_support.hpp"
#include "least_squares/problem/point.hpp"
#include "support/catch.hpp"

using namespace lode;
using namespace lode::least_squares;
using least_squares::BestPoint;
using least_squares::Ending;
using least_squares::support_of;

namespace {

struct Walked {
  Ending ending;
  double objective = 0.0;
  std::vector<double> x;
};

HybridOptions limits_of(double work) {
  HybridOptions limits;
  limits.work = work;
  limits.working_set = {4, 4};
  limits.max_iterations = hybrid::no_step_limit;
  return limits;
}

Walked walked(const Problem& problem, const HybridOptions& limits, const std::vector<Index>& start = {},
              RunOptions options = {.threads = 1}) {
  const RunContext run(std::move(options));
  BestPoint best(problem, run, "walk", rounding_tolerance);
  const Ending ending = least_squares::walk_supports(problem, start, limits, run, best);
  return {ending, best.objective(), best.point()};
}

Problem penalised(const std::shared_ptr<const Instance>& instance, double lambda) {
  return test::make_problem(instance, {ConstraintKind::sparse, 0, lambda});
}

}  // namespace

TEST_CASE("a walk over s nonzeros ends where no exchange lowers F, and not above forward selection") {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const auto instance = test::normal_instance(30, 60, seed);
    instance->gram();
    const Problem problem = test::make_problem(instance, {ConstraintKind::sparse_c, 6});
    const Walked answer = walked(problem, limits_of(2e6));
    INFO("seed " << seed);
    CHECK(answer.ending.reason == StopReason::converged);
    CHECK(answer.objective == Approx(test::plain_objective(problem, answer.x)).epsilon(1e-9));
    ExchangeState state(*instance);
    state.assign(support_of(answer.x));
    REQUIRE(state.support().size() == 6);
    CHECK(state.best_exchange(hybrid::least_decrease(state.value())).in == no_index);
    ExchangeState forward(*instance);
    grow(forward, 6, RunContext());
    CHECK(answer.objective <= forward.value() * (1.0 + 1e-12));
  }
}

TEST_CASE("a penalised walk ends where no addition, removal or exchange lowers F") {
  constexpr double lambda = 4.0;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const auto instance = test::normal_instance(30, 60, seed);
    instance->gram();
    const Walked answer = walked(penalised(instance, lambda), limits_of(2e6));
    INFO("seed " << seed);
    ExchangeState state(*instance);
    state.assign(support_of(answer.x));
    const double least = hybrid::least_decrease(answer.objective);
    CHECK(answer.objective ==
          Approx(state.value() + lambda * static_cast<double>(state.support().size())).epsilon(1e-9));
    CHECK(state.best_addition().decrease <= lambda + least);
    CHECK(state.best_removal().decrease <= least - lambda);
    CHECK(state.best_exchange(least).in == no_index);
  }
}

TEST_CASE("a walk begins at the support it is given, and more work never ends higher") {
  const auto instance = test::normal_instance(30, 60, 5);
  instance->gram();
  const Problem problem = test::make_problem(instance, {ConstraintKind::sparse_c, 5});
  const std::vector<Index> start = {0, 1, 2, 3, 4};
  ExchangeState state(*instance);
  state.assign(start);
  HybridOptions none = limits_of(0.0);
  none.max_iterations = 0;
  CHECK(walked(problem, none, start).objective == Approx(state.value()).epsilon(1e-12));
  double before = state.value();
  for (const double work : {0.0, 1e6, 4e6, 16e6}) {
    const Walked answer = walked(problem, limits_of(work), start);
    CHECK(answer.objective <= before);
    CHECK(walked(problem, limits_of(work), start).x == answer.x);
    before = answer.objective;
  }
}

TEST_CASE("a walk ends at its limit of steps, at its target and when the run is over") {
  const auto instance = test::normal_instance(30, 60, 6);
  instance->gram();
  Problem problem = test::make_problem(instance, {ConstraintKind::sparse_c, 5});
  HybridOptions limits = limits_of(1e9);
  limits.max_iterations = 40;
  const Walked limited = walked(problem, limits);
  CHECK(limited.ending.reason == StopReason::iterations);
  CHECK(limited.ending.steps == 40);
  problem.target = limited.objective;
  const Walked met = walked(problem, limits_of(1e9));
  CHECK(met.ending.reason == StopReason::target);
  CHECK(met.ending.steps <= 40);
  CHECK(met.objective <= problem.target);
  problem.target = -INFINITY;
  const Walked stopped = walked(problem, limits_of(1e9), {}, {.threads = 1, .time_limit = 0.0});
  CHECK(stopped.ending.reason == StopReason::deadline);
}
