#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <lode/hybrid/working_set.hpp>
#include <lode/least_squares/problem.hpp>

#pragma GCC visibility push(default)
namespace lode::least_squares {

/// When a descent by blocks ends by itself.
enum class HybridStop {
  relative_decrease,  ///< the paper's rule: mean relative decrease over `window` blocks <= epsilon
  idle_blocks         ///< `idle` blocks in a row without a move
};

struct HybridOptions {
  hybrid::WorkingSetSize working_set = {6, 6};  ///< 2 to 64 coordinates
  double theta = 0.0;  ///< without escapes only: proximal parameter, times the mean squared column norm
  HybridStop stop = HybridStop::idle_blocks;  ///< with escapes always idle_blocks
  double epsilon = 1e-5;                      ///< relative_decrease only
  std::uint64_t window = 50;                  ///< relative_decrease only; 1 to 10^6
  std::uint64_t idle = 0;                     ///< idle_blocks only, of full descents; 0: max(50, 5n/|B|)
  std::uint64_t max_iterations = 0;           ///< blocks, exchanges and flips in all; 0: no limit
  double start_scale = 1e-3;                  ///< of random sparse starts; without escapes only
  /// Matrix entries touched by escapes (tabu steps, kicks), some thousand more per step, before the run ends
  /// by itself; with the logistic loss the first descent counts too. 0: one descent without escapes.
  double work = 4e7;
};

/// The presets: "default" (forward selection or a random sign vector, block descent, escapes), "fast" and
/// "thorough" (the same with less and more work), and "paper": R5-G5, for sparse-c R10-G10,
/// theta 1e-3, epsilon 1e-5 over 50 blocks, at most 1000; from 1e-7 randn projected (sparse-c), sign(randn)
/// (binary), 1e-3 randn (sparse) or the s largest of randn (binary-c).
/// Errors: InvalidArgument listing the names.
HybridOptions hybrid_preset(std::string_view name, ConstraintKind kind);
const std::vector<std::string_view>& hybrid_presets();

/// HYBRID for least squares.
///
/// A working set is a few coordinates. Each is solved to optimality over all supports or sign vectors in it.
/// Everything else stays fixed, or is refitted under the sparse constraints without a box. This descent by
/// blocks (hybrid/descent.hpp) never raises F.
///
/// Escapes lead out of its local optima. Under the sparse constraints an escape is a tabu walk of single
/// exchanges with full refit, then a kick of the best support. Under binary it is a tabu walk of single
/// flips, begun at a mixture of the best points. Otherwise it is a kick. Block descent follows every escape,
/// and ends the search. Up to 20 columns the whole problem is one block, and the answer optimal (squared
/// loss).
///
/// A run that is stopped early has an answer at the price of a few products with A. Labels of the logistic
/// loss that the answer separates have no minimiser: the descent ends there, x is scaled up, and a note says
/// so.
///
/// Cost:    the Gram matrix where n <= 4096, in at most half of the time, then `work` entries; per block
///          O(k^2) to O(k^2 s) and the exact solver.
/// Returns: F recomputed; with `refit` the least-squares minimiser on the support found.
/// Errors:  InvalidArgument for options outside their range.
/// Deterministic for a given seed, unless the run is stopped by time.
/// Source:  G. Yuan, L. Shen, W.-S. Zheng, arXiv 1706.06493; the escapes are this library's, after
///          F. Glover, Tabu search, ORSA J. Computing 1 (1989).
Solution hybrid_search(const Problem& problem, const HybridOptions& options, const RunContext& run);

}  // namespace lode::least_squares
#pragma GCC visibility pop
