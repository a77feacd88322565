#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/io/write_graph.hpp>

#include "io/edge_list/graph_reader.hpp"

namespace lode {
namespace {

using detail::TextPieces;

bool has_labels(const Graph& graph) { return graph.names().kind() == VertexNames::Kind::labels; }

void check(const Graph& graph) {
  if (graph.num_vertices() == 0) {
    throw InvalidArgument("graph", "", "has no vertices, and an edge list cannot say so",
                          "write it in another format");
  }
  if (!has_labels(graph)) return;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    const std::string_view label = graph.names().label(v);
    const char* problem = label.empty()                      ? "empty labels"
                          : detail::find_control_byte(label) ? "control characters"
                          : detail::find_not_utf8(label)     ? "labels that are not UTF-8"
                                                             : nullptr;
    if (!problem) continue;
    throw InvalidArgument(fmt::format("label of vertex {}", v), "'" + detail::excerpt(label) + "'",
                          fmt::format(": an edge list cannot hold {}", problem), "write the graph as lode");
  }
}

/// The other end of the first line's edge; the first vertex itself if isolated.
Vertex other_end_of_first_line(const Graph& graph) {
  return graph.degree(0) == 0 ? 0 : graph.neighbors(0).front();
}

/// True if a reader may take the first line for something else, unless it comes twice: "u v" for a header if
/// v is the number of the lines below and u no smaller than any id on them, two words for names of columns if
/// none of them is on the second line.
bool first_line_comes_twice(const Graph& graph) {
  const Vertex other = other_end_of_first_line(graph);
  if (has_labels(graph)) return graph.degree(0) == 1 && (other != 1 || graph.degree(1) == 1);
  if (graph.weighted()) return false;
  EdgeCount lines = graph.num_edges();
  std::uint64_t largest_below = 0;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    lines += graph.degree(v) == 0;
    const bool on_first_line_alone = (v == 0 || v == other) && graph.degree(v) <= 1;
    if (!on_first_line_alone) largest_below = std::max(largest_below, graph.names().id(v));
  }
  return graph.names().id(other) == lines - 1 && graph.names().id(0) >= largest_below;
}

/// Lines are ordered by (u, v), with u before v in vertex order. An edge list cannot hold isolated vertices,
/// so each is written as a self-loop, which readers drop but count as a vertex.
void put_lines(TextPieces& out, const Graph& graph, char separator) {
  const auto put_name = [&](Vertex v) {
    if (!has_labels(graph)) return out.put(graph.names().id(v));
    out.put(detail::quoted_if_needed(graph.names().label(v)));
  };
  const auto put_edge = [&](Vertex u, Vertex v, Weight weight) {
    put_name(u);
    out.put(separator);
    put_name(v);
    if (graph.weighted()) out.put(separator, weight);
    out.put('\n');
  };
  // The first vertex has the first line: all its neighbours, if any, are larger.
  if (first_line_comes_twice(graph)) put_edge(0, other_end_of_first_line(graph), 0.0);
  for (Vertex u = 0; u < graph.num_vertices(); ++u) {
    if (graph.degree(u) == 0) put_edge(u, u, 0.0);
    graph.for_each_neighbor(u, [&](Vertex v, Weight weight) {
      if (u < v) put_edge(u, v, weight);
    });
  }
}

void write_edge_list(const Graph& graph, const WriteOptions& options, TextPieces& out) {
  check(graph);
  std::string head;
  if (options.separator != ',') {
    head = detail::comment_lines("# ", options.comment) +
           fmt::format("# vertices {} edges {}\n", graph.num_vertices(), graph.num_edges());
  }
  out.put(head);
  if (!has_labels(graph)) return put_lines(out, graph, options.separator);
  // Without quotes around the first label, a reader would take some texts for another format or a byte order
  // mark.
  bool begun = false;
  const TextSink guarded = [&](std::string_view piece) {
    const std::string text = std::exchange(begun, true) ? "" : head + std::string(piece);
    const bool misread = detail::shows_other_format(text) || text.starts_with(detail::byte_order_mark);
    if (misread && !piece.starts_with('"')) {
      const std::string_view label = graph.names().label(0);
      out.put(detail::quoted(label));
      piece.remove_prefix(label.size());
    }
    out.put(piece);
  };
  TextPieces lines(guarded);
  put_lines(lines, graph, options.separator);
  lines.flush();
}

}  // namespace

void write_edge_lines(std::span<const Edge> lines, const TextSink& sink) {
  TextPieces out(sink);
  for (const Edge& edge : lines) out.put(edge.u, ' ', edge.v, '\n');
  out.flush();
}

}  // namespace lode

namespace lode::detail {

extern constinit const Format edge_list_format = {
    .name = "edges",
    .title = "edge list",
    .extensions = {".txt", ".tsv", ".csv", ".el"},
    .read = [](const GraphInput& input) { return EdgeListReader(input).read(); },
    .read_arcs = [](const GraphInput& input) { return EdgeListReader(input).read_arcs(); },
    .read_external = [](const GraphInput& input,
                        ExternalGraph& graph) { return EdgeListReader(input).read(&graph); },
    .writer = {.write = write_edge_list, .names = HeldNames::lines, .labels_by_option = true},
};

}  // namespace lode::detail
