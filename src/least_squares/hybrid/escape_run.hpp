#pragma once

// The searches of method hybrid, and what those by escapes share.

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include <lode/hybrid/descent.hpp>
#include <lode/least_squares/hybrid.hpp>

#include "hybrid/escape/work_meter.hpp"
#include "least_squares/problem/best_point.hpp"

namespace lode::least_squares::detail {

/// What one step costs besides the matrix entries it touches, in entries: `work` stands for time only as far
/// as this is true. Too low, and searches of small instances take many times as long as large ones of equal
/// work; too high, and they end before they have tried much.
inline constexpr double step_overhead = 20000.0;

/// Steps, work and best point of a search, and why it ends.
class EscapeRun {
 public:
  /// Here and below the options are those of a search: max_iterations and idle are numbers, not 0 for none.
  EscapeRun(const HybridOptions& given, const RunContext& context, BestPoint& best_point)
      : options(given), run(context), best(best_point), work(given.work) {}

  bool done() const { return best.target_met() || used_up() || run.should_stop(); }
  Ending ending() const {
    if (best.target_met()) return {StopReason::target, iterations};
    if (used_up()) return {StopReason::iterations, iterations};
    return {run.should_stop() ? run.stop_reason() : StopReason::converged, iterations};
  }
  bool used_up() const { return iterations >= options.max_iterations; }

  /// Offers the present point of a state that has `point()`.
  template <class State>
  void offer(double value, const State& state) {
    best.offer(value, iterations, [&] { return state.point(); });
  }

  /// What is left of the steps, for one descent.
  hybrid::DescentOptions descent_options(double target) const {
    hybrid::DescentOptions descent;
    descent.max_iterations = options.max_iterations - std::min(options.max_iterations, iterations);
    descent.stop_value = target;
    return descent;
  }

  /// One descent within what is left of the steps, which are counted; `offer()` is called at every decrease
  /// of F.
  template <class Obj, class Con, class Rule, class Offer>
  hybrid::DescentResult descend_by_blocks(Obj& objective, const Con& constraint, Rule& rule,
                                          std::uint64_t idle, Rng& rng, Offer&& offer) {
    struct Observer {
      Offer& offer;
      void improved(std::uint64_t) { offer(); }
      void tick(std::uint64_t) {}
    };
    hybrid::IdleRule stop(objective.size(), idle);
    const hybrid::DescentResult result =
        descend(objective, constraint, rule, stop, descent_options(-infinity), rng, run, Observer{offer});
    iterations += result.iterations;
    return result;
  }

  const HybridOptions options;
  const RunContext& run;
  BestPoint& best;
  hybrid::WorkMeter<double> work;
  std::uint64_t iterations = 0;
};

/// A first answer for the squared loss at the price of a few products with A, for runs that end before the
/// Gram matrix is there. The problem's start where it has one. Otherwise, sparse constraints: rounds of the
/// columns most correlated with the residual, fitted; binary: one sweep of method msm from the random start;
/// binary-c: the columns that lower F most, each taken alone.
///
/// Cost: O(m n + m k^2) for the k columns taken, at most 256 and at most 64 under a penalty.
void offer_first_answer(const Problem& problem, const RunContext& run, BestPoint& best);

/// Searches {-1, 1}^n for the squared loss: from `start` by exact blocks to a local optimum, then by tabu
/// walks of single flips from mixtures of the best points until the work is done. Ends at a point that a run
/// of blocks does not improve unless stopped.
Ending walk_signs(const Problem& problem, const std::vector<double>& start, const HybridOptions& options,
                  const RunContext& run, BestPoint& best);

/// Searches supports with all values refitted, for sparse-c and for sparse without a box: from `start`
/// (empty: forward selection) by exchanges and exact blocks to a local optimum, then by tabu walks and kicks
/// until the work is done. Squared loss only. Ends at a local optimum of both unless stopped.
Ending walk_supports(const Problem& problem, std::span<const Index> start, const HybridOptions& options,
                     const RunContext& run, BestPoint& best);

/// Block descent from `start`, then from kicked copies of the best point until the work is done; without work
/// the descent alone. For every loss and constraint: binary-c, sparse with a box and the logistic loss have
/// no search of their own. Ends at once under an s-constraint when the labels are separated: no loss is less.
Ending kicked_descent(const Problem& problem, std::vector<double> start, const HybridOptions& options,
                      const RunContext& run, BestPoint& best);

}  // namespace lode::least_squares::detail
