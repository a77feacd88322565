#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>

#include "io/formats/declared_graph.hpp"
#include "io/formats/dimacs_problem.hpp"
#include "io/formats/format.hpp"
#include "io/text/fields.hpp"
#include "io/text/head_lines.hpp"
#include "io/text/line_reader.hpp"
#include "io/text/text_pieces.hpp"

namespace lode::detail {
namespace {

bool is_dimacs(std::string_view head) { return begins_with_problem(head, {"edge", "edges", "col"}); }

constexpr auto line_remedy = "lines are 'c COMMENT', 'p edge VERTICES EDGES' and 'e U V'";

class DimacsReader {
 public:
  DimacsReader(CompressedInput& input, const ReadOptions& options, const RunContext& run,
               std::uint64_t on_trust)
      : input_(input), options_(options), run_(run), on_trust_(on_trust), lines_(input, run) {}

  LoadedGraph read() {
    while (lines_.next()) read_line();
    report_.format = "DIMACS";
    report_.lines = lines_.number();
    if (problem_line_ == 0) {
      lines_.fail_at(lines_.number(), "the file ends without a line 'p edge VERTICES EDGES'", line_remedy);
    }
    check_isolated(input_, problem_line_, n_, arcs_.count(), on_trust_);
    if (node_lines_ > 0)
      report_.notes.push_back(counted(node_lines_, "line n, d, v or x", "lines n, d, v or x") + " ignored");
    LoadedGraph loaded = assemble(input_, std::move(report_), std::move(arcs_), n_, names_from_one(n_),
                                  options_.merge, run_, {});
    check_count(loaded.report);
    return loaded;
  }

 private:
  void read_line() {
    const char* const begin = lines_.begin();
    const auto size = static_cast<std::size_t>(lines_.end() - begin);
    const bool short_word = size == 1 || (size > 1 && is_blank(begin[1]));
    const char kind = size == 0 ? ' ' : short_word ? *begin : '?';
    switch (kind) {
      case 'e':
        edge_line();
        return;
      case 'c':
        ++report_.comment_lines;
        return;
      case 'p':
        problem_line();
        return;
      case 'n':
      case 'd':
      case 'v':
      case 'x':
        ++node_lines_;
        return;
      default:
        if (!is_blank_line(lines_)) other_line();
    }
  }

  void other_line() {
    const std::string_view line(lines_.begin(), static_cast<std::size_t>(lines_.end() - lines_.begin()));
    bad({lines_.begin(), fmt::format("'{}' is not a line of a DIMACS file", excerpt(line)), line_remedy});
  }

  void bad(const FieldProblem& problem) {
    if (!options_.lenient) lines_.fail(problem);
    ++report_.bad_lines_skipped;
  }

  void problem_line() {
    constexpr auto remedy = "the line reads 'p edge VERTICES EDGES' or 'p col VERTICES EDGES'";
    if (problem_line_ > 0) {
      lines_.fail({lines_.begin(), fmt::format("a second p line; the first is line {}", problem_line_),
                   "a file holds one graph"});
    }
    problem_line_ = lines_.number();
    Words words(lines_.begin() + 1, lines_.end());
    const std::string_view kind = words.next();
    if (kind != "edge" && kind != "edges" && kind != "col") {
      const char* const at = kind.empty() ? lines_.end() : kind.data();
      lines_.fail({at,
                   kind.empty() ? "the p line is incomplete"
                                : fmt::format("'{}' is not a graph problem lode reads", excerpt(kind)),
                   remedy});
    }
    lines_.check(parse_vertex_count(words.next(), lines_.end(), n_));
    lines_.check(parse_count(words.next(), lines_.end(), "the number of edges", m_));
    if (!words.done()) lines_.fail({words.position(), "text follows the p line", remedy});
  }

