#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include <lode/core/error.hpp>
#include <lode/least_squares/matrix.hpp>

#include "core/assert.hpp"
#include "core/linalg/eigen.hpp"

namespace lode::least_squares {
namespace {

using ConstVector = Eigen::Map<const Eigen::VectorXd>;
using Vector = Eigen::Map<Eigen::VectorXd>;
using ConstMatrix = Eigen::Map<const Eigen::MatrixXd>;

Eigen::Index signed_size(std::size_t size) { return static_cast<Eigen::Index>(size); }

void check_shape(std::size_t rows, std::size_t columns) {
  constexpr std::size_t limit = std::numeric_limits<std::uint32_t>::max();
  if (rows > limit) throw InvalidArgument("rows", std::to_string(rows), "must be below 2^32");
  if (columns >= limit) throw InvalidArgument("columns", std::to_string(columns), "must be below 2^32 - 1");
}

void check_value(double value, std::size_t row, std::size_t column) {
  if (std::isfinite(value)) return;
  throw InvalidArgument("A(" + std::to_string(row + 1) + "," + std::to_string(column + 1) + ")",
                        std::to_string(value), "must be finite");
}

void check_column_number(std::size_t j, std::size_t columns) {
  if (j < columns) return;
  throw InvalidArgument("column", std::to_string(j),
                        "does not exist: the matrix has " + std::to_string(columns) + ", counted from 0");
}

void check_length(const char* name, std::size_t size, std::size_t needed, const char* of_what) {
  if (size == needed) return;
  throw InvalidArgument(
      name, std::to_string(size),
      "are not as many as the matrix has " + std::string(of_what) + ", " + std::to_string(needed));
}

}  // namespace

Matrix Matrix::dense(std::size_t rows, std::size_t columns, std::vector<double> values) {
  check_shape(rows, columns);
  if (rows > 0 && columns > std::numeric_limits<std::size_t>::max() / rows) {
    throw InvalidArgument("rows * columns", std::to_string(rows) + " * " + std::to_string(columns),
                          "is more than a matrix can hold");
  }
  if (values.size() != rows * columns) {
    throw InvalidArgument("values", std::to_string(values.size()),
                          "are not rows * columns = " + std::to_string(rows * columns));
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isfinite(values[i])) check_value(values[i], i % rows, i / rows);
  }
  Matrix matrix;
  matrix.rows_ = rows;
  matrix.columns_ = columns;
  matrix.values_ = std::move(values);
  return matrix;
}

Matrix Matrix::sparse(std::size_t rows, std::size_t columns, std::vector<Entry> entries) {
  check_shape(rows, columns);
  for (const Entry& entry : entries) {
    if (entry.row >= rows || entry.column >= columns) {
      throw InvalidArgument(
          "entry", "(" + std::to_string(entry.row + 1) + "," + std::to_string(entry.column + 1) + ")",
          "lies outside the " + std::to_string(rows) + " x " + std::to_string(columns) + " matrix");
    }
    check_value(entry.value, entry.row, entry.column);
  }
  std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return a.column != b.column ? a.column < b.column : a.row < b.row;
  });
  Matrix matrix;
  matrix.rows_ = rows;
  matrix.columns_ = columns;
  matrix.dense_ = false;
  matrix.offsets_.assign(columns + 1, 0);
  for (std::size_t i = 0; i < entries.size();) {
    const Entry& first = entries[i];
    double sum = 0.0;
    for (; i < entries.size() && entries[i].row == first.row && entries[i].column == first.column; ++i) {
      sum += entries[i].value;
    }
    check_value(sum, first.row, first.column);
    if (sum == 0.0) continue;
    matrix.entry_rows_.push_back(first.row);
    matrix.values_.push_back(sum);
    ++matrix.offsets_[first.column + 1];
  }
  for (std::size_t j = 0; j < columns; ++j) matrix.offsets_[j + 1] += matrix.offsets_[j];
  return matrix;
}

