#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>

#include "io/formats/declared_graph.hpp"
#include "io/formats/format.hpp"
#include "io/text/fields.hpp"
#include "io/text/line_reader.hpp"
#include "io/text/pieces.hpp"

namespace lode::detail {
namespace {

/// One of the DIMACS forms of a graph: lines "c COMMENT", one "p PROBLEM N M", and a line for each edge.
struct DimacsForm {
  std::string_view title, file;              ///< "DIMACS", "a DIMACS file"
  std::array<std::string_view, 3> problems;  ///< the rest is empty
  std::string_view problem_line, problem_remedy, edge_line;
  bool arcs;  ///< lines are arcs and have weights, and M counts them and nothing else

  bool solves(std::string_view problem) const {
    return !problem.empty() && std::ranges::find(problems, problem) != problems.end();
  }
  std::string_view edge() const { return arcs ? "arc" : "edge"; }
  std::string_view edges() const { return arcs ? "arcs" : "edges"; }
  std::string_view letter() const { return edge_line.substr(0, 1); }
  std::string line_remedy() const {
    return fmt::format("lines are 'c COMMENT', '{}' and '{}'", problem_line, edge_line);
  }
};

constexpr DimacsForm clique_form = {
    .title = "DIMACS",
    .file = "a DIMACS file",
    .problems = {"edge", "edges", "col"},
    .problem_line = "p edge VERTICES EDGES",
    .problem_remedy = "the line reads 'p edge VERTICES EDGES' or 'p col VERTICES EDGES'",
    .edge_line = "e U V",
    .arcs = false};

constexpr DimacsForm shortest_paths_form = {.title = "DIMACS shortest paths",
                                            .file = "a shortest-path file",
                                            .problems = {"sp"},
                                            .problem_line = "p sp VERTICES ARCS",
                                            .problem_remedy = "the line reads 'p sp VERTICES ARCS'",
                                            .edge_line = "a U V WEIGHT",
                                            .arcs = true};

template <const DimacsForm& form>
bool begins_with_problem(std::string_view head) {
  std::string_view line = dimacs_problem_line(head);
  return form.solves(take_word(line)) && !line.empty() && is_digit(line.front());
}

constexpr FormatAbilities abilities_of(const DimacsForm& form) {
  return {.title = form.arcs ? "DIMACS shortest-path" : "DIMACS", .weights = form.arcs, .lenient = true};
}

class DimacsReader {
 public:
  DimacsReader(const DimacsForm& form, CompressedInput& input, const ReadOptions& options,
               const RunContext& run, std::uint64_t on_trust)
      : form_(form),
        input_(input),
        options_(options),
        run_(run),
        on_trust_(on_trust),
        lines_(input, run),
        arcs_(options.weighted) {}

  LoadedGraph read() {
    read_file();
    LoadedGraph loaded =
        assemble(input_, std::move(report_), std::move(arcs_), n_, names_from_one(n_), options_.merge, run_,
                 [this](Vertex u, Vertex v) { return lines_of_pair(input_, form_.letter(), u, v, run_); });
    check_count(loaded.report);
    return loaded;
  }

  LoadedArcs read_arcs() {
    read_file();
    LoadedArcs loaded =
        assemble_arcs(input_, std::move(report_), std::move(arcs_), n_, names_from_one(n_), run_);
    check_count(loaded.report);
    return loaded;
  }

 private:
  void read_file() {
    while (lines_.next()) read_line();
    report_.format = form_.title;
    report_.lines = lines_.number();
    if (problem_line_ == 0) {
      lines_.fail_at(lines_.number(), fmt::format("the file ends without a line '{}'", form_.problem_line),
                     form_.line_remedy());
    }
    check_isolated(input_, problem_line_, n_, arcs_.count(), on_trust_);
    if (passed_over_ > 0) {
      report_.notes.push_back(format_plural(passed_over_, "line n, d, v or x", "lines n, d, v or x") +
                              " ignored");
    }
    if (form_.arcs && !options_.weighted) report_.notes.push_back("weights of arcs ignored");
  }

  void read_line() {
    Words words(lines_.begin(), lines_.end());
    const std::string_view kind = words.next();
    if (kind == form_.letter()) {
      edge_line(words);
    } else if (kind == "c") {
      ++report_.comment_lines;
    } else if (kind == "p") {
      problem_line(words);
    } else if (!form_.arcs && (kind == "n" || kind == "d" || kind == "v" || kind == "x")) {
      ++passed_over_;
    } else if (!kind.empty()) {
      const std::string_view line(lines_.begin(), static_cast<std::size_t>(lines_.end() - lines_.begin()));
      bad({lines_.begin(), fmt::format("'{}' is not a line of {}", excerpt(line), form_.file),
           form_.line_remedy()});
    }
  }

  void bad(const FieldProblem& problem) {
    if (!options_.lenient) lines_.fail(problem);
    ++report_.bad_lines_skipped;
  }

