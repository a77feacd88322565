#include "least_squares/problem/objective.hpp"

#include <algorithm>
#include <string>

#include <lode/core/error.hpp>

#include "core/linalg/portable_math.hpp"

namespace lode::least_squares {

PointObjective::PointObjective(const Problem& problem) {
  check_problem(problem);
  instance_ = problem.instance.get();
  lambda_ = lambda_of(problem.constraint);
}

void PointObjective::set_point(std::vector<double> x) {
  if (x.size() != size()) {
    throw InvalidArgument("values in x", std::to_string(x.size()),
                          "are not as many as A has columns, " + std::to_string(size()));
  }
  x_ = std::move(x);
  partition_ = hybrid::Partition(size());
  for (const Index i : support_of(x_)) partition_.add(i);
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

SquaredObjective::SquaredObjective(const Problem& problem, std::vector<double> x, bool by_gram_rows)
    : PointObjective(problem),
      rows_(*instance_),
      keeps_gradient_(by_gram_rows || !instance_->ready_gram().empty()) {
  assign(std::move(x));
}

void SquaredObjective::assign(std::vector<double> x) {
  set_point(std::move(x));
  recompute();
}

void SquaredObjective::recompute() {
  row_slopes_ = instance_->a().multiply(x_);
  as_writable(row_slopes_) -= as_vector(instance_->b());
  value_ = 0.5 * as_vector(row_slopes_).squaredNorm();
  gradient_known_ = false;
  if (keeps_gradient_) gradient(0);
}

double SquaredObjective::coupling(Index i, Index j) const { return rows_.entry(i, j); }

const hybrid::DenseBlock& SquaredObjective::block(std::span<const Index> set) {
  return fill_block(set, [this](Index i, Index j) { return coupling(i, j); });
}

void SquaredObjective::apply(std::span<const Index> set, std::span<const hybrid::Change> changes) {
  for (const hybrid::Change& change : changes) {
    const Index i = set[static_cast<std::size_t>(change.position)];
    const double step = change.value - x_[i];
    if (step == 0.0) continue;
    value_ += step * (slope(i) + 0.5 * step * curvature(i));
    if (keeps_gradient_) {
      as_writable(gradient_) += step * as_vector(rows_.row(i));
    } else {
      instance_->a().add_column(i, step, row_slopes_);
      gradient_known_ = false;
    }
    set_coordinate(i, change.value);
  }
  // Rounding adds up with the moves, and a fresh sum costs as much as many.
  if (++moves_ % 4096 == 0) recompute();
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
  least_margin_ = infinity;
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
