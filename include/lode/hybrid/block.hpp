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

/// Largest number of variables in a block.
inline constexpr int max_block_size = 32;

/// A quadratic block: all variables outside the block are fixed. As a function of the variables z of the
/// block, the objective is constant + 1/2 z'Qz + linear'z.
struct DenseBlock {
  int size = 0;                   ///< number of variables
  std::vector<double> quadratic;  ///< Q, size x size, symmetric, row-major
  std::vector<double> linear;     ///< linear term, `size` values
  std::vector<double> current;    ///< present values of the variables
  Coordinate outside = 0;         ///< nonzeros among the coordinates outside the block

  /// The entry Q_ij.
  double q(int i, int j) const { return quadratic[static_cast<std::size_t>(std::ptrdiff_t{i} * size + j)]; }

  /// Makes room for `variables` variables. The caller sets all values afterwards.
  void resize(std::size_t variables) {
    size = static_cast<int>(variables);
    quadratic.resize(variables * variables);
    linear.resize(variables);
    current.resize(variables);
  }
};

/// A block of 0/1 variables of an unweighted graph. The objective is constant - 2 value(z), where value(z) =
/// sum_i gain_i z_i + sum_{i<j} a_ij z_i z_j.
struct BitBlock {
  int size = 0;                     ///< number of variables
  std::vector<std::int64_t> gain;   ///< number of neighbours of variable i that are 1 outside the block
  std::vector<std::uint64_t> rows;  ///< bit j of rows[i] is a_ij
  std::uint64_t current = 0;        ///< bit i: variable i is 1 now
};

/// A new value for the variable at `position` in the working set.
struct Change {
  int position = 0;    ///< position of the variable in the working set
  double value = 0.0;  ///< new value of the variable
};

/// The result of a block solver.
struct BlockMove {
  std::vector<Change>
      changes;  ///< new values; empty: the present values are a minimiser of the (regularised) block
  double decrease = 0.0;  ///< F(present) - F(new), without the proximal term
  /// False: a better point of the block may exist. The search was stopped early, or columns are too nearly
  /// dependent for doubles (less than 1e-10 of the square of one is no combination of others).
  bool exact = true;
  std::uint64_t nodes = 0;  ///< sets visited, or nodes of the search
};

/// The coordinates 0 ... n-1 on two sides: the support (ones, nonzeros, members) and the rest. Frozen
/// coordinates are on neither side.
///
/// Moving a coordinate to the other side costs O(1), and so does access to the i-th coordinate of a side. So
/// both sides can be sampled. The order inside a side is arbitrary but deterministic.
class Partition {
 public:
  /// All coordinates in the rest.
  explicit Partition(Coordinate size = 0) : order_(size), place_(size), end_(size) {
    std::iota(order_.begin(), order_.end(), Coordinate{0});
    std::iota(place_.begin(), place_.end(), Coordinate{0});
  }

  /// Number of coordinates n, frozen ones included.
  Coordinate size() const { return static_cast<Coordinate>(order_.size()); }
  /// The coordinates of the support.
  std::span<const Coordinate> support() const { return {order_.data(), support_size_}; }
  /// The coordinates of the rest.
  std::span<const Coordinate> rest() const {
    return {order_.data() + support_size_, static_cast<std::size_t>(end_ - support_size_)};
  }

  /// Moves a coordinate from the rest to the support.
  void add(Coordinate i) { swap_places(place_[i], support_size_++); }
  /// Moves a coordinate from the support to the rest.
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
  Coordinate end_ = 0;  ///< end of the rest; the coordinates behind it are frozen
};

}  // namespace lode::hybrid
#pragma GCC visibility pop
