#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>

#include "io/formats/declared_graph.hpp"

namespace lode::detail {
namespace {

/// A vertex has one line, and its list can be long.
constexpr std::size_t longest_list = std::size_t{1} << 32;

class MetisReader {
 public:
  explicit MetisReader(const GraphInput& input)
      : input_(input),
        options_(input.options),
        lines_(input.text, &input.run, longest_list),
        arcs_(input.options.weighted) {}

  LoadedGraph read() {
    read_header();
    while (next_line()) read_list();
    check_counts();
    report_.format = "METIS";
    report_.lines = lines_.number();
    if (edge_weights_ && !options_.weighted) report_.notes.push_back("edge weights ignored");
    if (vertex_weights_ > 0 && numbers_.empty()) report_.notes.push_back("vertex weights ignored");
    if (!numbers_.empty() && vertex_weights_ > 1) {
      report_.notes.push_back(
          fmt::format("{} of {} weights of each vertex read", numbers_.size(), vertex_weights_));
    }
    if (vertex_sizes_) report_.notes.push_back("vertex sizes ignored");
    LoadedGraph loaded =
        assemble(input_, {std::move(report_), std::move(arcs_), n_, names_from_one(n_), std::move(numbers_)});
    // METIS lists every edge twice: count neither reciprocals nor extra lines.
    InputReport& report = loaded.report;
    report.reciprocal_merged = 0;
    if (!options_.weighted) report.duplicates_merged *= 2;
    report.edge_lines = report.edges + report.duplicates_merged + report.self_loops_dropped;
    return loaded;
  }

 private:
  /// Moves to the next non-comment line.
  bool next_line() {
    while (lines_.next()) {
      if (!lines_.text().starts_with('%')) return true;
      ++report_.comment_lines;
    }
    return false;
  }

  void read_header() {
    constexpr auto remedy = "the first line reads: VERTICES EDGES [FORMAT [WEIGHTS-PER-VERTEX]]";
    do {
      if (!next_line()) lines_.fail_at(lines_.number(), "the file holds no header", remedy);
    } while (lines_.done());
    header_line_ = lines_.number();
    n_ = lines_.size("vertices");
    m_ = lines_.count("the number of edges");
    if (!lines_.done()) read_format(lines_.word());
    if (!lines_.done()) {
      const char* const at = lines_.position();
      const std::uint64_t count = lines_.count("the number of vertex weights");
      if (count > 1000 || (count > 0 && vertex_weights_ == 0)) {
        lines_.fail({at,
                     fmt::format("a count of {} per vertex contradicts the format",
                                 format_plural(count, "weight", "weights")),
                     "FORMAT is 010 or 011 if vertices have weights"});
      }
      if (vertex_weights_ > 0) vertex_weights_ = static_cast<int>(count);
    }
    lines_.end_line("text follows the header", remedy);
    for (const std::string& name : options_.vertex_numbers) {
      if (weight_called(name) >= 0) numbers_.push_back({name, {}});
    }
    if (options_.weighted && !edge_weights_) {
      lines_.fail_at(header_line_, "the file holds no edge weights", "read it without weights");
    }
  }

  void read_format(std::string_view word) {
    if (word.size() > 3 || word.find_first_not_of("01") != word.npos) {
      lines_.fail_at_word(word, fmt::format("'{}' is not a METIS format", excerpt(word)),
                          "FORMAT is up to three digits 0 or 1: vertex sizes, vertex weights, edge weights");
    }
    const auto digit = [&](std::size_t from_right) {
      return word.size() >= from_right && word[word.size() - from_right] == '1';
    };
    edge_weights_ = digit(1);
    vertex_weights_ = digit(2) ? 1 : 0;
    vertex_sizes_ = digit(3);
  }

  /// The index, from 0, of the vertex weight of this name, or -1.
  int weight_called(std::string_view name) const {
    if (name == "weight") return vertex_weights_ > 0 ? 0 : -1;
    int number = 0;
    const auto [stop, error] = std::from_chars(name.data(), name.data() + name.size(), number);
    const bool is_number = error == std::errc{} && stop == name.data() + name.size();
    return is_number && number >= 1 && number <= vertex_weights_ ? number - 1 : -1;
  }

  Weight number(bool used, const char* missing, const char* promise) {
    return lines_.weight(used, options_.signs, missing, promise);
  }

  void read_list() {
    if (vertex_ == n_) {
      if (lines_.done()) return;
      lines_.fail({lines_.begin(),
                   fmt::format("the header declares {}, and all have had their lines",
                               format_plural(n_, "vertex", "vertices")),
                   "correct the header, or remove what follows the last vertex"});
    }
    constexpr auto missing = "a size or weight of the vertex is missing";
    constexpr auto promise = "the format of the header promises it before the neighbours";
    if (vertex_sizes_) number(true, missing, promise);
    for (int i = 0; i < vertex_weights_; ++i) {
      const Weight weight = number(true, missing, promise);
      for (VertexNumbers& numbers : numbers_) {
        if (weight_called(numbers.name) == i) numbers.values.push_back(weight);
      }
    }
    while (!lines_.done()) {
      const auto neighbor = static_cast<Vertex>(lines_.index(n_) - 1);
      const Weight weight = edge_weights_
                                ? number(options_.weighted, "the last neighbour has no weight",
                                         "the format of the header promises a weight behind every neighbour")
                                : 1.0;
      ++entries_;
      loops_ += neighbor == vertex_;
      if (neighbor != vertex_) balance_ += edge_balance(vertex_, neighbor);
      // Without weights, one entry of two is enough.
      const double share = options_.merge == MergeRule::sum ? 0.5 : 1.0;  // both entries are one edge
      if (options_.weighted || neighbor >= vertex_) arcs_.add(vertex_, neighbor, share * weight);
    }
    ++vertex_;
  }

