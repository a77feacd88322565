#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/hybrid/constraints.hpp>

namespace lode::hybrid {

/// Largest number of variables in a block.
inline constexpr int max_block_size = 32;
/// A variable depends on others if eliminating them leaves at most this share of its square.
inline constexpr double dependent_share = 1e-10;

namespace detail {

/// The set that holds item i alone.
constexpr std::uint64_t bit(int i) { return std::uint64_t{1} << i; }
/// The set of the items below `size`, which is below 64.
constexpr std::uint64_t all_items(int size) { return bit(size) - 1; }

/// C(k, t), the number of sets of t out of k items; exact up to 2^53.
inline double number_of_sets(int k, int t) {
  double sets = 1.0;
  for (int i = 1; i <= std::min(t, k - t); ++i) sets = sets * (k - i + 1) / i;
  return sets;
}

/// Errors: InvalidArgument, which calls the list `name`, unless all values are finite.
inline void check_finite(const std::string& name, std::span<const double> values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::isfinite(values[i])) continue;
    throw InvalidArgument(name + "[" + std::to_string(i) + "]", std::to_string(values[i]), "must be finite");
  }
}

}  // namespace detail

/// A quadratic block: all variables outside the block are fixed. As a function of the variables z of the
/// block, the objective is constant + 1/2 z'Qz + linear'z.
struct DenseBlock {
  int size = 0;                   ///< number of variables
  std::vector<double> quadratic;  ///< Q, size x size, symmetric, row-major
  std::vector<double> linear;     ///< linear term, `size` values
  std::vector<double> current;    ///< present values of the variables
  Coordinate outside = 0;         ///< nonzeros among the coordinates outside the block

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

/// The result of a block solver.
struct BlockMove {
  std::vector<Change> changes;  ///< empty: the present values are a minimiser of the (regularised) block
  double decrease = 0.0;        ///< F(present) - F(new), without the proximal term
  /// False: a better point of the block may exist. The search was stopped early, or columns are too nearly
  /// dependent for doubles (less than 1e-10 of the square of one is no combination of others).
  bool exact = true;
  std::uint64_t nodes = 0;  ///< sets visited, or nodes of the search
};

/// The solver of quadratic blocks under any constraint.
struct BlockSolver {
  AnyConstraint constraint;

  BlockMove solve(const DenseBlock& block, double proximal, const RunContext& run) const {
    return std::visit([&](const auto& con) { return con.solve(block, proximal, run); }, constraint);
  }
};

/// The coordinates 0 ... n-1 on two sides: the support (ones, nonzeros, members) and the rest. Frozen
/// coordinates are on neither side. The order inside a side is arbitrary but deterministic. Moves cost O(1).
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
  Coordinate end_ = 0;  ///< end of the rest; the coordinates behind it are frozen
};

}  // namespace lode::hybrid
