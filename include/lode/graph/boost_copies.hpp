#pragma once

// Graphs made of Boost.Graph's, and Boost graphs made of them. The CMake target is lode::boost.

#include <concepts>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include <boost/functional/hash.hpp>
#include <boost/graph/graph_traits.hpp>

#include <lode/core/error.hpp>
#include <lode/core/run_context.hpp>
#include <lode/graph/boost.hpp>
#include <lode/graph/graph.hpp>

namespace lode {

namespace detail {

/// The numbers of a Boost graph's vertices: their places in `vertices(graph)`.
template <class B>
class BoostNumbers {
 public:
  using Descriptor = typename boost::graph_traits<B>::vertex_descriptor;

  explicit BoostNumbers(const B& graph) {
    const auto [begin, end] = vertices(graph);
    for (auto it = begin; it != end; ++it, ++count_) {
      if (count_ + 1 == no_vertex) {
        throw InvalidArgument("number of vertices", std::to_string(num_vertices(graph)),
                              "must be below 2^32-1");
      }
      if constexpr (std::integral<Descriptor>) {
        // Descriptors are the numbers themselves in most graphs, not in boost::filtered_graph.
        if (numbers_.empty() && std::cmp_equal(*it, count_)) continue;
        if (numbers_.empty()) {
          for (Vertex v = 0; v < count_; ++v) numbers_.emplace(static_cast<Descriptor>(v), v);
        }
      }
      numbers_.emplace(*it, count_);
    }
  }
  Vertex count() const { return count_; }
  Vertex operator[](const Descriptor& v) const {
    if constexpr (std::integral<Descriptor>) {
      if (numbers_.empty()) return static_cast<Vertex>(v);
    }
    return numbers_.at(v);
  }

 private:
  std::unordered_map<Descriptor, Vertex, boost::hash<Descriptor>> numbers_;
  Vertex count_ = 0;
};

template <class B>
inline constexpr bool is_directed =
    std::convertible_to<typename boost::graph_traits<B>::directed_category, boost::directed_tag>;

}  // namespace detail

/// A Boost graph (VertexListGraph and EdgeListGraph) as a Graph of its own; its vertices are numbered by
/// their place in `vertices(graph)`. Self-loops are dropped, directions ignored, parallel edges are one.
/// Cost:   O(n + m), on the threads of the run but for reading `graph`.
/// Errors: InvalidArgument for 2^32-1 or more vertices; SystemError if the run should stop before it begins.
template <class B>
Graph from_boost(const B& graph, const RunContext& run = RunContext()) {
  const detail::BoostNumbers<B> number(graph);
  std::vector<Edge> list;
  const auto [begin, end] = edges(graph);
  for (auto it = begin; it != end; ++it) {
    list.push_back({number[source(*it, graph)], number[target(*it, graph)]});
  }
  return Graph::from_edges(list, number.count(), run);
}

/// The same with the weights of a property map of edges, as get(boost::edge_weight, graph): those of parallel
/// edges are summed. In a directed graph `merge` says what holds for two vertices with arcs both ways, as in
/// Graph::from_arcs.
/// Errors: also as Graph::from_arcs.
template <class B, class Weights>
requires requires(Weights weights, const typename boost::graph_traits<B>::edge_descriptor& e) {
  { get(weights, e) } -> std::convertible_to<Weight>;
}
Graph from_boost(const B& graph, Weights weights, MergeRule merge = MergeRule::error,
                 const RunContext& run = RunContext()) {
  const detail::BoostNumbers<B> number(graph);
  std::vector<WeightedEdge> list;
  const auto [begin, end] = edges(graph);
  for (auto it = begin; it != end; ++it) {
    list.push_back(
        {number[source(*it, graph)], number[target(*it, graph)], static_cast<Weight>(get(weights, *it))});
  }
  if constexpr (detail::is_directed<B>) return Graph::from_arcs(list, number.count(), merge, run);
  return Graph::from_edges(list, number.count(), run);
}

/// A copy as a mutable Boost graph: vertex i is the i-th of `vertices(copy)`; a directed graph gets every
/// edge in both directions. write(copy, e, weight) is called for every edge, to put its weight where it
/// belongs.
/// Cost:   O(n + m) calls of add_edge.
template <class B, class Write>
B to_boost(const Graph& graph, Write write) {
  B copy(graph.num_vertices());
  const auto [begin, end] = vertices(copy);
  const std::vector<typename boost::graph_traits<B>::vertex_descriptor> at(begin, end);
  for (Vertex u = 0; u < graph.num_vertices(); ++u) {
    graph.for_each_neighbor(u, [&](Vertex v, Weight weight) {
      if (v < u && !detail::is_directed<B>) return;
      write(copy, add_edge(at[u], at[v], copy).first, weight);
    });
  }
  return copy;
}

/// The same with the weights as the internal property edge_weight where B has it.
/// Errors: InvalidArgument for a graph with weights where B has no such property.
template <class B>
B to_boost(const Graph& graph) {
  if constexpr (detail::PropertyList<typename B::edge_property_type>::has_weight) {
    return to_boost<B>(graph, [](B& copy, const auto& e, Weight weight) {
      auto map = get(boost::edge_weight, copy);
      put(map, e, static_cast<typename boost::property_traits<decltype(map)>::value_type>(weight));
    });
  } else {
    if (graph.weighted()) {
      throw InvalidArgument("weights of the graph", "set", "have no place in a graph without edge_weight",
                            "say where to write them");
    }
    return to_boost<B>(graph, [](B&, const auto&, Weight) {});
  }
}

}  // namespace lode
