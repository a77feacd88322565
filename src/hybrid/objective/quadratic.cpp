#include <string>

#include <lode/core/error.hpp>
#include <lode/hybrid/quadratic.hpp>

#include "hybrid/block/block_checks.hpp"

namespace lode::hybrid {

QuadraticObjective::QuadraticObjective(std::vector<double> q, std::vector<double> p, std::vector<double> x)
    : q_(std::move(q)),
      p_(std::move(p)),
      x_(std::move(x)),
      gradient_(p_),
      partition_(static_cast<Coordinate>(p_.size())) {
  const std::size_t n = p_.size();
  if (q_.size() != n * n || x_.size() != n) {
    throw InvalidArgument(
        "sizes of Q, p, x",
        std::to_string(q_.size()) + ", " + std::to_string(n) + ", " + std::to_string(x_.size()),
        "must be n*n, n, n");
  }
  detail::check_finite("Q", q_);
  detail::check_finite("p", p_);
  detail::check_finite("x", x_);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      if (q_[i * n + j] != q_[j * n + i]) {
        throw InvalidArgument("Q[" + std::to_string(i) + "," + std::to_string(j) + "]",
                              std::to_string(q_[i * n + j]), "differs from its mirror image",
                              "give a symmetric Q");
      }
      gradient_[i] += q_[i * n + j] * x_[j];
    }
    if (x_[i] != 0.0) partition_.add(static_cast<Coordinate>(i));
  }
  for (std::size_t i = 0; i < n; ++i) value_ += 0.5 * x_[i] * (gradient_[i] + p_[i]);
}

const DenseBlock& QuadraticObjective::block(std::span<const Coordinate> set) {
  detail::check_set(set, size());
  const std::size_t k = set.size();
  block_.resize(k);
  block_.outside = static_cast<Coordinate>(support().size());
  for (std::size_t i = 0; i < k; ++i) {
    block_.current[i] = x_[set[i]];
    if (x_[set[i]] != 0.0) --block_.outside;
    block_.linear[i] = gradient_[set[i]];
    for (std::size_t j = 0; j < k; ++j) {
      block_.quadratic[i * k + j] = coupling(set[i], set[j]);
      block_.linear[i] -= block_.quadratic[i * k + j] * x_[set[j]];
    }
  }
  return block_;
}

void QuadraticObjective::apply(std::span<const Coordinate> set, std::span<const Change> changes) {
  detail::check_set(set, size());
  detail::check_changes(changes, set.size());
  const std::size_t n = p_.size();
  for (const Change& change : changes) {
    const Coordinate i = set[static_cast<std::size_t>(change.position)];
    const double step = change.value - x_[i];
    if (step == 0.0) continue;
    value_ += step * (gradient_[i] + 0.5 * step * coupling(i, i));
    for (std::size_t j = 0; j < n; ++j) gradient_[j] += step * q_[i * n + j];
    if (x_[i] == 0.0) partition_.add(i);
    if (change.value == 0.0) partition_.remove(i);
    x_[i] = change.value;
  }
}

}  // namespace lode::hybrid