  void check_counts() const {
    if (vertex_ < n_) {
      lines_.fail_at(lines_.number(),
                     fmt::format("the header declares {}, but the file has lines for {}",
                                 format_plural(n_, "vertex", "vertices"), vertex_),
                     "the file is cut off, or the header is wrong; an isolated vertex has an empty line");
    }
    const std::uint64_t entries = entries_ - loops_;
    if (m_ > entries / 2 + loops_ || m_ < (entries + 1) / 2) {
      lines_.fail_at(
          header_line_,
          fmt::format("the header declares {}, but the lists hold {}", format_plural(m_, "edge", "edges"),
                      format_plural(entries, "neighbour", "neighbours")),
          "an edge is in the lists of both ends: the lists hold twice as many neighbours as the "
          "header declares edges");
    }
    if (balance_ == 0) return;
    lines_.fail_at(0, "an edge is in the list of one of its ends only",
                   "an edge is in the lists of both ends; write lists of successors as an edge list");
  }

  const GraphInput& input_;
  const ReadOptions& options_;
  NumberReader lines_;
  ArcCollector arcs_;
  InputReport report_;
  std::uint64_t n_ = 0, m_ = 0, header_line_ = 0;
  bool edge_weights_ = false;
  bool vertex_sizes_ = false;
  int vertex_weights_ = 0;
  Vertex vertex_ = 0;  ///< of the next line
  std::uint64_t entries_ = 0, loops_ = 0;
  std::uint64_t balance_ = 0;           ///< 0 if edges are symmetric
  std::vector<VertexNumbers> numbers_;  ///< of vertices, as requested
};

/// Reads a METIS graph: a line "N M [FMT [NCON]]", then for every vertex a line with its neighbours, empty
/// for an isolated vertex; lines that begin with '%' are comments.
///
/// Vertices: 1 ... N, all of them, with these ids. Vertex sizes are checked and ignored, and so are vertex
///           weights that ReadOptions::vertex_numbers does not name.
/// Edges:    each is in the lists of both ends, as the format requires; the report counts no reciprocals. A
///           vertex in its own list is a self-loop and dropped; a repeated neighbour is a duplicate. The
///           lists must hold 2M entries; M may or may not count self-loops.
/// Weights:  of the edges (FMT ends in 1), with ReadOptions::weighted: sums over duplicates; both ends must
///           agree, or ReadOptions::merge settles it.
///
/// Cost:   O(bytes) on one thread, then `build_csr`; memory for an entry of every edge (both with weights)
///         and 16 bytes a vertex, never for vertices without a line.
/// Errors: InputError: a wrong header, more or fewer lines than vertices, neighbours out of range, weights
///         missing or wrong, a neighbour that does not list the vertex, a number of entries that contradicts
///         M, weights the file does not have. InvalidArgument for options without meaning.
/// Source: G. Karypis, METIS 5.1.0 manual, section 4.1.1.
LoadedGraph read_metis(const GraphInput& input) {
  check_options(input.options, {.title = "METIS", .weights = true});
  return MetisReader(input).read();
}

bool holds_values(std::span<const Weight> values) {
  return std::ranges::all_of(
      values, [](Weight value) { return value >= 0.0 && value < 0x1p53 && value == std::floor(value); });
}

/// Writes the comment, "n m" or "n m 001", and a line per vertex with its neighbours, from 1, each followed
/// by the edge weight. Weights are integers >= 1, as the METIS 5 manual defines them. Vertex values that are
/// integers >= 0 come first in their lines: "n m 010" or "n m 011".
void write_metis(const Graph& graph, const WriteOptions& options, TextPieces& out) {
  out.put(comment_lines("% ", options.comment));
  const bool valued = !graph.values().empty() && holds_values(graph.values());
  out.put(graph.num_vertices(), ' ', graph.num_edges(),
          valued             ? graph.weighted() ? " 011\n" : " 010\n"
          : graph.weighted() ? " 001\n"
                             : "\n");
  for (Vertex u = 0; u < graph.num_vertices(); ++u) {
    std::string_view gap;
    if (valued) {
      out.put(static_cast<std::uint64_t>(graph.values()[u]));
      gap = " ";
    }
    graph.for_each_neighbor(u, [&](Vertex v, Weight weight) {
      out.put(gap, v + EdgeCount{1});
      if (graph.weighted()) out.put(' ', static_cast<std::uint64_t>(weight));
      gap = " ";
    });
    out.put('\n');
  }
}

}  // namespace

extern constinit const Format metis_format = {
    .name = "metis",
    .title = "METIS",
    .extensions = {".graph"},
    .read = read_metis,
    .writer = {.write = write_metis,
               .weights = HeldWeights::positive_integers,
               .names = HeldNames::none,
               .holds_values = holds_values},
};

}  // namespace lode::detail
