#include <algorithm>
#include <charconv>
#include <cmath>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>

#include "io/formats/declared_graph.hpp"
#include "io/formats/format.hpp"
#include "io/text/line_reader.hpp"
#include "io/text/pieces.hpp"

namespace lode::detail {
namespace {

/// The list of a vertex is one line, and lists can be long.
constexpr std::size_t longest_list = std::size_t{1} << 32;
constexpr auto header_remedy = "the first line reads: VERTICES EDGES [FORMAT [WEIGHTS-PER-VERTEX]]";

struct MetisArrays {
  std::vector<ArcIndex> offsets = {0};
  std::vector<Vertex> targets;
  std::vector<Weight> weights;
};

class MetisReader {
 public:
  MetisReader(CompressedInput& input, const ReadOptions& options, const RunContext& run)
      : input_(input), options_(options), lines_(input, run, longest_list) {}

  LoadedGraph read() {
    read_header();
    while (next_line()) read_list();
    report_.lines = lines_.number();
    check_counts();
    match_directions();
    return finish();
  }

 private:
  // --- header ---

  /// The next line that is no comment.
  bool next_line() {
    while (lines_.next()) {
      if (lines_.begin() == lines_.end() || *lines_.begin() != '%') return true;
      ++report_.comment_lines;
    }
    return false;
  }

  void read_header() {
    do {
      if (!next_line()) lines_.fail_at(lines_.number(), "the file holds no header", header_remedy);
    } while (is_blank_line(lines_));
    header_line_ = lines_.number();
    Words words(lines_.begin(), lines_.end());
    lines_.check(parse_vertex_count(words.next(), lines_.end(), n_));
    lines_.check(parse_count(words.next(), lines_.end(), "the number of edges", m_));
    if (const std::string_view word = words.next(); !word.empty()) read_format(word);
    if (const std::string_view word = words.next(); !word.empty()) {
      std::uint64_t count = 0;
      lines_.check(parse_count(word, lines_.end(), "the number of vertex weights", count));
      if (count > 1000 || (count > 0 && vertex_weights_ == 0)) {
        lines_.fail({word.data(),
                     fmt::format("a count of {} per vertex contradicts the format",
                                 format_plural(count, "weight", "weights")),
                     "FORMAT is 010 or 011 if vertices have weights"});
      }
      if (vertex_weights_ > 0) vertex_weights_ = static_cast<int>(count);
    }
    if (!words.done()) lines_.fail({words.position(), "text follows the header", header_remedy});
    for (const std::string& name : options_.vertex_numbers) {
      if (weight_called(name) >= 0) numbers_.push_back({name, {}});
    }
    if (options_.weighted && !edge_weights_) {
      lines_.fail_at(header_line_, "the file holds no edge weights", "read it without weights");
    }
  }

  void read_format(std::string_view word) {
    const bool known = word.size() <= 3 &&
                       std::all_of(word.begin(), word.end(), [](char c) { return c == '0' || c == '1'; });
    if (!known) {
      lines_.fail({word.data(), fmt::format("'{}' is not a METIS format", excerpt(word)),
                   "FORMAT is up to three digits 0 or 1: vertex sizes, vertex weights, edge weights"});
    }
    const auto digit = [&](std::size_t from_right) {
      return word.size() >= from_right && word[word.size() - from_right] == '1';
    };
    edge_weights_ = digit(1);
    vertex_weights_ = digit(2) ? 1 : 0;
    vertex_sizes_ = digit(3);
  }

  // --- lists ---

