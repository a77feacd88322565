#include <algorithm>
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

/// The vertices of the result, and which they are in either graph.
struct Matched {
  VertexNames names;
  std::vector<Vertex> first;   ///< number in the result, by vertex of the first graph; no_vertex: in none
  std::vector<Vertex> second;  ///< likewise
  Vertex count = 0;
  Vertex common = 0;
};

template <class Name>
Matched matched(const Graph& first, const Graph& second, bool only_common) {
  const Called<Name> a = called<Name>(first);
  const Called<Name> b = called<Name>(second);
  Matched result;
  result.first.assign(a.size(), no_vertex);
  result.second.assign(b.size(), no_vertex);
  std::vector<Name> names;
  for (std::size_t i = 0, j = 0; i < a.size() || j < b.size();) {
    const bool in_first = j == b.size() || (i < a.size() && a[i].first <= b[j].first);
    const bool in_second = i == a.size() || (j < b.size() && b[j].first <= a[i].first);
    result.common += in_first && in_second ? 1 : 0;
    if (!only_common || (in_first && in_second)) {
      if (names.size() + 1 >= no_vertex) {
        throw InvalidArgument("number of vertices", std::to_string(names.size() + 1), "must be below 2^32-1");
      }
      const auto number = static_cast<Vertex>(names.size());
      names.push_back(in_first ? a[i].first : b[j].first);
      if (in_first) result.first[a[i].second] = number;
      if (in_second) result.second[b[j].second] = number;
    }
    i += in_first ? 1 : 0;
    j += in_second ? 1 : 0;
  }
  result.count = static_cast<Vertex>(names.size());
  result.names = names_from(std::move(names));
  return result;
}

/// An edge between vertices of the result, u < v.
struct MatchedEdge {
  std::uint64_t pair = 0;  ///< u and v
  Weight weight = 0.0;
  bool second = false;  ///< of the second graph
};

void add_edges(const Graph& graph, const std::vector<Vertex>& numbers, bool second,
               std::vector<MatchedEdge>& edges) {
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    if (numbers[v] == no_vertex) continue;
    graph.for_each_neighbor(v, [&](Vertex u, Weight weight) {
      if (u < v || numbers[u] == no_vertex) return;
      const auto [low, high] = std::minmax(numbers[v], numbers[u]);
      edges.push_back({std::uint64_t{low} << 32 | high, weight, second});
    });
  }
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

void check_names(const Graph& first, const Graph& second) {
  const auto has_labels = [](const Graph& graph) {
    return graph.names().kind() == VertexNames::Kind::labels;
  };
  if (has_labels(first) == has_labels(second)) return;
  throw InvalidArgument("vertices", "", "cannot be matched: one graph has ids and the other has labels",
                        "read both graphs with labels");
}

}  // namespace

CombinedGraph combined(const Graph& first, const Graph& second, GraphOperation operation,
                       const RunContext& run) {
  constexpr std::string_view doing = "combining two graphs";
  check_names(first, second);
  run.require_time(doing);
  const bool only_common = operation == GraphOperation::intersected;
  const bool has_labels = first.names().kind() == VertexNames::Kind::labels;
  const Matched vertices = has_labels ? matched<std::string_view>(first, second, only_common)
                                      : matched<std::uint64_t>(first, second, only_common);
  if (only_common && vertices.common == 0) {
    throw InvalidArgument("graphs", "", "have no vertex in common",
                          "read both graphs so that the same vertex has the same name in both");
  }
  std::vector<MatchedEdge> edges;
  edges.reserve(first.num_edges() + second.num_edges());
  add_edges(first, vertices.first, false, edges);
  add_edges(second, vertices.second, true, edges);
  run.require_time(doing);
  std::ranges::sort(edges, [](const MatchedEdge& a, const MatchedEdge& b) {
    return a.pair != b.pair ? a.pair < b.pair : a.second < b.second;
  });
  CombinedGraph result;
  result.common_vertices = vertices.common;
  std::vector<WeightedEdge> kept;
  for (std::size_t i = 0; i < edges.size();) {
    const bool is_common = i + 1 < edges.size() && edges[i + 1].pair == edges[i].pair;
    std::optional<Weight> a;
    std::optional<Weight> b;
    (edges[i].second ? b : a) = edges[i].weight;
    if (is_common) b = edges[i + 1].weight;
    const std::optional<Weight> weight = weight_of(operation, a, b);
    if (weight) {
      kept.push_back({static_cast<Vertex>(edges[i].pair >> 32), static_cast<Vertex>(edges[i].pair), *weight});
    }
    result.common_edges += is_common ? 1 : 0;
    result.cancelled_edges += is_common && !weight ? 1 : 0;
    i += is_common ? 2 : 1;
  }
  edges = {};
  const bool weighted = operation == GraphOperation::minus || first.weighted() || second.weighted();
  if (weighted) {
    result.graph = Graph::from_edges(kept, vertices.count, run, WeightSigns::any);
  } else {
    std::vector<Edge> plain(kept.size());
    std::ranges::transform(kept, plain.begin(), [](const WeightedEdge& edge) {
      return Edge{edge.u, edge.v};
    });
    result.graph = Graph::from_edges(plain, vertices.count, run);
  }
  result.graph = result.graph.with_names(vertices.names);
  return result;
}

}  // namespace lode
