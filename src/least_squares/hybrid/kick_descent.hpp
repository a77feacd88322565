#pragma once

// Block descent with kicks for every objective and constraint that has no search of its own: binary-c,
// sparse with a box, the logistic loss.

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <lode/hybrid/descent.hpp>

#include "core/stream_tags.hpp"
#include "hybrid/escape/kick.hpp"
#include "least_squares/hybrid/descent_stop.hpp"
#include "least_squares/hybrid/escape_run.hpp"

namespace lode::least_squares::detail {

/// Descends from the present point of `objective`, then from kicked copies of the best point, until the work
/// is done, which a first descent that need not end by itself (the logistic loss) is part of. Ends at once
/// under an s-constraint when the labels are separated: no loss is less.
template <class Obj, class Con, class Rule>
Ending descend_with_kicks(Obj& objective, const Constraint& feasible, const Con& constraint, Rule rule,
                          const EscapeLimits& limits, const RunContext& run, BestPoint& best) {
  constexpr double least_blocks = 1000.0;        // of a first descent that need not end by itself
  constexpr std::uint64_t idle_after_kick = 20;  // most kicks fail, and soon
  Rng rng(run.seed(), lode::detail::fit_kick_stream);
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
  escape.offer(objective.value(), objective);
  for (std::uint64_t round = 0;; ++round) {
    // The first descent is a full one, those after a kick are short.
    DescentStop stop(objective, feasible, block,
                     hybrid::IdleRule(objective.size(), round == 0 ? limits.idle : idle_after_kick));
    hybrid::DescentOptions options = escape.descent_options(best.target());
    if (HasMargins<Obj> && round == 0) {
      const double blocks = std::clamp(limits.work / entries, least_blocks, 1e18);
      options.max_iterations = std::min(options.max_iterations, static_cast<std::uint64_t>(blocks));
    }
    Observer observer{objective, escape};
    const auto result = descend(objective, constraint, rule, stop, options, rng, run, observer);
    const bool separated = scale_up_separated(objective, feasible);
    if (separated) observer.improved(result.iterations);
    escape.iterations += result.iterations;
    if (HasMargins<Obj> || round > 0) escape.work.spend(entries * static_cast<double>(result.iterations));
    if (escape.done()) return escape.ending();
    const bool settled = separated && feasible.kind == ConstraintKind::sparse_c;
    if (settled || escape.work.used_up() || result.iterations == 0) {
      return {StopReason::converged, escape.iterations};
    }
    std::vector<double> x = best.point();
    hybrid::kick(hybrid::kick_of(constraint), x, rng);
    objective.assign(std::move(x));
  }
}

}  // namespace lode::least_squares::detail
