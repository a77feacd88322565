#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include <lode/core/version.hpp>

#pragma GCC visibility push(default)
namespace lode::hybrid {

/// Number of a variable, 0 ... n-1.
using Coordinate = std::uint32_t;

/// Largest number of variables in a block: a set of them fits one machine word.
inline constexpr int max_block_size = 64;

/// A quadratic block: all variables outside it are fixed. As a function of its variables z, the objective is
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

/// How a block is solved. Every way solves it to optimality.
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

/// The coordinates 0 ... n-1 on two sides: the support (ones, nonzeros, members) and the rest. Frozen
/// coordinates are on neither side.
///
/// A move between the sides and access to the i-th coordinate of a side cost O(1), so that both sides can be
/// sampled. The order inside a side is arbitrary but deterministic.
class Partition {
 public:
  explicit Partition(Coordinate size = 0) : order_(size), place_(size), end_(size) {
    std::iota(order_.begin(), order_.end(), Coordinate{0});
    std::iota(place_.begin(), place_.end(), Coordinate{0});
  }

  Coordinate size() const { return static_cast<Coordinate>(order_.size()); }
  std::span<const Coordinate> support() const { return {order_.data(), support_size_}; }
  std::span<const Coordinate> rest() const {
    return {order_.data() + support_size_, static_cast<std::size_t>(end_ - support_size_)};
  }

  void add(Coordinate i) { swap_places(place_[i], support_size_++); }
  void remove(Coordinate i) { swap_places(place_[i], --support_size_); }
  /// Takes a coordinate out of the rest. It never comes back.
  void freeze(Coordinate i) { swap_places(place_[i], --end_); }

 private:
  void swap_places(Coordinate a, Coordinate b) {
    std::swap(order_[a], order_[b]);
    place_[order_[a]] = a;
    place_[order_[b]] = b;
  }

  std::vector<Coordinate> order_;
  std::vector<Coordinate> place_;
  Coordinate support_size_ = 0;
  Coordinate end_ = 0;  ///< of the rest; what lies behind is frozen
};

}  // namespace lode::hybrid
#pragma GCC visibility pop
