#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>

#include "io/formats/declared_graph.hpp"
#include "io/formats/format.hpp"
#include "io/formats/matrix_market_text.hpp"
#include "io/matrix/readers.hpp"
#include "io/text/file_names.hpp"
#include "io/text/head_lines.hpp"
#include "io/text/line_reader.hpp"
#include "io/text/pieces.hpp"

namespace lode::detail {
namespace {

/// "%%MatrixMarket", and what comes so close that it must be meant.
bool is_matrix_market(std::string_view head) {
  head = without_byte_order_mark(head);
  const std::string_view line = take_line(head);
  return starts_ignoring_case(line, matrix_market_magic) || starts_ignoring_case(line, "%MatrixMarket");
}

enum class Values { pattern, integer, real };

constexpr std::string_view graph_storages[] = {"coordinate"};
constexpr std::string_view graph_fields[] = {"pattern", "integer", "real"};
constexpr MatrixMarketText::Accepted graph_banner = {
    .storages = graph_storages,
    .fields = graph_fields,
    .not_a_matrix = "is not a matrix, and lode reads only matrices",
    .not_a_storage = "is neither the coordinate form nor, without directions, the array form",
    .not_a_field = "entries cannot be weights of edges",
    .not_a_symmetry = "matrices are not adjacency matrices of graphs",
    .remedy =
        "the first line reads: %%MatrixMarket matrix coordinate pattern|real|integer general|symmetric"};

/// One entry as it stands in the file; indices from 1.
struct Entry {
  std::uint64_t row = 0, column = 0;
  Weight weight = 1.0;
};

constexpr FormatAbilities matrix_market_abilities = {
    .title = "Matrix Market", .weights = true, .lenient = true};

class MatrixMarketReader {
 public:
  MatrixMarketReader(CompressedInput& input, const ReadOptions& options, const RunContext& run,
                     MatrixShape shape)
      : options_(options), text_(input, run, graph_banner) {
    read_size(shape);
  }

  /// Calls take(entry) for every good entry, then checks their number.
  template <class Take>
  void for_each_entry(Take&& take) {
    Entry entry;
    while (text_.next()) {
      const FieldProblem problem = text_.count() ? parse_entry(entry) : text_.one_too_many(lines().begin());
      if (!problem) {
        ++report_.edge_lines;
        take(entry);
      } else if (options_.lenient) {
        ++report_.bad_lines_skipped;
      } else {
        lines().fail(problem);
      }
    }
    text_.check_count();
  }

  /// All entries as arcs. Errors: also InputError for more vertices than are trusted.
  ArcCollector arcs(const CompressedInput& input, const ReadTrust& trust) {
    ArcCollector arcs(options_.weighted);
    for_each_entry([&](const Entry& entry) {
      arcs.add(static_cast<Vertex>(entry.row - 1), static_cast<Vertex>(entry.column - 1), entry.weight);
    });
    check_isolated(input, text_.size_line(), n(), arcs.count(), trust.vertices);
    return arcs;
  }
  /// Errors: InputError for a symmetric matrix.
  void require_directions() const {
    if (!text_.symmetric()) return;
    lines().fail_at(1, "a symmetric matrix holds no directions",
                    "read it without directions, or write the matrix as 'general', one entry for every arc");
  }

  std::uint64_t n() const { return std::max(rows_, columns_); }
  InputReport take_report() {
    report_.format = "Matrix Market";
    report_.lines = lines().number();
    report_.comment_lines = text_.comment_lines();
    if (values() != Values::pattern && !options_.weighted) report_.notes.push_back("entry values ignored");
    report_.shape = {static_cast<Vertex>(rows_), static_cast<Vertex>(columns_)};
    if (auto note = note_on_shape(rows_, columns_)) report_.notes.push_back(std::move(*note));
    return std::move(report_);
  }

 private:
  const LineReader& lines() const { return text_.lines(); }
  Values values() const { return static_cast<Values>(text_.field()); }

  void read_size(MatrixShape shape) {
    Words words = text_.size_words();
    lines().check(parse_vertex_count(words.next(), lines().end(), rows_));
    const std::string_view second = words.next();
    lines().check(parse_count(second, lines().end(), "the number of columns", columns_));
    if (columns_ != rows_ && (shape == MatrixShape::square || text_.symmetric())) {
      lines().fail({second.data(), fmt::format("the matrix has {} rows but {} columns", rows_, columns_),
                    text_.symmetric() ? "a symmetric matrix is square" : square_remedy});
    }
    if (columns_ != rows_) lines().check(parse_vertex_count(second, lines().end(), columns_));
    std::uint64_t entries = 0;
    lines().check(parse_count(words.next(), lines().end(), "the number of entries", entries));
    text_.declare(entries, words, "a coordinate file has the size line 'rows columns entries'");
    if (options_.weighted && values() == Values::pattern && entries > 0) {
      lines().fail_at(1, "a pattern matrix holds no weights", "read it without weights");
    }
  }

