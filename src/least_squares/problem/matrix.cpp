#include "least_squares/problem/matrix.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <lode/core/domain.hpp>
#include <lode/core/error.hpp>

#include "core/assert.hpp"

namespace lode::least_squares {
namespace {

void check_shape(std::size_t rows, std::size_t columns) {
  constexpr std::size_t limit = std::numeric_limits<std::uint32_t>::max();
  if (rows >= limit) throw InvalidArgument("rows", std::to_string(rows), "must be below 2^32 - 1");
  if (columns >= limit) throw InvalidArgument("columns", std::to_string(columns), "must be below 2^32 - 1");
}

void check_value(double value, std::size_t row, std::size_t column) {
  if (in_domain(value)) return;
  throw InvalidArgument(fmt::format("A({},{})", row + 1, column + 1), fmt::format("{}", value), domain_words);
}

void check_number(const char* what, std::size_t number, std::size_t count) {
  if (number < count) return;
  throw InvalidArgument(what, std::to_string(number),
                        fmt::format("does not exist: the matrix has {}, numbered from 0", count));
}

void check_length(const char* name, std::size_t size, std::size_t needed, const char* of_what) {
  if (size == needed) return;
  throw InvalidArgument(name, std::to_string(size),
                        fmt::format("must be as many as the matrix has {}, {}", of_what, needed));
}

const Eigen::Map<const Eigen::MatrixXd> no_values(nullptr, 0, 0);

}  // namespace

Matrix::Matrix() : data_(std::make_shared<const Data>(Data{true, no_values, {}, {}})) {}

Matrix Matrix::dense(std::size_t rows, std::size_t columns, std::vector<double> values) {
  const auto kept = std::make_shared<const std::vector<double>>(std::move(values));
  return dense_array(rows, columns, *kept, kept);
}

Matrix Matrix::dense_array(std::size_t rows, std::size_t columns, std::span<const double> values,
                           std::shared_ptr<const void> owner) {
  check_shape(rows, columns);
  if (values.size() != rows * columns) {
    throw InvalidArgument("values", std::to_string(values.size()),
                          fmt::format("must be rows * columns, {}", rows * columns));
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!in_domain(values[i])) check_value(values[i], i % rows, i / rows);
  }
  // Sums over a column depend in their last bits on where its pairs of doubles begin.
  if (reinterpret_cast<std::uintptr_t>(values.data()) % 16 != 0) {
    return dense(rows, columns, {values.begin(), values.end()});
  }
  const auto m = static_cast<Eigen::Index>(rows);
  const Eigen::Map<const Eigen::MatrixXd> map(values.data(), m, static_cast<Eigen::Index>(columns));
  return Matrix(std::make_shared<const Data>(Data{true, map, {}, std::move(owner)}));
}

Matrix Matrix::sparse(std::size_t rows, std::size_t columns, const std::vector<Entry>& entries) {
  check_shape(rows, columns);
  std::vector<Eigen::Triplet<double, std::int64_t>> triplets;
  triplets.reserve(entries.size());
  for (const Entry& entry : entries) {
    if (entry.row >= rows || entry.column >= columns) {
      throw InvalidArgument("entry", fmt::format("({},{})", entry.row + 1, entry.column + 1),
                            fmt::format("lies outside the {} x {} matrix", rows, columns));
    }
    check_value(entry.value, entry.row, entry.column);
    triplets.emplace_back(entry.row, entry.column, entry.value);
  }
  const auto data = std::make_shared<Data>(Data{false, no_values, {}, {}});
  data->sparse.resize(static_cast<Eigen::Index>(rows), static_cast<Eigen::Index>(columns));
  data->sparse.setFromTriplets(triplets.begin(), triplets.end());
  data->sparse.prune([](Eigen::Index row, Eigen::Index column, double value) {
    check_value(value, static_cast<std::size_t>(row), static_cast<std::size_t>(column));
    return value != 0.0;
  });
  return Matrix(data);
}

Matrix Matrix::times(double factor) const {
  if (!data_->is_dense) {
    return Matrix(std::make_shared<const Data>(Data{false, no_values, factor * data_->sparse, {}}));
  }
  const auto values = std::make_shared<const Eigen::MatrixXd>(factor * data_->dense);
  const Eigen::Map<const Eigen::MatrixXd> map(values->data(), values->rows(), values->cols());
  return Matrix(std::make_shared<const Data>(Data{true, map, {}, values}));
}

std::size_t Matrix::rows() const {
  return visit(*this, [](const auto& a) { return static_cast<std::size_t>(a.rows()); });
}

std::size_t Matrix::columns() const {
  return visit(*this, [](const auto& a) { return static_cast<std::size_t>(a.cols()); });
}

std::size_t Matrix::num_stored() const {
  return static_cast<std::size_t>(data_->is_dense ? data_->dense.size() : data_->sparse.nonZeros());
}

std::span<const double> Matrix::dense_values() const {
  LODE_ASSERT_LIGHT(data_->is_dense);
  return {data_->dense.data(), num_stored()};
}

double Matrix::value(std::size_t row, Index column) const {
  check_number("row", row, rows());
  check_number("column", column, columns());
  return visit(*this, [&](const auto& a) { return a.coeff(static_cast<Eigen::Index>(row), column); });
}

double Matrix::dot(Index j, std::span<const double> r) const {
  check_number("column", j, columns());
  check_length("values in r", r.size(), rows(), "rows");
  return visit(*this, [&](const auto& a) { return a.col(j).dot(as_vector(r)); });
}

void Matrix::add_column(Index j, double scale, std::span<double> r) const {
  check_number("column", j, columns());
  check_length("values in r", r.size(), rows(), "rows");
  visit(*this, [&](const auto& a) { as_writable(r) += scale * a.col(j); });
}

double Matrix::dot_columns(Index i, Index j) const {
  check_number("column", std::max(i, j), columns());
  return visit(*this, [&](const auto& a) { return a.col(i).dot(a.col(j)); });
}

std::vector<double> Matrix::multiply(std::span<const double> x) const {
  check_length("values in x", x.size(), columns(), "columns");
  std::vector<double> product(rows(), 0.0);
  visit(*this, [&](const auto& a) {
    for (Eigen::Index j = 0; j < a.cols(); ++j) {
      if (x[j] != 0.0) as_writable(product) += x[j] * a.col(j);
    }
  });
  return product;
}

std::vector<double> Matrix::multiply_transposed(std::span<const double> r) const {
  check_length("values in r", r.size(), rows(), "rows");
  std::vector<double> product(columns(), 0.0);
  if (rows() == 0) return product;
  visit(*this, [&](const auto& a) { as_writable(product).noalias() = a.transpose() * as_vector(r); });
  return product;
}

}  // namespace lode::least_squares
