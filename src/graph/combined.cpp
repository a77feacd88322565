#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/graph/arithmetic.hpp>

namespace lode {
namespace {

/// The names of a graph in increasing order, each with its vertex.
template <class Name>
using Called = std::vector<std::pair<Name, Vertex>>;

void name_of(const Graph& graph, Vertex v, std::uint64_t& name) { name = graph.names().id(v); }
void name_of(const Graph& graph, Vertex v, std::string_view& name) { name = graph.names().label(v); }

template <class Name>
Called<Name> called(const Graph& graph) {
  Called<Name> names(graph.num_vertices());
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    name_of(graph, v, names[v].first);
    names[v].second = v;
  }
  std::ranges::sort(names);
  const auto same = [](const auto& a, const auto& b) { return a.first == b.first; };
  const auto twice = std::ranges::adjacent_find(names, same);
  if (twice != names.end()) {
    throw InvalidArgument("vertex", graph.name(twice->second), "is the name of two vertices of one graph",
                          "lode matches the vertices of two graphs by name: give every vertex its own name");
  }
  return names;
}

VertexNames names_from(std::vector<std::uint64_t> ids) {
  const bool are_numbers = ids.empty() || ids.back() + 1 == ids.size();
  return are_numbers ? VertexNames() : VertexNames::from_ids(std::move(ids));
}
VertexNames names_from(const std::vector<std::string_view>& labels) {
  return VertexNames::from_labels(std::vector<std::string>(labels.begin(), labels.end()));
}

/// The vertices of the result, and their vertices in both graphs.
struct Matched {
  VertexNames names;
  Vertex count = 0;
  Vertex common = 0;
  struct Side {
    std::vector<Vertex> number;   ///< in the result, by vertex of this graph; no_vertex: in none
    std::vector<Vertex> partner;  ///< in the other graph; no_vertex: in none
  };
  std::array<Side, 2> sides = {};
};

template <class Name>
Matched matched(const std::array<const Graph*, 2>& graphs, bool only_common) {
  const std::array names = {called<Name>(*graphs[0]), called<Name>(*graphs[1])};
  Matched result;
  for (std::size_t side = 0; side < 2; ++side) {
    result.sides[side].number.assign(names[side].size(), no_vertex);
    result.sides[side].partner.assign(names[side].size(), no_vertex);
  }
  std::vector<Name> kept;
  for (auto a = names[0].begin(), b = names[1].begin(); a != names[0].end() || b != names[1].end();) {
    const bool in_first = b == names[1].end() || (a != names[0].end() && a->first <= b->first);
    const bool in_second = a == names[0].end() || (b != names[1].end() && b->first <= a->first);
    const bool common = in_first && in_second;
    const Vertex number = !only_common || common ? result.count++ : no_vertex;
    if (result.count == no_vertex) {
      throw InvalidArgument("number of vertices", std::to_string(no_vertex), "must be below 2^32-1");
    }
    if (number != no_vertex) kept.push_back(in_first ? a->first : b->first);
    if (in_first) result.sides[0].number[a->second] = number;
    if (in_second) result.sides[1].number[b->second] = number;
    if (common) {
      ++result.common;
      result.sides[0].partner[a->second] = b->second;
      result.sides[1].partner[b->second] = a->second;
    }
    if (in_first) ++a;
    if (in_second) ++b;
  }
  result.names = names_from(std::move(kept));
  return result;
}

/// Weight of a pair in the result; no value if it is no edge.
std::optional<Weight> weight_of(GraphOperation operation, std::optional<Weight> a, std::optional<Weight> b) {
  switch (operation) {
    case GraphOperation::minus: {
      const Weight difference = a.value_or(0.0) - b.value_or(0.0);
      return difference == 0.0 ? std::nullopt : std::optional(difference);
    }
    case GraphOperation::united:
      return a.value_or(0.0) + b.value_or(0.0);
    case GraphOperation::intersected:
      return a && b ? std::optional(std::min(*a, *b)) : std::nullopt;
  }
  throw InvalidArgument("operation", std::to_string(static_cast<int>(operation)), "is no GraphOperation");
}

bool has_labels(const Graph& graph) { return graph.names().kind() == VertexNames::Kind::labels; }

}  // namespace

CombinedGraph combined(const Graph& first, const Graph& second, GraphOperation operation,
                       const RunContext& run) {
  constexpr std::string_view doing = "combining two graphs";
  if (has_labels(first) != has_labels(second)) {
    throw InvalidArgument("vertices", "", "cannot be matched: one graph has ids and the other has labels",
                          "read both graphs with labels");
  }
  run.require_time(doing);
  const bool only_common = operation == GraphOperation::intersected;
  const std::array graphs = {&first, &second};
  const Matched vertices = has_labels(first) ? matched<std::string_view>(graphs, only_common)
                                             : matched<std::uint64_t>(graphs, only_common);
  if (only_common && vertices.common == 0) {
    throw InvalidArgument("graphs", "", "have no vertex in common",
                          "read both graphs so that the same vertex has the same name in both");
  }
  CombinedGraph result;
  result.common_vertices = vertices.common;
  std::vector<WeightedEdge> edges;
  for (std::size_t side = 0; side < 2; ++side) {
    run.require_time(doing);
    const Matched::Side& own = vertices.sides[side];
    const auto add = [&](Vertex u, Vertex v, Weight weight) {
      std::optional<Weight> opposite;
      if (own.partner[u] != no_vertex && own.partner[v] != no_vertex) {
        opposite = graphs[1 - side]->edge_weight(own.partner[u], own.partner[v]);
      }
      if (side == 1 && opposite) return;  // the first graph had the edge
      const std::optional<Weight> weighed =
          side == 0 ? weight_of(operation, weight, opposite) : weight_of(operation, {}, weight);
      if (weighed) edges.push_back({own.number[u], own.number[v], *weighed});
      result.common_edges += opposite ? 1 : 0;
      result.cancelled_edges += opposite && !weighed ? 1 : 0;
    };
    for (Vertex u = 0; u < graphs[side]->num_vertices(); ++u) {
      graphs[side]->for_each_neighbor(u, [&](Vertex v, Weight weight) {
        if (u < v) add(u, v, weight);
      });
    }
  }
  if (operation == GraphOperation::minus || first.weighted() || second.weighted()) {
    result.graph = Graph::from_edges(edges, vertices.count, run, WeightSigns::any);
  } else {
    std::vector<Edge> plain;
    for (const WeightedEdge& edge : edges) plain.push_back({edge.u, edge.v});
    result.graph = Graph::from_edges(plain, vertices.count, run);
  }
  result.graph = result.graph.with_names(vertices.names);
  return result;
}

}  // namespace lode
