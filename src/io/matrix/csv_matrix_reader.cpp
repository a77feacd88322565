#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/text.hpp>

#include "io/matrix/readers.hpp"
#include "io/text/line_reader.hpp"

namespace lode::detail {

MatrixFile read_csv_values(CompressedInput& input, const RunContext& run) {
  constexpr std::size_t longest_row = std::size_t{1} << 26;
  LineReader lines(input, run, longest_row);
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

}  // namespace lode::detail
