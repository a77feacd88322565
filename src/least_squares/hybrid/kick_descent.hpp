#pragma once

// Block descent with kicks for every objective and constraint that has no search of its own: binary-c,
// sparse with a box, the logistic loss.

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <lode/hybrid/descent.hpp>

#include "hybrid/escape/kick.hpp"
#include "least_squares/hybrid/descent_stop.hpp"
#include "least_squares/hybrid/escape_run.hpp"

namespace lode::least_squares::detail {

/// Descends from the present point of `objective` by `first` until `first_rule` says so, then from kicked
/// copies of the best point, until the work is done. A first descent that need not end by itself (the
/// logistic loss) is part of the work. Without work there is this descent alone. Ends at once under an
/// s-constraint when the labels are separated: no loss is less.
template <class Obj, class Con, class Rule, class FirstRule>
Ending descend_with_kicks(Obj& objective, const Constraint& feasible, const Con& constraint, Rule rule,
                          hybrid::DescentOptions first, FirstRule first_rule, const EscapeLimits& limits,
                          const RunContext& run, BestPoint& best, Rng rng) {
  constexpr double least_blocks = 1000.0;        // of a first descent that need not end by itself
  constexpr std::uint64_t idle_after_kick = 20;  // most kicks fail, and soon
  EscapeRun escape(limits, run, best);
  const int block = limits.working_set.total();
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
  bool separated = false;
  const auto descend_until = [&](auto own_rule, const hybrid::DescentOptions& options) {
    DescentStop stop(objective, feasible, block, std::move(own_rule));
    Observer observer{objective, escape};
    const auto result = descend(objective, constraint, rule, stop, options, rng, run, observer);
    separated = scale_up_separated(objective, feasible);
    if (separated) observer.improved(result.iterations);
    escape.iterations += result.iterations;
    return result.iterations;
  };
  first.stop_value = best.target();
  first.max_iterations = limits.iterations;
  if (HasMargins<Obj> && limits.work > 0.0) {
    const double blocks = std::clamp(limits.work / entries, least_blocks, 1e18);
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

}  // namespace lode::least_squares::detail
