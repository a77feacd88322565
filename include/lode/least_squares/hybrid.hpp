#pragma once

#include <cstdint>
#include <string_view>

#include <lode/hybrid/constraints.hpp>
#include <lode/least_squares/problem.hpp>

#pragma GCC visibility push(default)
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
/// Under a logistic loss, up to 1024 supports are each fitted. Signs and ones that products of columns do not
/// separate are compared by F itself, within about a second.
///
/// A run that is stopped early still has an answer, at the price of a few products with A. If the answer
/// separates the labels of a logistic loss, F has no minimiser. The descent ends there, x is scaled up, and a
/// note says so.
///
/// Cost:    the Gram matrix if n <= 4096, in at most half of the time; then `work` entries. Each block takes
///          O(k^2) to O(k^2 s) and the exact solver.
/// Returns: F recomputed; with `refit`, the least-squares minimiser on the support found.
/// Errors:  InvalidArgument as check_problem, and for options outside their range.
/// Deterministic for a given seed, unless time stops the run.
/// Source:  G. Yuan, L. Shen, W.-S. Zheng, arXiv 1706.06493. The escapes are an addition of this library,
///          after F. Glover, Tabu search, ORSA J. Computing 1 (1989).
Solution hybrid_search(const Problem& problem, const HybridOptions& options, const RunContext& run);

}  // namespace lode::least_squares
#pragma GCC visibility pop
