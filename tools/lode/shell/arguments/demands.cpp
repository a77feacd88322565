#include "shell/arguments/demands.hpp"

#include <algorithm>
#include <charconv>
#include <string_view>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/text.hpp>
#include <lode/io/vertex_set.hpp>

#include "shell/arguments/values.hpp"
#include "shell/help/sections.hpp"

namespace lode::tool {
namespace {

constexpr std::string_view file_prefix = "file:";

/// The labels of a graph; empty for large graphs.
std::vector<std::string> few_labels(const Graph& graph) {
  constexpr Vertex most_vertices = 100'000;
  std::vector<std::string> labels;
  if (graph.num_vertices() > most_vertices) return labels;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) labels.push_back(graph.name(v));
  return labels;
}

/// Advice for a word that is not a label: it may be misspelt, or the beginning of a label with commas.
std::string label_remedy(std::string_view word, const Graph& graph) {
  const std::vector<std::string> labels = few_labels(graph);
  const std::string begin = std::string(word) + ',';
  const bool parted =
      std::ranges::any_of(labels, [&](const std::string& label) { return label.starts_with(begin); });
  const std::vector<std::string> near = nearest_names(word, labels);
  return parted || near.empty() ? "for labels with commas use file:PATH" : "nearest: " + near.front();
}

Vertex parse_vertex(const std::string& option, std::string_view text, const Graph& graph) {
  const auto fail = [&](const std::string& problem, const std::string& remedy) {
    return InvalidArgument(option, std::string(text), problem, remedy);
  };
  if (text.empty()) throw fail("is empty", "write 3,17,99 or file:PATH");
  if (graph.names().kind() == VertexNames::Kind::labels) {
    const auto vertex = graph.names().find(text, graph.num_vertices());
    if (!vertex) throw fail("is not a label of the graph", label_remedy(text, graph));
    return *vertex;
  }
  std::uint64_t id = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), id);
  if (error != std::errc{} || end != text.data() + text.size()) {
    throw fail("is not an id", "write 3,17,99 or file:PATH");
  }
  const auto vertex = graph.names().find(std::to_string(id), graph.num_vertices());
  if (!vertex) {
    throw fail("is not a vertex of the graph",
               fmt::format("the nearest id is {}", graph.names().nearest_id(id, graph.num_vertices())));
  }
  return *vertex;
}

void set_start(const std::string& start, const Graph& graph, FindRequest& request) {
  if (start.empty()) return;
  if (start == "degree") {
    request.start = subgraph::StartKind::degree;
  } else if (start == "random") {
    request.start = subgraph::StartKind::random;
  } else if (start == "peeling") {
    request.start = subgraph::StartKind::peeling;
  } else if (start.starts_with(file_prefix)) {
    request.start = subgraph::StartKind::given;
    request.given = read_vertex_set(named_file(start), graph).vertices;
  } else {
    throw InvalidArgument("--start", start, "is not known", "use degree, random, peeling or file:PATH");
  }
}

}  // namespace

std::string named_file(std::string_view word) {
  return std::string(word.starts_with(file_prefix) ? word.substr(file_prefix.size()) : "");
}

std::vector<Vertex> parse_vertices(const std::string& option, const std::string& text, const Graph& graph) {
  if (text.starts_with(file_prefix)) return read_vertex_set(named_file(text), graph).vertices;
  std::vector<Vertex> vertices;
  for (std::size_t at = 0;;) {
    const std::size_t end = text.find(',', at);
    const Vertex v = parse_vertex(option, std::string_view(text).substr(at, end - at), graph);
    if (std::find(vertices.begin(), vertices.end(), v) != vertices.end()) {
      throw InvalidArgument(option, graph.name(v), "is given twice");
    }
    vertices.push_back(v);
    if (end == std::string::npos) return vertices;
    at = end + 1;
  }
}

void Demands::add_options(CLI::App& command) {
  begin_section(command, heading::question);
  command
      .add_option("--include", include,
                  "Vertices that the set must hold: 3,17,99 or file:PATH, one id a line")
      ->type_name("IDS");
  command.add_option("--exclude", exclude, "Vertices that the set must not hold, given likewise")
      ->type_name("IDS");
  command.add_flag("--connected", connected, "Only sets that induce a connected subgraph");
  command.add_option("--top", top, "Give N distinct sets of each size, the best one first")
      ->type_name("N")
      ->check(whole_number<int>(1));
  begin_section(command, heading::question, Shown::in_full);
  command
      .add_option(
          "--max-overlap", max_overlap,
          "Part of its vertices that a set of --top may share with an earlier one: at least 0, below 1; "
          "default 0.5")
      ->type_name("PART");
  command.add_flag("--minimise", minimise,
                   "Find the sets of least weight, or fewest edges, with a lower bound");
  begin_section(command, heading::effort, Shown::in_full);
  command
      .add_option("--start", start,
                  "Set from which the search begins: degree for the vertices of largest degree, random, "
                  "peeling for the set that peeling leaves, or file:PATH")
      ->type_name("START")
      ->check(suggested({"degree", "random", "peeling", "file:PATH"}));
}

void Demands::check() const {
  if (max_overlap && !top) {
    throw InvalidArgument("--max-overlap needs --top");
  }
}

void Demands::apply(const Graph& graph, FindRequest& request) const {
  set_start(start, graph, request);
  if (!include.empty()) request.include = parse_vertices("--include", include, graph);
  if (!exclude.empty()) request.exclude = parse_vertices("--exclude", exclude, graph);
  request.connected = connected;
  request.minimise = minimise;
  request.top = top;
  request.max_overlap = max_overlap.value_or(request.max_overlap);
}

}  // namespace lode::tool
