#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <lode/hybrid/block.hpp>

#include "core/linalg/eigen.hpp"
#include "least_squares/problem/gram_rows.hpp"

namespace lode::least_squares::detail {

/// A point x in {-1, 1}^n of 1/2 |Ax - b|^2 with the change of F by every single flip,
/// change_i = -2 x_i g_i + 2 G_ii, kept up to date. An objective of the HYBRID driver.
///
/// Cost: O(n) per flip; everything is recomputed every 2^16 flips.
class FlipState {
 public:
  using Block = hybrid::DenseBlock;

  FlipState(const Instance& instance, const std::vector<double>& x)
      : instance_(&instance), rows_(instance), n_(static_cast<Eigen::Index>(instance.columns())) {
    square_ = Eigen::Map<const Eigen::ArrayXd>(instance.column_squares().data(), n_);
    barrier_ = none_ = Eigen::ArrayXd::Zero(n_);
    x_ = Eigen::Map<const Eigen::ArrayXd>(x.data(), n_);
    recompute();
  }

  Index size() const { return static_cast<Index>(n_); }
  double value() const { return value_; }
  double coordinate(Index i) const { return x_[i]; }
  double curvature(Index i) const { return square_[i]; }
  double gradient(Index i) const { return x_[i] * (square_[i] - 0.5 * change_[i]); }
  double change(Index i) const { return change_[i]; }
  /// Signs have no zeros: both sides are empty.
  std::span<const Index> support() const { return {}; }
  std::span<const Index> rest() const { return {}; }
  std::vector<double> point() const { return {x_.data(), x_.data() + n_}; }

  void flip(Index i) {
    value_ += change_[i];
    const double own = -change_[i];
    change_ += 4.0 * x_[i] * (x_ * Eigen::Map<const Eigen::ArrayXd>(rows_.row(i).data(), n_));
    x_[i] = -x_[i];
    change_[i] = own;
    if (++flips_ % refresh_interval == 0) recompute();
  }

  void move_to(const std::vector<double>& x) {
    for (Index i = 0; i < size(); ++i) {
      if (x_[i] != x[i]) flip(i);
    }
  }

  /// A barrier is added to what a flip costs in `best_allowed`; 0 or infinity.
  void set_barrier(Index i, double barrier) { barrier_[i] = barrier; }
  /// The flip of least change, barriers counted or not.
  Index best_allowed() const { return least(barrier_); }
  Index best() const { return least(none_); }

  const hybrid::DenseBlock& block(std::span<const Index> set) {
    const std::size_t k = set.size();
    block_.resize(k);
    for (std::size_t i = 0; i < k; ++i) {
      const auto row = rows_.row(set[i]);
      block_.current[i] = x_[set[i]];
      block_.linear[i] = gradient(set[i]);
      for (std::size_t j = 0; j < k; ++j) {
        block_.quadratic[i * k + j] = row[set[j]];
        block_.linear[i] -= row[set[j]] * x_[set[j]];
      }
    }
    return block_;
  }

  void apply(std::span<const Index> set, std::span<const hybrid::Change> changes) {
    for (const hybrid::Change& change : changes) flip(set[static_cast<std::size_t>(change.position)]);
  }

 private:
  static constexpr std::uint64_t refresh_interval = std::uint64_t{1} << 16;

  /// Position of the least change plus cost: chunk by chunk, so that only one chunk is looked at value by
  /// value.
  Index least(const Eigen::ArrayXd& cost) const {
    constexpr Eigen::Index chunk = 256;
    double best = std::numeric_limits<double>::infinity();
    Eigen::Index from = 0;
    for (Eigen::Index first = 0; first < n_; first += chunk) {
      const Eigen::Index count = std::min(chunk, n_ - first);
      const double value = (change_.segment(first, count) + cost.segment(first, count)).minCoeff();
      if (value < best) {
        best = value;
        from = first;
      }
    }
    while (from + 1 < n_ && change_[from] + cost[from] != best) ++from;
    return static_cast<Index>(from);
  }

  void recompute() {
    std::vector<double> residual(instance_->b().begin(), instance_->b().end());
    for (Index i = 0; i < size(); ++i) instance_->a().add_column(i, -x_[i], residual);
    value_ = 0.0;
    for (const double r : residual) value_ += 0.5 * r * r;
    const std::vector<double> gradient = instance_->a().multiply_transposed(residual);
    change_ = 2.0 * x_ * Eigen::Map<const Eigen::ArrayXd>(gradient.data(), n_) + 2.0 * square_;
  }

  const Instance* instance_;
  GramRows rows_;
  Eigen::Index n_;
  Eigen::ArrayXd x_;
  Eigen::ArrayXd square_;
  Eigen::ArrayXd change_;
  Eigen::ArrayXd barrier_;
  Eigen::ArrayXd none_;  ///< zeros: no barriers
  double value_ = 0.0;
  std::uint64_t flips_ = 0;
  hybrid::DenseBlock block_;
};

}  // namespace lode::least_squares::detail
