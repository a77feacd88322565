#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "hybrid/block/block.hpp"

namespace lode::hybrid {
/// A symmetric n x n matrix in compressed rows. Columns increase within a row; both Q_ij and Q_ji are stored.
struct SymmetricRows {
  std::vector<std::uint64_t> offsets;
  std::vector<Coordinate> columns;
  std::vector<double> values;

  /// All n x n values, row-major. Errors: InvalidArgument for another number of values.
  static SymmetricRows dense(std::span<const double> values, std::size_t n);
  /// Errors: InvalidArgument unless this is an n x n matrix as above, finite and symmetric.
  void check(std::size_t n) const;

  double at(Coordinate i, Coordinate j) const {
    const auto first = columns.begin() + static_cast<std::ptrdiff_t>(offsets[i]);
    const auto last = columns.begin() + static_cast<std::ptrdiff_t>(offsets[i + 1]);
    if (first + static_cast<std::ptrdiff_t>(offsets.size() - 1) == last) return values[offsets[i] + j];
    const auto found = std::lower_bound(first, last, j);
    return found != last && *found == j ? values[static_cast<std::size_t>(found - columns.begin())] : 0.0;
  }
};

/// F(x) = 1/2 x'Qx + p'x + lambda |x|_0 at a point x. The gradient Qx + p is kept up to date.
///
/// The support is {i : x_i != 0}. In the costs, r is the number of stored entries of a row.
/// Cost:   O(n r) to build and to assign, O(r) per changed coordinate, O(k^2 log r) per block; memory that of
///         Q.
/// Errors: InvalidArgument for sizes that do not match, a Q that is not symmetric, and values that are not
///         finite.
class QuadraticForm {
 public:
  using Block = DenseBlock;

  QuadraticForm(SymmetricRows q, std::vector<double> p, std::vector<double> x, double lambda = 0.0);

  Coordinate size() const { return static_cast<Coordinate>(p_.size()); }
  double value() const { return value_; }
  double coordinate(Coordinate i) const { return x_[i]; }
  double gradient(Coordinate i) const { return gradient_[i]; }
  double curvature(Coordinate i) const { return coupling(i, i); }
  double coupling(Coordinate i, Coordinate j) const { return q_.at(i, j); }
  std::span<const Coordinate> support() const { return partition_.support(); }
  std::span<const Coordinate> rest() const { return partition_.rest(); }
  const std::vector<double>& point() const { return x_; }

  /// Moves to x. Everything is computed anew.
  void assign(std::vector<double> x);
  const DenseBlock& block(std::span<const Coordinate> set);
  void apply(std::span<const Coordinate> set, std::span<const Change> changes);

 private:
  SymmetricRows q_;
  std::vector<double> p_;
  double lambda_;
  std::vector<double> x_;
  std::vector<double> gradient_;
  double value_ = 0.0;
  Partition partition_;
  DenseBlock block_;
};

}  // namespace lode::hybrid
