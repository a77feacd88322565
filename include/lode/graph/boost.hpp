#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include <boost/functional/hash.hpp>
#include <boost/graph/graph_traits.hpp>
#include <boost/graph/properties.hpp>
#include <boost/iterator/counting_iterator.hpp>
#include <boost/iterator/iterator_facade.hpp>
#include <boost/iterator/transform_iterator.hpp>
#include <boost/pending/property.hpp>
#include <boost/property_map/property_map.hpp>

#include <lode/core/error.hpp>
#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>

// Views of a Graph for Boost.Graph. After them: functions that make a Graph of a Boost graph, and a Boost
// graph of a Graph. The CMake target is lode::boost.
//
// The views copy no arrays. They share the owner of the graph, and may be copied in O(1). Iterators and
// property maps are valid while a copy of their view lives.

namespace lode {

/// An edge seen from its end `source`. It is equal to the same edge seen from the other end.
struct UndirectedEdge {
  Vertex source = no_vertex;  ///< the end from which the edge is seen
  Vertex target = no_vertex;  ///< the other end
  ArcIndex arc = 0;           ///< position of `target` in the row of `source`

  /// Both ends, the smaller one first.
  std::pair<Vertex, Vertex> ends() const { return std::minmax({source, target}); }
  friend bool operator==(const UndirectedEdge& a, const UndirectedEdge& b) { return a.ends() == b.ends(); }
  friend bool operator<(const UndirectedEdge& a, const UndirectedEdge& b) { return a.ends() < b.ends(); }
  friend std::size_t hash_value(const UndirectedEdge& e) { return boost::hash_value(e.ends()); }
};

/// One direction of an edge.
struct Arc {
  Vertex source = no_vertex;  ///< the vertex that the arc leaves
  Vertex target = no_vertex;  ///< the vertex that the arc enters
  ArcIndex arc = 0;           ///< position in the CSR arrays

  friend bool operator==(const Arc& a, const Arc& b) { return a.arc == b.arc && a.source == b.source; }
  friend bool operator<(const Arc& a, const Arc& b) { return a.arc < b.arc; }
  friend std::size_t hash_value(const Arc& a) { return boost::hash_value(a.arc); }
};

/// The position of the arc vu, for every arc uv. Cost: O(n + m).
std::vector<ArcIndex> reverse_arcs(const Graph& graph);

namespace detail {

template <class Descriptor>
struct MakeArc {
  using result_type = Descriptor;
  Vertex source = no_vertex;
  const Vertex* targets = nullptr;
  Descriptor operator()(ArcIndex arc) const { return {source, targets[arc], arc}; }
};

template <class Descriptor>
using OutArcIterator = boost::transform_iterator<MakeArc<Descriptor>, boost::counting_iterator<ArcIndex>,
                                                 Descriptor, Descriptor>;

/// Visits the last first[v+1] - first[v] arcs of every row v, by increasing v.
template <class Descriptor>
class ArcListIterator : public boost::iterator_facade<ArcListIterator<Descriptor>, Descriptor,
                                                      boost::forward_traversal_tag, Descriptor> {
 public:
  ArcListIterator() = default;
  ArcListIterator(const CsrArrays& csr, const ArcIndex* first, Vertex source)
      : offsets_(csr.offsets.data()),
        first_(first),
        targets_(csr.targets.data()),
        num_vertices_(static_cast<Vertex>(csr.offsets.size() - 1)),
        source_(source),
        arc_(row_begin()) {
    skip_finished_rows();
  }

 private:
  friend class boost::iterator_core_access;
  Descriptor dereference() const { return {source_, targets_[arc_], arc_}; }
  bool equal(const ArcListIterator& other) const { return source_ == other.source_ && arc_ == other.arc_; }
  void increment() {
    ++arc_;
    skip_finished_rows();
  }
  ArcIndex row_begin() const {
    return source_ == num_vertices_ ? offsets_[source_]
                                    : offsets_[source_ + 1] - (first_[source_ + 1] - first_[source_]);
  }
  void skip_finished_rows() {
    while (source_ < num_vertices_ && arc_ == offsets_[source_ + 1]) {
      ++source_;
      arc_ = row_begin();
    }
  }

  const ArcIndex* offsets_ = nullptr;
  const ArcIndex* first_ = nullptr;
  const Vertex* targets_ = nullptr;
  Vertex num_vertices_ = 0;
  Vertex source_ = 0;
  ArcIndex arc_ = 0;
};

/// The parts that both views share: vertices, neighbours, arcs out of a vertex.
template <class Descriptor>
class CsrView {
 public:
  using vertex_descriptor = Vertex;
  using edge_descriptor = Descriptor;
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
  using out_edge_iterator = OutArcIterator<Descriptor>;
  using edge_iterator = ArcListIterator<Descriptor>;

