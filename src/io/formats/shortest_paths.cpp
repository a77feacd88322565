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

namespace lode::detail {
namespace {

bool is_shortest_paths(std::string_view head) { return begins_with_problem(head, {"sp"}); }

constexpr auto sp_line_remedy = "lines are 'c COMMENT', 'p sp VERTICES ARCS' and 'a U V WEIGHT'";

class ShortestPathsReader {
 public:
  ShortestPathsReader(CompressedInput& input, const ReadOptions& options, const RunContext& run,
                      std::uint64_t on_trust)
      : input_(input),
        options_(options),
        run_(run),
        on_trust_(on_trust),
        lines_(input, run),
        arcs_(options.weighted) {}

  LoadedGraph read() {
    while (lines_.next()) read_line();
    report_.format = "DIMACS shortest paths";
    report_.lines = lines_.number();
    report_.weighted = options_.weighted;
    if (problem_line_ == 0) {
      lines_.fail_at(lines_.number(), "the file ends without a line 'p sp VERTICES ARCS'", sp_line_remedy);
    }
    check_isolated(input_, problem_line_, n_, arcs_.count(), on_trust_);
    const std::uint64_t seen = report_.edge_lines + report_.bad_lines_skipped;
    if (m_ != seen) {
      lines_.fail_at(problem_line_,
                     fmt::format("the p line declares {}, but the file has {}", counted(m_, "arc", "arcs"),
                                 counted(seen, "a line", "a lines")),
                     "the file is cut off, or the p line is wrong");
    }
    if (!options_.weighted) report_.notes.push_back("weights of arcs ignored");
    return assemble(
        input_, std::move(report_), std::move(arcs_), n_, names_from_one(n_), options_.merge, run_,
        [this](Vertex u, Vertex v) { return lines_of(std::uint64_t{u} + 1, std::uint64_t{v} + 1); });
  }

 private:
  void read_line() {
    const char* const begin = lines_.begin();
    if (is_blank_line(lines_)) return;
    Words words(begin, lines_.end());
    const std::string_view kind = words.next();
    if (kind == "c") {
      ++report_.comment_lines;
    } else if (kind == "p") {
      problem_line(words);
    } else if (kind == "a") {
      arc_line(words);
    } else {
      const std::string_view line(begin, static_cast<std::size_t>(lines_.end() - begin));
      bad({begin, fmt::format("'{}' is not a line of a shortest-path file", excerpt(line)), sp_line_remedy});
    }
  }

  void bad(const FieldProblem& problem) {
    if (!options_.lenient) lines_.fail(problem);
    ++report_.bad_lines_skipped;
  }

  void problem_line(Words& words) {
    constexpr auto remedy = "the line reads 'p sp VERTICES ARCS'";
    if (problem_line_ > 0) {
      lines_.fail({lines_.begin(), fmt::format("a second p line; the first is line {}", problem_line_),
                   "a file holds one graph"});
    }
    problem_line_ = lines_.number();
    const std::string_view kind = words.next();
    if (kind != "sp") {
      const std::string_view rest = words.next();
      const std::string problem = fmt::format("{} {}", kind, rest);
      lines_.fail({kind.empty() ? lines_.end() : kind.data(),
                   kind.empty() ? "the p line is incomplete"
                                : fmt::format("the problem of the p line is '{}', not sp", excerpt(problem)),
                   remedy});
    }
    lines_.check(parse_vertex_count(words.next(), lines_.end(), n_));
    lines_.check(parse_count(words.next(), lines_.end(), "the number of arcs", m_));
    if (!words.done()) lines_.fail({words.position(), "text follows the p line", remedy});
  }

  FieldProblem parse_arc(Words& words, std::uint64_t& u, std::uint64_t& v, Weight& weight) const {
    FieldProblem problem = take_index(words, n_, u);
    if (!problem) problem = take_index(words, n_, v);
    if (problem) return problem;
    const std::string_view text = words.next();
    if (text.empty()) return {lines_.end(), "the weight of the arc is missing", sp_line_remedy};
    // Weights that are not read may be costs below 0; what is no number at all is another file.
    if (options_.weighted || !is_number(text)) problem = parse_weight({text.data(), text}, weight);
    if (!problem && !words.done()) problem = {words.position(), "text follows the arc", sp_line_remedy};
    return problem;
  }

  void arc_line(Words& words) {
    if (problem_line_ == 0) {
      lines_.fail({lines_.begin(), "an a line stands before the p line",
                   "the line 'p sp VERTICES ARCS' comes first"});
    }
    std::uint64_t u = 0;
    std::uint64_t v = 0;
    Weight weight = 1.0;
    if (const FieldProblem problem = parse_arc(words, u, v, weight)) return bad(problem);
    arcs_.add(static_cast<Vertex>(u - 1), static_cast<Vertex>(v - 1), weight);
    ++report_.edge_lines;
  }

  /// The lines of u v and v u, from 1.
  PairLines lines_of(std::uint64_t u, std::uint64_t v) const {
    PairLines found;
    if (!input_.can_be_read_again()) return found;
    CompressedInput input = input_.again();
    LineReader lines(input, run_);
    while (!found.complete() && lines.next()) {
      Words words(lines.begin(), lines.end());
      std::uint64_t a = 0;
      std::uint64_t b = 0;
      if (words.next() == "a" && words.next_number(a) && words.next_number(b)) {
        found.look_at(a, b, u, v, lines.number());
      }
    }
    return found;
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
};

/// Reads a file of the DIMACS shortest-path challenge: lines "c COMMENT", one "p sp N M", "a U V WEIGHT".
///
/// Vertices: 1 ... N, all of them; so they are called.
/// Edges:    the a lines, M of them; u v and v u are the two directions of one edge (counted as reciprocal).
/// Weights:  of the arcs, with ReadOptions::weighted; otherwise they must be numbers and are ignored.
/// Lenient:  bad lines are skipped and counted; they count as arcs of the p line.
///
/// Cost:   O(bytes) on one thread, then `build_csr`; memory for the arcs and 16 bytes a vertex.
/// Errors: InputError: a missing, repeated or wrong p line, an a line before it, any other line, vertices out
///         of range, a number of arcs other than the one declared, weights that are missing or no numbers,
///         or negative where they are read, more vertices than are trusted without an edge for 256 of them.
///         InvalidArgument for options without meaning.
/// Source: 9th DIMACS Implementation Challenge: Shortest Paths, file formats, 2006.
LoadedGraph read_shortest_paths(CompressedInput& input, const ReadOptions& options, const RunContext& run,
                                const ReadTrust& trust) {
  check_options(options, {.title = "DIMACS shortest-path", .weights = true, .lenient = true});
  return ShortestPathsReader(input, options, run, trust.vertices).read();
}

}  // namespace

extern constinit const Format shortest_paths_format = {
    .name = "gr",
    .title = "DIMACS shortest paths",
    .extensions = {".gr"},
    .doubtful_extension = ".gr",
    .recognise = is_shortest_paths,
    .read = read_shortest_paths,
};

}  // namespace lode::detail
