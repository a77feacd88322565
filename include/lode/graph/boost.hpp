#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <boost/functional/hash.hpp>
#include <boost/graph/graph_traits.hpp>
#include <boost/graph/properties.hpp>
#include <boost/iterator/counting_iterator.hpp>
#include <boost/iterator/iterator_facade.hpp>
#include <boost/iterator/transform_iterator.hpp>
#include <boost/pending/property.hpp>
#include <boost/property_map/function_property_map.hpp>
#include <boost/property_map/property_map.hpp>

#include <lode/core/error.hpp>
#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>

// Views of a Graph for Boost.Graph, and copies in both directions. The CMake target is lode::boost.

namespace lode {

/// An edge of an UndirectedView. It is equal to the same edge seen from its other end.
struct UndirectedEdge {
  Vertex source = no_vertex;  ///< the end from which the edge is seen
  Vertex target = no_vertex;  ///< the other end
  ArcIndex arc = 0;           ///< position of `target` in the CSR arrays

  /// Both ends, the smaller one first.
  std::pair<Vertex, Vertex> ends() const { return std::minmax(source, target); }
  friend bool operator==(const UndirectedEdge& a, const UndirectedEdge& b) { return a.ends() == b.ends(); }
  friend bool operator<(const UndirectedEdge& a, const UndirectedEdge& b) { return a.ends() < b.ends(); }
  friend std::size_t hash_value(const UndirectedEdge& e) { return boost::hash_value(e.ends()); }
};

namespace detail {

/// The edge of the arc at a position in the row of `source`.
struct EdgeOfArc {
  Vertex source = no_vertex;
  const Vertex* targets = nullptr;
  UndirectedEdge operator()(ArcIndex arc) const { return {source, targets[arc], arc}; }
};

/// Visits every edge once, from its smaller end, in the order of the rows.
class EdgeListIterator : public boost::iterator_facade<EdgeListIterator, UndirectedEdge,
                                                       boost::forward_traversal_tag, UndirectedEdge> {
 public:
  EdgeListIterator() = default;
  EdgeListIterator(const CsrArrays& csr, Vertex source)
      : offsets_(csr.offsets), targets_(csr.targets.data()), source_(source), arc_(offsets_[source]) {
    skip();
  }

 private:
  friend class boost::iterator_core_access;
  UndirectedEdge dereference() const { return {source_, targets_[arc_], arc_}; }
  bool equal(const EdgeListIterator& other) const { return arc_ == other.arc_; }
  void increment() {
    ++arc_;
    skip();
  }
  /// Skips ends of rows, and edges seen from their larger end.
  void skip() {
    for (; arc_ < offsets_.back(); ++arc_) {
      while (arc_ == offsets_[source_ + std::size_t{1}]) ++source_;
      if (source_ < targets_[arc_]) return;
    }
  }

  std::span<const ArcIndex> offsets_;
  const Vertex* targets_ = nullptr;
  Vertex source_ = 0;
  ArcIndex arc_ = 0;
};

/// The number of the edge of every arc. Rows are sorted, so visiting arcs by increasing source meets the arcs
/// into each vertex in row order.
inline std::vector<EdgeCount> edge_numbers(const Graph& graph) {
  std::vector<EdgeCount> numbers(graph.num_arcs());
  std::vector<ArcIndex> next(graph.offsets().begin(), graph.offsets().end() - 1);
  EdgeCount edges = 0;
  for (Vertex u = 0; u < graph.num_vertices(); ++u) {
    for (ArcIndex arc = graph.offsets()[u]; arc < graph.offsets()[u + std::size_t{1}]; ++arc) {
      const Vertex v = graph.targets()[arc];
      if (u < v) numbers[arc] = numbers[next[v]++] = edges++;
    }
  }
  return numbers;
}

// The functions of the property maps.
struct WeightOfEdge {
  const Weight* weights = nullptr;
  Weight operator()(const UndirectedEdge& e) const { return weights ? weights[e.arc] : 1.0; }
};
struct NumberOfEdge {
  const EdgeCount* numbers = nullptr;
  EdgeCount operator()(const UndirectedEdge& e) const { return numbers[e.arc]; }
};

}  // namespace detail

/// A Graph as an undirected Boost graph: a model of VertexListGraph, EdgeListGraph, IncidenceGraph,
/// AdjacencyGraph and AdjacencyMatrix (an edge is found in O(log degree)). `edges(view)` gives every edge
/// once, from its smaller end.
///
/// A view shares the arrays of its graph, and may be copied in O(1). Iterators and property maps are valid
/// while a copy of their view lives.
///
/// The property maps are vertex_index, edge_weight (1 without weights) and edge_index: the position in
/// `edges(view)`. Algorithms for directed graphs take a copy made by to_boost.
///
/// Cost:    O(n + m) to make, and 8 bytes per arc.
class UndirectedView {
 public:
  /// The view of this graph.
  explicit UndirectedView(Graph graph)
      : graph_(std::move(graph)),
        numbers_(std::make_shared<const std::vector<EdgeCount>>(detail::edge_numbers(graph_))) {}
  /// The graph.
  const Graph& graph() const { return graph_; }