  void problem_line(Words& words) {
    const std::string remedy(form_.problem_remedy);
    if (problem_line_ > 0) {
      lines_.fail({lines_.begin(), fmt::format("a second p line; the first is line {}", problem_line_),
                   "a file holds one graph"});
    }
    problem_line_ = lines_.number();
    const std::string_view kind = words.next();
    if (kind.empty()) lines_.fail({lines_.end(), "the p line is incomplete", remedy});
    if (!form_.solves(kind)) {
      lines_.fail(
          {kind.data(), fmt::format("'{}' is not the problem of {}", excerpt(kind), form_.file), remedy});
    }
    lines_.check(parse_vertex_count(words.next(), lines_.end(), n_));
    lines_.check(parse_count(words.next(), lines_.end(), fmt::format("the number of {}", form_.edges()), m_));
    if (!words.done()) lines_.fail({words.position(), "text follows the p line", remedy});
  }

  FieldProblem parse_edge(Words& words, std::uint64_t& u, std::uint64_t& v, Weight& weight) const {
    if (FieldProblem problem = take_index(words, n_, u)) return problem;
    if (FieldProblem problem = take_index(words, n_, v)) return problem;
    if (form_.arcs) {
      const std::string_view text = words.next();
      if (text.empty()) return {lines_.end(), "the weight of the arc is missing", form_.line_remedy()};
      // Weights that are not read may be costs below 0; what is no number at all is another file.
      if (options_.weighted || !is_number(text)) {
        if (FieldProblem problem = parse_weight({text.data(), text}, weight, options_.signs)) return problem;
      }
    }
    if (words.done()) return {};
    return {words.position(), fmt::format("text follows the {}", form_.edge()),
            form_.arcs ? form_.line_remedy() : "an e line is 'e U V'; DIMACS files hold no weights"};
  }

  void edge_line(Words& words) {
    if (problem_line_ == 0) {
      lines_.fail({lines_.begin(), fmt::format("an {} line stands before the p line", form_.letter()),
                   fmt::format("the line '{}' comes first", form_.problem_line)});
    }
    std::uint64_t u = 0;
    std::uint64_t v = 0;
    Weight weight = 1.0;
    if (const FieldProblem problem = parse_edge(words, u, v, weight)) return bad(problem);
    arcs_.add(static_cast<Vertex>(u - 1), static_cast<Vertex>(v - 1), weight);
    ++report_.edge_lines;
  }

  void check_count(InputReport& report) const {
    const std::uint64_t lines = report.edge_lines + report.bad_lines_skipped;
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

  const DimacsForm& form_;
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
  std::uint64_t passed_over_ = 0;
};

/// Reads a DIMACS clique or colouring file: lines "c COMMENT", one "p edge N M" (or "p col"), "e U V"; or a
/// file of the DIMACS shortest-path challenge: lines "c COMMENT", one "p sp N M", "a U V WEIGHT".
///
/// Vertices: 1 ... N, all of them; so they are called.
/// Edges:    the e lines. M may count the e lines, the distinct edges, or both directions of these: files in
///           circulation do each; the report says which when it is not the e lines. The a lines, M of them;
///           u v and v u are the two directions of one edge (counted as reciprocal).
/// Weights:  of the arcs, with ReadOptions::weighted; otherwise they must be numbers and are ignored. None of
///           edges. Lines "n", "d", "v", "x" (node weights and generator parameters) beside e lines are
///           ignored and reported.
/// Lenient:  bad lines are skipped and counted; they count as edges of the p line.
///
/// Cost:   O(bytes) on one thread, then `build_csr`; memory for the arcs and 16 bytes a vertex.
/// Errors: InputError: a missing, repeated or wrong p line, an edge before it, any other line, vertices out
///         of range, a number of edges other than the one declared, weights that are missing or no numbers,
///         or negative where they are read, more vertices than are trusted without an edge for 256 of them.
///         InvalidArgument for options without meaning.
/// Source: Clique and Coloring Problems: Graph Format, DIMACS, 1993;
///         9th DIMACS Implementation Challenge: Shortest Paths, file formats, 2006.
template <const DimacsForm& form>
LoadedGraph read_dimacs(CompressedInput& input, const ReadOptions& options, const RunContext& run,
                        const ReadTrust& trust) {
  check_options(options, abilities_of(form));
  return DimacsReader(form, input, options, run, trust.vertices).read();
}

/// The same for the directed graph of a shortest-path file: every a line is an arc.
LoadedArcs read_shortest_paths_arcs(CompressedInput& input, const ReadOptions& options, const RunContext& run,
                                    const ReadTrust& trust) {
  check_options(options, abilities_of(shortest_paths_form));
  return DimacsReader(shortest_paths_form, input, options, run, trust.vertices).read_arcs();
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
    .recognise = begins_with_problem<clique_form>,
    .read = read_dimacs<clique_form>,
    .writer = {.write = write_dimacs, .weights = HeldWeights::none, .names = HeldNames::none},
};

extern constinit const Format shortest_paths_format = {
    .name = "gr",
    .title = "DIMACS shortest paths",
    .extensions = {".gr"},
    .doubtful_extension = ".gr",
    .recognise = begins_with_problem<shortest_paths_form>,
    .read = read_dimacs<shortest_paths_form>,
    .read_arcs = read_shortest_paths_arcs,
};

}  // namespace lode::detail
