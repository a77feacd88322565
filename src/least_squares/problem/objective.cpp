#include "least_squares/problem/objective.hpp"

#include <algorithm>

#include "core/assert.hpp"
#include "core/linalg/portable_math.hpp"

namespace lode::least_squares {

PointObjective::PointObjective(const Problem& problem, std::vector<double> x, bool by_gram_rows)
    : instance_(problem.instance.get()),
      problem_(problem),
      bend_(problem.loss == Loss::squared ? 1.0 : 0.25),
      rows_(*instance_),
      keeps_gradient_(problem.loss == Loss::squared && (by_gram_rows || !instance_->ready_gram().empty())) {
  assign(std::move(x));
}

void PointObjective::assign(std::vector<double> x) {
  LODE_ASSERT_LIGHT(x.size() == size());
  x_ = std::move(x);
  partition_ = hybrid::Partition(size());
  for (const Index i : support_of(x_)) partition_.add(i);
  recompute();
}

void PointObjective::recompute() {
  product_ = instance_->a().multiply(x_);
  measure();
  if (keeps_gradient_) gradient(0);
}

void PointObjective::measure() {
  const std::span<const double> b = instance_->b();
  value_ = loss_at(problem_, product_);
  gradient_known_ = false;
  row_slopes_.resize(b.size());
  least_margin_ = infinity;
  for (std::size_t i = 0; i < b.size(); ++i) {
    least_margin_ = std::min(least_margin_, b[i] * product_[i]);
    row_slopes_[i] = problem_.loss == Loss::squared
                         ? product_[i] - b[i]
                         : -b[i] / (1.0 + lode::detail::portable_exp(b[i] * product_[i]));
  }
}

double PointObjective::gradient(Index i) const {
  if (!gradient_known_) gradient_ = instance_->a().multiply_transposed(row_slopes_);
  gradient_known_ = true;
  return gradient_[i];
}

const hybrid::DenseBlock& PointObjective::block(std::span<const Index> set) {
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
    block_.linear[i] = gradient_known_ ? gradient_[set[i]] : instance_->a().dot(set[i], row_slopes_);
    for (std::size_t j = 0; j < k; ++j) block_.linear[i] -= block_.quadratic[i * k + j] * block_.current[j];
  }
  return block_;
}

void PointObjective::apply(std::span<const Index> set, std::span<const hybrid::Change> changes) {
  for (const hybrid::Change& change : changes) {
    const Index i = set[static_cast<std::size_t>(change.position)];
    const double step = change.value - x_[i];
    if (step == 0.0) continue;
    if (keeps_gradient_) {
      value_ += step * (gradient_[i] + 0.5 * step * curvature(i));
      as_writable(gradient_) += step * as_vector(rows_.row(i));
    } else {
      instance_->a().add_column(i, step, product_);
    }
    if (x_[i] == 0.0) partition_.add(i);
    if (change.value == 0.0) partition_.remove(i);
    x_[i] = change.value;
  }
  // Rounding errors accumulate, and a fresh sum costs many moves.
  if (++moves_ % 4096 == 0) return recompute();
  if (!keeps_gradient_) measure();
}

}  // namespace lode::least_squares
