#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>

#include "io/formats/declared_graph.hpp"
#include "io/formats/format.hpp"
#include "io/matrix/readers.hpp"
#include "io/text/file_names.hpp"
#include "io/text/line_reader.hpp"
#include "io/text/pieces.hpp"

// Matrix Market files as graphs and as matrices.
// Source: R. F. Boisvert, R. Pozo, K. A. Remington, The Matrix Market exchange formats, NISTIR 5935, 1996.

namespace lode::detail {
namespace {

constexpr auto market_banner_remedy =
    "the first line reads: %%MatrixMarket matrix coordinate|array pattern|integer|real general|symmetric";

enum class Values { pattern, integer, real };

/// One entry as it stands in the file; indices from 1.
struct Entry {
  std::uint64_t row = 0, column = 0;
  double value = 1.0;
};

/// The banner and the size line, which are read when this is made, and the entries.
class MarketReader {
 public:
  /// Errors: InputError for a banner that names a complex, hermitian or skew-symmetric matrix, and for sizes
  ///         beyond 32 bits.
  MarketReader(CompressedInput& input, const RunContext& run) : lines(input, run) {
    if (!lines.next()) throw InternalError("a text has a first line");
    Words words(lines.begin(), lines.end());
    if (words.done() || *words.position() != '%') {
      lines.fail({lines.begin(), "the %%MatrixMarket banner is missing",
                  "read it with option 'format' edges if it is an edge list"});
    }
    choose(words, {matrix_market_magic}, "is not the Matrix Market banner");
    choose(words, {"matrix"}, "is not a matrix");
    is_array = choose(words, {"coordinate", "array"}, "is not a form of storage") == 1;
    kind = static_cast<Values>(choose(words, {"pattern", "integer", "real"}, "entries are not read"));
    symmetric = choose(words, {"general", "symmetric"}, "matrices are not read") == 1;
    if (!words.done()) lines.fail({words.position(), "text follows the banner", market_banner_remedy});
    read_size();
  }

  LineReader lines;
  bool is_array = false, symmetric = false;
  Values kind = Values::real;
  std::uint64_t rows = 0, columns = 0, size_line = 0;
  std::string_view columns_word;  ///< in the size line, until the next line is read
  std::uint64_t declared = 0, entries = 0, comment_lines = 0, bad_lines = 0;

  /// Calls take(entry) for every good entry; `parse(word, value)` reads values. Errors: InputError for an
  /// entry outside the matrix or above the diagonal of a symmetric one, unless `lenient`, and for a number of
  /// entries other than the one declared.
  template <class Parse, class Take>
  void for_each_entry(bool lenient, const Parse& parse, const Take& take) {
    Entry entry;
    while (next()) {
      const FieldProblem problem = ++entries > declared ? one_too_many() : parse_entry(entry, parse);
      if (problem && !lenient) lines.fail(problem);
      if (problem) {
        ++bad_lines;
      } else {
        take(entry);
      }
    }
    check_count();
  }

