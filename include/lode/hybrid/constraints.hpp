#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <variant>

#include <lode/core/run_context.hpp>

#pragma GCC visibility push(default)
namespace lode::hybrid {

struct BitBlock;
struct BlockMove;
struct DenseBlock;

/// Number of a variable, 0 ... n-1.
using Coordinate = std::uint32_t;

/// A new value for the variable at `position` in the working set.
struct Change {
  int position = 0;    ///< position of the variable in the working set
  double value = 0.0;  ///< new value of the variable
};

/// The constraint x in {-1, 1}^n. All 2^|B| sign vectors of a block are feasible.
///
/// Solver:  branch and bound on a triangular factor.
/// Ties:    the present values are kept unless something is better.
struct Binary {
  /// Solves one block.
  BlockMove solve(const DenseBlock& block, double proximal, const RunContext& run) const;
};

/// The constraint binary-c: x in {0,1}^n with exactly s ones. A block keeps its number t of ones, so its
/// feasible points are C(|B|, t) sets.
///
/// Solver:  branch and bound by sorted gains.
/// Ties:    the present values are kept unless something is better.
struct BinaryC {
  Coordinate s = 0;  ///< number of ones of a point that `minimise` makes; block solvers ignore it

  /// Solves one block of an unweighted graph.
  BlockMove solve(const BitBlock& block, double proximal, const RunContext& run) const;
  /// Solves one quadratic block.
  BlockMove solve(const DenseBlock& block, double proximal, const RunContext& run) const;
};

/// The penalty lambda |x|_0 with |x_i| <= box. A block has 2^|B| supports, and each support has its own
/// minimiser.
///
/// Box:     the solver first searches without the box. If that answer is outside the box, a branch and
///          bound over supports follows, with a box-constrained quadratic program at each node.
/// Solver:  branch and bound over supports.
/// Ties:    the present values are kept unless something is better.
/// Needs:   a block whose Q is positive semidefinite, and whose linear term lies in the range of Q.
struct Sparse {
  double lambda = 0.0;                                   ///< price of a nonzero
  double box = std::numeric_limits<double>::infinity();  ///< largest magnitude of a value

  /// Solves one block.
  BlockMove solve(const DenseBlock& block, double proximal, const RunContext& run) const;
};

/// The constraint |x|_0 <= s. A block may hold t = s - (nonzeros outside the block) nonzeros. A superset of a
/// support is never worse, so only supports of size min(|B|, t) are searched. All else is as in Sparse.
struct SparseC {
  Coordinate s = 0;  ///< largest number of nonzeros

  /// Solves one block.
  BlockMove solve(const DenseBlock& block, double proximal, const RunContext& run) const;
};

/// One of four constraints: signs; exactly s ones; any nonzeros, each at the price lambda; at most s
/// nonzeros.
using AnyConstraint = std::variant<Binary, BinaryC, Sparse, SparseC>;

/// The size Ri-Gj of a working set: i random and j greedy coordinates. A coordinate that is both counts once.
struct WorkingSetSize {
  int random = 6;  ///< number of random coordinates
  int greedy = 6;  ///< number of greedy coordinates
  /// Number of both together.
  int total() const { return random + greedy; }
  friend bool operator==(const WorkingSetSize&, const WorkingSetSize&) = default;
};

/// Checks a size.
///
/// Errors:  InvalidArgument if a part is negative, and if both parts together are fewer than 2 or more than
///          32.
void check_working_set(const WorkingSetSize& size);

/// Reads a size from text: "R6-G6" is {6, 6}.
///
/// Errors:  InvalidArgument for another form, for an empty set, and for more than 32 in all.
WorkingSetSize parse_working_set(std::string_view text);
/// The size as text, "R6-G6".
std::string to_string(const WorkingSetSize& size);

}  // namespace lode::hybrid
#pragma GCC visibility pop
