#include "hybrid/objective/quadratic.hpp"

#include <string>

#include <lode/core/error.hpp>

#include "hybrid/block/checks.hpp"

namespace lode::hybrid {
namespace detail {
namespace {

std::string entry_name(std::size_t i, std::size_t j) {
  return "Q[" + std::to_string(i) + "," + std::to_string(j) + "]";
}

void check_mirror(std::size_t i, std::size_t j, double value, double mirror) {
  if (value == mirror) return;
  throw InvalidArgument(entry_name(i, j), std::to_string(value), "differs from its mirror image",
                        "give a symmetric Q");
}

}  // namespace

void DenseForm::check(std::size_t n) {
  if (values_.size() != n * n) {
    throw InvalidArgument("number of values of Q", std::to_string(values_.size()),
                          "must be n*n, for n = " + std::to_string(n) + " values of p");
  }
  check_finite("Q", values_);
  n_ = n;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < i; ++j) check_mirror(i, j, values_[i * n + j], values_[j * n + i]);
  }
}

void SparseForm::check(std::size_t n) const {
  if (offsets_.size() != n + 1) {
    throw InvalidArgument("number of offsets of Q", std::to_string(offsets_.size()),
                          "must be n + 1, for n = " + std::to_string(n) + " values of p");
  }
  const std::size_t entries = columns_.size();
  const bool bounded = offsets_.front() == 0 && offsets_.back() == entries && values_.size() == entries;
  if (!bounded || !std::is_sorted(offsets_.begin(), offsets_.end())) {
    throw InvalidArgument("offsets of Q", "of " + std::to_string(entries) + " columns",
                          "must rise from 0 to the number of columns, which is that of values");
  }
  check_finite("Q", values_);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::uint64_t k = offsets_[i]; k < offsets_[i + 1]; ++k) {
      const Coordinate j = columns_[k];
      if (j >= n || (k > offsets_[i] && columns_[k - 1] >= j)) {
        throw InvalidArgument("column of Q in row " + std::to_string(i), std::to_string(j),
                              "must be below " + std::to_string(n) + " and above the one before it");
      }
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    const auto row = static_cast<Coordinate>(i);
    for_each_in_row(row, [&](Coordinate j, double value) { check_mirror(i, j, value, at(j, row)); });
  }
}

}  // namespace detail

template <class Form>
QuadraticForm<Form>::QuadraticForm(Form q, std::vector<double> p, std::vector<double> x, double lambda)
    : q_(std::move(q)), p_(std::move(p)), lambda_(lambda) {
  q_.check(p_.size());
  detail::check_finite("p", p_);
  assign(std::move(x));
}

template <class Form>
void QuadraticForm<Form>::assign(std::vector<double> x) {
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
    q_.for_each_in_row(i, [&](Coordinate j, double q) { gradient_[i] += q * x_[j]; });
    if (x_[i] != 0.0) partition_.add(i);
  }
  for (Coordinate i = 0; i < size(); ++i) value_ += 0.5 * x_[i] * (gradient_[i] + p_[i]);
  value_ += lambda_ * static_cast<double>(support().size());
}

template <class Form>
const DenseBlock& QuadraticForm<Form>::block(std::span<const Coordinate> set) {
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

template <class Form>
void QuadraticForm<Form>::apply(std::span<const Coordinate> set, std::span<const Change> changes) {
  detail::check_set(set, size());
  detail::check_changes(changes, set.size());
  for (const Change& change : changes) {
    const Coordinate i = set[static_cast<std::size_t>(change.position)];
    const double step = change.value - x_[i];
    if (step == 0.0) continue;
    value_ += step * (gradient_[i] + 0.5 * step * coupling(i, i));
    q_.for_each_in_row(i, [&](Coordinate j, double q) { gradient_[j] += step * q; });
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

template class QuadraticForm<detail::DenseForm>;
template class QuadraticForm<detail::SparseForm>;

}  // namespace lode::hybrid
