#include "least_squares/problem/objective.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include <lode/core/error.hpp>

#include "core/linalg/portable_math.hpp"
#include "hybrid/block/block_checks.hpp"
#include "least_squares/problem/matrix_view.hpp"

namespace lode::least_squares {
namespace {

/// Moves after which gradient and value are computed afresh (objective.hpp promises it): rounding adds up
/// with them, and a fresh sum costs as much as many.
constexpr std::uint64_t moves_between_sums = 4096;

double lambda_of(const Problem& problem) {
  return problem.constraint.kind == ConstraintKind::sparse ? problem.constraint.lambda : 0.0;
}

const Problem& checked(const Problem& problem) {
  check_problem(problem);
  return problem;
}

void check_point(const std::vector<double>& x, std::size_t columns) {
  if (x.size() == columns) return;
  throw InvalidArgument("values in x", std::to_string(x.size()),
                        "are not as many as A has columns, " + std::to_string(columns));
}

hybrid::Partition partition_of(const std::vector<double>& x) {
  hybrid::Partition partition(static_cast<Index>(x.size()));
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (x[i] != 0.0) partition.add(static_cast<Index>(i));
  }
  return partition;
}

void move_coordinate(hybrid::Partition& partition, double& x, Index i, double value) {
  if (x == 0.0) partition.add(i);
  if (value == 0.0) partition.remove(i);
  x = value;
}

/// Fills a block from couplings and slopes at the present point.
template <class Coupling, class Slope>
void fill_block(hybrid::DenseBlock& block, std::span<const Index> set, const std::vector<double>& x,
                std::size_t nonzeros, Coupling&& coupling, Slope&& slope) {
  hybrid::detail::check_set(set, static_cast<Index>(x.size()));
  const std::size_t k = set.size();
  block.resize(k);
  block.outside = static_cast<Index>(nonzeros);
  for (std::size_t i = 0; i < k; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      block.quadratic[i * k + j] = block.quadratic[j * k + i] = coupling(set[i], set[j]);
    }
    block.current[i] = x[set[i]];
    if (x[set[i]] != 0.0) --block.outside;
  }
  for (std::size_t i = 0; i < k; ++i) {
    block.linear[i] = slope(set[i]);
    for (std::size_t j = 0; j < k; ++j) block.linear[i] -= block.quadratic[i * k + j] * block.current[j];
  }
}

}  // namespace

SquaredObjective::SquaredObjective(const Problem& problem, std::vector<double> x)
    : instance_(checked(problem).instance.get()), lambda_(lambda_of(problem)) {
  gram_ = instance_->ready_gram();
  assign(std::move(x));
}

void SquaredObjective::assign(std::vector<double> x) {
  check_point(x, instance_->columns());
  x_ = std::move(x);
  partition_ = partition_of(x_);
  recompute();
}

void SquaredObjective::recompute() {
  residual_.assign(instance_->b().begin(), instance_->b().end());
  for (const Index i : partition_.support()) instance_->a().add_column(i, -x_[i], residual_);
  value_ = 0.0;
  for (const double r : residual_) value_ += 0.5 * r * r;
  gradient_known_ = false;
  if (gram_.empty()) return;
  gradient(0);
}

double SquaredObjective::gradient(Index i) const {
  if (!gradient_known_) {
    gradient_ = instance_->a().multiply_transposed(residual_);
    for (double& g : gradient_) g = -g;
    gradient_known_ = true;
  }
  return gradient_[i];
}

/// One entry of the gradient, without asking for all of them.
double SquaredObjective::slope(Index i) const {
  return gradient_known_ ? gradient_[i] : -instance_->a().dot(i, residual_);
}

double SquaredObjective::coupling(Index i, Index j) const {
  return gram_.empty() ? instance_->a().dot_columns(i, j) : gram_[std::size_t{i} * x_.size() + j];
}

const hybrid::DenseBlock& SquaredObjective::block(std::span<const Index> set) {
  fill_block(
      block_, set, x_, partition_.support().size(), [this](Index i, Index j) { return coupling(i, j); },
      [this](Index i) { return slope(i); });
  return block_;
}

void SquaredObjective::apply(std::span<const Index> set, std::span<const hybrid::Change> changes) {
  hybrid::detail::check_move(set, changes, size());
  const std::size_t n = x_.size();
  for (const hybrid::Change& change : changes) {
    const Index i = set[static_cast<std::size_t>(change.position)];
    const double step = change.value - x_[i];
    if (step == 0.0) continue;
    value_ += step * (slope(i) + 0.5 * step * curvature(i));
    if (gram_.empty()) {
      instance_->a().add_column(i, -step, residual_);
      gradient_known_ = false;
    } else {
      detail::as_writable(gradient_) += step * detail::as_vector(gram_.subspan(i * n, n));
    }
    move_coordinate(partition_, x_[i], i, change.value);
  }
  if (++moves_ % moves_between_sums == 0) recompute();
}

LogisticObjective::LogisticObjective(const Problem& problem, std::vector<double> x)
    : problem_(checked(problem)), lambda_(lambda_of(problem)) {
  assign(std::move(x));
}

void LogisticObjective::assign(std::vector<double> x) {
  check_point(x, problem_.instance->columns());
  x_ = std::move(x);
  partition_ = partition_of(x_);
  product_ = problem_.instance->a().multiply(x_);
  measure();
}

void LogisticObjective::measure() {
  const std::span<const double> b = problem_.instance->b();
  slope_.resize(b.size());
  least_margin_ = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < b.size(); ++i) {
    slope_[i] = -b[i] / (1.0 + lode::detail::portable_exp(b[i] * product_[i]));
    least_margin_ = std::min(least_margin_, b[i] * product_[i]);
  }
  value_ = loss_at(problem_, product_);
  gradient_known_ = false;
}

double LogisticObjective::gradient(Index i) const {
  if (!gradient_known_) {
    gradient_ = problem_.instance->a().multiply_transposed(slope_);
    gradient_known_ = true;
  }
  return gradient_[i];
}

const hybrid::DenseBlock& LogisticObjective::block(std::span<const Index> set) {
  const Matrix& a = problem_.instance->a();
  fill_block(
      block_, set, x_, partition_.support().size(),
      [&a](Index i, Index j) { return 0.25 * a.dot_columns(i, j); },
      [&](Index i) { return gradient_known_ ? gradient_[i] : a.dot(i, slope_); });
  return block_;
}

void LogisticObjective::apply(std::span<const Index> set, std::span<const hybrid::Change> changes) {
  hybrid::detail::check_move(set, changes, size());
  for (const hybrid::Change& change : changes) {
    const Index i = set[static_cast<std::size_t>(change.position)];
    const double step = change.value - x_[i];
    if (step == 0.0) continue;
    problem_.instance->a().add_column(i, step, product_);
    move_coordinate(partition_, x_[i], i, change.value);
  }
  measure();
}

void ProfiledObjective::apply(std::span<const Index> set, std::span<const hybrid::Change> changes) {
  hybrid::detail::check_move(set, changes, size());
  const double before = value();
  const std::vector<Index> present(support().begin(), support().end());
  for (const hybrid::Change& change : changes) {
    const Index i = set[static_cast<std::size_t>(change.position)];
    if (change.value == 0.0 && state_->contains(i)) state_->remove(i);
  }
  for (const hybrid::Change& change : changes) {
    const Index i = set[static_cast<std::size_t>(change.position)];
    if (change.value != 0.0 && !state_->contains(i)) state_->add(i);
  }
  if (value() > before) state_->assign(present);
}

}  // namespace lode::least_squares