  explicit CsrView(Graph graph) : graph_(std::move(graph)) {}
  static vertex_descriptor null_vertex() { return no_vertex; }
  const Graph& graph() const { return graph_; }

  std::pair<vertex_iterator, vertex_iterator> vertex_range() const {
    return {vertex_iterator(0), vertex_iterator(graph_.num_vertices())};
  }
  std::pair<adjacency_iterator, adjacency_iterator> neighbor_range(Vertex v) const {
    const auto row = graph_.neighbors(v);
    return {row.data(), row.data() + row.size()};
  }
  std::pair<out_edge_iterator, out_edge_iterator> out_range(Vertex v) const {
    const MakeArc<Descriptor> make{v, graph_.targets().data()};
    const auto at = [&](ArcIndex arc) {
      return out_edge_iterator(boost::counting_iterator<ArcIndex>(arc), make);
    };
    return {at(graph_.offsets()[v]), at(graph_.offsets()[v + std::size_t{1}])};
  }
  /// All edges; `first` as in ArcListIterator.
  std::pair<edge_iterator, edge_iterator> edge_range(const ArcIndex* first) const {
    return {{graph_.csr(), first, 0}, {graph_.csr(), first, graph_.num_vertices()}};
  }
  /// The edge from u to v with `true`, or `false` if they are not adjacent.
  std::pair<edge_descriptor, bool> find(Vertex u, Vertex v) const {
    const auto row = graph_.neighbors(u);
    const auto it = std::lower_bound(row.begin(), row.end(), v);
    if (it == row.end() || *it != v) return {edge_descriptor{}, false};
    return {{u, v, graph_.offsets()[u] + static_cast<ArcIndex>(it - row.begin())}, true};
  }

 private:
  Graph graph_;
};

}  // namespace detail

/// The types that Boost.PropertyMap asks of a map which can only be read.
template <class Key, class Value>
struct ReadableMap {
  using key_type = Key;                               ///< vertex or edge
  using value_type = Value;                           ///< its property
  using reference = Value;                            ///< by value
  using category = boost::readable_property_map_tag;  ///< no writing
};

/// Property map of weights: the weight of an edge or arc, 1 when the graph is unweighted.
template <class Descriptor>
class WeightMap : public ReadableMap<Descriptor, Weight> {
 public:
  /// The map of no graph.
  WeightMap() = default;
  /// The weights of this graph.
  explicit WeightMap(const Graph& graph) : weights_(graph.weighted() ? graph.weights().data() : nullptr) {}
  /// The weight of e.
  friend Weight get(const WeightMap& map, const Descriptor& e) {
    return map.weights_ ? map.weights_[e.arc] : 1.0;
  }

 private:
  const Weight* weights_ = nullptr;
};

/// A Graph as an undirected Boost graph. It models VertexListGraph, EdgeListGraph, IncidenceGraph,
/// AdjacencyGraph and AdjacencyMatrix (an edge is found in O(log degree)).
///
/// `edges(view)` gives every edge once, from its smaller end, ordered by (smaller end, larger end).
///
/// There are the property maps vertex_index, edge_index (the position in `edges(view)`, 0..m-1) and
/// edge_weight. `to_boost` copies the graph into a Boost graph that can be changed.
///
/// Cost:    O(n log(max degree)) to make and 8(n+1) bytes, for the numbers of edges. edge_index costs O(1)
///          for an edge seen from its smaller end, and O(log degree) otherwise.
class UndirectedView : public detail::CsrView<UndirectedEdge> {
 public:
  /// Edges have no direction.
  using directed_category = boost::undirected_tag;

