#include <cmath>

#include <fmt/format.h>

#include <lode/core/error.hpp>

#include "io/formats/declared_graph.hpp"
#include "io/formats/matrix_market_banner.hpp"
#include "io/formats/read_trust.hpp"
#include "io/matrix/matrix_readers.hpp"
#include "io/text/file_names.hpp"
#include "io/text/line_reader.hpp"

namespace lode::detail {
namespace {

constexpr auto values_banner_remedy =
    "the first line reads: %%MatrixMarket matrix array|coordinate real|integer general|symmetric";

class ValuesReader {
 public:
  ValuesReader(CompressedInput& input, const RunContext& run) : lines_(input, run) {}

  MatrixFile read() {
    if (!lines_.next()) throw InternalError("a text has a first line");
    read_banner();
    read_size();
    file_.format = "Matrix Market";
    file_.dense = array_;
    if (array_) {
      read_array();
    } else {
      read_coordinates();
    }
    return std::move(file_);
  }

 private:
  void read_banner() {
    BannerWords banner(lines_, values_banner_remedy);
    banner.choose({"%%MatrixMarket"}, "is not the Matrix Market banner");
    banner.choose({"matrix"}, "is not a matrix");
    array_ = banner.choose({"coordinate", "array"}, "is not a form of storage") == 1;
    integer_ = banner.choose({"real", "integer"}, "values are not read") == 1;
    symmetric_ = banner.choose({"general", "symmetric"}, "matrices are not read") == 1;
    banner.end();
  }

  /// Moves to the next line with content.
  bool next_content() {
    while (lines_.next()) {
      if (!is_blank_line(lines_) && *lines_.begin() != '%') return true;
    }
    return false;
  }

  void read_size() {
    if (!next_content()) {
      lines_.fail_at(lines_.number(), "the file ends before its size line", "it follows the banner");
    }
    size_line_ = lines_.number();
    Words words(lines_.begin(), lines_.end());
    file_.rows = dimension(words.next(), words, "the number of rows");
    const std::string_view second = words.next();
    file_.columns = dimension(second, words, "the number of columns");
    if (symmetric_ && file_.rows != file_.columns) {
      lines_.fail({second.data(),
                   fmt::format("a symmetric matrix has {} rows but {} columns", file_.rows, file_.columns),
                   "correct the size line or the banner"});
    }
    if (array_) {
      declared_ = symmetric_ ? file_.rows * (file_.rows + 1) / 2 : file_.rows * file_.columns;
    } else {
      lines_.check(parse_count(words.next(), lines_.end(), "the number of entries", declared_));
    }
    if (!words.done()) {
      lines_.fail({words.position(), "text follows the size of the matrix",
                   array_ ? "an array file has the size line 'rows columns'"
                          : "a coordinate file has the size line 'rows columns entries'"});
    }
  }

  /// `word`, the last one taken of `words`, as the number of rows or columns.
  std::uint64_t dimension(std::string_view word, const Words& words, std::string_view what) {
    std::uint64_t size = 0;
    lines_.check(parse_count(word, words.position(), what, size));
    if (size == 0 || size >= dimension_limit) {
      lines_.fail({word.data(), fmt::format("{} is {}", what, size), "it must be from 1 to 2^32-1"});
    }
    return size;
  }

  double value(Words& words) {
    const std::string_view word = words.next();
    double number = 0.0;
    lines_.check(parse_value(word, words.position(), number));
    if (integer_ && !is_integer(word)) {
      lines_.fail({word.data(), fmt::format("'{}' is not an integer", excerpt(word)),
                   "the banner declares integers"});
    }
    if (integer_ && std::abs(number) > exact_integer_limit) {
      lines_.fail(
          {word.data(), fmt::format("{} is not exact as a double", excerpt(word)), "integers go up to 2^53"});
    }
    return number;
  }

  void check_count(std::uint64_t seen) const {
    if (seen >= declared_) return;
    lines_.fail_at(size_line_,
                   fmt::format("the size line asks for {}, but the file holds {}",
                               counted(declared_, "value", "values"), seen),
                   "the file is cut off, or the size line is wrong");
  }

  void check_room(std::uint64_t seen, const char* at) const {
    if (seen < declared_) return;
    lines_.fail({at,
                 fmt::format("the size line asks for {}, and this is one more",
                             counted(declared_, "value", "values")),
                 "correct the size line"});
  }

  void read_array() {
    std::vector<double> stored;
    while (next_content()) {
      for (Words words(lines_.begin(), lines_.end()); !words.done();) {
        check_room(stored.size(), words.position());
        stored.push_back(value(words));
      }
    }
    check_count(stored.size());
    if (!symmetric_) {
      file_.values = std::move(stored);
      return;
    }
    const std::uint64_t n = file_.rows;
    file_.values.resize(n * n);
    auto next = stored.begin();
    for (std::uint64_t j = 0; j < n; ++j) {
      for (std::uint64_t i = j; i < n; ++i, ++next) file_.values[j * n + i] = file_.values[i * n + j] = *next;
    }
  }

  void read_coordinates() {
    std::uint64_t seen = 0;
    while (next_content()) {
      check_room(seen, lines_.begin());
      ++seen;
      Words words(lines_.begin(), lines_.end());
      const std::uint64_t row = index(words, "row", file_.rows);
      const std::uint64_t column = index(words, "column", file_.columns);
      if (symmetric_ && column > row) {
        lines_.fail({lines_.begin(), fmt::format("entry {} {} lies above the diagonal", row, column),
                     "a symmetric file stores entries on and below the diagonal"});
      }
      const double number = value(words);
      if (!words.done()) {
        lines_.fail({words.position(), "text follows the entry", "an entry is 'row column value'"});
      }
      add(row, column, number);
      if (symmetric_ && row != column) add(column, row, number);
    }
    check_count(seen);
    if (file_.rows + file_.columns > ReadTrust{}.vertices && (file_.rows + file_.columns) / 256 > seen) {
      lines_.fail_at(size_line_,
                     fmt::format("{} x {} is declared for {}", file_.rows, file_.columns,
                                 counted(seen, "entry", "entries")),
                     "leave out empty rows and columns");
    }
  }

  std::uint64_t index(Words& words, std::string_view what, std::uint64_t size) {
    const std::string_view word = words.next();
    std::uint64_t number = 0;
    lines_.check(parse_count(word, words.position(), fmt::format("the {}", what), number));
    if (number == 0 || number > size) {
      lines_.fail({word.data(), fmt::format("{} {} does not exist", what, number),
                   fmt::format("{}s are numbered from 1 to {}, as declared", what, size)});
    }
    return number;
  }

  void add(std::uint64_t row, std::uint64_t column, double number) {
    file_.entries.push_back(
        {static_cast<std::uint32_t>(row - 1), static_cast<std::uint32_t>(column - 1), number});
  }

  LineReader lines_;
  MatrixFile file_;
  bool array_ = false;
  bool integer_ = false;
  bool symmetric_ = false;
  std::uint64_t declared_ = 0;
  std::uint64_t size_line_ = 0;
};

}  // namespace

MatrixFile read_matrix_market_values(CompressedInput& input, const RunContext& run) {
  return ValuesReader(input, run).read();
}

}  // namespace lode::detail
