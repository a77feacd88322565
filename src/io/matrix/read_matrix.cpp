#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/io/matrix_file.hpp>

#include "io/matrix/readers.hpp"
#include "io/text/file_names.hpp"
#include "io/text/line_reader.hpp"

namespace lode {
namespace detail {

FieldProblem parse_value(std::string_view word, double& value) {
  constexpr auto remedy = "values are finite decimal numbers";
  if (word.empty()) return {word.data(), "a value is missing", remedy};
  return parse_finite(word, "", remedy, value);
}

std::vector<double> by_columns(const std::vector<double>& by_rows, std::uint64_t rows,
                               std::uint64_t columns) {
  constexpr std::uint64_t tile = 32;
  std::vector<double> values(by_rows.size());
  for (std::uint64_t top = 0; top < rows; top += tile) {
    for (std::uint64_t left = 0; left < columns; left += tile) {
      for (std::uint64_t j = left; j < std::min(left + tile, columns); ++j) {
        for (std::uint64_t i = top; i < std::min(top + tile, rows); ++i) {
          values[j * rows + i] = by_rows[i * columns + j];
        }
      }
    }
  }
  return values;
}

}  // namespace detail

std::string MatrixFile::summary() const {
  std::string text = fmt::format("{}, {} x {}, ", format, rows, columns);
  text += dense ? "dense" : fmt::format("{} nonzeros", entries.size());
  for (const std::string& note : notes) text += "; " + note;
  return text;
}

MatrixFile read_matrix(const std::string& path, const RunContext& run) {
  detail::CompressedInput input(path, {"a matrix needs at least one number"});
  const std::string_view ending = detail::extension(detail::plain_file_name(path));
  MatrixFile file;
  if (input.head().starts_with(detail::npy_magic) || detail::equal_ignoring_case(ending, ".npy")) {
    file = detail::read_npy(input, run);
  } else if (detail::starts_ignoring_case(detail::without_byte_order_mark(input.head()),
                                          detail::matrix_market_magic) ||
             detail::equal_ignoring_case(ending, ".mtx")) {
    file = detail::read_matrix_market_values(input, run);
  } else {
    file = detail::read_csv_values(input, run);
  }
  const auto rounded = [](double value) {
    return std::abs(value) >= exact_integer_limit && value == std::floor(value);
  };
  if (std::ranges::any_of(file.values, rounded) ||
      std::ranges::any_of(file.entries, rounded, &MatrixEntry::value)) {
    file.notes.push_back("integers of 2^53 or more are held as doubles, to 53 bits");
  }
  file.path = path;
  file.compression = detail::to_string(input.compression());
  return file;
}

std::vector<double> vector_from(const MatrixFile& file) {
  if (file.rows != 1 && file.columns != 1) {
    throw InputError({file.path}, fmt::format("holds a {} x {} matrix", file.rows, file.columns),
                     "a vector has one column or one row");
  }
  if (file.dense) return file.values;
  std::vector<double> values(file.rows == 1 ? file.columns : file.rows, 0.0);
  for (const MatrixEntry& entry : file.entries) {
    if (entry.row >= file.rows || entry.column >= file.columns) {
      throw InputError({file.path},
                       fmt::format("holds an entry in row {}, column {}, counted from 0, outside {} x {}",
                                   entry.row, entry.column, file.rows, file.columns));
    }
    values[file.rows == 1 ? entry.column : entry.row] += entry.value;
  }
  return values;
}

}  // namespace lode