  /// @cond
  // The types that boost::graph_traits reads.
  using vertex_descriptor = Vertex;
  using edge_descriptor = UndirectedEdge;
  using directed_category = boost::undirected_tag;
  using edge_parallel_category = boost::disallow_parallel_edge_tag;
  struct traversal_category : boost::vertex_list_graph_tag,
                              boost::edge_list_graph_tag,
                              boost::incidence_graph_tag,
                              boost::adjacency_graph_tag,
                              boost::adjacency_matrix_tag {};
  using vertices_size_type = std::size_t;
  using edges_size_type = EdgeCount;
  using degree_size_type = std::size_t;
  using vertex_iterator = boost::counting_iterator<Vertex>;
  using adjacency_iterator = const Vertex*;
  using out_edge_iterator = boost::transform_iterator<detail::EdgeOfArc, boost::counting_iterator<ArcIndex>,
                                                      UndirectedEdge, UndirectedEdge>;
  using edge_iterator = detail::EdgeListIterator;
  static vertex_descriptor null_vertex() { return no_vertex; }

  // The functions that Boost.Graph finds by argument-dependent lookup.
  friend std::size_t num_vertices(const UndirectedView& view) { return view.graph_.num_vertices(); }
  friend EdgeCount num_edges(const UndirectedView& view) { return view.graph_.num_edges(); }
  friend std::pair<vertex_iterator, vertex_iterator> vertices(const UndirectedView& view) {
    return {vertex_iterator(0), vertex_iterator(view.graph_.num_vertices())};
  }
  friend std::pair<edge_iterator, edge_iterator> edges(const UndirectedView& view) {
    return {{view.graph_.csr(), 0}, {view.graph_.csr(), view.graph_.num_vertices()}};
  }
  friend std::pair<adjacency_iterator, adjacency_iterator> adjacent_vertices(Vertex v,
                                                                             const UndirectedView& view) {
    const auto row = view.graph_.neighbors(v);
    return {row.data(), row.data() + row.size()};
  }
  friend std::pair<out_edge_iterator, out_edge_iterator> out_edges(Vertex v, const UndirectedView& view) {
    using Position = boost::counting_iterator<ArcIndex>;
    const detail::EdgeOfArc edge_of{v, view.graph_.targets().data()};
    return {{Position(view.graph_.offsets()[v]), edge_of},
            {Position(view.graph_.offsets()[v + std::size_t{1}]), edge_of}};
  }
  friend std::size_t out_degree(Vertex v, const UndirectedView& view) { return view.graph_.degree(v); }
  friend Vertex source(const edge_descriptor& e, const UndirectedView&) { return e.source; }
  friend Vertex target(const edge_descriptor& e, const UndirectedView&) { return e.target; }
  friend std::pair<edge_descriptor, bool> edge(Vertex u, Vertex v, const UndirectedView& view) {
    const auto row = view.graph_.neighbors(u);
    const auto it = std::lower_bound(row.begin(), row.end(), v);
    if (it == row.end() || *it != v) return {UndirectedEdge{}, false};
    return {{u, v, view.graph_.offsets()[u] + static_cast<ArcIndex>(it - row.begin())}, true};
  }

  template <class Function>
  using EdgeMap = boost::function_property_map<Function, UndirectedEdge>;
  friend boost::typed_identity_property_map<Vertex> get(boost::vertex_index_t, const UndirectedView&) {
    return {};
  }
  friend EdgeMap<detail::WeightOfEdge> get(boost::edge_weight_t, const UndirectedView& view) {
    return detail::WeightOfEdge{view.graph_.weighted() ? view.graph_.weights().data() : nullptr};
  }
  friend EdgeMap<detail::NumberOfEdge> get(boost::edge_index_t, const UndirectedView& view) {
    return detail::NumberOfEdge{view.numbers_->data()};
  }
  template <class Tag, class Key>
  friend auto get(Tag tag, const UndirectedView& view, const Key& key) {
    return get(get(tag, view), key);
  }
  /// @endcond

