#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>

#include "io/formats/declared_graph.hpp"
#include "io/matrix/readers.hpp"
#include "io/stream/file_names.hpp"

// Matrix Market files as graphs and as matrices.
// Source: R. F. Boisvert, R. Pozo, K. A. Remington, The Matrix Market exchange formats, NISTIR 5935, 1996.

namespace lode::detail {
namespace {

constexpr auto banner_remedy =
    "the first line reads: %%MatrixMarket matrix coordinate|array pattern|integer|real general|symmetric";

/// The banner and the size line, read by the constructor, and the entries.
class MarketReader {
 public:
  enum class Kind { pattern, integer, real };

  /// Errors: InputError for a banner that names a complex, hermitian or skew-symmetric matrix, and for sizes
  ///         beyond 32 bits.
  explicit MarketReader(const GraphInput& input) : lines(input.text, &input.run) {
    if (!lines.next() || lines.peek() != '%') {
      lines.fail_at(1, "the %%MatrixMarket banner is missing",
                    "read it with option 'format' edges if it is an edge list", 1);
    }
    choose({matrix_market_magic}, "is not the Matrix Market banner");
    choose({"matrix"}, "is not a matrix");
    is_array = choose({"coordinate", "array"}, "is not a form of storage") == 1;
    kind = static_cast<Kind>(choose({"pattern", "integer", "real"}, "entries are not read"));
    symmetric = choose({"general", "symmetric"}, "matrices are not read") == 1;
    lines.end_line("text follows the banner", banner_remedy);
    read_size();
  }

  NumberReader lines;
  bool is_array = false, symmetric = false;
  Kind kind = Kind::real;
  std::uint64_t rows = 0, columns = 0, size_line = 0;
  std::uint64_t declared = 0, entries = 0, comment_lines = 0;

  /// Calls take(row, column, value) for every entry, from 0; `parse(word, value)` reads values. Errors:
  /// InputError for an entry outside the matrix or above the diagonal of a symmetric matrix, and for a wrong
  /// number of entries.
  template <class Parse, class Take>
  void for_each_entry(const Parse& parse, const Take& take) {
    while (next()) {
      count_entry();
      const std::uint64_t row = lines.index(rows, "row");
      const std::uint64_t column = lines.index(columns, "column");
      if (symmetric && column > row) {
        lines.fail({lines.begin(), fmt::format("entry {} {} lies above the diagonal", row, column),
                    "a symmetric file stores entries on and below the diagonal; the banner of this one may "
                    "have to be 'general'"});
      }
      const double value = kind == Kind::pattern ? 1.0 : this->value(parse);
      lines.end_line("text follows the entry", kind == Kind::pattern ? "an entry of a pattern is 'row column'"
                                                                     : "an entry is 'row column value'");
      take(static_cast<Vertex>(row - 1), static_cast<Vertex>(column - 1), value);
    }
    check_count();
  }

  /// All values of an array, column by column; a symmetric file holds the lower triangle.
  std::vector<double> array() {
    std::vector<double> stored;
    while (next()) {
      while (!lines.done()) {
        count_entry();
        stored.push_back(value(parse_value));
      }
    }
    check_count();
    if (!symmetric) return stored;
    std::vector<double> values(rows * rows);
    auto at = stored.begin();
    for (std::uint64_t j = 0; j < rows; ++j) {
      for (std::uint64_t i = j; i < rows; ++i, ++at) values[j * rows + i] = values[i * rows + j] = *at;
    }
    return values;
  }

 private:
  /// The index of the banner's next word among the known words.
  std::size_t choose(std::initializer_list<std::string_view> known, std::string_view problem) {
    const std::string_view word = lines.word();
    const auto found = std::ranges::find_if(
        known, [&](std::string_view candidate) { return equal_ignoring_case(word, candidate); });
    if (found != known.end()) return static_cast<std::size_t>(found - known.begin());
    lines.fail_at_word(
        word, word.empty() ? "the banner is incomplete" : fmt::format("'{}' {}", excerpt(word), problem),
        banner_remedy);
  }

