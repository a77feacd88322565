#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lode::hybrid {

/// Number of a variable, 0 ... n-1.
using Coordinate = std::uint32_t;

/// Largest number of variables in a block: a set of them fits one machine word.
inline constexpr int max_block_size = 64;

/// A quadratic block: the objective over the block's variables z, everything else fixed, is
/// constant + 1/2 z'Qz + linear'z.
struct DenseBlock {
  int size = 0;
  std::vector<double> quadratic;  ///< Q, size x size, symmetric, row-major
  std::vector<double> linear;
  std::vector<double> current;  ///< the variables' present values
  Coordinate outside = 0;       ///< nonzeros among the coordinates that are not in the block

  double q(int i, int j) const { return quadratic[static_cast<std::size_t>(i * size + j)]; }

  /// Makes room for so many variables; all values are to be set afterwards.
  void resize(std::size_t variables) {
    size = static_cast<int>(variables);
    quadratic.resize(variables * variables);
    linear.resize(variables);
    current.resize(variables);
  }
};

/// A 0/1 block of an unweighted graph: the objective is constant - 2 value(z) with
/// value(z) = sum_i gain_i z_i + sum_{i<j} a_ij z_i z_j.
struct BitBlock {
  int size = 0;
  std::vector<std::int64_t> gain;   ///< neighbours of i that are 1 outside the block
  std::vector<std::uint64_t> rows;  ///< bit j of rows[i] is a_ij
  std::uint64_t current = 0;        ///< bit i: variable i is 1 now
};

/// How a block is solved, both times to optimality.
enum class BlockSolver {
  automatic,    ///< enumeration up to a number of cases that depends on the constraint, search beyond
  enumeration,  ///< every case
  search        ///< branch and bound
};

/// A new value for the variable at `position` in the working set.
struct Change {
  int position = 0;
  double value = 0.0;
};

/// What a block solver found.
struct BlockMove {
  std::vector<Change> changes;  ///< empty: the present values are a minimiser of the (regularised) block
  double decrease = 0.0;        ///< F(present) - F(new), the proximal term left out
  bool exact = true;            ///< false: the search was stopped early, a better block may exist
  std::uint64_t nodes = 0;      ///< sets enumerated or search nodes
};

}  // namespace lode::hybrid