  /// Property map of edge numbers.
  class EdgeIndexMap : public ReadableMap<UndirectedEdge, EdgeCount> {
   public:
    /// The map of no view.
    EdgeIndexMap() = default;
    /// The edge numbers of this view.
    explicit EdgeIndexMap(const UndirectedView& view)
        : offsets_(view.graph().offsets().data()),
          targets_(view.graph().targets().data()),
          first_edge_(view.first_edge()) {}
    /// The number of e.
    friend EdgeCount get(const EdgeIndexMap& map, const UndirectedEdge& e) { return map.index(e); }

   private:
    EdgeCount index(const UndirectedEdge& e) const;
    const ArcIndex* offsets_ = nullptr;
    const Vertex* targets_ = nullptr;
    const EdgeCount* first_edge_ = nullptr;
  };

  /// The view of this graph.
  explicit UndirectedView(Graph graph);
  /// The number of edges whose smaller end is below v, for v = 0..n.
  const EdgeCount* first_edge() const { return first_edge_->data(); }

 private:
  std::shared_ptr<const std::vector<EdgeCount>> first_edge_;
};

/// A Graph as a directed Boost graph of 2m arcs. It models VertexListGraph, EdgeListGraph, IncidenceGraph,
/// AdjacencyGraph and AdjacencyMatrix.
///
/// There are the property maps of UndirectedView (edge_index is the position in the CSR, 0..2m-1) and
/// edge_reverse. `arc_values` makes a capacity map or a residual map of any array of 2m values.
///
/// In Boost 1.74, boykov_kolmogorov_max_flow does not update the residuals of arcs into the source and out of
/// the sink. Read the cut from its colours. push_relabel_max_flow updates every residual, but needs capacity
/// 0 on one arc of every pair.
///
/// Cost:    O(n + m) to make and 8*2m bytes, for the reverse arcs.
class ArcView : public detail::CsrView<Arc> {
 public:
  /// Arcs have a direction.
  using directed_category = boost::directed_tag;

  /// Property map of arc positions.
  struct ArcIndexMap : ReadableMap<Arc, ArcIndex> {
    /// The position of a.
    friend ArcIndex get(const ArcIndexMap&, const Arc& a) { return a.arc; }
  };

  /// Property map of reverse arcs.
  class ReverseMap : public ReadableMap<Arc, Arc> {
   public:
    /// The map of no view.
    ReverseMap() = default;
    /// The reverse arcs of this view.
    explicit ReverseMap(const ArcView& view) : reverse_(view.reverse().data()) {}
    /// The arc in the opposite direction.
    friend Arc get(const ReverseMap& map, const Arc& a) { return {a.target, a.source, map.reverse_[a.arc]}; }

   private:
    const ArcIndex* reverse_ = nullptr;
  };

  /// The view of this graph.
  explicit ArcView(Graph graph);
  /// The position of the reverse of every arc.
  std::span<const ArcIndex> reverse() const { return *reverse_; }

