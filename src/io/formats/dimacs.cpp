#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>

#include "io/formats/declared_graph.hpp"

namespace lode::detail {
namespace {

/// One of the DIMACS forms of a graph: lines "c COMMENT", one "p PROBLEM N M", and a line for each edge.
struct DimacsForm {
  std::string_view title, file;  ///< "DIMACS", "a DIMACS file"
  std::string_view problems;     ///< between blanks
  std::string_view problem_line, edge_line;
  bool arcs;  ///< lines are weighted arcs, and M counts arcs

  bool solves(std::string_view problem) const {
    return !problem.empty() && problems.find(fmt::format(" {} ", problem)) != problems.npos;
  }
  std::string_view edge() const { return arcs ? "arc" : "edge"; }
  std::string_view edges() const { return arcs ? "arcs" : "edges"; }
  std::string_view letter() const { return edge_line.substr(0, 1); }
  std::string remedy() const {
    return fmt::format("lines are 'c COMMENT', '{}' and '{}'", problem_line, edge_line);
  }
};

constexpr DimacsForm clique_form = {.title = "DIMACS",
                                    .file = "a DIMACS file",
                                    .problems = " edge edges col ",
                                    .problem_line = "p edge VERTICES EDGES",
                                    .edge_line = "e U V",
                                    .arcs = false};

constexpr DimacsForm shortest_paths_form = {.title = "DIMACS shortest paths",
                                            .file = "a shortest-path file",
                                            .problems = " sp ",
                                            .problem_line = "p sp VERTICES ARCS",
                                            .edge_line = "a U V WEIGHT",
                                            .arcs = true};

template <const DimacsForm& form>
bool begins_with_problem(std::string_view head) {
  Words words(dimacs_problem_line(head));
  return form.solves(words.next()) && !words.done() && is_digit(*words.position());
}

class DimacsReader {
 public:
  DimacsReader(const DimacsForm& form, const GraphInput& input)
      : form_(form), input_(input), lines_(input.text, &input.run), arcs_(input.options.weighted) {
    check_options(input.options, {.title = form.title, .weights = form.arcs});
  }

  DeclaredGraph declared() {
    while (lines_.next()) read_line();
    report_.format = form_.title;
    report_.lines = lines_.number();
    report_.edge_lines = arcs_.count();
    if (problem_line_ == 0) {
      lines_.fail_at(lines_.number(), fmt::format("the file ends without a line '{}'", form_.problem_line),
                     remedy_);
    }
    check_isolated(input_, problem_line_, n_, arcs_.count());
    if (passed_over_ > 0) {
      report_.notes.push_back(format_plural(passed_over_, "line n, d, v or x", "lines n, d, v or x") +
                              " ignored");
    }
    if (form_.arcs && !input_.options.weighted) report_.notes.push_back("weights of arcs ignored");
    return {std::move(report_), std::move(arcs_), n_, names_from_one(n_)};
  }

  /// Compares the number of edges on the p line with the lines and, for cliques, the edges.
  void check_count(InputReport& report) const {
    const std::uint64_t lines = report.edge_lines;
    if (m_ == lines) return;
    if (!form_.arcs && m_ == report.edges) {
      report.notes.push_back("the p line counts distinct edges");
    } else if (!form_.arcs && m_ % 2 == 0 && m_ / 2 == report.edges) {
      report.notes.push_back("the p line counts both directions of every edge");
    } else {
      lines_.fail_at(problem_line_,
                     fmt::format("the p line declares {}, but the file has {}",
                                 format_plural(m_, form_.edge(), form_.edges()),
                                 format_plural(lines, fmt::format("{} line", form_.letter()),
                                               fmt::format("{} lines", form_.letter()))),
                     "the file is cut off, or the p line is wrong");
    }
  }

 private:
  void read_line() {
    const std::string_view kind = lines_.word();
    if (kind == form_.letter()) {
      edge_line();
    } else if (kind == "c") {
      ++report_.comment_lines;
    } else if (kind == "p") {
      problem_line();
    } else if (!form_.arcs && (kind == "n" || kind == "d" || kind == "v" || kind == "x")) {
      ++passed_over_;
    } else if (!kind.empty()) {
      lines_.fail({lines_.begin(),
                   fmt::format("'{}' is not a line of {}", excerpt(lines_.text()), form_.file), remedy_});
    }
  }

  void problem_line() {
    if (problem_line_ > 0) {
      lines_.fail({lines_.begin(), fmt::format("a second p line; the first is line {}", problem_line_),
                   "a file holds one graph"});
    }
    problem_line_ = lines_.number();
    const std::string_view problem = lines_.word();
    if (!form_.solves(problem)) {
      lines_.fail_at_word(problem,
                          problem.empty()
                              ? "the p line is incomplete"
                              : fmt::format("'{}' is not the problem of {}", excerpt(problem), form_.file),
                          remedy_);
    }
    n_ = lines_.size("vertices");
    m_ = lines_.count(fmt::format("the number of {}", form_.edges()));
    lines_.end_line("text follows the p line", remedy_);
  }

