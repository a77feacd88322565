#include <charconv>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/io/vertex_set.hpp>

#include "graph/sides/side_rows.hpp"
#include "io/stream/compressed_input.hpp"
#include "io/text/line_reader.hpp"

namespace lode {
namespace {

using namespace detail;

constexpr auto one_vertex_per_line = "write one vertex per line";
constexpr auto ids_of_the_file = "list vertices by the ids of the graph's file";

/// The number of edges in a comment "# edges N"; empty for others.
std::optional<EdgeCount> stated_edges(const LineReader& lines, std::string_view comment) {
  Words words(comment.substr(1));
  if (words.next() != "edges") return std::nullopt;
  const std::string_view number = words.next();
  EdgeCount edges = 0;
  const auto [stop, error] = std::from_chars(number.data(), number.data() + number.size(), edges);
  if (error != std::errc{} || stop != comment.data() + comment.size()) {
    lines.fail(
        {number.data(), fmt::format("'{}' is not a number of edges", excerpt(number)), "write '# edges N'"});
  }
  return edges;
}

std::optional<Vertex> find_vertex(const LineReader& lines, std::string_view text, const Graph& graph) {
  const std::string name = unquoted_label(text);
  if (graph.names().kind() == VertexNames::Kind::labels)
    return graph.names().find(name, graph.num_vertices());
  const std::size_t gap = text.find_first_of(" \t,");
  if (gap != std::string_view::npos)
    lines.fail({text.data() + gap, "more than one id on the line", one_vertex_per_line});
  std::uint64_t id = 0;
  if (const FieldProblem bad = parse_id({text.data(), name}, id))
    lines.fail({text.data(), bad.problem, ids_of_the_file});
  return graph.vertex(id);
}

VertexSetFile read_set(CompressedInput input, const Graph& graph) {
  LineReader lines(input);
  std::vector<bool> listed(graph.num_vertices(), false);
  const bool labels = graph.names().kind() == VertexNames::Kind::labels;
  VertexSetFile set;
  while (lines.next()) {
    std::string_view line = lines.text();
    const std::string_view text = take_line(line);
    if (text.empty()) continue;
    if (const FieldProblem bad = find_control_byte(text))
      lines.fail({bad.at, bad.problem, one_vertex_per_line});
    if (text.front() == '#') {
      const std::optional<EdgeCount> edges = stated_edges(lines, text);
      if (edges && set.edges && *set.edges != *edges)
        lines.fail({text.data(), "a second '# edges' comment says something else", "keep one"});
      if (edges) set.edges = edges;
      // A label may begin like a comment.
      if (edges || !labels || !find_vertex(lines, text, graph)) continue;
    }
    const bool is_header = set.vertices.empty() && names_vertices(unquoted_label(text));
    if (is_header && (!labels || !find_vertex(lines, text, graph))) continue;
    const std::optional<Vertex> vertex = find_vertex(lines, text, graph);
    if (!vertex) {
      lines.fail(
          {text.data(), fmt::format("'{}' is not a vertex of the graph", excerpt(text)), ids_of_the_file});
    }
    if (listed[*vertex])
      lines.fail(
          {text.data(), fmt::format("vertex {} is listed twice", excerpt(text)), "keep one of the lines"});
    listed[*vertex] = true;
    set.vertices.push_back(*vertex);
  }
  if (set.vertices.empty()) lines.fail_at(0, "holds no vertices", one_vertex_per_line);
  return set;
}

}  // namespace

VertexSetFile read_vertex_set(const std::string& path, const Graph& graph) {
  return read_set(CompressedInput(path, {one_vertex_per_line}), graph);
}

VertexSetFile read_vertex_set(std::span<const char> bytes, const Graph& graph) {
  return read_set(CompressedInput({bytes.data(), bytes.size()}, memory_name, {one_vertex_per_line}), graph);
}

std::string vertex_set_text(const Graph& graph, std::span<const Vertex> set, EdgeCount edges) {
  std::string text = fmt::format("# edges {}\n", edges);
  const bool labels = graph.names().kind() == VertexNames::Kind::labels;
  for (const Vertex v : set) {
    if (v >= graph.num_vertices()) throw InvalidArgument("vertex", std::to_string(v), "does not exist");
    const std::string name = graph.name(v);
    text += (labels ? quoted_if_needed(name) : name) + '\n';
  }
  return text;
}

void write_vertex_set(const Graph& graph, std::span<const Vertex> set, EdgeCount edges,
                      const std::string& path, Overwrite overwrite) {
  write_file(path, vertex_set_text(graph, set, edges), overwrite);
}

SidedGraph read_sides(const Graph& graph, const std::string& path) {
  return detail::sided(
      graph, read_vertex_set(path, graph).vertices,
      [&](const std::string& problem, const char* remedy) { throw InputError({path}, problem, remedy); });
}

}  // namespace lode
