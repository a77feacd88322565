#include <string>
#include <utility>

#include <lode/core/error.hpp>
#include <lode/least_squares/registry.hpp>

#include "least_squares/hybrid/exchange.hpp"
#include "least_squares/problem/point.hpp"

namespace lode::least_squares {
namespace {

class Path {
 public:
  Path(const Problem& problem, const RunContext& run)
      : problem_(problem), run_(run), forward_(*problem.instance, &run), state_(*problem.instance, &run) {}

  void first_sweep() {
    for (Index s = 1; s <= problem_.constraint.s && !run_.should_stop(); ++s) {
      points_.push_back({});
      grow(forward_, s, run_);
      state_.assign(forward_.support());
      descend_to(s);
      if (s > 1) from_below(s);
      run_.report("path", point(s).value, s);
    }
  }

  /// Down, then up; true if some point became better.
  bool sweep() {
    bool changed = false;
    for (auto s = static_cast<Index>(points_.size()); s-- > 1 && !run_.should_stop();) {
      if (point(s + 1).support.size() <= s) continue;
      state_.assign(point(s + 1).support);
      const ExchangeMove move = state_.best_removal();
      if (!move.exists()) continue;
      state_.remove(move.out);
      changed |= descend_to(s);
    }
    for (Index s = 2; s <= points_.size() && !run_.should_stop(); ++s) changed |= from_below(s);
    return changed;
  }

  /// Refits while there is time: the values are already minimisers up to rounding.
  std::vector<Solution> solutions() {
    std::vector<Solution> result;
    std::vector<double> last;  // the answer of the size before, where columns are nearly dependent
    for (Index s = 1; s <= points_.size(); ++s) {
      if (s > 1 && point(s - 1).value < point(s).value) point(s) = point(s - 1);  // stopped in the middle
      Problem one = problem_;
      one.constraint.s = s;
      one.refit = problem_.refit && !run_.should_stop();
      std::vector<double> x = point(s).x;
      if (forward_.met_dependence() || state_.met_dependence()) {
        constexpr double most_work = 1e8;
        if (s > 1 && objective_at(problem_, last) < objective_at(problem_, x)) x = last;
        x = polished(one, std::move(x), most_work, run_);
        point(s).trace = {{run_.elapsed(), objective_at(problem_, x), point(s).exchanges}};
        last = x;
      }
      const StopReason reason = run_.should_stop() ? run_.stop_reason() : StopReason::converged;
      result.push_back(finish_solution(one, std::move(x), point(s).trace, reason, point(s).exchanges, run_));
    }
    return result;
  }

 private:
  struct Point {
    double value = infinity;
    std::vector<Index> support;
    std::vector<double> x;
    Trace trace;
    std::uint64_t exchanges = 0;
  };

  Point& point(Index s) { return points_[s - 1]; }

  bool from_below(Index s) {
    state_.assign(point(s - 1).support);
    const ExchangeMove move = state_.best_addition();
    if (move.exists() && move.decrease > 0.0) state_.apply(move);
    return descend_to(s);
  }

  /// Exchange descent of the present state, which has at most s members; true if the point of s became
  /// better.
  bool descend_to(Index s) {
    Point& target = point(s);
    const auto none = [](std::uint64_t) {};
    target.exchanges += descend_by_exchanges(state_, -infinity, hybrid::no_step_limit, run_, none).steps;
    if (!(state_.value() < target.value * (1.0 - 1e-12))) return false;
    target.value = state_.value();
    target.support.assign(state_.support().begin(), state_.support().end());
    target.x = state_.point();
    target.trace.push_back({run_.elapsed(), target.value, target.exchanges});
    return true;
  }

  const Problem& problem_;
  const RunContext& run_;
  ExchangeState forward_;
  ExchangeState state_;
  std::vector<Point> points_;
};

}  // namespace

std::vector<Solution> solve_path(const Problem& problem, const PathOptions& options,
                                 const RunContext& context) {
  RunContext run = context.for_call();
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
  const UnitProblem units(problem);
  prepare_gram_if_worth(*units.problem.instance, run);
  Path path(units.problem, run);
  path.first_sweep();
  for (int sweep = 0; sweep < options.sweeps && path.sweep(); ++sweep) {
  }
  std::vector<Solution> solutions = path.solutions();
  for (Solution& solution : solutions) solution = units.to_graph(std::move(solution));
  return solutions;
}

}  // namespace lode::least_squares
