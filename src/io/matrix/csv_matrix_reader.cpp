#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/text.hpp>

#include "io/matrix/readers.hpp"
#include "io/text/line_reader.hpp"

namespace lode::detail {
namespace {

constexpr std::size_t longest_row = std::size_t{1} << 26;

class CsvReader {
 public:
  CsvReader(CompressedInput& input, const RunContext& run) : lines_(input, run, longest_row) {}

  MatrixFile read() {
    while (lines_.next()) {
      if (is_blank_line(lines_) || *lines_.begin() == '#') continue;
      read_line();
    }
    if (file_.rows == 0) lines_.fail_at(0, "holds no numbers", "write one row of the matrix per line");
    file_.values = file_.columns == 1 ? std::move(by_rows_) : by_columns(by_rows_, file_.rows, file_.columns);
    file_.format = "CSV";
    return std::move(file_);
  }

 private:
  void read_line() {
    const bool first = width_ == 0;
    FieldCursor cursor(lines_.begin(), lines_.end(), by_blanks_or_comma);
    std::uint64_t count = 0;
    std::uint64_t names = 0;
    Field field;
    FieldProblem unread;
    while (cursor.next(field)) {
      ++count;
      if (!first && count > width_) {
        lines_.fail({field.begin, fmt::format("the row has more than {} values", width_),
                     "every row has as many as the first"});
      }
      double value = 0.0;
      FieldProblem problem = parse_value(field.text, field.begin, value);
      if (first && is_column_name(field)) ++names;
      if (problem && !unread) unread = std::move(problem);
      by_rows_.push_back(value);
    }
    lines_.check(cursor.problem());
    if (first) width_ = count;
    if (first && names == count) {
      by_rows_.clear();
      file_.notes.push_back("column names skipped");
      return;
    }
    lines_.check(unread);
    if (count < width_) {
      lines_.fail(
          {lines_.end(),
           fmt::format("the row has {} instead of {}", format_plural(count, "value", "values"), width_),
           "every row has as many as the first"});
    }
    file_.columns = width_;
    if (++file_.rows >= dimension_limit) {
      lines_.fail_at(lines_.number(), "the matrix has too many rows", "lode reads up to 2^32-1");
    }
  }

  LineReader lines_;
  MatrixFile file_;
  std::uint64_t width_ = 0;
  std::vector<double> by_rows_;
};

}  // namespace

MatrixFile read_csv_values(CompressedInput& input, const RunContext& run) {
  return CsvReader(input, run).read();
}

}  // namespace lode::detail
