#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "core/stream_tags.hpp"
#include "hybrid/constraint/working_set_of.hpp"
#include "hybrid/escape/kick.hpp"
#include "least_squares/hybrid/escape_run.hpp"
#include "least_squares/problem/objective.hpp"
#include "least_squares/problem/point.hpp"

namespace lode::least_squares::detail {
namespace {

/// The logistic loss: its infimum need not be attained, and then every block lowers F by a little for ever.
template <class Obj>
concept HasMargins = requires(const Obj& objective) {
  objective.least_margin();
};

/// `stop`; with margins also where an unbounded point separates the labels, and where the mean relative
/// decrease over some rounds of blocks is at most 1e-9.
template <class Obj, class Stop>
struct DescentStop {
  const Obj& objective;
  bool unbounded;
  Stop stop;
  hybrid::RelativeDecreaseRule creeping;

  bool record(double before, double after, hybrid::WorkingSetKind kind, std::size_t block_size) {
    if constexpr (HasMargins<Obj>) {
      if (unbounded && objective.least_margin() > 0.0) return true;
      if (creeping.record(before, after, kind, block_size)) return true;
    }
    return stop.record(before, after, kind, block_size);
  }
};

/// Scales an unbounded point that separates the labels up until its loss is next to nothing; true if it was
/// one.
template <class Obj>
bool scale_up_separated(Obj& objective, const Constraint& constraint) {
  if constexpr (HasMargins<Obj>) {
    constexpr double enough = 40.0;  // log(1 + exp(-40)) is 4e-18
    const double margin = objective.least_margin();
    if (!is_unbounded(constraint) || !(margin > 0.0) || std::isinf(margin)) return false;
    if (margin >= enough) return true;
    std::vector<double> x = objective.point();
    for (double& value : x) value *= enough / margin;
    if (std::all_of(x.begin(), x.end(), [](double value) { return std::isfinite(value); })) {
      objective.assign(std::move(x));
    }
    return true;
  }
  return false;
}

/// The descents of `objective`, the first of which ends by `first_rule`. Where it need not end by itself (the
/// logistic loss), it is part of the work.
template <class Obj, class Con, class FirstRule>
Ending descend_with_kicks(Obj& objective, const Problem& problem, const Con& constraint,
                          const HybridOptions& options, FirstRule first_rule, const RunContext& run,
                          BestPoint& best) {
  constexpr double least_blocks = 1000.0;        // of a first descent that need not end by itself
  constexpr std::uint64_t idle_after_kick = 20;  // most kicks fail, and soon
  const Constraint& feasible = problem.constraint;
  const bool kicks = options.work > 0.0;
  Rng rng(run.seed(), kicks ? lode::detail::fit_kick_stream : lode::detail::fit_paper_stream);
  auto rule = hybrid::working_set_of(constraint, options.working_set, objective.size(),
                                     kicks ? hybrid::RandomPart::balanced : hybrid::RandomPart::uniform);
  EscapeRun escape(options, run, best);
  const int block = options.working_set.total();
  const double entries = step_overhead + static_cast<double>(objective.size()) * static_cast<double>(block);
  struct Observer {
    Obj& objective;
    EscapeRun& escape;
    void improved(std::uint64_t iteration) {
      escape.best.offer(objective.value(), escape.iterations + iteration,
                        [this] { return objective.point(); });
    }
    void tick(std::uint64_t iteration) { escape.best.tick(escape.iterations + iteration); }
  };
  const std::uint64_t creeping_window = std::max<std::uint64_t>(
      50, 5 * std::uint64_t{objective.size()} / static_cast<std::uint64_t>(std::max(1, block)));
  bool separated = false;
  const auto descend_until = [&](auto own_rule, const hybrid::DescentOptions& descent) {
    DescentStop<Obj, decltype(own_rule)> stop{objective, is_unbounded(feasible), std::move(own_rule),
                                              hybrid::RelativeDecreaseRule(1e-9, creeping_window)};
    Observer observer{objective, escape};
    const auto result = descend(objective, constraint, rule, stop, descent, rng, run, observer);
    separated = scale_up_separated(objective, feasible);
    if (separated) observer.improved(result.iterations);
    escape.iterations += result.iterations;
    return result.iterations;
  };
  const auto squares = problem.instance->column_squares();
  hybrid::DescentOptions first = escape.descent_options(best.target());
  first.theta = options.theta;
  first.sigma = std::accumulate(squares.begin(), squares.end(), 0.0) / static_cast<double>(squares.size());
  if (HasMargins<Obj> && kicks) {
    const double blocks = std::clamp(options.work / entries, least_blocks, 1e18);
    first.max_iterations = std::min(first.max_iterations, static_cast<std::uint64_t>(blocks));
  }
  escape.offer(objective.value(), objective);
  std::uint64_t steps = descend_until(std::move(first_rule), first);
  if (HasMargins<Obj>) escape.work.spend(entries * static_cast<double>(steps));
  while (!escape.done()) {
    const bool settled = separated && feasible.kind == ConstraintKind::sparse_c;
    if (settled || escape.work.used_up() || steps == 0) return {StopReason::converged, escape.iterations};
    std::vector<double> x = best.point();
    hybrid::kick(hybrid::kick_of(constraint), x, rng);
    objective.assign(std::move(x));
    steps = descend_until(hybrid::IdleRule(objective.size(), idle_after_kick),
                          escape.descent_options(best.target()));
    escape.work.spend(entries * static_cast<double>(steps));
  }
  return escape.ending();
}

}  // namespace

Ending kicked_descent(const Problem& problem, std::vector<double> start, const HybridOptions& options,
                      const RunContext& run, BestPoint& best) {
  const auto search = [&](auto objective) {
    return with_constraint(problem, [&](const auto& constraint) {
      const auto descend_until = [&](auto rule) {
        return descend_with_kicks(objective, problem, constraint, options, std::move(rule), run, best);
      };
      return options.stop == HybridStop::relative_decrease
                 ? descend_until(hybrid::RelativeDecreaseRule(options.epsilon, options.window))
                 : descend_until(hybrid::IdleRule(objective.size(), options.idle));
    });
  };
  return problem.loss == Loss::squared ? search(SquaredObjective(problem, std::move(start)))
                                       : search(LogisticObjective(problem, std::move(start)));
}

}  // namespace lode::least_squares::detail
