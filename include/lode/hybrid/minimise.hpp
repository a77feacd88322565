#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/hybrid/constraints.hpp>

#pragma GCC visibility push(default)
namespace lode::hybrid {

/// The form of a test for stationarity: all exchanges visited, or random blocks solved.
enum class StationarityMode { exhaustive, sampled };

/// The result of a test for block-k stationarity with theta = 0: no change of k coordinates lowers F.
struct StationarityCheck {
  StationarityMode mode = StationarityMode::sampled;  ///< how the test was made
  bool holds = true;                                  ///< no exchange or block that was tested lowers F
  std::uint64_t blocks = 0;     ///< exchanges visited (exhaustive) or blocks solved (sampled)
  bool complete = true;         ///< false: the test ended early, or a block may have a better point (`exact`)
  std::vector<Coordinate> set;  ///< a working set that improves, when `holds` is false
  std::vector<Change> changes;  ///< the changes in that working set
};

/// A symmetric n x n matrix in compressed rows. Row i has the entries offsets[i] ... offsets[i+1]-1, in
/// increasing order of their columns. Both Q_ij and Q_ji are stored.
struct CompressedRows {
  std::span<const std::uint64_t> offsets;  ///< n+1 values
  std::span<const Coordinate> columns;     ///< column of each entry
  std::span<const double> values;          ///< value of each entry
};

/// Options of `minimise`.
struct MinimiseOptions {
  WorkingSetSize working_set = {6, 6};  ///< size of the blocks
  /// A feasible point to start from. Empty: zeros under the sparse constraints, otherwise a point drawn from
  /// the seed of the run.
  std::vector<double> start = {};
  /// The search ends after this many kicks in a row without a better point. 0: one descent.
  std::uint64_t kicks = 50;
  std::uint64_t max_iterations = 0;  ///< largest number of blocks solved in all; 0: no limit
  double target = -std::numeric_limits<double>::infinity();  ///< the search stops once F is at most this
  std::uint64_t checked_blocks = 1000;  ///< number of random working sets that check the answer
};

/// The best point that `minimise` has found.
struct Minimum {
  std::vector<double> x;  ///< the point, n values
  double value = 0.0;     ///< F(x), computed anew
  StopReason stop_reason =
      StopReason::converged;     ///< why the search ended; optimal: the whole problem was one block
  std::uint64_t iterations = 0;  ///< number of blocks solved
  /// Random working sets that were tried; none of them improves x. The check is complete if all that were
  /// asked for were tried. It is exhaustive if the whole problem was one block.
  StationarityCheck stationarity = {};
};

/// Minimises F(x) = 1/2 x'Qx + p'x (plus lambda |x|_0 under Sparse) by HYBRID.
///
/// A descent solves blocks of a few coordinates to optimality, one after the other. Then kicks change up to a
/// third of the best point, and a descent follows each kick. A problem of up to 20 variables is one block, so
/// its answer is optimal, unless variables are nearly dependent (see BlockMove::exact).
///
///   const std::vector<double> q = {2, -1, 0, -1, 2, -1, 0, -1, 2}, p = {-1, 0, -3};
///   const hybrid::Minimum best = hybrid::minimise(q, p, hybrid::SparseC{.s = 2});
///
/// Shapes:  p has n values. q is n x n and symmetric, row-major or in compressed rows.
/// Cost:    a copy of Q. Each block costs O(n), a block solver that takes milliseconds at most (up to 20
///          coordinates), and the rows of Q of the coordinates that change. The sparse constraints take one
///          Cholesky factorisation of Q. A time limit does not end the factorisation when Q is in compressed
///          rows.
/// Returns: the best point found. A run that is stopped before the first block returns the start.
/// Errors:  InvalidArgument for n = 0, for sizes that do not match, for a Q that is not symmetric, and for
///          values that are not finite. InvalidArgument for s outside 1 to n, for a start that is not
///          feasible, and for options outside their range. Under the sparse constraints, InvalidArgument also
///          for a Q that is not positive definite, since F may then have no minimum.
/// Deterministic for a given seed, unless time ends the run. Both forms of the same Q give the same answer.
/// Source:  G. Yuan, L. Shen, W.-S. Zheng, arXiv 1706.06493. The kicks are an addition of this library.
Minimum minimise(std::span<const double> q, std::span<const double> p, const AnyConstraint& constraint,
                 const MinimiseOptions& options = {}, const RunContext& run = RunContext());
/// Minimises the same function for a matrix in compressed rows.
Minimum minimise(const CompressedRows& q, std::span<const double> p, const AnyConstraint& constraint,
                 const MinimiseOptions& options = {}, const RunContext& run = RunContext());

}  // namespace lode::hybrid
#pragma GCC visibility pop
