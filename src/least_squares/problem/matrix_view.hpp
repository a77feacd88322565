#pragma once

// Matrices, vectors and values of this module as Eigen sees them.

#include <span>
#include <vector>

#include <lode/least_squares/problem.hpp>

#include "core/linalg/eigen.hpp"

namespace lode::least_squares::detail {

inline Eigen::Map<const Eigen::VectorXd> as_vector(std::span<const double> values) {
  return {values.data(), static_cast<Eigen::Index>(values.size())};
}
inline Eigen::Map<Eigen::VectorXd> as_writable(std::span<double> values) {
  return {values.data(), static_cast<Eigen::Index>(values.size())};
}

inline std::span<const double> as_span(const Eigen::VectorXd& values) {
  return {values.data(), static_cast<std::size_t>(values.size())};
}
inline std::vector<double> to_std(const Eigen::VectorXd& values) {
  return {values.data(), values.data() + values.size()};
}

/// All of a dense matrix, read in place.
inline Eigen::Map<const Eigen::MatrixXd> as_matrix(const Matrix& a) {
  return {a.dense_values().data(), static_cast<Eigen::Index>(a.rows()),
          static_cast<Eigen::Index>(a.columns())};
}

/// A copy of these columns, dense, side by side.
inline Eigen::MatrixXd columns_of(const Matrix& a, std::span<const Index> columns) {
  Eigen::MatrixXd part =
      Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(a.rows()), static_cast<Eigen::Index>(columns.size()));
  double* next = part.data();
  for (const Index j : columns) {
    a.add_column(j, 1.0, {next, a.rows()});
    next += a.rows();
  }
  return part;
}

}  // namespace lode::least_squares::detail
