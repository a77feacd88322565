#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <lode/hybrid/minimise.hpp>

#include "core/linalg/eigen.hpp"
#include "hybrid/block/block.hpp"

namespace lode::hybrid {

/// A symmetric n x n matrix, both triangles stored.
using SymmetricMatrix = Eigen::SparseMatrix<double, Eigen::ColMajor, std::int64_t>;

/// The matrix of all n x n values, or of compressed rows. Errors: InvalidArgument for another size, and for
/// values that are not finite or not symmetric.
SymmetricMatrix symmetric_matrix(std::span<const double> values, std::size_t n);
SymmetricMatrix symmetric_matrix(const CompressedRows& rows, std::size_t n);

/// F(x) = 1/2 x'Qx + p'x + lambda |x|_0 at a point x. The gradient Qx + p is kept up to date.
///
/// The support is {i : x_i != 0}. In the costs, r is the number of stored entries of a row.
/// Cost:   O(n r) to build and to assign, O(r) per changed coordinate, O(k^2 log r) per block.
/// Errors: InvalidArgument for sizes that do not match, and values that are not finite.
class QuadraticForm {
 public:
  using Block = DenseBlock;

  QuadraticForm(SymmetricMatrix q, std::vector<double> p, std::vector<double> x, double lambda = 0.0);

  Coordinate size() const { return static_cast<Coordinate>(p_.size()); }
  double value() const { return loss_ + lambda_ * static_cast<double>(support().size()); }
  double coordinate(Coordinate i) const { return x_[i]; }
  double gradient(Coordinate i) const { return gradient_[i]; }
  double curvature(Coordinate i) const { return coupling(i, i); }
  double coupling(Coordinate i, Coordinate j) const { return q_.coeff(i, j); }
  std::span<const Coordinate> support() const { return partition_.support(); }
  std::span<const Coordinate> rest() const { return partition_.rest(); }
  const std::vector<double>& point() const { return x_; }

  /// Moves to x. Everything is computed anew.
  void assign(std::vector<double> x);
  const DenseBlock& block(std::span<const Coordinate> set);
  void apply(std::span<const Coordinate> set, std::span<const Change> changes);

 private:
  SymmetricMatrix q_;
  std::vector<double> p_;
  double lambda_;
  std::vector<double> x_;
  Eigen::VectorXd gradient_;
  double loss_ = 0.0;
  Partition partition_;
  DenseBlock block_;
};

}  // namespace lode::hybrid
