#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lode/core/domain.hpp>
#include <lode/core/error.hpp>
#include <lode/least_squares/problem.hpp>

#include "core/assert.hpp"
#include "least_squares/problem/matrix_view.hpp"

namespace lode::least_squares {
namespace {

using detail::as_vector;
using detail::as_writable;

void check_shape(std::size_t rows, std::size_t columns) {
  constexpr std::size_t limit = std::numeric_limits<std::uint32_t>::max();
  if (rows > limit) throw InvalidArgument("rows", std::to_string(rows), "must be below 2^32");
  if (columns >= limit) throw InvalidArgument("columns", std::to_string(columns), "must be below 2^32 - 1");
}

/// Errors: InvalidArgument if the product is beyond std::size_t.
std::size_t num_values(std::size_t rows, std::size_t columns) {
  if (rows > 0 && columns > std::numeric_limits<std::size_t>::max() / rows) {
    throw InvalidArgument("rows * columns", std::to_string(rows) + " * " + std::to_string(columns),
                          "is more than a matrix can hold");
  }
  return rows * columns;
}

void check_value(double value, std::size_t row, std::size_t column) {
  if (in_domain(value)) return;
  throw InvalidArgument("A(" + std::to_string(row + 1) + "," + std::to_string(column + 1) + ")",
                        fmt::format("{}", value), domain_words);
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
  if (values.size() != num_values(rows, columns)) {
    throw InvalidArgument("values", std::to_string(values.size()),
                          "are not rows * columns = " + std::to_string(rows * columns));
  }
  const auto kept = std::make_shared<const std::vector<double>>(std::move(values));
  return dense_array(rows, columns, {.values = *kept, .owner = kept});
}

Matrix Matrix::dense_array(std::size_t rows, std::size_t columns, const DenseArray& array) {
  check_shape(rows, columns);
  const bool by_columns = array.layout == Layout::column_major;
  const std::size_t lines = by_columns ? columns : rows;
  const std::size_t length = by_columns ? rows : columns;
  const std::size_t stride = array.stride == 0 ? length : array.stride;
  if (stride < length) {
    throw InvalidArgument("stride", std::to_string(stride),
                          "is less than " + std::to_string(length) + ", the length of a column or row");
  }
  const std::size_t needed = lines == 0 || length == 0 ? 0 : num_values(stride, lines - 1) + length;
  if (array.values.size() < needed) {
    throw InvalidArgument("values", std::to_string(array.values.size()),
                          "are fewer than the shape needs, " + std::to_string(needed));
  }
  for (std::size_t line = 0; line < lines; ++line) {
    for (std::size_t k = 0; k < length; ++k) {
      check_value(array.values[line * stride + k], by_columns ? k : line, by_columns ? line : k);
    }
  }
  // Sums over a column depend in their last bits on where its pairs of doubles begin.
  if (by_columns && stride == length && reinterpret_cast<std::uintptr_t>(array.values.data()) % 16 == 0) {
    return Matrix(rows, columns, array.values.first(num_values(rows, columns)), array.owner);
  }
  std::vector<double> copy;
  copy.reserve(num_values(rows, columns));
  for (std::size_t j = 0; j < columns; ++j) {
    for (std::size_t i = 0; i < rows; ++i) {
      copy.push_back(array.values[by_columns ? j * stride + i : i * stride + j]);
    }
  }
  const auto kept = std::make_shared<const std::vector<double>>(std::move(copy));
  return Matrix(rows, columns, *kept, kept);
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
  struct Columns {
    std::vector<std::uint64_t> offsets;
    std::vector<std::uint32_t> rows;
    std::vector<double> values;
  };
  auto kept = std::make_shared<Columns>();
  kept->offsets.assign(columns + 1, 0);
  for (std::size_t i = 0; i < entries.size();) {
    const Entry& first = entries[i];
    double sum = 0.0;
    for (; i < entries.size() && entries[i].row == first.row && entries[i].column == first.column; ++i) {
      sum += entries[i].value;
    }
    check_value(sum, first.row, first.column);
    if (sum == 0.0) continue;
    kept->rows.push_back(first.row);
    kept->values.push_back(sum);
    ++kept->offsets[first.column + 1];
  }
  for (std::size_t j = 0; j < columns; ++j) kept->offsets[j + 1] += kept->offsets[j];
  return Matrix(rows, columns, CscArrays{kept->offsets, kept->rows, kept->values, kept});
}

Matrix Matrix::from_csc(std::size_t rows, std::size_t columns, const CscArrays& arrays) {
  check_shape(rows, columns);
  const auto& [offsets, row_numbers, values, owner] = arrays;
  check_length("offsets", offsets.size(), columns + 1, "columns, and one");
  if (row_numbers.size() != values.size()) {
    throw InvalidArgument("row numbers", std::to_string(row_numbers.size()),
                          "are not as many as values, " + std::to_string(values.size()));
  }
  if (offsets.front() != 0 || offsets.back() != values.size()) {
    throw InvalidArgument(
        "offsets", std::to_string(offsets.front()) + " to " + std::to_string(offsets.back()),
        "must begin with 0 and end with the number of values, " + std::to_string(values.size()));
  }
  bool in_place = true;
  for (std::size_t j = 0; j < columns; ++j) {
    if (offsets[j + 1] < offsets[j] || offsets[j + 1] > values.size()) {
      throw InvalidArgument("offsets[" + std::to_string(j + 1) + "]", std::to_string(offsets[j + 1]),
                            "must not fall and not exceed the values");
    }
    for (std::uint64_t e = offsets[j]; e < offsets[j + 1]; ++e) {
      if (row_numbers[e] >= rows) {
        throw InvalidArgument("row numbers[" + std::to_string(e) + "]", std::to_string(row_numbers[e]),
                              "does not exist: the matrix has " + std::to_string(rows) + ", counted from 0");
      }
      check_value(values[e], row_numbers[e], j);
      in_place = in_place && values[e] != 0.0 && (e == offsets[j] || row_numbers[e - 1] < row_numbers[e]);
    }
  }
  if (!in_place) {
    std::vector<Entry> entries;
    entries.reserve(values.size());
    for (std::size_t j = 0; j < columns; ++j) {
      for (std::uint64_t e = offsets[j]; e < offsets[j + 1]; ++e) {
        entries.push_back({row_numbers[e], static_cast<Index>(j), values[e]});
      }
    }
    return sparse(rows, columns, std::move(entries));
  }
  return Matrix(rows, columns, arrays);
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
  if (dense_) return as_vector(dense_column(j)).dot(as_vector(r));
  return 0.0 + as_vector(entry_values(j)).dot(as_vector(r)(entry_rows(j)));  // 0.0 +: no negative zero
}

void Matrix::add_column(Index j, double scale, std::span<double> r) const {
  check_length("values in r", r.size(), rows_, "rows");
  if (dense_) {
    as_writable(r) += scale * as_vector(dense_column(j));
  } else {
    as_writable(r)(entry_rows(j)) += scale * as_vector(entry_values(j));
  }
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
    as_writable(product).noalias() = detail::as_matrix(*this).transpose() * as_vector(r);
    return product;
  }
  for (std::size_t j = 0; j < columns_; ++j) product[j] = dot(static_cast<Index>(j), r);
  return product;
}

}  // namespace lode::least_squares
