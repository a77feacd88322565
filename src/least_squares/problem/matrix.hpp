#pragma once

// Matrices, vectors and products of columns as Eigen sees them.

#include <span>
#include <unordered_map>
#include <vector>

#include <lode/least_squares/problem.hpp>

#include "core/linalg/eigen.hpp"

namespace lode::least_squares {

struct Matrix::Data {
  bool is_dense;
  Eigen::Map<const Eigen::MatrixXd> dense;
  Eigen::SparseMatrix<double, Eigen::ColMajor, std::int64_t> sparse;
  std::shared_ptr<const void> owner;  ///< of the dense values
};

using Position = Eigen::Index;

/// Returns function(a) for the values of a matrix as Eigen has them: dense or sparse, by columns.
template <class Function>
auto visit(const Matrix& a, Function&& function) {
  if (a.data().is_dense) return function(a.data().dense);
  return function(a.data().sparse);
}

inline Eigen::Map<const Eigen::VectorXd> as_vector(std::span<const double> values) {
  return {values.data(), static_cast<Position>(values.size())};
}
inline Eigen::Map<Eigen::VectorXd> as_writable(std::span<double> values) {
  return {values.data(), static_cast<Position>(values.size())};
}
inline std::span<const double> as_span(const Eigen::VectorXd& values) {
  return {values.data(), static_cast<std::size_t>(values.size())};
}
inline std::vector<double> to_std(const Eigen::VectorXd& values) {
  return {values.data(), values.data() + values.size()};
}

/// The values that a matrix stores.
inline std::span<const double> stored_values(const Matrix& a) {
  return {a.data().is_dense ? a.data().dense.data() : a.data().sparse.valuePtr(), a.num_stored()};
}

/// A dense copy of these columns, side by side.
inline Eigen::MatrixXd columns_of(const Matrix& a, std::span<const Index> columns) {
  Eigen::MatrixXd part(a.rows(), columns.size());
  visit(a, [&](const auto& all) {
    for (Position i = 0; i < part.cols(); ++i) part.col(i) = all.col(columns[i]);
  });
  return part;
}

/// Rows of the Gram matrix G = A'A: of the matrix where it has been computed, otherwise A'a_j on demand, kept
/// until they take 256 MiB.
///
/// Cost: O(1) with the Gram matrix or for a row that is kept, otherwise one product with A'.
class GramRows {
 public:
  explicit GramRows(const Instance& instance) : instance_(&instance), gram_(instance.ready_gram()) {}

  /// Row j, n values; valid until the next call.
  std::span<const double> row(Index j);
  /// G_ij, by a product of two columns unless row i or the Gram matrix is there.
  double entry(Index i, Index j);
  /// Stored values of A read.
  double work() const { return work_; }

 private:
  const Instance* instance_;
  std::span<const double> gram_;  ///< empty: none
  double work_ = 0.0;
  std::unordered_map<Index, std::vector<double>> kept_;
};

/// Computes the Gram matrix of up to 4096 columns in at most half of the run's time. With more columns, its
/// n^2 values and m n^2 operations outgrow the rows that a search asks for.
void prepare_gram_if_worth(const Instance& instance, const RunContext& run);

}  // namespace lode::least_squares
