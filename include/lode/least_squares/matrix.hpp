#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <lode/core/arrays.hpp>
#include <lode/hybrid/block.hpp>

namespace lode::least_squares {

/// Number of a column of A, which is a coordinate of x.
using Index = hybrid::Coordinate;

/// How the values of a dense matrix follow one another.
enum class Layout { column_major, row_major };

/// A dense matrix that lies in memory already.
struct DenseArray {
  std::span<const double> values;
  Layout layout = Layout::column_major;
  std::size_t stride = 0;                  ///< from a column (row-major: a row) to the next; 0: no gap
  std::shared_ptr<const void> owner = {};  ///< keeps the values alive; empty: the caller does
};

/// A real matrix, dense by columns or sparse by columns (CSC). Every value is finite.
///
/// A Matrix is a handle: copying costs O(1) and shares the arrays, which are owned or borrowed.
///
/// Shapes: rows and columns may be 0; columns < 2^32. Sparse: entries of a column have distinct, increasing
///         row numbers; explicit zeros are dropped. Vectors that stand for x have a value per column, those
///         that stand for r one per row.
/// Errors: InvalidArgument for a row, a column or a length that does not fit.
/// Memory: 8 bytes per value dense, 12 per nonzero and 8 per column sparse.
class Matrix {
 public:
  Matrix() = default;
  /// A matrix that was moved from stays what it was.
  Matrix(const Matrix&) = default;
  Matrix& operator=(const Matrix&) = default;

  /// `values` column-major, rows * columns of them.
  /// Errors: InvalidArgument for a size that does not match or a value that is not finite (names row and
  /// column, from 1).
  static Matrix dense(std::size_t rows, std::size_t columns, std::vector<double> values);
  /// Column-major values without gaps that start at an address divisible by 16 are read in place, at no
  /// memory; others, row-major ones among them, are copied, column by column. Either way every later result
  /// is that of `dense` on the same values, to the last bit.
  /// Cost:   O(rows * columns).
  /// Errors: as above, and InvalidArgument for a stride below the length of a column (row) and for fewer
  ///         values than the shape needs; more are left alone.
  static Matrix dense_array(std::size_t rows, std::size_t columns, const DenseArray& array);

  struct Entry {
    std::uint32_t row = 0;
    Index column = 0;
    double value = 0.0;
  };
  /// Entries in any order; several of one place are summed. Errors: InvalidArgument as above and for places
  /// outside the matrix.
  static Matrix sparse(std::size_t rows, std::size_t columns, std::vector<Entry> entries);
  /// Compressed sparse columns (scipy's csc_matrix, Eigen's SparseMatrix): the entries of column j are
  /// [offsets[j], offsets[j+1]) of `row_numbers` and `values`. Integers of 32 or 64 bits, signed or not, in
  /// vectors, spans and the like that the caller keeps, or `owner` does; what would be gone after the call
  /// does not compile. Offsets of 64 bits, row numbers of 32 bits and values are read in place when the row
  /// numbers of every column increase and no zero is stored; else they are copied, several entries of one
  /// place summed.
  /// Cost:   O(columns + entries), and O(entries log entries) when copied for their order.
  /// Errors: InvalidArgument naming the first offset, row number or value that is none.
  template <KeptIntegers Offsets, KeptIntegers Rows, KeptDoubles Values>
  static Matrix csc(std::size_t rows, std::size_t columns, Offsets&& offsets, Rows&& row_numbers,
                    Values&& values, std::shared_ptr<const void> owner = {}) {
    auto lent = std::make_shared<LentIntegers>();
    lent->owner = std::move(owner);
    const CscArrays arrays{lent->as_wide("offsets", offsets), lent->as_narrow("row numbers", row_numbers),
                           values, lent};
    return from_csc(rows, columns, arrays);
  }
  /// The same of arrays that are given up.
  template <IndexInteger Offset, IndexInteger Row>
  static Matrix csc(std::size_t rows, std::size_t columns, std::vector<Offset>&& offsets,
                    std::vector<Row>&& row_numbers, std::vector<double>&& values) {
    struct Given {
      std::vector<Offset> offsets;
      std::vector<Row> row_numbers;
      std::vector<double> values;
    };
    const auto given =
        std::make_shared<const Given>(Given{std::move(offsets), std::move(row_numbers), std::move(values)});
    return csc(rows, columns, given->offsets, given->row_numbers, given->values, given);
  }

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
  struct CscArrays {
    std::span<const std::uint64_t> offsets;
    std::span<const std::uint32_t> rows;
    std::span<const double> values;
    std::shared_ptr<const void> owner;
  };
  static Matrix from_csc(std::size_t rows, std::size_t columns, const CscArrays& arrays);

  std::size_t rows_ = 0;
  std::size_t columns_ = 0;
  bool dense_ = true;
  std::span<const double> values_;
  std::span<const std::uint32_t> entry_rows_;
  std::span<const std::uint64_t> offsets_;
  std::shared_ptr<const void> owner_;
};

}  // namespace lode::least_squares
