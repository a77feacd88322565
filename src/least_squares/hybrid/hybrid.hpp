#pragma once

// Method hybrid, its searches and their state.

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <lode/hybrid/constraints.hpp>

#include "hybrid/block/block.hpp"
#include "hybrid/escape/incumbent.hpp"
#include "hybrid/working_set.hpp"
#include "least_squares/problem/best_point.hpp"

namespace lode::least_squares {

/// Options of `hybrid_search`. Without escapes (work = 0) the run is one descent from a random start, which
/// ends by the rule of the paper: the mean relative decrease over `window` blocks is at most `epsilon`.
struct HybridOptions {
  hybrid::WorkingSetSize working_set = {6, 6};  ///< size of the blocks, 2 to 32 coordinates
  double theta = 0.0;     ///< without escapes only: proximal parameter, times the mean squared column norm
  double epsilon = 1e-5;  ///< without escapes only
  std::uint64_t window = 50;  ///< without escapes only; 1 to 10^6
  double start_scale = 1e-3;  ///< without escapes only: scale of random sparse starts
  /// With escapes only: idle blocks in a row that end a full descent. 0: 5n/|B|, or fewer if that many take
  /// more than `work`; at least 50.
  std::uint64_t idle = 0;
  std::uint64_t max_iterations = 0;  ///< largest number of blocks, exchanges and flips in all; 0: no limit
  /// Work before the run ends by itself: matrix entries touched by escapes (tabu steps, kicks), and some
  /// thousand more per step. With the logistic loss the first descent counts, too. 0: no escapes.
  double work = 1.2e8;
};

/// The options of a preset:
///
/// - "default": forward selection or a random sign vector, block descent, escapes
/// - "fast" and "thorough": the same with less work, and with more
/// - "paper": R5-G5 (R10-G10 for sparse-c), theta 1e-3, epsilon 1e-5 over 50 blocks, at most 1000 blocks. The
///   start is 1e-7 randn, projected (sparse-c), sign(randn) (binary), 1e-3 randn (sparse), or the s largest
///   of randn (binary-c).
///
/// Errors:  InvalidArgument listing the names.
HybridOptions hybrid_preset(std::string_view name, ConstraintKind kind);

/// HYBRID for least squares.
///
/// A working set is a few coordinates. It is solved to optimality over all supports or sign vectors in it.
/// All other coordinates stay fixed; under the sparse constraints without a box they are refitted. This
/// descent by blocks (hybrid/descent.hpp) never raises F.
///
/// Escapes lead out of local optima of the descent. Under the sparse constraints an escape is a tabu walk of
/// single exchanges with full refit, followed by a kick of the best support. Under binary it is a tabu walk
/// of single flips, which begins at a mixture of the best points. Otherwise it is a kick. Block descent
/// follows every escape, and ends the search. Up to 20 columns the whole problem is one block, and the answer
/// is optimal (squared loss) unless columns are nearly dependent: at most 1e-13 of a column is outside the
/// span of others, without an exact combination, or rounding hides the best support. With more columns, if
/// products of columns do not separate them, steps scored from A begin at the answers of hybrid, ols and omp.
/// Under a logistic loss, up to 1024 supports are each fitted.
///
/// If the answer separates the labels of a logistic loss, F has no minimiser. The descent ends there, x is
/// scaled up, and a note says so.
///
/// Cost:    the Gram matrix if n <= 4096, in at most half of the time; then `work` entries. Each block takes
///          O(k^2) to O(k^2 s) and the exact solver.
/// Errors:  InvalidArgument as check_problem, and for options outside their range.
/// Deterministic for a given seed, unless time stops the run.
/// Source:  G. Yuan, L. Shen, W.-S. Zheng, arXiv 1706.06493. The escapes are an addition of this library,
///          after F. Glover, Tabu search, ORSA J. Computing 1 (1989).
Solution hybrid_search(const Problem& problem, const HybridOptions& options, const RunContext& run);

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
