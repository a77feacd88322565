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

namespace lode::hybrid {

/// Where x may be: signs, s ones, any values at lambda each, at most s values.
using AnyConstraint = std::variant<Binary, BinaryC, Sparse, SparseC>;

/// A symmetric n x n matrix in compressed rows: those of row i are the entries offsets[i] to offsets[i + 1] -
/// 1, of increasing columns; both Q_ij and Q_ji are among them.
struct CompressedRows {
  std::span<const std::uint64_t> offsets;  ///< n + 1
  std::span<const Coordinate> columns;
  std::span<const double> values;
};

struct MinimiseOptions {
  WorkingSetSize working_set = {6, 6};  ///< of the blocks that are solved
  /// A feasible point. Empty: zeros under the sparse constraints, else drawn from the run's seed.
  std::vector<double> start = {};
  std::uint64_t kicks = 50;          ///< in a row without a better point that end the search; 0: one descent
  std::uint64_t max_iterations = 0;  ///< blocks solved in all; 0: no limit
  double target = -std::numeric_limits<double>::infinity();  ///< stop once F is at most this
  std::uint64_t checked_blocks = 1000;  ///< random working sets that the answer is checked with
};

struct Minimum {
  std::vector<double> x;
  double value = 0.0;                              ///< F(x), computed anew
  StopReason stop_reason = StopReason::converged;  ///< optimal: the whole problem was one block
  std::uint64_t iterations = 0;                    ///< blocks solved
  /// Random working sets of the size asked for, none of which improves x; complete: as many as asked for.
  /// Exhaustive where the whole problem was one block.
  StationarityCheck stationarity = {};
};

/// Minimises F(x) = 1/2 x'Qx + p'x (+ lambda |x|_0 under Sparse) by HYBRID (descent.hpp): blocks of a few
/// coordinates, each solved to optimality; then, again and again, kicks of a third of the best point and
/// another descent. Up to 20 variables the whole problem is one block, and the answer optimal.
///
///   const std::vector<double> q = {2, -1, 0, -1, 2, -1, 0, -1, 2}, p = {-1, 0, -3};
///   const hybrid::Minimum best = hybrid::minimise(q, p, hybrid::SparseC{.s = 2});
///
/// Shapes:  p has n values, q is n x n, symmetric, row-major, or in compressed rows.
/// Cost:    a copy of Q, O(n) and a block solver (milliseconds at most, up to 20 coordinates) per block, the
///          rows of Q that belong to what changes; under the sparse constraints one Cholesky factorisation of
///          Q, which a time limit does not end where Q is in compressed rows.
/// Returns: the best point met; stopped before the first block, the start.
/// Errors:  InvalidArgument for n = 0, sizes that do not match, a Q that is not symmetric, under the sparse
///          constraints one that is not positive definite (F need not have a minimum then), values that are
///          not finite, s outside 1 to n, a start that is not feasible, options outside their range.
/// Deterministic for a given seed, unless stopped by time; both forms of the same Q give the same answer.
/// Source:  G. Yuan, L. Shen, W.-S. Zheng, arXiv 1706.06493; the kicks are this library's.
Minimum minimise(std::span<const double> q, std::span<const double> p, const AnyConstraint& constraint,
                 const MinimiseOptions& options = {}, const RunContext& run = RunContext());
Minimum minimise(const CompressedRows& q, std::span<const double> p, const AnyConstraint& constraint,
                 const MinimiseOptions& options = {}, const RunContext& run = RunContext());

}  // namespace lode::hybrid