  void edge_line() {
    if (problem_line_ == 0) {
      lines_.fail({lines_.begin(), "an e line stands before the p line",
                   "the line 'p edge VERTICES EDGES' comes first"});
    }
    Words words(lines_.begin() + 1, lines_.end());
    std::uint64_t u = 0;
    std::uint64_t v = 0;
    FieldProblem problem = take_index(words, n_, u);
    if (!problem) problem = take_index(words, n_, v);
    if (!problem && !words.done()) {
      problem = {words.position(), "text follows the edge",
                 "an e line is 'e U V'; DIMACS files hold no weights"};
    }
    if (problem) {
      bad(problem);
      return;
    }
    arcs_.add(static_cast<Vertex>(u - 1), static_cast<Vertex>(v - 1));
    ++report_.edge_lines;
  }

  void check_count(InputReport& report) const {
    const std::uint64_t lines = report.edge_lines + report.bad_lines_skipped;
    if (m_ == lines) return;
    if (m_ == report.edges) {
      report.notes.push_back("the p line counts distinct edges");
    } else if (m_ % 2 == 0 && m_ / 2 == report.edges) {
      report.notes.push_back("the p line counts both directions of every edge");
    } else {
      lines_.fail_at(problem_line_,
                     fmt::format("the p line declares {}, but the file has {}", counted(m_, "edge", "edges"),
                                 counted(lines, "e line", "e lines")),
                     "the file is cut off, or the p line is wrong");
    }
  }

  CompressedInput& input_;
  const ReadOptions& options_;
  const RunContext& run_;
  std::uint64_t on_trust_;
  LineReader lines_;
  ArcCollector arcs_;
  InputReport report_;
  std::uint64_t n_ = 0;
  std::uint64_t m_ = 0;
  std::uint64_t problem_line_ = 0;
  std::uint64_t node_lines_ = 0;
};

/// Reads a DIMACS clique or colouring file: lines "c COMMENT", one "p edge N M" (or "p col"), "e U V".
///
/// Vertices: 1 ... N, all of them; so they are called.
/// Edges:    the e lines. M may count the e lines, the distinct edges, or both directions of these: files in
///           circulation do each; the report says which when it is not the e lines.
/// Weights:  none. Lines "n", "d", "v", "x" (node weights and generator parameters) are ignored and reported.
/// Lenient:  bad e lines are skipped and counted; they count as edges of the p line.
///
/// Cost:   O(bytes) on one thread, then `build_csr`; memory for the arcs and 16 bytes a vertex.
/// Errors: InputError: a missing, repeated or wrong p line, an e line before it, any other line, vertices out
///         of range, a number of edges other than the one declared, more vertices than are trusted without an
///         edge for 256 of them. InvalidArgument for options without meaning.
/// Source: Clique and Coloring Problems: Graph Format, DIMACS, 1993.
LoadedGraph read_dimacs(CompressedInput& input, const ReadOptions& options, const RunContext& run,
                        const ReadTrust& trust) {
  check_options(options, {.title = "DIMACS", .lenient = true});
  return DimacsReader(input, options, run, trust.vertices).read();
}

/// The comment in lines "c ...", "p edge n m", and a line "e u v" per edge, numbered from 1, u > v as in the
/// files of the DIMACS challenges.
void write_dimacs(const Graph& graph, const WriteOptions& options, const TextSink& sink) {
  TextPieces out(sink);
  out.put(comment_lines("c ", options.comment));
  out.put("p edge ", graph.num_vertices(), ' ', graph.num_edges(), '\n');
  for (Vertex u = 0; u < graph.num_vertices(); ++u) {
    for (const Vertex v : graph.neighbors(u)) {
      if (v < u) out.put("e ", u + EdgeCount{1}, ' ', v + EdgeCount{1}, '\n');
    }
  }
  out.flush();
}

}  // namespace

extern constinit const Format dimacs_format = {
    .name = "dimacs",
    .title = "DIMACS clique or colouring",
    .extensions = {".clq", ".col"},
    .recognise = is_dimacs,
    .read = read_dimacs,
    .writer = {.write = write_dimacs, .weights = HeldWeights::none, .names = HeldNames::none},
};

}  // namespace lode::detail