 private:
  std::shared_ptr<const std::vector<ArcIndex>> reverse_;
};

/// A property map over the arcs of an ArcView. It reads values[arc], and writes it too if T is not const.
template <class T>
auto arc_values(std::span<T> values) {
  using Map = boost::iterator_property_map<T*, ArcView::ArcIndexMap, std::remove_const_t<T>, T&>;
  return Map(values.data(), ArcView::ArcIndexMap{});
}

namespace detail {
template <class View>
concept BoostView = std::is_same_v<View, UndirectedView> || std::is_same_v<View, ArcView>;

/// True for a list of internal properties (boost::property<Tag, T, Next>) that contains edge_weight.
template <class P>
inline constexpr bool has_weight = false;
template <class Tag, class T, class Next>
inline constexpr bool has_weight<boost::property<Tag, T, Next>> =
    std::same_as<Tag, boost::edge_weight_t> || has_weight<Next>;

}  // namespace detail

/// The functions that Boost.Graph finds by argument-dependent lookup. The concepts of Boost.Graph define
/// them.
///@{
template <detail::BoostView View>
std::size_t num_vertices(const View& view) {
  return view.graph().num_vertices();
}
template <detail::BoostView View>
auto vertices(const View& view) {
  return view.vertex_range();
}
template <detail::BoostView View>
auto adjacent_vertices(Vertex v, const View& view) {
  return view.neighbor_range(v);
}
template <detail::BoostView View>
auto out_edges(Vertex v, const View& view) {
  return view.out_range(v);
}
template <detail::BoostView View>
std::size_t out_degree(Vertex v, const View& view) {
  return view.graph().degree(v);
}
template <detail::BoostView View>
auto edge(Vertex u, Vertex v, const View& view) {
  return view.find(u, v);
}
template <detail::BoostView View>
Vertex source(const typename View::edge_descriptor& e, const View&) {
  return e.source;
}
template <detail::BoostView View>
Vertex target(const typename View::edge_descriptor& e, const View&) {
  return e.target;
}
inline EdgeCount num_edges(const UndirectedView& view) { return view.graph().num_edges(); }
inline EdgeCount num_edges(const ArcView& view) { return view.graph().num_arcs(); }
inline auto edges(const UndirectedView& view) { return view.edge_range(view.first_edge()); }
inline auto edges(const ArcView& view) { return view.edge_range(view.graph().csr().offsets.data()); }
template <detail::BoostView View>
boost::typed_identity_property_map<Vertex> get(boost::vertex_index_t, const View&) {
  return {};
}
template <detail::BoostView View>
WeightMap<typename View::edge_descriptor> get(boost::edge_weight_t, const View& view) {
  return WeightMap<typename View::edge_descriptor>(view.graph());
}
inline UndirectedView::EdgeIndexMap get(boost::edge_index_t, const UndirectedView& view) {
  return UndirectedView::EdgeIndexMap(view);
}
inline ArcView::ArcIndexMap get(boost::edge_index_t, const ArcView&) { return {}; }
inline ArcView::ReverseMap get(boost::edge_reverse_t, const ArcView& view) {
  return ArcView::ReverseMap(view);
}
template <class Tag, detail::BoostView View, class Key>
auto get(Tag tag, const View& view, const Key& key) {
  return get(get(tag, view), key);
}
///@}

}  // namespace lode

namespace boost {

/// The property maps of a view, which can only be read.
template <class View, class Tag>
requires lode::detail::BoostView<View>
struct property_map<View, Tag> {
  using type = decltype(get(std::declval<Tag>(), std::declval<const View&>()));  ///< readable
  using const_type = type;                                                       ///< the same
};

}  // namespace boost

// Functions that make a Graph of a Boost graph, and a Boost graph of a Graph.

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

/// Makes a Graph of a Boost graph (VertexListGraph and EdgeListGraph). Vertices are numbered by their place
/// in `vertices(graph)`. Self-loops are dropped, directions are ignored, and parallel edges become one.
///
/// Cost:    O(n + m), on the threads of the run except for reading `graph`.
/// Errors:  InvalidArgument for 2^32-1 or more vertices. SystemError if the run should stop before the work
///          begins.
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

/// Makes a mutable Boost graph of a Graph. Vertex i becomes the i-th of `vertices(copy)`. A directed Boost
/// graph gets every edge in both directions. write(copy, e, weight) is called for every edge, so that the
/// caller can store its weight.
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

/// An overload with the weights stored as the internal property edge_weight if B has it.
///
/// Errors:  InvalidArgument for a graph with weights if B has no such property.
template <class B>
B to_boost(const Graph& graph) {
  if constexpr (detail::has_weight<typename B::edge_property_type>) {
    return to_boost<B>(graph, [](B& copy, const auto& e, Weight weight) {
      auto map = get(boost::edge_weight, copy);
      put(map, e, static_cast<typename boost::property_traits<decltype(map)>::value_type>(weight));
    });
  } else {
    if (graph.weighted()) {
      throw InvalidArgument("weights of the graph", "", "have no place in a graph without edge_weight",
                            "say where to write them");
    }
    return to_boost<B>(graph, [](B&, const auto&, Weight) {});
  }
}

}  // namespace lode