  void read_size() {
    if (!next()) {
      lines.fail_at(lines.number(), "the file ends before its size line",
                    "a line 'rows columns entries' follows the banner");
    }
    size_line = lines.number();
    rows = lines.size("rows");
    columns = lines.size("columns");
    declared = !is_array   ? lines.count("the number of entries")
               : symmetric ? rows * (rows + 1) / 2
                           : rows * columns;
    lines.end_line("text follows the size of the matrix",
                   is_array ? "an array file has the size line 'rows columns'"
                            : "a coordinate file has the size line 'rows columns entries'");
    if (!symmetric || rows == columns) return;
    lines.fail_at(size_line, fmt::format("a symmetric matrix has {} rows but {} columns", rows, columns),
                  "correct the size line or the banner");
  }

  /// Moves to the next line that is neither blank nor a comment.
  bool next() {
    while (lines.next()) {
      const char first = lines.peek();
      if (first != '\0' && first != '%') return true;
      comment_lines += first == '%';
    }
    return false;
  }

  template <class Parse>
  double value(const Parse& parse) {
    const std::string_view word = lines.word();
    if (word.empty()) lines.fail_at_word(word, "the entry has no value", "an entry is 'row column value'");
    if (kind == Kind::integer && !is_integer(word)) {
      lines.fail_at_word(word, fmt::format("'{}' is not an integer", excerpt(word)),
                         "the banner declares integers");
    }
    double value = 1.0;
    lines.check(parse(word, value));
    return value;
  }

