#include "hybrid/objective/quadratic.hpp"

#include <string>

#include <lode/core/error.hpp>

#include "hybrid/block/block.hpp"

namespace lode::hybrid {
SymmetricRows SymmetricRows::dense(std::span<const double> values, std::size_t n) {
  if (values.size() != n * n) {
    throw InvalidArgument("number of values of Q", std::to_string(values.size()),
                          "must be n*n, for n = " + std::to_string(n) + " values of p");
  }
  SymmetricRows rows{{}, std::vector<Coordinate>(n * n), {values.begin(), values.end()}};
  for (std::size_t i = 0; i <= n; ++i) rows.offsets.push_back(i * n);
  for (std::size_t k = 0; k < n * n; ++k) rows.columns[k] = static_cast<Coordinate>(k % n);
  return rows;
}

void SymmetricRows::check(std::size_t n) const {
  if (offsets.size() != n + 1) {
    throw InvalidArgument("number of offsets of Q", std::to_string(offsets.size()),
                          "must be n + 1, for n = " + std::to_string(n) + " values of p");
  }
  const std::size_t entries = columns.size();
  const bool bounded = offsets.front() == 0 && offsets.back() == entries && values.size() == entries;
  if (!bounded || !std::is_sorted(offsets.begin(), offsets.end())) {
    throw InvalidArgument("offsets of Q", "of " + std::to_string(entries) + " columns",
                          "must rise from 0 to the number of columns, which is that of values");
  }
  detail::check_finite("Q", values);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::uint64_t k = offsets[i]; k < offsets[i + 1]; ++k) {
      const Coordinate j = columns[k];
      if (j >= n || (k > offsets[i] && columns[k - 1] >= j)) {
        throw InvalidArgument("column of Q in row " + std::to_string(i), std::to_string(j),
                              "must be below " + std::to_string(n) + " and above the one before it");
      }
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::uint64_t k = offsets[i]; k < offsets[i + 1]; ++k) {
      const double mirror = at(columns[k], static_cast<Coordinate>(i));
      if (values[k] == mirror) continue;
      throw InvalidArgument("Q[" + std::to_string(i) + "," + std::to_string(columns[k]) + "]",
                            std::to_string(values[k]), "differs from its mirror image", "give a symmetric Q");
    }
  }
}

QuadraticForm::QuadraticForm(SymmetricRows q, std::vector<double> p, std::vector<double> x, double lambda)
    : q_(std::move(q)), p_(std::move(p)), lambda_(lambda) {
  q_.check(p_.size());
  detail::check_finite("p", p_);
  assign(std::move(x));
}

void QuadraticForm::assign(std::vector<double> x) {
  if (x.size() != p_.size()) {
    throw InvalidArgument("number of values of x", std::to_string(x.size()),
                          "must be " + std::to_string(p_.size()) + ", as p has");
  }
  detail::check_finite("x", x);
  x_ = std::move(x);
  gradient_ = p_;
  partition_ = Partition(size());
  value_ = 0.0;
  for (Coordinate i = 0; i < size(); ++i) {
    for (std::uint64_t k = q_.offsets[i]; k < q_.offsets[i + 1]; ++k) {
      gradient_[i] += q_.values[k] * x_[q_.columns[k]];
    }
    if (x_[i] != 0.0) partition_.add(i);
  }
  for (Coordinate i = 0; i < size(); ++i) value_ += 0.5 * x_[i] * (gradient_[i] + p_[i]);
  value_ += lambda_ * static_cast<double>(support().size());
}

const DenseBlock& QuadraticForm::block(std::span<const Coordinate> set) {
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

void QuadraticForm::apply(std::span<const Coordinate> set, std::span<const Change> changes) {
  for (const Change& change : changes) {
    const Coordinate i = set[static_cast<std::size_t>(change.position)];
    const double step = change.value - x_[i];
    if (step == 0.0) continue;
    value_ += step * (gradient_[i] + 0.5 * step * coupling(i, i));
    for (std::uint64_t k = q_.offsets[i]; k < q_.offsets[i + 1]; ++k) {
      gradient_[q_.columns[k]] += step * q_.values[k];
    }
    if (x_[i] == 0.0) {
      partition_.add(i);
      value_ += lambda_;
    }
    if (change.value == 0.0) {
      partition_.remove(i);
      value_ -= lambda_;
    }
    x_[i] = change.value;
  }
}

}  // namespace lode::hybrid
