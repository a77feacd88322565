#include <string>
#include <utility>

#include <lode/core/error.hpp>
#include <lode/least_squares/registry.hpp>

#include "least_squares/hybrid/exchange.hpp"
#include "least_squares/problem/point.hpp"

namespace lode::least_squares {
namespace {

/// The best support found for one size.
struct PathPoint {
  double value = infinity;
  std::vector<Index> support;
  std::vector<double> x;
  Trace trace;
  std::uint64_t exchanges = 0;
};

void check_path(const Problem& problem, const PathOptions& options) {
  check_problem(problem);
  if (problem.constraint.kind != ConstraintKind::sparse_c || problem.loss != Loss::squared) {
    throw InvalidArgument("path", "",
                          fmt::format("is not defined for {}", to_string(problem.constraint.kind)),
                          "use sparse-c and the squared loss");
  }
  if (problem.start) throw InvalidArgument("start", "", "does not go with a path");
  if (options.sweeps < 0) {
    throw InvalidArgument("sweeps", std::to_string(options.sweeps), "must be >= 0");
  }
}

}  // namespace

std::vector<Solution> solve_path(const Problem& given, const PathOptions& options,
                                 const RunContext& context) {
  const RunContext run = context.for_call();
  check_path(given, options);
  const UnitProblem units(given);
  const Problem& problem = units.problem;
  prepare_gram_if_worth(*problem.instance, run);
  ExchangeState forward(*problem.instance, &run);
  ExchangeState state(*problem.instance, &run);
  std::vector<PathPoint> points;  // of size s at s - 1

  // Exchange descent of the present state, which has at most s members; true if the point of s became better.
  const auto descend_to = [&](Index s) {
    PathPoint& point = points[s - 1];
    const auto none = [](std::uint64_t) {};
    point.exchanges += descend_by_exchanges(state, -infinity, hybrid::no_step_limit, run, none).steps;
    if (!(state.value() < point.value * (1.0 - 1e-12))) return false;
    point.value = state.value();
    point.support.assign(state.support().begin(), state.support().end());
    point.x = state.point();
    point.trace.push_back({run.elapsed(), point.value, point.exchanges});
    return true;
  };
  const auto from_below = [&](Index s) {
    state.assign(points[s - 2].support);
    const ExchangeMove move = state.best_addition();
    if (move.exists() && move.decrease > 0.0) state.apply(move);
    return descend_to(s);
  };
  const auto from_above = [&](Index s) {
    if (points[s].support.size() <= s) return false;
    state.assign(points[s].support);
    const ExchangeMove move = state.best_removal();
    if (!move.exists()) return false;
    state.remove(move.out);
    return descend_to(s);
  };
  for (Index s = 1; s <= problem.constraint.s && !run.should_stop(); ++s) {
    points.push_back({});
    grow(forward, s, run);
    state.assign(forward.support());
    descend_to(s);
    if (s > 1) from_below(s);
    run.report("path", points.back().value, s);
  }
  bool changed = true;
  for (int sweep = 0; sweep < options.sweeps && changed; ++sweep) {
    changed = false;
    for (auto s = static_cast<Index>(points.size()); s-- > 1 && !run.should_stop();) changed |= from_above(s);
    for (Index s = 2; s <= points.size() && !run.should_stop(); ++s) changed |= from_below(s);
  }

  std::vector<Solution> solutions;
  std::vector<double> last;  // the answer of the size before, where columns are nearly dependent
  for (Index s = 1; s <= points.size(); ++s) {
    PathPoint& point = points[s - 1];
    if (s > 1 && points[s - 2].value < point.value) point = points[s - 2];  // stopped in the middle
    Problem one = problem;
    one.constraint.s = s;
    one.refit = problem.refit && !run.should_stop();  // the values are already minimisers up to rounding
    std::vector<double> x = point.x;
    if (forward.met_dependence() || state.met_dependence()) {
      constexpr double most_work = 1e8;
      if (s > 1 && objective_at(problem, last) < objective_at(problem, x)) x = last;
      x = last = polished(one, std::move(x), most_work, run);
      point.trace = {{run.elapsed(), objective_at(problem, x), point.exchanges}};
    }
    const StopReason reason = run.should_stop() ? run.stop_reason() : StopReason::converged;
    solutions.push_back(
        units.to_graph(finish_solution(one, std::move(x), point.trace, reason, point.exchanges, run)));
  }
  return solutions;
}

}  // namespace lode::least_squares
