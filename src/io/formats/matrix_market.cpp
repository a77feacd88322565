#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>

#include "io/formats/declared_graph.hpp"
#include "io/formats/format.hpp"
#include "io/formats/matrix_market_banner.hpp"
#include "io/text/file_names.hpp"
#include "io/text/head_lines.hpp"
#include "io/text/line_reader.hpp"
#include "io/text/text_pieces.hpp"

namespace lode::detail {
namespace {

/// "%%MatrixMarket", and what comes so close that it must be meant.
bool is_matrix_market(std::string_view head) {
  head = without_byte_order_mark(head);
  const std::string_view line = take_line(head);
  return starts_ignoring_case(line, "%%MatrixMarket") || starts_ignoring_case(line, "%MatrixMarket");
}

enum class Values { pattern, integer, real };

struct Banner {
  Values values = Values::pattern;
  bool symmetric = false;
};

constexpr auto banner_remedy =
    "the first line reads: %%MatrixMarket matrix coordinate pattern|real|integer general|symmetric";

/// One entry as it stands in the file; indices from 1.
struct Entry {
  std::uint64_t row = 0, column = 0;
  Weight weight = 1.0;
};

class MatrixMarketReader {
 public:
  MatrixMarketReader(CompressedInput& input, const ReadOptions& options, const RunContext& run)
      : options_(options), lines_(input, run) {}

  void read_head() {
    if (!lines_.next()) throw InternalError("a text has a first line");
    read_banner();
    read_size();
    if (options_.weighted && banner_.values == Values::pattern) {
      lines_.fail_at(1, "a pattern matrix holds no weights", "read it without option 'weighted'");
    }
  }

  /// Calls take(entry) for every good entry, then checks their number.
  template <class Take>
  void for_each_entry(Take&& take) {
    Entry entry;
    std::uint64_t seen = 0;
    while (lines_.next()) {
      const char* const begin = lines_.begin();
      if (take_comment() || is_blank_line(lines_)) continue;
      FieldProblem problem;
      if (++seen > entries_) {
        problem = {begin,
                   fmt::format("the size line declares {}, and this is one more",
                               counted(entries_, "entry", "entries")),
                   "correct the size line"};
      } else {
        problem = parse_entry(entry);
      }
      if (!problem) {
        ++report_.edge_lines;
        take(entry);
      } else if (options_.lenient) {
        ++report_.bad_lines_skipped;
      } else {
        lines_.fail(problem);
      }
    }
    report_.lines = lines_.number();
    if (seen < entries_) {
      lines_.fail_at(size_line_,
                     fmt::format("the size line declares {}, but the file holds {}",
                                 counted(entries_, "entry", "entries"), seen),
                     "the file is cut off, or the size line is wrong");
    }
  }

  std::uint64_t line() const { return lines_.number(); }
  std::uint64_t size_line() const { return size_line_; }
  std::uint64_t n() const { return n_; }
  InputReport take_report() {
    report_.format = "Matrix Market";
    if (banner_.values != Values::pattern && !options_.weighted)
      report_.notes.push_back("entry values ignored");
    return std::move(report_);
  }

 private:
  /// True for a line that begins with '%', perhaps behind blanks, and counts it.
  bool take_comment() {
    const char* p = lines_.begin();
    while (p < lines_.end() && is_blank(*p)) ++p;
    const bool comment = p < lines_.end() && *p == '%';
    report_.comment_lines += comment;
    return comment;
  }

  void read_banner() {
    BannerWords banner(lines_, banner_remedy);
    banner.expect("%%MatrixMarket", "is not the Matrix Market banner");
    banner.expect("matrix", "is not a matrix, and lode reads only matrices");
    banner.expect("coordinate", "is not the coordinate form, the only one lode reads");
    banner_.values = static_cast<Values>(
        banner.choose({"pattern", "integer", "real"}, "entries cannot be weights of edges"));
    banner_.symmetric =
        banner.choose({"general", "symmetric"}, "matrices are not adjacency matrices of graphs") == 1;
    banner.end();
  }

  void read_size() {
    do {
      if (!lines_.next()) {
        lines_.fail_at(lines_.number(), "the file ends before its size line",
                       "a line 'rows columns entries' follows the banner");
      }
    } while (take_comment() || is_blank_line(lines_));
    size_line_ = lines_.number();
    Words words(lines_.begin(), lines_.end());
    std::uint64_t columns = 0;
    lines_.check(parse_vertex_count(words.next(), lines_.end(), n_));
    const std::string_view second = words.next();
    lines_.check(parse_count(second, lines_.end(), "the number of columns", columns));
    if (columns != n_) {
      lines_.fail({second.data(), fmt::format("the matrix has {} rows but {} columns", n_, columns),
                   "the adjacency matrix of a graph is square"});
    }
    lines_.check(parse_count(words.next(), lines_.end(), "the number of entries", entries_));
    if (!words.done()) {
      lines_.fail({words.position(), "text follows the size of the matrix",
                   "a coordinate file has the size line 'rows columns entries'"});
    }
  }

