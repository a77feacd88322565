#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <variant>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/hybrid/constraints.hpp>
#include <lode/hybrid/stationarity.hpp>
#include <lode/hybrid/working_set.hpp>

#pragma GCC visibility push(default)
namespace lode::hybrid {

/// The constraint: signs; s ones; any nonzeros at the price lambda each; at most s nonzeros.
using AnyConstraint = std::variant<Binary, BinaryC, Sparse, SparseC>;

/// A symmetric n x n matrix in compressed rows. Row i has the entries offsets[i] to offsets[i + 1] - 1, in
/// increasing order of their columns. Both Q_ij and Q_ji are stored.
struct CompressedRows {
  std::span<const std::uint64_t> offsets;  ///< n + 1
  std::span<const Coordinate> columns;
  std::span<const double> values;
};

struct MinimiseOptions {
  WorkingSetSize working_set = {6, 6};  ///< size of the blocks
  /// A feasible point. Empty: zeros under the sparse constraints, else drawn from the run's seed.
  std::vector<double> start = {};
  std::uint64_t kicks =
      50;  ///< the search ends after so many kicks in a row without a better point; 0: one descent
  std::uint64_t max_iterations = 0;                          ///< blocks solved in all; 0: no limit
  double target = -std::numeric_limits<double>::infinity();  ///< stop once F is at most this
  std::uint64_t checked_blocks = 1000;                       ///< random working sets that check the answer
};

struct Minimum {
  std::vector<double> x;
  double value = 0.0;                              ///< F(x), computed anew
  StopReason stop_reason = StopReason::converged;  ///< optimal: the whole problem was one block
  std::uint64_t iterations = 0;                    ///< blocks solved
  /// How many random working sets were tried, none of which improves x. It is complete when they are as many
  /// as asked for, and exhaustive when the whole problem was one block.
  StationarityCheck stationarity = {};
};

/// Minimises F(x) = 1/2 x'Qx + p'x (+ lambda |x|_0 under Sparse) by HYBRID (descent.hpp).
///
/// A descent solves blocks of a few coordinates to optimality, one after the other. Then kicks change up to a
/// third of the best point, and each kick is followed by another descent. A problem of up to 20 variables is
/// one block: its answer is optimal.
///
///   const std::vector<double> q = {2, -1, 0, -1, 2, -1, 0, -1, 2}, p = {-1, 0, -3};
///   const hybrid::Minimum best = hybrid::minimise(q, p, hybrid::SparseC{.s = 2});
///
/// Shapes:  p has n values. q is n x n and symmetric, row-major or in compressed rows.
/// Cost:    a copy of Q. Per block: O(n), a block solver that takes milliseconds at most (up to 20
/// coordinates), and
///          the rows of Q of the coordinates that change. Under the sparse constraints one Cholesky
///          factorisation of Q; a time limit does not end it when Q is in compressed rows.
/// Returns: the best point met. A run that is stopped before the first block returns the start.
/// Errors:  InvalidArgument for n = 0, sizes that do not match, a Q that is not symmetric, values that are
/// not
///          finite, s outside 1 to n, a start that is not feasible, and options outside their range. Also,
///          under the sparse constraints, for a Q that is not positive definite: F may then have no minimum.
/// Deterministic for a given seed, unless time ends the run. Both forms of the same Q give the same answer.
/// Source:  G. Yuan, L. Shen, W.-S. Zheng, arXiv 1706.06493. The kicks are this library's.
Minimum minimise(std::span<const double> q, std::span<const double> p, const AnyConstraint& constraint,
                 const MinimiseOptions& options = {}, const RunContext& run = RunContext());
Minimum minimise(const CompressedRows& q, std::span<const double> p, const AnyConstraint& constraint,
                 const MinimiseOptions& options = {}, const RunContext& run = RunContext());

}  // namespace lode::hybrid
#pragma GCC visibility pop
