#pragma once

#include <span>
#include <vector>

#include <lode/hybrid/block.hpp>
#include <lode/hybrid/partition.hpp>

namespace lode::hybrid {

/// F(x) = 1/2 x'Qx + p'x at a point x, with the gradient Qx + p kept up to date.
///
/// Q is dense, n x n, symmetric, row-major. The support is {i : x_i != 0}.
/// Cost:   O(n^2) to build, O(n) per changed coordinate, O(k^2) per block; memory O(n^2) for Q.
/// Errors: InvalidArgument for sizes that do not match, a Q that is not symmetric, values that are not
/// finite; for a block of more than 64 coordinates, of one that does not exist or stands twice, and for
/// changes outside it.
class QuadraticObjective {
 public:
  using Block = DenseBlock;

  QuadraticObjective(std::vector<double> q, std::vector<double> p, std::vector<double> x);

  Coordinate size() const { return static_cast<Coordinate>(p_.size()); }
  double value() const { return value_; }
  double coordinate(Coordinate i) const { return x_[i]; }
  double gradient(Coordinate i) const { return gradient_[i]; }
  double curvature(Coordinate i) const { return coupling(i, i); }
  double coupling(Coordinate i, Coordinate j) const { return q_[std::size_t{i} * p_.size() + j]; }
  std::span<const Coordinate> support() const { return partition_.support(); }
  std::span<const Coordinate> rest() const { return partition_.rest(); }
  const std::vector<double>& point() const { return x_; }

  const DenseBlock& block(std::span<const Coordinate> set);
  void apply(std::span<const Coordinate> set, std::span<const Change> changes);

 private:
  std::vector<double> q_;
  std::vector<double> p_;
  std::vector<double> x_;
  std::vector<double> gradient_;
  double value_ = 0.0;
  Partition partition_;
  DenseBlock block_;
};

}  // namespace lode::hybrid