  void read_list() {
    if (vertex_ == n_) {
      if (is_blank_line(lines_)) return;
      lines_.fail({lines_.begin(),
                   fmt::format("the header declares {}, and all have had their lines",
                               format_plural(n_, "vertex", "vertices")),
                   "correct the header, or remove what follows the last vertex"});
    }
    note_line();
    Words words(lines_.begin(), lines_.end());
    const char* const what =
        vertex_sizes_ ? "a size or weight of the vertex is missing" : "a weight of the vertex is missing";
    constexpr auto remedy = "the format of the header promises it before the neighbours";
    if (vertex_sizes_) read_weight(words, what, remedy, true);
    for (int i = 0; i < vertex_weights_; ++i) {
      const Weight weight = read_weight(words, what, remedy, true);
      for (VertexNumbers& numbers : numbers_) {
        if (weight_called(numbers.name) == i) numbers.values.push_back(weight);
      }
    }
    const std::size_t begin = arcs_.targets.size();
    bool sorted = true;
    while (!words.done()) {
      std::uint64_t neighbor = 0;
      lines_.check(take_index(words, n_, neighbor));
      const Weight weight =
          edge_weights_ ? read_weight(words, "the last neighbour has no weight",
                                      "the format of the header promises a weight behind every neighbour",
                                      options_.weighted)
                        : 1.0;
      const auto target = static_cast<Vertex>(neighbor - 1);
      if (target == vertex_) {
        ++report_.self_loops_dropped;
        continue;
      }
      if (entries_++ / 2 >= m_) fail_on_count("more than ");
      sorted = sorted && (arcs_.targets.size() == begin || arcs_.targets.back() < target);
      arcs_.targets.push_back(target);
      if (options_.weighted) arcs_.weights.push_back(weight);
    }
    if (!sorted) sort_list(begin);
    arcs_.offsets.push_back(arcs_.targets.size());
    ++vertex_;
  }

  /// Line numbers of vertices are kept where they do not follow one another.
  void note_line() {
    if (stretches_.empty() || line_of(vertex_) != lines_.number()) {
      stretches_.push_back({vertex_, lines_.number()});
    }
  }
  std::uint64_t line_of(Vertex v) const {
    const auto after = std::upper_bound(stretches_.begin(), stretches_.end(), v,
                                        [](Vertex vertex, const Stretch& s) { return vertex < s.first; });
    return std::prev(after)->line + (v - std::prev(after)->first);
  }

  /// A weight, or a number that is not used and may be negative.
  Weight read_weight(Words& words, const char* missing, const char* promise, bool used) const {
    std::uint64_t number = 0;
    if (words.next_number(number)) return static_cast<Weight>(number);
    const std::string_view word = words.next();
    if (word.empty()) lines_.fail({lines_.end(), missing, promise});
    Weight weight = 1.0;
    if (used) {
      FieldProblem problem = parse_weight({word.data(), word}, weight, WeightSigns::from_zero);
      if (problem && weight < 0.0)
        problem.remedy = "weights are finite numbers >= 0";  // no option changes it
      lines_.check(problem);
    } else if (!is_number(word)) {
      lines_.fail({word.data(), fmt::format("weight '{}' is not a number", excerpt(word)), promise});
    }
    return weight;
  }

  /// Which of the weights of a vertex, from 0, is called so; -1: none.
  int weight_called(std::string_view name) const {
    if (name == "weight") return vertex_weights_ > 0 ? 0 : -1;
    int number = 0;
    const auto [stop, error] = std::from_chars(name.data(), name.data() + name.size(), number);
    const bool is_number = error == std::errc{} && stop == name.data() + name.size();
    return is_number && number >= 1 && number <= vertex_weights_ ? number - 1 : -1;
  }

  /// Sorts the list that begins at `begin` and merges what is there twice.
  void sort_list(std::size_t begin) {
    auto& [offsets, targets, weights] = arcs_;
    list_.clear();
    for (std::size_t i = begin; i < targets.size(); ++i) {
      list_.emplace_back(targets[i], options_.weighted ? weights[i] : 1.0);
    }
    std::ranges::stable_sort(list_, {}, &std::pair<Vertex, Weight>::first);
    std::size_t end = begin;
    for (const auto& [target, weight] : list_) {
      const bool again = end > begin && targets[end - 1] == target;
      if (again) ++report_.duplicates_merged;
      targets[again ? end - 1 : end] = target;
      if (options_.weighted) again ? weights[end - 1] += weight : weights[end] = weight;
      end += !again;
    }
    targets.resize(end);
    if (options_.weighted) weights.resize(end);
  }

