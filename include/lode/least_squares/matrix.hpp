#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <lode/hybrid/block.hpp>

namespace lode::least_squares {

/// Number of a column of A, which is a coordinate of x.
using Index = hybrid::Coordinate;

/// A real matrix, dense by columns or sparse by columns (CSC). Every value is finite.
///
/// Shapes: rows and columns may be 0; columns < 2^32. Sparse: entries of a column have distinct, increasing
///         row numbers; explicit zeros are dropped. Vectors that stand for x have a value per column, those
///         that stand for r one per row.
/// Errors: InvalidArgument for a row, a column or a length that does not fit.
/// Memory: 8 bytes per value dense, 12 per nonzero and 8 per column sparse.
class Matrix {
 public:
  Matrix() = default;

  /// `values` column-major, rows * columns of them.
  /// Errors: InvalidArgument for a size that does not match or a value that is not finite (names row and
  /// column, from 1).
  static Matrix dense(std::size_t rows, std::size_t columns, std::vector<double> values);

  struct Entry {
    std::uint32_t row = 0;
    Index column = 0;
    double value = 0.0;
  };
  /// Entries in any order; several of one place are summed. Errors: InvalidArgument as above and for places
  /// outside the matrix.
  static Matrix sparse(std::size_t rows, std::size_t columns, std::vector<Entry> entries);

  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }
  bool is_dense() const { return dense_; }
  std::size_t num_stored() const { return values_.size(); }

  /// Dense: the whole column, rows() values. InternalError on a sparse matrix.
  std::span<const double> dense_column(Index j) const;
  /// Sparse: the rows and the values of the column's entries. InternalError on a dense matrix.
  std::span<const std::uint32_t> entry_rows(Index j) const;
  std::span<const double> entry_values(Index j) const;
  /// Dense: all values, column-major. InternalError on a sparse matrix.
  std::span<const double> dense_values() const;

  double value(std::size_t row, Index column) const;  ///< O(1) dense, O(log) sparse
  /// a_j' r, O(entries of the column).
  double dot(Index j, std::span<const double> r) const;
  /// r += scale * a_j, O(entries of the column).
  void add_column(Index j, double scale, std::span<double> r) const;
  /// a_i' a_j.
  double dot_columns(Index i, Index j) const;
  /// A x, O(stored values).
  std::vector<double> multiply(std::span<const double> x) const;
  /// A' r, O(stored values).
  std::vector<double> multiply_transposed(std::span<const double> r) const;

 private:
  std::size_t rows_ = 0;
  std::size_t columns_ = 0;
  bool dense_ = true;
  std::vector<double> values_;
  std::vector<std::uint32_t> entry_rows_;
  std::vector<std::size_t> offsets_;
};

}  // namespace lode::least_squares
