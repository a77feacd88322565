#pragma once

// Exact searches on the triangular factor of some columns.

#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include <lode/core/run_context.hpp>

#include "core/linalg/eigen.hpp"
#include "hybrid/block/block.hpp"

namespace lode::hybrid {

/// Columns of length 1 to 2 by their triangular factor R, and a right side in the same coordinates: values x
/// leave the square |Rx - z|^2 + rest.
struct Triangle {
  static constexpr int most = max_block_size + 1;  // on the stack
  template <class Value>
  using Column = Eigen::Matrix<Value, Eigen::Dynamic, 1, 0, most, 1>;
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, most, most> r;
  Column<double> z;
  double rest = 0.0;
  Column<Coordinate> columns;  ///< number of each column
};

struct SubsetLimits {
  double lambda = 0.0;                                     ///< price of a column
  std::size_t budget = max_block_size;                     ///< columns at most
  double least = 0.0;                                      ///< a smaller decrease does not count
  double value = std::numeric_limits<double>::infinity();  ///< only sets of a smaller value count
  double dependent = 0.0;  ///< a column depends on others if no more of it is outside their span
  double rounding = 0.0;   ///< error of a residual, over the least part of a column outside the others
};

struct BestSubset {
  std::vector<Coordinate> columns;  ///< in no particular order; empty: no set is below the limit
  double value = 0.0;               ///< half of its square, and lambda for each column
  bool exact = true;                ///< false: stopped, or rounding may hide a better subset
  std::uint64_t nodes = 0;
};

/// True if a column that depends on others certainly gains nothing beside them. `pull` is the magnitude of
/// its product with what they leave of the right side.
using GainsNothing = std::function<bool(Coordinate column, double pull, std::vector<Coordinate> others)>;

/// The subset of at most `budget` columns that minimises half of its square and lambda for each column.
/// Columns that depend on the columns before them are left out.
///
/// One triangular factor serves a column set and all its leading subsets; plane rotations drop a column. A
/// set is cut off when all its columns together are no better than the best subset.
///
/// Cost:   O(k^2) per set, at most 2^(k-1) sets, mostly small ones.
/// Source: C. Gatu, E. J. Kontoghiorghes, Parallel Computing 29 (2003) 505-521.
BestSubset best_subset(const Triangle& all, const SubsetLimits& limits, const GainsNothing& gains_nothing,
                       const RunContext& run);

struct FlipLimits {
  double square;          ///< only a smaller square counts
  double rounding = 0.0;  ///< error of a residual
  std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
};

struct BestFlips {
  std::vector<int> flips;  ///< numbers of the columns; empty: no flips are below the limit
  bool exact = true;       ///< false: stopped, or out of nodes
  std::uint64_t nodes = 0;
};

/// The set of columns, each taken whole or not at all, of the least square |z - R f|^2 + rest. With `rise`,
/// one number per column, only sets of sum 0 count. `square_of`, if any, gives the square of a set without
/// the rounding of the factor.
///
/// A depth-first search from the last column to the first. A node is cut off by the square of its finished
/// rows, and the nearer choice comes first.
///
/// Cost:   O(k) per node, at most 2^k.
/// Source: C. P. Schnorr, M. Euchner, Math. Programming 66 (1994) 181-199.
BestFlips best_flips(const Eigen::MatrixXd& r, const Eigen::VectorXd& z, double rest,
                     std::span<const int> rise, const FlipLimits& limits,
                     const std::function<double(const std::vector<int>&)>& square_of, const RunContext& run);

}  // namespace lode::hybrid