  FieldProblem parse_entry(Entry& entry) const {
    Words words(lines().begin(), lines().end());
    if (auto problem = take_index(words, rows_, entry.row)) return problem;
    if (auto problem = take_index(words, columns_, entry.column)) return problem;
    if (text_.symmetric() && entry.column > entry.row) return text_.above_diagonal(entry.row, entry.column);
    if (values() != Values::pattern) {
      if (auto problem = parse_value(words.next(), entry.weight)) return problem;
    }
    if (!words.done()) {
      return {words.position(), "text follows the entry",
              values() == Values::pattern ? "an entry of a pattern is 'row column'"
                                          : "an entry is 'row column value'"};
    }
    return {};
  }

  FieldProblem parse_value(std::string_view word, Weight& weight) const {
    constexpr auto remedy = "an entry of a real or integer matrix is 'row column value'";
    if (word.empty()) return {lines().end(), "the entry has no value", remedy};
    if (values() == Values::integer && !is_integer(word)) {
      return {word.data(), fmt::format("'{}' is not an integer", excerpt(word)), remedy};
    }
    if (options_.weighted) return parse_weight({word.data(), word, false, false}, weight, options_.signs);
    if (!is_number(word)) return {word.data(), fmt::format("'{}' is not a number", excerpt(word)), remedy};
    return {};
  }

  const ReadOptions& options_;
  MatrixMarketText text_;
  std::uint64_t rows_ = 0, columns_ = 0;
  InputReport report_;
};

/// Reads a Matrix Market file as the adjacency matrix of a graph: coordinate, pattern, real or integer,
/// general or symmetric, square. The array form is a dense matrix (dense_graph.cpp).
///
/// Vertices: 1 ... n, all of them, whether or not a row has entries; so they are called.
/// Edges:    every stored entry, off the diagonal. In a general matrix i j and j i are the two directions of
///           one edge (counted as reciprocal); a symmetric one stores an edge once, on or below the diagonal.
/// Weights:  the values, with ReadOptions::weighted; otherwise they must be numbers and are ignored.
/// Lenient:  bad entries are skipped and counted; they count as entries of the size line.
///
/// Cost:   O(bytes) on one thread, then `build_csr`; memory for the arcs and 16 bytes a vertex.
/// Errors: InputError: a banner that is wrong or names a complex, hermitian or skew-symmetric
///         matrix; a matrix that is not square; a number of entries other than the one declared; entries
///         outside the matrix or above the diagonal of a symmetric one; weights asked of a pattern; more
///         vertices than are trusted without an edge for 256 of them. InvalidArgument for options without
///         meaning.
/// Source: R. F. Boisvert, R. Pozo, K. A. Remington, The Matrix Market exchange formats, NISTIR 5935, 1996.
LoadedGraph read_matrix_market(CompressedInput& input, const ReadOptions& options, const RunContext& run,
                               const ReadTrust& trust) {
  if (is_market_array(input.head())) return read_market_array(input, options, run);
  check_options(options, matrix_market_abilities);
  MatrixMarketReader reader(input, options, run, MatrixShape::square);
  ArcCollector arcs = reader.arcs(input, trust);
  return assemble(input, reader.take_report(), std::move(arcs), reader.n(), names_from_one(reader.n()),
                  options.merge, run,
                  [&](Vertex u, Vertex v) { return lines_of_pair(input, "", u, v, run); });
}

/// The same for directed graphs: a stored entry, on the diagonal too, is an arc from its row to its column.
/// The matrix may have more rows than columns, or fewer: there are as many vertices as the longer side has.
/// Errors: also InputError for a symmetric matrix.
LoadedArcs read_matrix_market_arcs(CompressedInput& input, const ReadOptions& options, const RunContext& run,
                                   const ReadTrust& trust) {
  check_options(options, matrix_market_abilities);
  MatrixMarketReader reader(input, options, run, MatrixShape::any);
  reader.require_directions();
  ArcCollector arcs = reader.arcs(input, trust);
  return assemble_arcs(input, reader.take_report(), std::move(arcs), reader.n(), names_from_one(reader.n()),
                       run);
}

void insist_on_banner(const CompressedInput& input) {
  if (is_matrix_market(input.head())) return;
  throw InputError({input.display_name(), 1, 1}, "the %%MatrixMarket banner is missing",
                   "read it with option 'format' edges if it is an edge list");
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

extern constinit const Format matrix_market_format = {
    .name = "mtx",
    .title = "Matrix Market",
    .extensions = {".mtx", ".mm"},
    .doubtful_extension = ".mtx",
    .recognise = is_matrix_market,
    .insist = insist_on_banner,
    .read = read_matrix_market,
    .read_arcs = read_matrix_market_arcs,
    .writer = {.write = write_matrix_market, .names = HeldNames::none},
};

}  // namespace lode::detail
