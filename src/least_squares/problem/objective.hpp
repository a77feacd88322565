#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <lode/hybrid/block.hpp>
#include <lode/hybrid/constraints.hpp>

#include "least_squares/problem/matrix.hpp"
#include "least_squares/problem/point.hpp"

namespace lode::least_squares {

/// What the objectives of this module keep of a point x: F, the gradient of the loss when somebody asks for
/// it, and the support. F(x) = loss + lambda |x|_0; lambda is 0 but under the constraint sparse.
class PointObjective {
 public:
  using Block = hybrid::DenseBlock;

  Index size() const { return instance_->columns(); }
  double value() const { return value_ + lambda_ * static_cast<double>(partition_.support().size()); }
  double coordinate(Index i) const { return x_[i]; }
  std::span<const Index> support() const { return partition_.support(); }
  std::span<const Index> rest() const { return partition_.rest(); }
  const std::vector<double>& point() const { return x_; }
  double gradient(Index i) const;
  /// Logistic loss: the least b_i (Ax)_i, infinite without rows. Above 0, x separates the labels.
  double least_margin() const { return least_margin_; }

 protected:
  /// Errors: InvalidArgument as check_problem.
  explicit PointObjective(const Problem& problem);

  /// Errors: InvalidArgument for a point that does not have a value per column.
  void set_point(std::vector<double> x);
  void set_coordinate(Index i, double value);
  /// One entry of the gradient, without asking for all of them.
  double slope(Index i) const;
  /// The block of `set` by couplings and slopes at the present point.
  template <class Coupling>
  const hybrid::DenseBlock& fill_block(std::span<const Index> set, Coupling&& coupling);

  const Instance* instance_;
  double lambda_;
  std::vector<double> x_;
  std::vector<double> row_slopes_;        ///< derivatives of the loss in Ax
  mutable std::vector<double> gradient_;  ///< of the loss
  mutable bool gradient_known_ = false;
  double value_ = 0.0;  ///< of the loss
  double least_margin_ = -infinity;

 private:
  hybrid::Partition partition_;
  hybrid::DenseBlock block_;
};

/// F of the loss 1/2 |Ax - b|^2 at a point, for the HYBRID driver (hybrid/descent.hpp).
///
/// With the Gram matrix (when the instance has it ready, or rows of it if asked for) the gradient is kept up
/// to date. Otherwise the residual is, and the gradient follows from it when it is asked for after a move.
/// Cost: with the Gram matrix O(n) per changed coordinate, O(k^2) per block. Without: O(m) per changed
///       coordinate, O(m k^2) per block, O(m n) for the gradient of all coordinates after a move (A dense;
///       what a column holds counts otherwise). Gradient and value are computed afresh every 4096 moves.
/// Errors: InvalidArgument as check_problem, and for a point that does not have a value per column.
class SquaredObjective : public PointObjective {
 public:
  SquaredObjective(const Problem& problem, std::vector<double> x, bool by_gram_rows = false);

  double curvature(Index i) const { return instance_->column_squares()[i]; }
  double coupling(Index i, Index j) const;

  const hybrid::DenseBlock& block(std::span<const Index> set);
  void apply(std::span<const Index> set, std::span<const hybrid::Change> changes);
  /// Moves to another point; O(stored values of A).
  void assign(std::vector<double> x);

 private:
  void recompute();

  mutable GramRows rows_;
  bool keeps_gradient_;  ///< false: the residual form, which keeps Ax - b up to date
  std::uint64_t moves_ = 0;
};

/// F of the logistic loss through a quadratic majoriser: with l'' <= 1/4 everywhere,
/// l(z) <= l(x) + l'(x)(z - x) + 1/8 |A(z - x)|^2. A block is the majoriser at the present point, so a move
/// lowers F by at least what the block promises. A point that no block improves is stationary for the
/// majoriser only, which is weaker than block-k.
///
/// Cost: O(m k^2) per block, O(m) per changed coordinate, O(m n) for the gradient after a move. Errors as
///       above.
class LogisticObjective : public PointObjective {
 public:
  LogisticObjective(const Problem& problem, std::vector<double> x);

  double curvature(Index i) const { return 0.25 * instance_->column_squares()[i]; }

  const hybrid::DenseBlock& block(std::span<const Index> set);
  void apply(std::span<const Index> set, std::span<const hybrid::Change> changes);
  void assign(std::vector<double> x);

 private:
  void measure();  ///< value and slopes at the present product

  Problem problem_;
  std::vector<double> product_;  ///< Ax
};

/// Calls solve(constraint) with the block solver of the problem's constraint.
template <class Solve>
auto with_constraint(const Problem& problem, Solve&& solve) {
  const Constraint& constraint = problem.constraint;
  switch (constraint.kind) {
    case ConstraintKind::binary:
      return solve(hybrid::Binary{});
    case ConstraintKind::binary_c:
      return solve(hybrid::BinaryC{});
    case ConstraintKind::sparse:
      return solve(hybrid::Sparse{constraint.lambda, constraint.box});
    case ConstraintKind::sparse_c:
      break;
  }
  return solve(hybrid::SparseC{constraint.s});
}

}  // namespace lode::least_squares
