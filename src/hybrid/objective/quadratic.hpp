#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <lode/hybrid/block.hpp>

namespace lode::hybrid {
namespace detail {

/// A symmetric matrix, n x n, row-major.
class DenseForm {
 public:
  explicit DenseForm(std::vector<double> values) : values_(std::move(values)) {}

  /// Errors: InvalidArgument unless it is an n x n matrix, finite and symmetric.
  void check(std::size_t n);

  double at(Coordinate i, Coordinate j) const { return values_[i * n_ + j]; }
  /// Calls visit(j, Q_ij) for every j at which Q_ij may differ from 0, in increasing order of j.
  template <class Visit>
  void for_each_in_row(Coordinate i, Visit&& visit) const {
    const double* const row = values_.data() + i * n_;
    for (std::size_t j = 0; j < n_; ++j) visit(static_cast<Coordinate>(j), row[j]);
  }

 private:
  std::vector<double> values_;
  std::size_t n_ = 0;
};

/// A symmetric matrix in compressed rows. Columns increase within a row; both Q_ij and Q_ji are stored.
class SparseForm {
 public:
  SparseForm(std::vector<std::uint64_t> offsets, std::vector<Coordinate> columns, std::vector<double> values)
      : offsets_(std::move(offsets)), columns_(std::move(columns)), values_(std::move(values)) {}

  /// Errors: InvalidArgument unless it is an n x n matrix as above, finite and symmetric.
  void check(std::size_t n) const;

  double at(Coordinate i, Coordinate j) const {
    const auto first = columns_.begin() + static_cast<std::ptrdiff_t>(offsets_[i]);
    const auto last = columns_.begin() + static_cast<std::ptrdiff_t>(offsets_[i + 1]);
    const auto found = std::lower_bound(first, last, j);
    return found != last && *found == j ? values_[static_cast<std::size_t>(found - columns_.begin())] : 0.0;
  }
  template <class Visit>
  void for_each_in_row(Coordinate i, Visit&& visit) const {
    for (std::uint64_t k = offsets_[i]; k < offsets_[i + 1]; ++k) visit(columns_[k], values_[k]);
  }

 private:
  std::vector<std::uint64_t> offsets_;
  std::vector<Coordinate> columns_;
  std::vector<double> values_;
};

}  // namespace detail

/// F(x) = 1/2 x'Qx + p'x + lambda |x|_0 at a point x. The gradient Qx + p is kept up to date.
///
/// The support is {i : x_i != 0}. In the costs, r is the number of entries of a row: n, or those stored.
/// Cost:   O(n r) to build and to assign, O(r) per changed coordinate, O(k^2) per block, O(k^2 log r) with
///         stored rows; memory that of Q.
/// Errors: InvalidArgument for sizes that do not match, a Q that is not symmetric, and values that are not
///         finite; for a block of more than 32 coordinates, a block with a coordinate that does not exist or
///         occurs twice, and changes outside the block.
template <class Form>
class QuadraticForm {
 public:
  using Block = DenseBlock;

  QuadraticForm(Form q, std::vector<double> p, std::vector<double> x, double lambda = 0.0);

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
  Form q_;
  std::vector<double> p_;
  double lambda_;
  std::vector<double> x_;
  std::vector<double> gradient_;
  double value_ = 0.0;
  Partition partition_;
  DenseBlock block_;
};

}  // namespace lode::hybrid
