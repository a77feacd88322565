#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <lode/hybrid/constraints.hpp>

#include "hybrid/block/block.hpp"
#include "least_squares/problem/matrix.hpp"
#include "least_squares/problem/point.hpp"

namespace lode::least_squares {

/// F(x) = loss + lambda |x|_0 at a point, for the HYBRID driver (hybrid/descent.hpp). lambda is 0 except
/// under the constraint sparse.
///
/// Under the squared loss a block is exact. With the Gram matrix (if the instance has it ready, or rows of it
/// if asked for) the gradient is kept up to date. Otherwise Ax is, and the gradient is computed on demand.
/// Under the logistic loss a block is a quadratic majoriser: with l'' <= 1/4 everywhere, l(z) <= l(x) +
/// l'(x)(z - x) + 1/8 |A(z - x)|^2, so a move lowers F at least by the promised decrease. A point that no
/// block improves is stationary for the majoriser only, which is weaker than block-k.
///
/// Cost: with the Gram matrix O(n) per changed coordinate, O(k^2) per block. Without: O(m) per changed
///       coordinate, O(m k^2) per block, O(m n) for the gradient of all coordinates after a move.
class PointObjective {
 public:
  using Block = hybrid::DenseBlock;

  PointObjective(const Problem& problem, std::vector<double> x, bool by_gram_rows = false);

  Index size() const { return instance_->columns(); }
  double value() const {
    return value_ + lambda_of(problem_.constraint) * static_cast<double>(support().size());
  }
  double coordinate(Index i) const { return x_[i]; }
  std::span<const Index> support() const { return partition_.support(); }
  std::span<const Index> rest() const { return partition_.rest(); }
  const std::vector<double>& point() const { return x_; }
  double gradient(Index i) const;  ///< of the loss
  double curvature(Index i) const { return bend_ * instance_->column_squares()[i]; }
  double coupling(Index i, Index j) const { return bend_ * rows_.entry(i, j); }
  /// Logistic loss: the least b_i (Ax)_i, infinite without rows. Above 0, x separates the labels.
  double least_margin() const { return least_margin_; }

  const hybrid::DenseBlock& block(std::span<const Index> set);
  void apply(std::span<const Index> set, std::span<const hybrid::Change> changes);
  /// Moves to another point; O(stored values of A).
  void assign(std::vector<double> x);

 protected:
  const Instance* instance_;
  std::vector<double> x_;
  mutable std::vector<double> gradient_;

 private:
  void measure();  ///< value and slopes at the present Ax
  void recompute();

  Problem problem_;
  double bend_;  ///< upper bound of l''
  mutable GramRows rows_;
  bool keeps_gradient_;
  mutable bool gradient_known_ = false;
  std::vector<double> product_;     ///< Ax, unless the gradient is kept
  std::vector<double> row_slopes_;  ///< derivatives of the loss in Ax
  double value_ = 0.0;              ///< of the loss
  double least_margin_ = -infinity;
  std::uint64_t moves_ = 0;
  hybrid::Partition partition_;
  hybrid::DenseBlock block_;
};

/// The block solver of a constraint.
inline hybrid::BlockSolver solver_of(const Constraint& constraint) {
  switch (constraint.kind) {
    case ConstraintKind::binary:
      return {hybrid::Binary{}};
    case ConstraintKind::binary_c:
      return {hybrid::BinaryC{}};
    case ConstraintKind::sparse:
      return {hybrid::Sparse{constraint.lambda, constraint.box}};
    case ConstraintKind::sparse_c:
      break;
  }
  return {hybrid::SparseC{constraint.s}};
}

}  // namespace lode::least_squares
