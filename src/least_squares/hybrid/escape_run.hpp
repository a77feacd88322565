#pragma once

// The searches of method hybrid and their state.

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include <lode/least_squares/hybrid.hpp>

#include "hybrid/block/block.hpp"
#include "hybrid/escape/incumbent.hpp"
#include "hybrid/working_set.hpp"
#include "least_squares/problem/best_point.hpp"

namespace lode::least_squares {

/// Cost of one step besides the matrix entries it touches, in entries. If too low, searches of small
/// instances take much longer than large ones of equal work; if too high, they end too soon.
inline constexpr double step_overhead = 20000.0;

/// Steps, work and best point of a search, and why it ends.
struct EscapeRun {
  /// The options hold for one search: 0 in max_iterations or idle has been replaced by a number.
  EscapeRun(const HybridOptions& given, const RunContext& context, BestPoint& best_point)
      : options(given), run(context), best(best_point), work(given.work, step_overhead) {}

  bool used_up() const { return iterations >= options.max_iterations; }
  /// The run is asked once for every `step_overhead` entries of work.
  bool done() {
    stopped = stopped || (work.poll_due() && run.should_stop());
    return stopped || best.target_met() || used_up();
  }
  Ending ending() const {
    if (best.target_met()) return {StopReason::target, iterations};
    if (used_up()) return {StopReason::iterations, iterations};
    return {run.should_stop() ? run.stop_reason() : StopReason::converged, iterations};
  }
  /// One descent within the remaining steps; calls `offer()` at every decrease of F.
  template <class Obj, class Con, class Rule, class Stop, class Offer>
  hybrid::DescentResult descend_by_blocks(Obj& objective, const Con& constraint, Rule& rule, Stop& stop,
                                          hybrid::DescentOptions descent, Rng& rng, Offer&& offer) {
    struct Observer {
      EscapeRun& escape;
      Offer& offer;
      void improved(std::uint64_t iteration) { offer(escape.iterations + iteration); }
      void tick(std::uint64_t iteration) { escape.best.tick(escape.iterations + iteration); }
    };
    descent.max_iterations = std::min(descent.max_iterations,
                                      options.max_iterations - std::min(options.max_iterations, iterations));
    const hybrid::DescentResult result =
        descend(objective, constraint, rule, stop, descent, rng, run, Observer{*this, offer});
    iterations += result.iterations;
    return result;
  }
  /// Blocks under a constraint until `idle` of them in a row do not lower F. Returns their number.
  template <class Obj, class Offer>
  std::uint64_t solve_blocks(Obj& objective, const hybrid::AnyConstraint& constraint, std::uint64_t idle,
                             Rng& rng, Offer&& offer) {
    hybrid::WorkingSets rule(constraint, options.working_set);
    hybrid::IdleRule stop(objective.size(), idle);
    return descend_by_blocks(objective, hybrid::BlockSolver{constraint}, rule, stop, {}, rng, offer)
        .iterations;
  }

  const HybridOptions options;
  const RunContext& run;
  BestPoint& best;
  hybrid::WorkMeter<double> work;
  std::uint64_t iterations = 0;
  bool stopped = false;
};

/// Searches {-1, 1}^n for the squared loss from `start`, or supports with all values refitted, for sparse-c
/// and for sparse without a box, from `start` (empty: forward selection). Single steps and exact blocks lead
/// to a local optimum, then tabu walks from kicked points until the work is done. Ends at a local optimum of
/// steps and blocks unless stopped.
Ending walk_signs(const Problem& problem, const std::vector<double>& start, const HybridOptions& options,
                  const RunContext& run, BestPoint& best);
Ending walk_supports(const Problem& problem, std::span<const Index> start, const HybridOptions& options,
                     const RunContext& run, BestPoint& best);

}  // namespace lode::least_squares