  // --- checks ---

  void check_counts() const {
    if (vertex_ < n_) {
      lines_.fail_at(lines_.number(),
                     fmt::format("the header declares {}, but the file has lines for {}",
                                 format_plural(n_, "vertex", "vertices"), vertex_),
                     "the file is cut off, or the header is wrong; an isolated vertex has an empty line");
    }
    if (m_ > entries_ / 2 + report_.self_loops_dropped || 2 * m_ < entries_) fail_on_count("");
  }

  [[noreturn]] void fail_on_count(std::string_view more) const {
    lines_.fail_at(
        header_line_,
        fmt::format("the header declares {}, but the lists hold {}{}", format_plural(m_, "edge", "edges"),
                    more, format_plural(entries_ - (more.empty() ? 0 : 1), "neighbour", "neighbours")),
        "an edge stands in the lists of both ends: the lists hold twice as many neighbours as the "
        "header declares edges");
  }

  /// Every vertex must be in the lists of its neighbours. Lists are increasing: going through all of them in
  /// order meets the entries of each list, from the other side, in order too.
  void match_directions() {
    for (const Weight weight : arcs_.weights) rounding_ = std::max(rounding_, rounding_between(weight));
    std::vector<ArcIndex> next(arcs_.offsets.begin(), arcs_.offsets.end() - 1);
    for (Vertex u = 0; u < n_; ++u) {
      const ArcIndex end = arcs_.offsets[u + 1];
      if (next[u] < end && arcs_.targets[next[u]] < u) fail_one_way(u, arcs_.targets[next[u]]);
      for (ArcIndex arc = next[u]; arc < end; ++arc) {
        const Vertex v = arcs_.targets[arc];
        const ArcIndex back = next[v];
        if (back == arcs_.offsets[v + 1] || arcs_.targets[back] > u) fail_one_way(u, v);
        if (arcs_.targets[back] < u) fail_one_way(v, arcs_.targets[back]);
        if (options_.weighted) match_weights(u, v, arc, back);
        ++next[v];
      }
    }
  }

  [[noreturn]] void fail_one_way(Vertex u, Vertex v) const {
    lines_.fail_at(line_of(u),
                   fmt::format("vertex {} lists {}, but {} (line {}) does not list {}", u + 1, v + 1, v + 1,
                               line_of(v), u + 1),
                   "an edge stands in the lists of both ends");
  }

  void match_weights(Vertex u, Vertex v, ArcIndex arc, ArcIndex back) {
    Weight& forward = arcs_.weights[arc];
    Weight& backward = arcs_.weights[back];
    if (forward == backward) return;
    if (options_.merge == MergeRule::error && contradict(forward, backward, rounding_)) {
      throw_weight_conflict(input_, {u, v, forward, backward}, names_from_one(n_), {line_of(u), line_of(v)});
    }
    if (options_.merge == MergeRule::error) ++rounded_;
    forward = backward = merged_weight(options_.merge, forward, backward);
  }

