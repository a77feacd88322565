#include "least_squares/problem/objective.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include <lode/core/error.hpp>

#include "core/linalg/portable_math.hpp"
#include "least_squares/problem/matrix_view.hpp"
#include "least_squares/problem/point.hpp"

namespace lode::least_squares {
namespace {

/// Moves after which gradient and value are computed afresh (objective.hpp promises it): rounding adds up
/// with them, and a fresh sum costs as much as many.
constexpr std::uint64_t moves_between_sums = 4096;

}  // namespace

PointObjective::PointObjective(const Problem& problem) {
  check_problem(problem);
  instance_ = problem.instance.get();
  lambda_ = problem.constraint.kind == ConstraintKind::sparse ? problem.constraint.lambda : 0.0;
}

void PointObjective::set_point(std::vector<double> x) {
  if (x.size() != size()) {
    throw InvalidArgument("values in x", std::to_string(x.size()),
                          "are not as many as A has columns, " + std::to_string(size()));
  }
  x_ = std::move(x);
  partition_ = hybrid::Partition(size());
  for (const Index i : detail::support_of(x_)) partition_.add(i);
}

void PointObjective::set_coordinate(Index i, double value) {
  if (x_[i] == 0.0) partition_.add(i);
  if (value == 0.0) partition_.remove(i);
  x_[i] = value;
}

double PointObjective::gradient(Index i) const {
  if (!gradient_known_) {
    gradient_ = instance_->a().multiply_transposed(row_slopes_);
    gradient_known_ = true;
  }
  return gradient_[i];
}

double PointObjective::slope(Index i) const {
  return gradient_known_ ? gradient_[i] : instance_->a().dot(i, row_slopes_);
}

template <class Coupling>
const hybrid::DenseBlock& PointObjective::fill_block(std::span<const Index> set, Coupling&& coupling) {
  const std::size_t k = set.size();
  block_.resize(k);
  block_.outside = static_cast<Index>(support().size());
  for (std::size_t i = 0; i < k; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      block_.quadratic[i * k + j] = block_.quadratic[j * k + i] = coupling(set[i], set[j]);
    }
    block_.current[i] = x_[set[i]];
    if (x_[set[i]] != 0.0) --block_.outside;
  }
  for (std::size_t i = 0; i < k; ++i) {
    block_.linear[i] = slope(set[i]);
    for (std::size_t j = 0; j < k; ++j) block_.linear[i] -= block_.quadratic[i * k + j] * block_.current[j];
  }
  return block_;
}

SquaredObjective::SquaredObjective(const Problem& problem, std::vector<double> x)
    : PointObjective(problem), gram_(instance_->ready_gram()) {
  assign(std::move(x));
}

void SquaredObjective::assign(std::vector<double> x) {
  set_point(std::move(x));
  recompute();
}

void SquaredObjective::recompute() {
  row_slopes_.resize(instance_->rows());
  for (std::size_t i = 0; i < row_slopes_.size(); ++i) row_slopes_[i] = -instance_->b()[i];
  for (const Index i : support()) instance_->a().add_column(i, x_[i], row_slopes_);
  value_ = 0.0;
  for (const double r : row_slopes_) value_ += 0.5 * r * r;
  gradient_known_ = false;
  if (gram_.empty()) return;
  gradient(0);
}

double SquaredObjective::coupling(Index i, Index j) const {
  return gram_.empty() ? instance_->a().dot_columns(i, j) : gram_[std::size_t{i} * x_.size() + j];
}

const hybrid::DenseBlock& SquaredObjective::block(std::span<const Index> set) {
  return fill_block(set, [this](Index i, Index j) { return coupling(i, j); });
}

void SquaredObjective::apply(std::span<const Index> set, std::span<const hybrid::Change> changes) {
  const std::size_t n = x_.size();
  for (const hybrid::Change& change : changes) {
    const Index i = set[static_cast<std::size_t>(change.position)];
    const double step = change.value - x_[i];
    if (step == 0.0) continue;
    value_ += step * (slope(i) + 0.5 * step * curvature(i));
    if (gram_.empty()) {
      instance_->a().add_column(i, step, row_slopes_);
      gradient_known_ = false;
    } else {
      detail::as_writable(gradient_) += step * detail::as_vector(gram_.subspan(i * n, n));
    }
    set_coordinate(i, change.value);
  }
  if (++moves_ % moves_between_sums == 0) recompute();
}

LogisticObjective::LogisticObjective(const Problem& problem, std::vector<double> x)
    : PointObjective(problem), problem_(problem) {
  assign(std::move(x));
}

void LogisticObjective::assign(std::vector<double> x) {
  set_point(std::move(x));
  product_ = instance_->a().multiply(x_);
  measure();
}

void LogisticObjective::measure() {
  const std::span<const double> b = instance_->b();
  row_slopes_.resize(b.size());
  least_margin_ = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < b.size(); ++i) {
    row_slopes_[i] = -b[i] / (1.0 + lode::detail::portable_exp(b[i] * product_[i]));
    least_margin_ = std::min(least_margin_, b[i] * product_[i]);
  }
  value_ = loss_at(problem_, product_);
  gradient_known_ = false;
}

const hybrid::DenseBlock& LogisticObjective::block(std::span<const Index> set) {
  return fill_block(set, [this](Index i, Index j) { return 0.25 * instance_->a().dot_columns(i, j); });
}

void LogisticObjective::apply(std::span<const Index> set, std::span<const hybrid::Change> changes) {
  for (const hybrid::Change& change : changes) {
    const Index i = set[static_cast<std::size_t>(change.position)];
    const double step = change.value - x_[i];
    if (step == 0.0) continue;
    instance_->a().add_column(i, step, product_);
    set_coordinate(i, change.value);
  }
  measure();
}

}  // namespace lode::least_squares