 private:
  Graph graph_;
  std::shared_ptr<const std::vector<EdgeCount>> numbers_;
};

}  // namespace lode

namespace boost {

template <class Tag>
struct property_map<lode::UndirectedView, Tag> {
  using type = decltype(get(std::declval<Tag>(), std::declval<const lode::UndirectedView&>()));
  using const_type = type;
};

}  // namespace boost

namespace lode {

namespace detail {

/// The number of vertices of a Boost graph, and make(u, v, e) for every edge e with ends of these numbers.
/// Vertices are numbered by their place in `vertices(graph)`.
template <class B, class Make>
auto edges_of_boost(const B& graph, Make make) {
  using Descriptor = typename boost::graph_traits<B>::vertex_descriptor;
  std::vector<std::pair<Descriptor, Vertex>> numbers;
  for (auto [it, end] = vertices(graph); it != end; ++it) {
    if (numbers.size() == no_vertex) {
      throw InvalidArgument("number of vertices", std::to_string(num_vertices(graph)),
                            "must be below 2^32-1");
    }
    numbers.emplace_back(*it, static_cast<Vertex>(numbers.size()));
  }
  std::sort(numbers.begin(), numbers.end());
  const auto number = [&](const Descriptor& v) {
    return std::lower_bound(numbers.begin(), numbers.end(), std::pair(v, Vertex{0}))->second;
  };
  std::vector<decltype(make(Vertex{}, Vertex{}, *edges(graph).first))> list;
  for (auto [it, end] = edges(graph); it != end; ++it) {
    list.push_back(make(number(source(*it, graph)), number(target(*it, graph)), *it));
  }
  return std::pair(std::move(list), static_cast<Vertex>(numbers.size()));
}

template <class B>
inline constexpr bool is_directed =
    std::convertible_to<typename boost::graph_traits<B>::directed_category, boost::directed_tag>;

}  // namespace detail

/// Makes a Graph of a Boost graph (VertexListGraph and EdgeListGraph). Vertices are numbered by their place
/// in `vertices(graph)`. Self-loops are dropped, directions are ignored, and parallel edges become one.
///
/// Cost:    O((n + m) log n).
/// Errors:  InvalidArgument for 2^32-1 or more vertices. SystemError if the run should stop before the work
///          begins.
template <class B>
Graph from_boost(const B& graph, const RunContext& run = RunContext()) {
  const auto [list, n] = detail::edges_of_boost(graph, [](Vertex u, Vertex v, const auto&) {
    return Edge{u, v};
  });
  return Graph::from_edges(list, n, run);
}

/// An overload with weights from a property map of edges, such as get(boost::edge_weight, graph). The weights
/// of parallel edges are summed. In a directed graph, `merge` gives the weight of two vertices with arcs both
/// ways, as in Graph::from_arcs.
///
/// Errors:  also as Graph::from_arcs.
template <class B, class Weights>
requires requires(Weights weights, const typename boost::graph_traits<B>::edge_descriptor& e) {
  { get(weights, e) } -> std::convertible_to<Weight>;
}
Graph from_boost(const B& graph, Weights weights, MergeRule merge = MergeRule::error,
                 const RunContext& run = RunContext()) {
  const auto [list, n] = detail::edges_of_boost(graph, [&](Vertex u, Vertex v, const auto& e) {
    return WeightedEdge{u, v, static_cast<Weight>(get(weights, e))};
  });
  if constexpr (detail::is_directed<B>) return Graph::from_arcs(list, n, merge, run);
  return Graph::from_edges(list, n, run);
}

/// Makes a mutable Boost graph of a Graph. Vertex i becomes the i-th of `vertices(copy)`. A directed Boost
/// graph gets every edge in both directions. write(copy, e, weight) is called for every edge, so that the
/// caller can store its weight: [](B& copy, auto e, Weight w) { put(boost::edge_weight, copy, e, w); }.
///
/// Cost:    O(n + m) calls of add_edge.
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

}  // namespace lode
