#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/graph/arcs.hpp>

#include "graph/sides/side_rows.hpp"

namespace lode {
namespace {

/// The names of some vertices; numbers become ids.
VertexNames listed_names(const VertexNames& names, const std::vector<Vertex>& vertices) {
  if (names.kind() != VertexNames::Kind::numbers) return names.subset(vertices);
  return VertexNames::from_ids(std::vector<std::uint64_t>(vertices.begin(), vertices.end()));
}

}  // namespace

SidedGraph detail::sided(const Graph& graph, const std::vector<Vertex>& left,
                         const std::function<void(const std::string&, const char*)>& fail) {
  const Vertex n = graph.num_vertices();
  if (left.size() == n)
    fail("leaves no vertex on the right side", "list the vertices of the left side alone");
  std::vector<char> is_left(n, 0);
  for (const Vertex v : left) is_left[v] = 1;
  std::vector<Vertex> order(n), number(n);
  std::iota(order.begin(), order.end(), Vertex{0});
  std::stable_partition(order.begin(), order.end(), [&](Vertex v) { return is_left[v] != 0; });
  for (Vertex i = 0; i < n; ++i) number[order[i]] = i;
  std::vector<Edge> edges;
  edges.reserve(graph.num_edges());
  for (Vertex u = 0; u < n; ++u) {
    for (const Vertex v : graph.neighbors(u)) {
      if (is_left[u] == is_left[v]) {
        fail(fmt::format("the edge {} {} does not cross: both ends are on the {} side", graph.name(u),
                         graph.name(v), is_left[u] ? "left" : "right"),
             "every edge must join a left and a right vertex");
      }
      if (u < v) edges.push_back({number[u], number[v]});
    }
  }
  return {Graph::from_edges(edges, n).with_names(listed_names(graph.names(), order)),
          static_cast<Vertex>(left.size())};
}

SidedGraph sides_of(const Arcs& arcs, const std::array<Vertex, 2>& shape) {
  if (arcs.num_arcs() == 0) throw InvalidArgument("arcs", "", "are missing: both sides would be empty");
  const auto [rows, columns] = shape;
  if (std::max(rows, columns) > arcs.num_vertices())
    throw InvalidArgument("shape", fmt::format("{} x {}", rows, columns), "is larger than the graph");
  std::vector<Vertex> order, target(arcs.num_vertices(), no_vertex);
  for (Vertex v = 0; v < arcs.num_vertices(); ++v) {
    if (rows > 0 ? v < rows : arcs.out_degree(v) > 0) order.push_back(v);
  }
  const auto left = static_cast<Vertex>(order.size());
  for (Vertex v = 0; v < arcs.num_vertices(); ++v) {
    if (rows > 0 && ((v >= rows && arcs.out_degree(v) > 0) || (v >= columns && arcs.in_degree(v) > 0)))
      throw InvalidArgument("shape", fmt::format("{} x {}", rows, columns), "does not hold all arcs");
    if (rows > 0 ? v >= columns : arcs.in_degree(v) == 0) continue;
    target[v] = static_cast<Vertex>(order.size());
    order.push_back(v);
  }
  std::vector<Edge> edges;
  edges.reserve(arcs.num_arcs());
  for (Vertex u = 0; u < left; ++u) {
    for (const Vertex v : arcs.successors(order[u])) edges.push_back({u, target[v]});
  }
  const auto n = static_cast<Vertex>(order.size());
  return {Graph::from_edges(edges, n).with_names(listed_names(arcs.names(), order)), left};
}

SidedGraph sides_of(const Graph& graph, std::span<const Vertex> left) {
  if (graph.weighted())
    throw InvalidArgument("graph", "", "has weights, but edges between two sides are counted",
                          "give the graph without its weights");
  const Vertex n = graph.num_vertices();
  std::vector<char> listed(n, 0);
  for (const Vertex v : left) {
    if (v >= n)
      throw InvalidArgument("left vertices", std::to_string(v),
                            fmt::format(": the graph has {} vertices", n));
    if (std::exchange(listed[v], char{1}))
      throw InvalidArgument("left vertices", std::to_string(v), "is given twice");
  }
  if (left.empty()) throw InvalidArgument("left vertices", "", "are missing");
  return detail::sided(graph, {left.begin(), left.end()}, [](const std::string& problem, const char* remedy) {
    throw InvalidArgument("left vertices", "", problem, remedy);
  });
}

}  // namespace lode
