#include "hybrid/objective/quadratic.hpp"

#include <algorithm>
#include <string>

#include <lode/core/error.hpp>

namespace lode::hybrid {
namespace {

SymmetricMatrix checked(SymmetricMatrix q) {
  for (Eigen::Index i = 0; i < q.cols(); ++i) {
    for (SymmetricMatrix::InnerIterator entry(q, i); entry; ++entry) {
      if (entry.value() == q.coeff(i, entry.row())) continue;
      throw InvalidArgument("Q[" + std::to_string(i) + "," + std::to_string(entry.row()) + "]",
                            std::to_string(entry.value()), "differs from its mirror image",
                            "give a symmetric Q");
    }
  }
  return q;
}

}  // namespace

SymmetricMatrix symmetric_matrix(std::span<const double> values, std::size_t n) {
  if (values.size() != n * n) {
    throw InvalidArgument("number of values of Q", std::to_string(values.size()),
                          "must be n*n, for n = " + std::to_string(n) + " values of p");
  }
  detail::check_finite("Q", values);
  const auto size = static_cast<Eigen::Index>(n);
  return checked(Eigen::Map<const Eigen::MatrixXd>(values.data(), size, size).sparseView());
}

SymmetricMatrix symmetric_matrix(const CompressedRows& rows, std::size_t n) {
  const auto& [offsets, columns, values] = rows;
  if (offsets.size() != n + 1) {
    throw InvalidArgument("number of offsets of Q", std::to_string(offsets.size()),
                          "must be n + 1, for n = " + std::to_string(n) + " values of p");
  }
  const std::size_t entries = columns.size();
  const bool bounded = offsets.front() == 0 && offsets.back() == entries && values.size() == entries;
  if (!bounded || !std::ranges::is_sorted(offsets)) {
    throw InvalidArgument("offsets of Q", "of " + std::to_string(entries) + " columns",
                          "must rise from 0 to the number of columns, which is that of values");
  }
  detail::check_finite("Q", values);
  SymmetricMatrix q(static_cast<Eigen::Index>(n), static_cast<Eigen::Index>(n));
  q.reserve(static_cast<Eigen::Index>(entries));
  for (std::size_t i = 0; i < n; ++i) {
    q.startVec(static_cast<Eigen::Index>(i));
    for (std::uint64_t k = offsets[i]; k < offsets[i + 1]; ++k) {
      if (columns[k] >= n || (k > offsets[i] && columns[k - 1] >= columns[k])) {
        throw InvalidArgument("column of Q in row " + std::to_string(i), std::to_string(columns[k]),
                              "must be below " + std::to_string(n) + " and above the one before it");
      }
      q.insertBack(columns[k], static_cast<Eigen::Index>(i)) = values[k];
    }
  }
  q.finalize();
  return checked(std::move(q));
}

QuadraticForm::QuadraticForm(SymmetricMatrix q, std::vector<double> p, std::vector<double> x, double lambda)
    : q_(std::move(q)), p_(std::move(p)), lambda_(lambda) {
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
  const Eigen::Index n = q_.cols();
  const Eigen::Map<const Eigen::VectorXd> point(x_.data(), n);
  const Eigen::Map<const Eigen::VectorXd> p(p_.data(), n);
  gradient_ = q_ * point;
  gradient_ += p;
  loss_ = 0.5 * point.dot(gradient_ + p);
  partition_ = Partition(size());
  for (Coordinate i = 0; i < size(); ++i) {
    if (x_[i] != 0.0) partition_.add(i);
  }
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
    loss_ += step * (gradient_[i] + 0.5 * step * coupling(i, i));
    gradient_ += step * q_.col(i);
    if (x_[i] == 0.0) partition_.add(i);
    if (change.value == 0.0) partition_.remove(i);
    x_[i] = change.value;
  }
}

}  // namespace lode::hybrid