std::span<const double> Matrix::dense_column(Index j) const {
  check_column_number(j, columns_);
  return dense_values().subspan(j * rows_, rows_);
}

std::span<const std::uint32_t> Matrix::entry_rows(Index j) const {
  LODE_ASSERT_LIGHT(!dense_);
  check_column_number(j, columns_);
  return {entry_rows_.data() + offsets_[j], offsets_[j + 1] - offsets_[j]};
}

std::span<const double> Matrix::entry_values(Index j) const {
  LODE_ASSERT_LIGHT(!dense_);
  check_column_number(j, columns_);
  return {values_.data() + offsets_[j], offsets_[j + 1] - offsets_[j]};
}

std::span<const double> Matrix::dense_values() const {
  LODE_ASSERT_LIGHT(dense_);
  return values_;
}

double Matrix::value(std::size_t row, Index column) const {
  check_column_number(column, columns_);
  if (row >= rows_) {
    throw InvalidArgument("row", std::to_string(row),
                          "does not exist: the matrix has " + std::to_string(rows_) + ", counted from 0");
  }
  if (dense_) return values_[std::size_t{column} * rows_ + row];
  const auto rows = entry_rows(column);
  const auto found = std::lower_bound(rows.begin(), rows.end(), row);
  if (found == rows.end() || *found != row) return 0.0;
  return entry_values(column)[static_cast<std::size_t>(found - rows.begin())];
}

double Matrix::dot(Index j, std::span<const double> r) const {
  check_length("values in r", r.size(), rows_, "rows");
  if (dense_) {
    const Eigen::Index m = signed_size(rows_);
    return ConstVector(dense_column(j).data(), m).dot(ConstVector(r.data(), m));
  }
  const auto rows = entry_rows(j);
  const auto values = entry_values(j);
  double sum = 0.0;
  for (std::size_t e = 0; e < rows.size(); ++e) sum += values[e] * r[rows[e]];
  return sum;
}

void Matrix::add_column(Index j, double scale, std::span<double> r) const {
  check_length("values in r", r.size(), rows_, "rows");
  if (dense_) {
    const Eigen::Index m = signed_size(rows_);
    Vector(r.data(), m) += scale * ConstVector(dense_column(j).data(), m);
    return;
  }
  const auto rows = entry_rows(j);
  const auto values = entry_values(j);
  for (std::size_t e = 0; e < rows.size(); ++e) r[rows[e]] += scale * values[e];
}

double Matrix::dot_columns(Index i, Index j) const {
  if (dense_) return dot(i, dense_column(j));
  const auto rows_i = entry_rows(i);
  const auto rows_j = entry_rows(j);
  const auto values_i = entry_values(i);
  const auto values_j = entry_values(j);
  double sum = 0.0;
  for (std::size_t a = 0, b = 0; a < rows_i.size() && b < rows_j.size();) {
    if (rows_i[a] == rows_j[b]) {
      sum += values_i[a++] * values_j[b++];
    } else {
      rows_i[a] < rows_j[b] ? ++a : ++b;
    }
  }
  return sum;
}

std::vector<double> Matrix::multiply(std::span<const double> x) const {
  check_length("values in x", x.size(), columns_, "columns");
  std::vector<double> product(rows_, 0.0);
  for (std::size_t j = 0; j < columns_; ++j) {
    if (x[j] != 0.0) add_column(static_cast<Index>(j), x[j], product);
  }
  return product;
}

std::vector<double> Matrix::multiply_transposed(std::span<const double> r) const {
  check_length("values in r", r.size(), rows_, "rows");
  std::vector<double> product(columns_, 0.0);
  if (dense_ && rows_ > 0 && columns_ > 0) {
    Vector(product.data(), signed_size(columns_)).noalias() =
        ConstMatrix(values_.data(), signed_size(rows_), signed_size(columns_)).transpose() *
        ConstVector(r.data(), signed_size(rows_));
    return product;
  }
  for (std::size_t j = 0; j < columns_; ++j) product[j] = dot(static_cast<Index>(j), r);
  return product;
}

}  // namespace lode::least_squares
