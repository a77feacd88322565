#pragma once

// Block descent with kicks for every objective and constraint that has no search of its own: binary-c,
// sparse with a box, the logistic loss.

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <lode/hybrid/descent.hpp>
#include <lode/hybrid/stop_rules.hpp>

#include "core/stream_tags.hpp"
#include "least_squares/hybrid/descent_stop.hpp"
#include "least_squares/hybrid/incumbent.hpp"

namespace lode::least_squares::detail {

/// Descends from the present point of `objective`, then from kicked copies of the best point, until the work
/// is done, which a first descent that need not end by itself (the logistic loss) is part of. Ends at once
/// under an s-constraint when the labels are separated: no loss is less. `kick(x, rng)` changes a point and
/// keeps it feasible.
template <class Obj, class Con, class Rule, class Kick>
Ending descend_with_kicks(Obj& objective, const Constraint& feasible, const Con& constraint, Rule rule,
                          const EscapeLimits& limits, const RunContext& run, Incumbent& incumbent,
                          Kick&& kick) {
  constexpr double least_blocks = 1000.0;
  constexpr std::uint64_t idle_after_kick = 20;
  Rng rng(run.seed(), lode::detail::fit_kick_stream);
  Ending ending;
  double work = 0.0;
  const int block = limits.working_set.total();
  const double entries = step_overhead + static_cast<double>(objective.size()) * static_cast<double>(block);
  struct Observer {
    Obj& objective;
    Incumbent& incumbent;
    std::uint64_t done;
    void improved(std::uint64_t iteration) {
      incumbent.offer(objective.value(), done + iteration, [this] { return objective.point(); });
    }
    void tick(std::uint64_t iteration) { incumbent.tick(done + iteration); }
  };
  incumbent.offer(objective.value(), 0, [&] { return objective.point(); });
  for (std::uint64_t round = 0;; ++round) {
    // The first descent is a full one, those after a kick are short.
    DescentStop stop(objective, feasible, block,
                     hybrid::IdleRule(objective.size(), round == 0 ? limits.idle : idle_after_kick));
    hybrid::DescentOptions options = limits.descent(ending.iterations, incumbent.target());
    if (HasMargins<Obj> && round == 0) {
      const double blocks = std::clamp(limits.work / entries, least_blocks, 1e18);
      options.max_iterations = std::min(options.max_iterations, static_cast<std::uint64_t>(blocks));
    }
    Observer observer{objective, incumbent, ending.iterations};
    const auto result = descend(objective, constraint, rule, stop, options, rng, run, observer);
    ending.iterations += result.iterations;
    if (HasMargins<Obj> || round > 0) work += entries * static_cast<double>(result.iterations);
    const bool separated = scale_up_separated(objective, feasible);
    if (separated) observer.improved(result.iterations);
    if (incumbent.target_met()) {
      ending.reason = StopReason::target;
      return ending;
    }
    if (run.should_stop()) {
      ending.reason = run.stop_reason();
      return ending;
    }
    if (ending.iterations >= limits.iterations) {
      ending.reason = StopReason::iterations;
      return ending;
    }
    if (separated && feasible.kind == ConstraintKind::sparse_c) return ending;
    if (work >= limits.work || result.iterations == 0) return ending;
    std::vector<double> x = incumbent.point();
    kick(x, rng);
    objective.assign(std::move(x));
  }
}

}  // namespace lode::least_squares::detail