  /// All values of an array, column by column, of which a symmetric file holds the lower triangle.
  std::vector<double> array() {
    std::vector<double> stored;
    while (next()) {
      for (Words words(lines.begin(), lines.end()); !words.done(); ++entries) {
        if (entries == declared) lines.fail(one_too_many());
        lines.check(parse_value_of_kind(words.next(), stored.emplace_back(), parse_value));
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
  /// The place of the next word of the banner among those known.
  std::size_t choose(Words& words, std::initializer_list<std::string_view> known,
                     std::string_view problem) const {
    const std::string_view word = words.next();
    const auto found = std::ranges::find_if(
        known, [&](std::string_view candidate) { return equal_ignoring_case(word, candidate); });
    if (found != known.end()) return static_cast<std::size_t>(found - known.begin());
    if (word.empty()) lines.fail({lines.end(), "the banner is incomplete", market_banner_remedy});
    lines.fail({word.data(), fmt::format("'{}' {}", excerpt(word), problem), market_banner_remedy});
  }

  void read_size() {
    if (!next()) {
      lines.fail_at(lines.number(), "the file ends before its size line",
                    "a line 'rows columns entries' follows the banner");
    }
    size_line = lines.number();
    Words words(lines.begin(), lines.end());
    for (const auto& [size, what] :
         {std::pair(&rows, "the number of rows"), std::pair(&columns, "the number of columns")}) {
      const std::string_view word = words.next();
      lines.check(parse_count(word, words.position(), what, *size));
      columns_word = word;
      if (*size > 0 && *size < no_vertex) continue;
      lines.fail({word.data(), fmt::format("{} is {}", what, *size), "it must be from 1 to 2^32-2"});
    }
    if (is_array) {
      declared = symmetric ? rows * (rows + 1) / 2 : rows * columns;
    } else {
      lines.check(parse_count(words.next(), lines.end(), "the number of entries", declared));
    }
    if (!words.done()) {
      lines.fail({words.position(), "text follows the size of the matrix",
                  is_array ? "an array file has the size line 'rows columns'"
                           : "a coordinate file has the size line 'rows columns entries'"});
    }
    if (!symmetric || rows == columns) return;
    lines.fail({columns_word.data(),
                fmt::format("a symmetric matrix has {} rows but {} columns", rows, columns),
                "correct the size line or the banner"});
  }

  /// Moves to the next line that is neither blank nor a comment.
  bool next() {
    while (lines.next()) {
      Words words(lines.begin(), lines.end());
      if (words.done()) continue;
      if (*words.position() != '%') return true;
      ++comment_lines;
    }
    return false;
  }

  template <class Parse>
  FieldProblem parse_entry(Entry& entry, const Parse& parse) const {
    Words words(lines.begin(), lines.end());
    if (auto problem = take_index(words, rows, entry.row, "row")) return problem;
    if (auto problem = take_index(words, columns, entry.column, "column")) return problem;
    if (symmetric && entry.column > entry.row) {
      return {
          lines.begin(), fmt::format("entry {} {} lies above the diagonal", entry.row, entry.column),
          "a symmetric file stores entries on and below the diagonal; the banner of this one may have to be "
          "'general'"};
    }
    if (kind != Values::pattern) {
      if (auto problem = parse_value_of_kind(words.next(), entry.value, parse)) return problem;
    }
    if (words.done()) return {};
    return {
        words.position(), "text follows the entry",
        kind == Values::pattern ? "an entry of a pattern is 'row column'" : "an entry is 'row column value'"};
  }

  template <class Parse>
  FieldProblem parse_value_of_kind(std::string_view word, double& value, const Parse& parse) const {
    if (word.empty()) return {lines.end(), "the entry has no value", "an entry is 'row column value'"};
    if (kind != Values::integer || is_integer(word)) return parse(word, value);
    return {word.data(), fmt::format("'{}' is not an integer", excerpt(word)),
            "the banner declares integers"};
  }

  FieldProblem one_too_many() const {
    return {lines.begin(),
            fmt::format("the size line declares {}, and this is one more",
                        format_plural(declared, "entry", "entries")),
            "correct the size line"};
  }
  void check_count() const {
    if (entries >= declared) return;
    lines.fail_at(size_line,
                  fmt::format("the size line declares {}, but the file holds {}",
                              format_plural(declared, "entry", "entries"), entries),
                  "the file is cut off, or the size line is wrong");
  }
};

/// "%%MatrixMarket", and what comes so close that it must be meant.
bool is_matrix_market(std::string_view head) {
  head = without_byte_order_mark(head);
  const std::string_view line = take_line(head);
  return starts_ignoring_case(line, matrix_market_magic) || starts_ignoring_case(line, "%MatrixMarket");
}

MatrixFile values_of(MarketReader& reader) {
  if (reader.kind == Values::pattern) {
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
  reader.for_each_entry(false, parse_value, [&](const Entry& entry) {
    const auto row = static_cast<std::uint32_t>(entry.row - 1);
    const auto column = static_cast<std::uint32_t>(entry.column - 1);
    file.entries.push_back({row, column, entry.value});
    if (reader.symmetric && row != column) file.entries.push_back({column, row, entry.value});
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

/// All entries as arcs between as many vertices as the longer side has.
ArcCollector arcs_of(MarketReader& reader, const CompressedInput& input, const ReadOptions& options,
                     const ReadTrust& trust, InputReport& report) {
  if (options.weighted && reader.kind == Values::pattern && reader.declared > 0) {
    reader.lines.fail_at(1, "a pattern matrix holds no weights", "read it without weights");
  }
  const auto parse = [&](std::string_view word, double& weight) -> FieldProblem {
    if (options.weighted) return parse_weight({word.data(), word}, weight, options.signs);
    if (is_number(word)) return {};
    return {word.data(), fmt::format("'{}' is not a number", excerpt(word)),
            "an entry is 'row column value'"};
  };
  ArcCollector arcs(options.weighted);
  reader.for_each_entry(options.lenient, parse, [&](const Entry& entry) {
    arcs.add(static_cast<Vertex>(entry.row - 1), static_cast<Vertex>(entry.column - 1), entry.value);
  });
  check_isolated(input, reader.size_line, std::max(reader.rows, reader.columns), arcs.count(),
                 trust.vertices);
  report.format = "Matrix Market";
  report.lines = reader.lines.number();
  report.comment_lines = reader.comment_lines;
  report.edge_lines = arcs.count();
  report.bad_lines_skipped = reader.bad_lines;
  if (reader.kind != Values::pattern && !options.weighted) report.notes.push_back("entry values ignored");
  return arcs;
}

/// Reads a Matrix Market file as the adjacency matrix of a graph: coordinate, pattern, real or integer,
/// general or symmetric, square; or an array, which is a dense matrix (dense_graph.cpp).
///
/// Vertices: 1 ... n, all of them, whether or not a row has entries; so they are called.
/// Edges:    every stored entry, off the diagonal. In a general matrix i j and j i are the two directions of
///           one edge (counted as reciprocal); a symmetric one stores an edge once, on or below the diagonal.
/// Weights:  the values, with ReadOptions::weighted; otherwise they must be numbers and are ignored.
/// Lenient:  bad entries are skipped and counted; they count as entries of the size line.
///
/// Cost:   O(bytes) on one thread, then `build_csr`; memory for the arcs and 16 bytes a vertex.
/// Errors: InputError: those of MarketReader; a matrix that is not square; weights asked of a pattern; more
///         vertices than are trusted without an edge for 256 of them. InvalidArgument for options without
///         meaning.
LoadedGraph read_matrix_market(CompressedInput& input, const ReadOptions& options, const RunContext& run,
                               const ReadTrust& trust) {
  MarketReader reader(input, run);
  check_options(options, {.title = "Matrix Market", .weights = true, .lenient = !reader.is_array});
  if (reader.is_array) return graph_of_matrix(values_of(reader), input, options, names_from_one(reader.rows));
  if (reader.rows != reader.columns) {
    reader.lines.fail({reader.columns_word.data(),
                       fmt::format("the matrix has {} rows but {} columns", reader.rows, reader.columns),
                       "the adjacency matrix of a graph is square; where rows and columns are two sides, "
                       "read it as arcs (--sides columns)"});
  }
  InputReport report;
  ArcCollector arcs = arcs_of(reader, input, options, trust, report);
  return assemble(input, std::move(report), std::move(arcs), reader.rows, names_from_one(reader.rows),
                  options.merge, run,
                  [&](Vertex u, Vertex v) { return lines_of_pair(input, "", u, v, run); });
}

/// The same for directed graphs: a stored entry, on the diagonal too, is an arc from its row to its column.
/// The matrix may have more rows than columns, or fewer: there are as many vertices as the longer side has.
/// Errors: also InputError for a symmetric matrix, and for an array.
LoadedArcs read_matrix_market_arcs(CompressedInput& input, const ReadOptions& options, const RunContext& run,
                                   const ReadTrust& trust) {
  check_options(options, {.title = "Matrix Market", .weights = true, .lenient = true});
  MarketReader reader(input, run);
  if (reader.symmetric || reader.is_array) {
    reader.lines.fail_at(
        1, fmt::format("{} holds no directions", reader.is_array ? "an array" : "a symmetric matrix"),
        "read it without directions, or write a 'coordinate' matrix as 'general', one entry for every arc");
  }
  InputReport report;
  ArcCollector arcs = arcs_of(reader, input, options, trust, report);
  report.shape = {static_cast<Vertex>(reader.rows), static_cast<Vertex>(reader.columns)};
  if (reader.rows != reader.columns) {
    report.notes.push_back(fmt::format("{} and {}: what is called alike in both is one vertex",
                                       format_plural(reader.rows, "row", "rows"),
                                       format_plural(reader.columns, "column", "columns")));
  }
  const std::uint64_t n = std::max(reader.rows, reader.columns);
  return assemble_arcs(input, std::move(report), std::move(arcs), n, names_from_one(n), run);
}

/// "%%MatrixMarket matrix coordinate pattern|integer|real symmetric", the comment, "n n m", and the entries
/// "i j" or "i j weight" below the diagonal, row by row, numbered from 1.
void write_matrix_market(const Graph& graph, const WriteOptions& options, const TextSink& sink) {
  TextPieces out(sink);
  const std::string_view field = !graph.weighted() ? "pattern" : graph.integral() ? "integer" : "real";
  out.put("%%MatrixMarket matrix coordinate ", field, " symmetric\n", comment_lines("% ", options.comment));
  out.put(graph.num_vertices(), ' ', graph.num_vertices(), ' ', graph.num_edges(), '\n');
  for (Vertex u = 0; u < graph.num_vertices(); ++u) {
    graph.for_each_neighbor(u, [&](Vertex v, Weight weight) {
      if (v > u) return;
      out.put(u + EdgeCount{1}, ' ', v + EdgeCount{1});
      if (graph.weighted()) out.put(' ', weight);
      out.put('\n');
    });
  }
  out.flush();
}

}  // namespace

MatrixFile read_matrix_market_values(CompressedInput& input, const RunContext& run) {
  MarketReader reader(input, run);
  return values_of(reader);
}

extern constinit const Format matrix_market_format = {
    .name = "mtx",
    .title = "Matrix Market",
    .extensions = {".mtx", ".mm"},
    .doubtful_extension = ".mtx",
    .recognise = is_matrix_market,
    .read = read_matrix_market,
    .read_arcs = read_matrix_market_arcs,
    .writer = {.write = write_matrix_market, .names = HeldNames::none},
};

}  // namespace lode::detail