  void edge_line() {
    if (problem_line_ == 0) {
      lines_.fail({lines_.begin(), fmt::format("an {} line stands before the p line", form_.letter()),
                   fmt::format("the line '{}' comes first", form_.problem_line)});
    }
    const auto u = static_cast<Vertex>(lines_.index(n_) - 1);
    const auto v = static_cast<Vertex>(lines_.index(n_) - 1);
    // Unread weights may be negative costs.
    const Weight weight = form_.arcs ? lines_.weight(input_.options.weighted, input_.options.signs,
                                                     "the weight of the arc is missing", remedy_)
                                     : 1.0;
    lines_.end_line(form_.arcs ? "text follows the arc" : "text follows the edge", remedy_);
    arcs_.add(u, v, weight);
  }

  const DimacsForm& form_;
  const std::string remedy_ = form_.remedy();
  const GraphInput& input_;
  NumberReader lines_;
  ArcCollector arcs_;
  InputReport report_;
  std::uint64_t n_ = 0, m_ = 0, problem_line_ = 0, passed_over_ = 0;
};

/// Reads a DIMACS clique or colouring file: lines "c COMMENT", one "p edge N M" (or "p col"), "e U V"; or a
/// file of the DIMACS shortest-path challenge: lines "c COMMENT", one "p sp N M", "a U V WEIGHT".
///
/// Vertices: 1 ... N, all of them, with these ids.
/// Edges:    the e lines. M may count the e lines, the distinct edges, or both directions of each edge: files
///           in circulation do each; the report says which if M differs from the number of e lines. Or the a
///           lines, M of them; u v and v u are the two directions of one edge (counted as reciprocal).
/// Weights:  of the arcs, with ReadOptions::weighted; otherwise they must be numbers and are ignored. Edges
///           have no weights. Lines "n", "d", "v", "x" (node weights and generator parameters) among e lines
///           are ignored and reported.
///
/// Cost:   O(bytes) on one thread, then `build_csr`; memory for the arcs and 16 bytes a vertex.
/// Errors: InputError: a missing, repeated or wrong p line, an edge before it, any other line, vertices out
///         of range, a wrong number of edges, weights that are missing, not numbers, or negative where they
///         are read, more vertices than are trusted without an edge for 256 of them. InvalidArgument for
///         options without meaning.
/// Source: Clique and Coloring Problems: Graph Format, DIMACS, 1993;
///         9th DIMACS Implementation Challenge: Shortest Paths, file formats, 2006.
template <const DimacsForm& form>
LoadedGraph read_dimacs(const GraphInput& input) {
  DimacsReader reader(form, input);
  LoadedGraph loaded = assemble(input, reader.declared());
  reader.check_count(loaded.report);
  return loaded;
}

/// Reads a shortest-path file as a directed graph: an a line is an arc.
LoadedArcs read_shortest_paths_arcs(const GraphInput& input) {
  DimacsReader reader(shortest_paths_form, input);
  LoadedArcs loaded = assemble_arcs(input, reader.declared());
  reader.check_count(loaded.report);
  return loaded;
}

/// The comment in lines "c ...", "p edge n m", and a line "e u v" per edge, numbered from 1, u > v as in the
/// files of the DIMACS challenges.
void write_dimacs(const Graph& graph, const WriteOptions& options, TextPieces& out) {
  out.put(comment_lines("c ", options.comment));
  out.put("p edge ", graph.num_vertices(), ' ', graph.num_edges(), '\n');
  for_each_edge(graph, [&](Vertex u, Vertex v, Weight) {
    out.put("e ", v + EdgeCount{1}, ' ', u + EdgeCount{1}, '\n');
  });
}

}  // namespace

extern constinit const Format dimacs_format = {
    .name = "dimacs",
    .title = "DIMACS clique or colouring",
    .extensions = {".clq", ".col"},
    .recognise = begins_with_problem<clique_form>,
    .read = read_dimacs<clique_form>,
    .writer = {.write = write_dimacs, .weights = HeldWeights::none, .names = HeldNames::none},
};

extern constinit const Format shortest_paths_format = {
    .name = "gr",
    .title = "DIMACS shortest paths",
    .extensions = {".gr"},
    .recognise = begins_with_problem<shortest_paths_form>,
    .read = read_dimacs<shortest_paths_form>,
    .read_arcs = read_shortest_paths_arcs,
};

}  // namespace lode::detail
