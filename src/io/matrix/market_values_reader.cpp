#include <cstdint>

#include <fmt/format.h>

#include <lode/core/error.hpp>

#include "io/formats/declared_graph.hpp"
#include "io/formats/format.hpp"
#include "io/formats/matrix_market_text.hpp"
#include "io/matrix/readers.hpp"
#include "io/text/line_reader.hpp"

namespace lode::detail {
namespace {

enum Storage : std::size_t { coordinates, array };

constexpr std::string_view value_storages[] = {"coordinate", "array"};
constexpr std::string_view value_fields[] = {"real", "integer"};
constexpr MatrixMarketText::Accepted values_banner = {
    .storages = value_storages,
    .fields = value_fields,
    .not_a_matrix = "is not a matrix",
    .not_a_storage = "is not a form of storage",
    .not_a_field = "values are not read",
    .not_a_symmetry = "matrices are not read",
    .remedy = "the first line reads: %%MatrixMarket matrix array|coordinate real|integer general|symmetric"};

class ValuesReader {
 public:
  ValuesReader(CompressedInput& input, const RunContext& run) : text_(input, run, values_banner) {}

  MatrixFile read() {
    read_size();
    file_.format = "Matrix Market";
    file_.dense = text_.storage() == Storage::array;
    file_.dense ? read_array() : read_coordinates();
    return std::move(file_);
  }

 private:
  const LineReader& lines() const { return text_.lines(); }

  void read_size() {
    Words words = text_.size_words();
    file_.rows = dimension(words.next(), words, "the number of rows");
    const std::string_view second = words.next();
    file_.columns = dimension(second, words, "the number of columns");
    if (text_.symmetric() && file_.rows != file_.columns) {
      lines().fail({second.data(),
                    fmt::format("a symmetric matrix has {} rows but {} columns", file_.rows, file_.columns),
                    "correct the size line or the banner"});
    }
    if (text_.storage() == Storage::array) {
      text_.declare(text_.symmetric() ? file_.rows * (file_.rows + 1) / 2 : file_.rows * file_.columns, words,
                    "an array file has the size line 'rows columns'");
      return;
    }
    std::uint64_t entries = 0;
    lines().check(parse_count(words.next(), lines().end(), "the number of entries", entries));
    text_.declare(entries, words, "a coordinate file has the size line 'rows columns entries'");
  }

  /// `word`, the last one taken of `words`, as the number of rows or columns.
  std::uint64_t dimension(std::string_view word, const Words& words, std::string_view what) {
    std::uint64_t size = 0;
    lines().check(parse_count(word, words.position(), what, size));
    if (size == 0 || size >= dimension_limit) {
      lines().fail({word.data(), fmt::format("{} is {}", what, size), "it must be from 1 to 2^32-1"});
    }
    return size;
  }

  double value(Words& words) {
    const std::string_view word = words.next();
    double number = 0.0;
    lines().check(parse_value(word, words.position(), number));
    if (text_.field() == 1 && !is_integer(word)) {
      lines().fail({word.data(), fmt::format("'{}' is not an integer", excerpt(word)),
                    "the banner declares integers"});
    }
    return number;
  }

  void read_array() {
    std::vector<double> stored;
    while (text_.next()) {
      for (Words words(lines().begin(), lines().end()); !words.done();) {
        if (!text_.count()) lines().fail(text_.one_too_many(words.position()));
        stored.push_back(value(words));
      }
    }
    text_.check_count();
    if (!text_.symmetric()) {
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
    while (text_.next()) {
      if (!text_.count()) lines().fail(text_.one_too_many(lines().begin()));
      Words words(lines().begin(), lines().end());
      const std::uint64_t row = index(words, "row", file_.rows);
      const std::uint64_t column = index(words, "column", file_.columns);
      if (text_.symmetric() && column > row) lines().fail(text_.above_diagonal(row, column));
      const double number = value(words);
      if (!words.done()) {
        lines().fail({words.position(), "text follows the entry", "an entry is 'row column value'"});
      }
      add(row, column, number);
      if (text_.symmetric() && row != column) add(column, row, number);
    }
    text_.check_count();
    const std::uint64_t seen = text_.entries();
    if (file_.rows + file_.columns > ReadTrust{}.vertices && (file_.rows + file_.columns) / 256 > seen) {
      lines().fail_at(text_.size_line(),
                      fmt::format("{} x {} is declared for {}", file_.rows, file_.columns,
                                  format_plural(seen, "entry", "entries")),
                      "leave out empty rows and columns");
    }
  }

  std::uint64_t index(Words& words, std::string_view what, std::uint64_t size) {
    const std::string_view word = words.next();
    std::uint64_t number = 0;
    lines().check(parse_count(word, words.position(), fmt::format("the {}", what), number));
    if (number == 0 || number > size) {
      lines().fail({word.data(), fmt::format("{} {} does not exist", what, number),
                    fmt::format("{}s are numbered from 1 to {}, as declared", what, size)});
    }
    return number;
  }

  void add(std::uint64_t row, std::uint64_t column, double number) {
    file_.entries.push_back(
        {static_cast<std::uint32_t>(row - 1), static_cast<std::uint32_t>(column - 1), number});
  }

  MatrixMarketText text_;
  MatrixFile file_;
};

}  // namespace

MatrixFile read_matrix_market_values(CompressedInput& input, const RunContext& run) {
  return ValuesReader(input, run).read();
}

}  // namespace lode::detail
