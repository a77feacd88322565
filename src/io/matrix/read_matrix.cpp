#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "io/matrix/readers.hpp"
#include "io/stream/file_names.hpp"

namespace lode {
namespace detail {

FieldProblem parse_value(std::string_view word, double& value) {
  constexpr auto remedy = "values are finite decimal numbers";
  if (word.empty()) return {word.data(), "a value is missing", remedy};
  return parse_finite(word, "", remedy, value);
}

std::vector<double> by_columns(const std::vector<double>& by_rows, std::uint64_t rows,
                               std::uint64_t columns) {
  std::vector<double> values(by_rows.size());
  for (std::uint64_t j = 0; j < columns; ++j) {
    for (std::uint64_t i = 0; i < rows; ++i) values[j * rows + i] = by_rows[i * columns + j];
  }
  return values;
}

MatrixFile read_csv_values(const GraphInput& input) {
  constexpr std::size_t longest_row = std::size_t{1} << 26;
  LineReader lines(input.text, &input.run, longest_row);
  MatrixFile file;
  file.format = "CSV";
  std::vector<double> by_rows;
  char separator = by_blanks;
  while (lines.next()) {
    if (is_blank_line(lines) || *lines.begin() == '#') continue;
    const bool first = file.columns == 0;
    if (first && lines.text().find(',') != std::string_view::npos) separator = ',';
    FieldCursor cursor(lines.begin(), lines.end(), separator);
    std::uint64_t count = 0;
    std::uint64_t names = 0;
    FieldProblem unread;
    for (Field field; cursor.next(field);) {
      if (!first && ++count > file.columns) {
        lines.fail({field.begin, fmt::format("the row has more than {} values", file.columns),
                    "every row has as many as the first"});
      }
      file.columns += first;
      names += first && is_column_name(field);
      FieldProblem problem = parse_value(field.text, by_rows.emplace_back());
      if (problem && !unread) unread = std::move(problem);
    }
    lines.check(cursor.problem());
    if (first && names == file.columns) {
      by_rows.clear();
      file.notes.push_back("column names skipped");
      continue;
    }
    lines.check(unread);
    if (!first && count < file.columns) {
      lines.fail(
          {lines.end(),
           fmt::format("the row has {} instead of {}", format_plural(count, "value", "values"), file.columns),
           "every row has as many as the first"});
    }
    if (++file.rows >= dimension_limit)
      lines.fail_at(lines.number(), "the matrix has too many rows", "lode reads up to 2^32-1");
  }
  if (file.rows == 0) lines.fail_at(0, "holds no numbers", "write one row of the matrix per line");
  file.values = file.columns == 1 ? std::move(by_rows) : by_columns(by_rows, file.rows, file.columns);
  return file;
}

}  // namespace detail

std::string MatrixFile::summary() const {
  std::string text = fmt::format("{}, {} x {}, ", format, rows, columns);
  text += dense ? "dense" : fmt::format("{} nonzeros", entries.size());
  for (const std::string& note : notes) text += "; " + note;
  return text;
}

MatrixFile read_matrix(const std::string& path, const RunContext& run) {
  using namespace detail;
  CompressedInput text(path, {"a matrix needs at least one number"});
  const ReadOptions options;
  const GraphInput input{text, options, run};
  const std::string_view ending = extension(plain_file_name(path));
  const std::string_view head = without_byte_order_mark(text.head());
  const bool npy = text.head().starts_with(npy_magic) || equal_ignoring_case(ending, ".npy");
  const bool market = starts_ignoring_case(head, matrix_market_magic) || equal_ignoring_case(ending, ".mtx");
  MatrixFile file = npy      ? read_npy(input)
                    : market ? read_matrix_market_values(input)
                             : read_csv_values(input);
  const auto rounded = [](double value) {
    return std::abs(value) >= exact_integer_limit && value == std::floor(value);
  };
  if (std::ranges::any_of(file.values, rounded) ||
      std::ranges::any_of(file.entries, rounded, &MatrixEntry::value)) {
    file.notes.push_back("integers of 2^53 or more are held as doubles, to 53 bits");
  }
  file.path = path;
  file.compression = to_string(text.compression());
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