  void count_entry() {
    if (++entries <= declared) return;
    lines.fail({lines.begin(),
                fmt::format("the size line declares {}, and this is one more",
                            format_plural(declared, "entry", "entries")),
                "correct the size line"});
  }
  void check_count() const {
    if (entries >= declared) return;
    lines.fail_at(size_line,
                  fmt::format("the size line declares {}, but the file holds {}",
                              format_plural(declared, "entry", "entries"), entries),
                  "the file is cut off, or the size line is wrong");
  }
};

/// True for "%%MatrixMarket" and for similar spellings of it.
bool is_matrix_market(std::string_view head) {
  head = without_byte_order_mark(head);
  const std::string_view line = take_line(head);
  return starts_ignoring_case(line, matrix_market_magic) || starts_ignoring_case(line, "%MatrixMarket");
}

MatrixFile values_of(MarketReader& reader) {
  if (reader.kind == MarketReader::Kind::pattern) {
    reader.lines.fail_at(1, "a pattern matrix holds no values", "write a real or integer matrix");
  }
  MatrixFile file;
  file.format = "Matrix Market";
  file.rows = reader.rows;
  file.columns = reader.columns;
  file.dense = reader.is_array;
  if (file.dense) {
    file.values = reader.array();
    return file;
  }
  reader.for_each_entry(parse_value, [&](std::uint32_t row, std::uint32_t column, double value) {
    file.entries.push_back({row, column, value});
    if (reader.symmetric && row != column) file.entries.push_back({column, row, value});
  });
  const std::uint64_t sides = file.rows + file.columns;
  if (sides > ReadTrust{}.vertices && sides / 256 > reader.entries) {
    reader.lines.fail_at(reader.size_line,
                         fmt::format("{} x {} is declared for {}", file.rows, file.columns,
                                     format_plural(reader.entries, "entry", "entries")),
                         "leave out empty rows and columns");
  }
  return file;
}

/// Reads a Matrix Market file as the adjacency matrix of a graph: coordinate, pattern, real or integer,
/// general or symmetric, square; or an array, which is a dense matrix (dense_graph.cpp).
///
/// Vertices: 1 ... n, all of them, with these ids, whether or not a row has entries.
/// Edges:    every stored entry off the diagonal. In a general matrix i j and j i are the two directions of
///           one edge (counted as reciprocal); a symmetric one stores an edge once, on or below the diagonal.
/// Arcs:     every stored entry of a general matrix, on the diagonal too, from its row to its column. The
///           matrix may be rectangular: the longer side gives the number of vertices.
/// Weights:  the values, with ReadOptions::weighted; otherwise they must be numbers and are ignored.
///
/// Cost:   O(bytes) on one thread, then `build_csr`; memory for the arcs and 16 bytes a vertex.
/// Errors: InputError: as MarketReader; a matrix that is not square, or symmetric with directions; weights
///         asked of a pattern; more vertices than are trusted without an edge for 256 of them.
///         InvalidArgument for options without meaning.
DeclaredGraph parse_matrix_market(const GraphInput& input, Directions directions) {
  const bool weighted = input.options.weighted;
  check_options(input.options, {.title = "Matrix Market", .weights = true});
  MarketReader reader(input);
  if (directions == Directions::kept && reader.symmetric) {
    input.fail("a symmetric matrix holds no directions",
               "read it without directions, or write it as 'general', one entry for every arc", 1);
  }
  if (reader.is_array) return declared_matrix(values_of(reader), input, directions, NumbersFrom::one);
  if (directions == Directions::ignored && reader.rows != reader.columns) {
    input.fail(fmt::format("the matrix has {} rows but {} columns", reader.rows, reader.columns),
               "the adjacency matrix of a graph is square; where rows and columns are two sides, read it as "
               "arcs (--sides columns)",
               reader.size_line);
  }
  const bool pattern = reader.kind == MarketReader::Kind::pattern;
  if (weighted && pattern && reader.declared > 0)
    input.fail("a pattern matrix holds no weights", "read it without weights", 1);
  const auto parse = [&](std::string_view word, double& weight) -> FieldProblem {
    if (weighted) return parse_weight({word.data(), word}, weight, input.options.signs);
    if (is_number(word)) return {};
    return {word.data(), fmt::format("'{}' is not a number", excerpt(word)),
            "an entry is 'row column value'"};
  };
  DeclaredGraph graph{.arcs = ArcCollector(weighted), .vertices = std::max(reader.rows, reader.columns)};
  reader.for_each_entry(parse,
                        [&](Vertex row, Vertex column, double value) { graph.arcs.add(row, column, value); });
  check_isolated(input, reader.size_line, graph.vertices, graph.arcs.count());
  graph.names = names_from_one(graph.vertices);
  InputReport& report = graph.report;
  report.format = "Matrix Market";
  report.lines = reader.lines.number();
  report.comment_lines = reader.comment_lines;
  report.edge_lines = graph.arcs.count();
  if (!pattern && !weighted) report.notes.push_back("entry values ignored");
  if (directions == Directions::kept)
    report.shape = {static_cast<Vertex>(reader.rows), static_cast<Vertex>(reader.columns)};
  if (reader.rows != reader.columns) {
    report.notes.push_back(fmt::format("{} and {}: what is called alike in both is one vertex",
                                       format_plural(reader.rows, "row", "rows"),
                                       format_plural(reader.columns, "column", "columns")));
  }
  return graph;
}

/// "%%MatrixMarket matrix coordinate pattern|integer|real symmetric", the comment, "n n m", and the entries
/// "i j" or "i j weight" below the diagonal, column by column, numbered from 1.
void write_matrix_market(const Graph& graph, const WriteOptions& options, TextPieces& out) {
  const std::string_view field = !graph.weighted() ? "pattern" : graph.integral() ? "integer" : "real";
  out.put("%%MatrixMarket matrix coordinate ", field, " symmetric\n", comment_lines("% ", options.comment));
  out.put(graph.num_vertices(), ' ', graph.num_vertices(), ' ', graph.num_edges(), '\n');
  for_each_edge(graph, [&](Vertex u, Vertex v, Weight weight) {
    out.put(v + EdgeCount{1}, ' ', u + EdgeCount{1});
    if (graph.weighted()) out.put(' ', weight);
    out.put('\n');
  });
}

}  // namespace

MatrixFile read_matrix_market_values(const GraphInput& input) {
  MarketReader reader(input);
  return values_of(reader);
}

extern constinit const Format matrix_market_format = {
    .name = "mtx",
    .title = "Matrix Market",
    .extensions = {".mtx", ".mm"},
    .recognise = is_matrix_market,
    .read = read_declared<parse_matrix_market>,
    .read_arcs = read_declared_arcs<parse_matrix_market>,
    .writer = {.write = write_matrix_market, .names = HeldNames::none},
};

}  // namespace lode::detail