  LoadedGraph finish() {
    arcs_.targets.shrink_to_fit();
    arcs_.weights.shrink_to_fit();
    LoadedGraph loaded;
    auto storage = std::make_shared<const MetisArrays>(std::move(arcs_));
    loaded.graph = Graph::from_csr({storage->offsets, storage->targets, storage->weights, storage},
                                   names_from_one(n_), CsrCheck::trusted);
    report_.format = "METIS";
    report_.weighted = options_.weighted;
    report_.edge_lines = loaded.graph.num_edges() + report_.duplicates_merged + report_.self_loops_dropped;
    note_rounded(rounded_, report_);
    if (edge_weights_ && !options_.weighted) report_.notes.push_back("edge weights ignored");
    if (vertex_weights_ > 0 && numbers_.empty()) report_.notes.push_back("vertex weights ignored");
    if (!numbers_.empty() && vertex_weights_ > 1) {
      report_.notes.push_back(
          fmt::format("{} of {} weights of each vertex read", numbers_.size(), vertex_weights_));
    }
    loaded.vertex_numbers = std::move(numbers_);
    if (vertex_sizes_) report_.notes.push_back("vertex sizes ignored");
    describe(report_, input_, loaded.graph);
    loaded.report = std::move(report_);
    return loaded;
  }

  struct Stretch {
    Vertex first = 0;
    std::uint64_t line = 0;
  };

  CompressedInput& input_;
  const ReadOptions& options_;
  LineReader lines_;
  InputReport report_;
  std::uint64_t n_ = 0;
  std::uint64_t m_ = 0;
  std::uint64_t header_line_ = 0;
  bool edge_weights_ = false;
  bool vertex_sizes_ = false;
  int vertex_weights_ = 0;
  Vertex vertex_ = 0;          ///< whose line comes next
  std::uint64_t entries_ = 0;  ///< of all lists, self-loops left out
  MetisArrays arcs_;
  Weight rounding_ = 0.0;               ///< between the two weights of an edge
  std::uint64_t rounded_ = 0;           ///< edges whose two weights differ by rounding
  std::vector<VertexNumbers> numbers_;  ///< of vertices, as wanted
  std::vector<Stretch> stretches_;
  std::vector<std::pair<Vertex, Weight>> list_;
};

/// Reads a METIS graph: a line "N M [FMT [NCON]]", then for every vertex a line with its neighbours, an empty
/// one for an isolated vertex; lines that begin with '%' are comments.
///
/// Vertices: 1 ... N, all of them; so they are called. Vertex sizes are checked and ignored, and so are
/// vertex
///           weights but for those that ReadOptions::vertex_numbers names.
/// Edges:    each stands in the lists of both of its ends, which must agree; this is the format, and the
///           report counts no reciprocals for it. A vertex in its own list is a self-loop and dropped; a
///           neighbour listed again is a duplicate. The lists must hold 2M entries; M may or may not count
///           self-loops.
/// Weights:  those of the edges (FMT ends in 1), with ReadOptions::weighted: sums over duplicates; both ends
///           must agree, or ReadOptions::merge settles it.
///
/// Cost:   O(bytes + sum over unsorted lists of d log d) on one thread; memory for the arcs and 16 bytes a
///         vertex, never for vertices without a line.
/// Errors: InputError: a wrong header, more or fewer lines than vertices, neighbours out of range, weights
///         missing or wrong, a neighbour that does not list the vertex in turn, a number of entries that
///         contradicts M, weights asked of a file without. InvalidArgument for options without meaning.
/// Source: G. Karypis, METIS 5.1.0 manual, section 4.1.1.
LoadedGraph read_metis(CompressedInput& input, const ReadOptions& options, const RunContext& run,
                       const ReadTrust&) {
  check_options(options, {.title = "METIS", .weights = true, .signs = false});
  return MetisReader(input, options, run).read();
}

bool holds_values(std::span<const Weight> values) {
  return std::ranges::all_of(
      values, [](Weight value) { return value >= 0.0 && value < 0x1p53 && value == std::floor(value); });
}

/// The comment, "n m" or "n m 001", and a line per vertex with its neighbours, numbered from 1, each followed
/// by the weight of the edge. Weights are integers >= 1, as the manual of METIS 5 defines them. Values of
/// vertices that are integers >= 0 come first in their lines: "n m 010" or "n m 011".
void write_metis(const Graph& graph, const WriteOptions& options, const TextSink& sink) {
  TextPieces out(sink);
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
  out.flush();
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