  FieldProblem parse_entry(Entry& entry) const {
    Words words(lines_.begin(), lines_.end());
    for (std::uint64_t* index : {&entry.row, &entry.column}) {
      if (auto problem = take_index(words, n_, *index)) return problem;
    }
    if (banner_.symmetric && entry.column > entry.row) {
      return {
          lines_.begin(), fmt::format("entry {} {} lies above the diagonal", entry.row, entry.column),
          "a symmetric file stores entries on and below the diagonal; the banner of this one may have to be "
          "'general'"};
    }
    if (banner_.values != Values::pattern) {
      if (auto problem = parse_value(words.next(), entry.weight)) return problem;
    }
    if (!words.done()) {
      return {words.position(), "text follows the entry",
              banner_.values == Values::pattern ? "an entry of a pattern is 'row column'"
                                                : "an entry is 'row column value'"};
    }
    return {};
  }

  FieldProblem parse_value(std::string_view word, Weight& weight) const {
    constexpr auto remedy = "an entry of a real or integer matrix is 'row column value'";
    if (word.empty()) return {lines_.end(), "the entry has no value", remedy};
    if (banner_.values == Values::integer && !is_integer(word)) {
      return {word.data(), fmt::format("'{}' is not an integer", excerpt(word)), remedy};
    }
    if (options_.weighted) return parse_weight({word.data(), word, false, false}, weight);
    if (!is_number(word)) return {word.data(), fmt::format("'{}' is not a number", excerpt(word)), remedy};
    return {};
  }

  const ReadOptions& options_;
  LineReader lines_;
  Banner banner_;
  std::uint64_t n_ = 0;
  std::uint64_t entries_ = 0;
  std::uint64_t size_line_ = 0;
  InputReport report_;
};

PairLines find_pair(const CompressedInput& first_reading, const ReadOptions& options, const RunContext& run,
                    std::uint64_t row, std::uint64_t column) {
  PairLines lines;
  if (!first_reading.can_be_read_again()) return lines;
  CompressedInput input = first_reading.again();
  MatrixMarketReader reader(input, options, run);
  reader.read_head();
  reader.for_each_entry(
      [&](const Entry& entry) { lines.look_at(entry.row, entry.column, row, column, reader.line()); });
  return lines;
}

/// Reads a Matrix Market file as the adjacency matrix of a graph: coordinate, pattern, real or integer,
/// general or symmetric, square.
///
/// Vertices: 1 ... n, all of them, whether or not a row has entries; so they are called.
/// Edges:    every stored entry, off the diagonal. In a general matrix i j and j i are the two directions of
///           one edge (counted as reciprocal); a symmetric one stores an edge once, on or below the diagonal.
/// Weights:  the values, with ReadOptions::weighted; otherwise they must be numbers and are ignored.
/// Lenient:  bad entries are skipped and counted; they count as entries of the size line.
///
/// Cost:   O(bytes) on one thread, then `build_csr`; memory for the arcs and 16 bytes a vertex.
/// Errors: InputError: a banner that is wrong or names an array, a complex, hermitian or skew-symmetric
///         matrix; a matrix that is not square; a number of entries other than the one declared; entries
///         outside the matrix or above the diagonal of a symmetric one; weights asked of a pattern; more
///         vertices than are trusted without an edge for 256 of them. InvalidArgument for options without
///         meaning.
/// Source: R. F. Boisvert, R. Pozo, K. A. Remington, The Matrix Market exchange formats, NISTIR 5935, 1996.
LoadedGraph read_matrix_market(CompressedInput& input, const ReadOptions& options, const RunContext& run,
                               const ReadTrust& trust) {
  check_options(options, {.title = "Matrix Market", .weights = true, .lenient = true});
  MatrixMarketReader reader(input, options, run);
  reader.read_head();
  ArcCollector arcs(options.weighted);
  reader.for_each_entry([&](const Entry& entry) {
    arcs.add(static_cast<Vertex>(entry.row - 1), static_cast<Vertex>(entry.column - 1), entry.weight);
  });
  check_isolated(input, reader.size_line(), reader.n(), arcs.count(), trust.vertices);
  return assemble(input, reader.take_report(), std::move(arcs), reader.n(), names_from_one(reader.n()),
                  options.merge, run, [&](Vertex u, Vertex v) {
                    return find_pair(input, options, run, std::uint64_t{u} + 1, std::uint64_t{v} + 1);
                  });
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
    .writer = {.write = write_matrix_market, .names = HeldNames::none},
};

}  // namespace lode::detail
