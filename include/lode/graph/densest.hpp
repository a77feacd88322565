#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <unordered_map>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>

#pragma GCC visibility push(default)
namespace lode {

/// What vertices add to a set and what they cost: the density of S is (w(S) + c(S)) / b(S).
struct DensityTerms {
  std::vector<Weight> values = {};  ///< c: one per vertex, finite, of any sign; empty: 0
  std::vector<Weight> costs = {};   ///< b: one per vertex, finite, positive; empty: 1
};

/// The weight of every edge dealt out to its ends, with which a bound can be checked: where every vertex gets
/// r_v and r_v + c_v <= t b_v holds for all, no set is denser than t.
struct EdgeSplit {
  /// share / denominator goes to the smaller end, the rest to the larger one. Edges stand in the order of the
  /// rows: by their smaller end, then by the larger one.
  std::vector<double> share;
  std::int64_t denominator = 1;
};

/// Whether the split that proves a bound is returned.
enum class KeepSplit { no, yes };

/// The densest subgraph without a size: the set S of most (w(S) + c(S)) / b(S).
struct DensestSubgraph {
  std::vector<Vertex> vertices;  ///< increasing
  EdgeCount edges = 0;           ///< inside
  Weight weight = 0.0;           ///< of these edges; equals edges when unweighted
  Weight value = 0.0;            ///< c(S)
  Weight cost = 0.0;             ///< b(S): |S| without costs
  /// No set is denser than this: the ratio itself when proven, infinity where nothing is known.
  double bound = std::numeric_limits<double>::infinity();
  /// What the proof was carried out on: the core that holds every densest set, and the flows computed.
  Vertex core_vertices = 0;
  EdgeCount core_edges = 0;
  std::uint64_t flows = 0;
  bool proven = false;                  ///< false: the run was stopped; the set is the densest found so far
  std::optional<EdgeSplit> split = {};  ///< when asked for

  /// (weight + value) / cost: an exact fraction when all numbers are integers.
  double ratio() const { return vertices.empty() ? 0.0 : (weight + value) / cost; }
};

/// Finds the largest densest subgraph (the union of all densest sets) and proves it by a split of the edges.
///
/// A first density t is that of the whole graph; vertices that would weigh less than t b_v in what is left
/// are removed, since no set denser than t holds them, and t is raised to the density of what is left, until
/// nothing changes. The weight of every edge left is split between its ends; passes of coordinate descent
/// bring the loads near their optimum, and prefixes of the vertices by falling load raise t further. Cuts
/// that the loads prove take the core apart. A part is done when no load exceeds t b_v: by the passes, by
/// moving what is left over along a spanning tree, or by a largest flow that starts from the split, and which
/// else yields a denser set.
///
/// Exact for integers, and for decimals of up to six digits, while the sum of weights and |values| times the
/// sum of the costs is below 2^61. Other weights and values are first rounded to multiples of a power of two
/// that is at most 2^-min(50, 58 - log2 n) of their sum W; a set found densest then has at least the largest
/// ratio minus 2^-min(50, 58 - log2 n) W d, d the largest core number, and sets closer than that to each
/// other may be merged or kept apart. Other costs are taken as they are, and densities are compared in
/// doubles. A graph without edges and values is one densest set of ratio 0; the empty graph gives
/// the empty set. Where all values are negative enough the densest set has a negative ratio.
///
/// `keep_split`: the split of all edges behind the bound. Its shares are whole multiples of 1 / denominator
/// where weights, values and costs are integers, else doubles. It takes one more flow on the core.
///
/// `warm`: a split of the graph's edges that the search starts from, in the place of halves: that of an
/// answer for nearly the same graph or terms. The set and the ratio are the same with any split; a good one
/// takes fewer passes.
///
/// Cost:    O(n + m) for the core, tens of passes over its edges, and flows on what these leave open
///          (Boost.Graph's Boykov-Kolmogorov); 100 bytes per edge of the core.
/// Errors:  InvalidArgument for terms of another graph's size, a value that is not finite, a cost that is not
///          positive and finite, a warm split that is none of this graph; and if integral weights are so
///          large that the flow's numbers do not fit into 64 bits.
/// Stops:   on cancel and deadline, in the middle of a flow too: unproven then, with a bound.
/// Deterministic on any number of threads, which share the work on cores of 2^18 edges or more.
/// Source:  A. Goldberg, Finding a maximum density subgraph, UCB/CSD-84-171 (1984); raising t: W. Dinkelbach,
///          Management Science 13 (1967) 492-498; cores at t: Y. Xu et al., SIGMOD 2023.
DensestSubgraph densest_subgraph(const Graph& graph, const DensityTerms& terms,
                                 const RunContext& run = RunContext(), KeepSplit keep_split = KeepSplit::no,
                                 const EdgeSplit* warm = nullptr);
/// The same of plain density w(S) / |S|.
inline DensestSubgraph densest_subgraph(const Graph& graph, const RunContext& run = RunContext()) {
  return densest_subgraph(graph, DensityTerms(), run);
}

/// Vertices that a set must hold and those it must not.
struct DensityDemands {
  VertexSet include = {};
  VertexSet exclude = {};
};

/// The largest densest set among those that hold every vertex of `include` and none of `exclude`.
///
/// What is included is a constant: S = I + T is worth w(I) + c(I), and w(T) with the values c_v + w(v, I).
/// One of the nested sets of the dense decomposition of what is left is the best T.
///
/// Cost:    a dense decomposition of the graph without those vertices; densest_subgraph without `include`.
/// Errors:  InvalidArgument for what is no vertex, and for one that is to be in and out; those of the terms.
/// Stops:   as dense_decomposition: unproven then, with a bound.
/// Deterministic on any number of threads.
DensestSubgraph densest_subgraph(const Graph& graph, const DensityTerms& terms, const DensityDemands& demands,
                                 const RunContext& run = RunContext());

/// The set S of largest (2 w(S) - vol(S \ R)) / |S|, R the anchors, vol the sum of degrees (strengths): dense
/// sets around R, in which vertices outside R pay for all their edges.
///
/// The search begins with R and its neighbours. Edges that are not known yet count as if they cost nothing,
/// so the optimum of the part met so far is a bound for the whole graph. Vertices of that optimum whose
/// neighbours are not known are expanded, until there are none. `weight` is w(S), `value` is
/// w(S) - vol(S \ R), `core_vertices` the number of vertices met.
///
/// Cost:    that of densest_subgraph on the vertices met, some times. These are the anchors, the best sets on
/// the
///          way, and their neighbours, whatever the size of the graph; where the anchors have few edges among
///          them, they can be all that the anchors reach.
/// Errors:  InvalidArgument without anchors, and for what is no vertex.
/// Stops:   with the anchors alone and a bound, unproven.
/// Deterministic.
/// Source:  Y. Dai et al., Anchored densest subgraph, SIGMOD 2022, with another order of expansion.
DensestSubgraph anchored_densest(const Graph& graph, const VertexSet& anchors,
                                 const RunContext& run = RunContext());

/// The graph with the weight w / log(d + 5) on every edge, d the larger degree of its ends: edges to vertices
/// of large degree count less.
/// Cost: O(n + m), 16 bytes per edge. Source: B. Hooi et al., FRAUDAR, KDD 2016.
Graph fraudar_weights(const Graph& graph);

/// One of the nested sets B_1, B_2, ... of a dense decomposition.
struct DenseLayer {
  Vertex size = 0;      ///< |B_i|
  EdgeCount edges = 0;  ///< edges inside B_i
  Weight weight = 0.0;  ///< their weight; equals edges when unweighted
  Weight value = 0.0;   ///< c(B_i)
  Weight cost = 0.0;    ///< b(B_i): the size without costs
};

/// The locally-dense decomposition of a graph: the sets B_1, B_2, ..., B_l = V at the corners of the upper
/// concave envelope of b -> max { w(S) + c(S) : b(S) = b }. B_i is the largest set of most
/// w(S) + c(S) - t b(S) for every t between the marginal densities of layers i and i+1; B_1 is the largest
/// densest subgraph.
///
/// The weight of every edge may be split between its ends in any way; the load of a vertex is what it gets.
/// The split of least sum of (load + value)^2 / cost gives every vertex of layer i the same (load + value) /
/// cost, the layer's marginal density.
struct DenseDecomposition {
  std::vector<Vertex> order;  ///< by layer, the densest first; by number inside a layer
  /// Increasing sizes, strictly falling marginal densities; B_i is order[0] ... order[layers[i].size - 1].
  /// Empty when the run was stopped before the end.
  std::vector<DenseLayer> layers;
  /// Loads of one split of all edges, by vertex, values not added, each within a relative (degree + 2) 2^-53
  /// of the true load (of load and value together, where there are values). Every s-set weighs at most the
  /// sum of the s largest true loads, whether or not the run was stopped.
  std::vector<Weight> load;
  std::uint64_t passes = 0;  ///< over the edges of some part
  std::uint64_t flows = 0;   ///< largest flows computed

  bool complete() const { return !layers.empty() || order.empty(); }
  /// Vertices of layer i alone.
  Vertex layer_size(std::size_t i) const { return layers[i].size - (i == 0 ? 0 : layers[i - 1].size); }
  /// Weight of layer i: inside it, and between it and B_(i-1).
  Weight layer_weight(std::size_t i) const { return layers[i].weight - (i == 0 ? 0 : layers[i - 1].weight); }
  Weight layer_value(std::size_t i) const { return layers[i].value - (i == 0 ? 0 : layers[i - 1].value); }
  Weight layer_cost(std::size_t i) const { return layers[i].cost - (i == 0 ? 0 : layers[i - 1].cost); }
  /// (weight + value) / cost of the layer: an exact fraction when all numbers are integral.
  double marginal_density(std::size_t i) const { return (layer_weight(i) + layer_value(i)) / layer_cost(i); }
};

/// Finds the whole decomposition.
///
/// Coordinate descent on the edge splits brings the loads near their optimum. Sets that the loads prove to be
/// cuts (every edge across gives all to its outer end, and inner loads exceed outer ones beyond rounding)
/// take the graph apart, again and again; a connected part counts as one level only when a split with equal
/// loads in exact integers is found, along a spanning tree or by a largest flow, which else yields the next
/// cut. So the layers are exact for integral weights. Real weights are first rounded to multiples of a power
/// of two that is at most 2^-min(50, 58 - log2 n) of their sum, and the decomposition is that of the rounded
/// weights; edges and weights of the layers are counted on the graph itself. Parts whose numbers do not fit
/// into 64 bits (weight times size >= 2^61) leave the decomposition incomplete.
///
/// Cost:    O(n + m) per pass, usually tens of passes over the whole graph and more over small hard parts;
///          flows as terminal parts need them; memory up to 64 bytes per edge, 128 when weighted.
/// Errors:  InvalidArgument for terms, as densest_subgraph.
/// Stops:   on cancel and deadline between stretches of a pass; `layers` is then empty and `load` still a
///          valid split.
/// Deterministic on any number of threads, which share the passes over graphs of 2^18 edges or more and work
/// on different parts at once.
/// Source:  N. Tatti, A. Gionis, Density-friendly graph decomposition, WWW 2015; M. Danisch, T-H. H. Chan,
///          M. Sozio, WWW 2017; E. Harb, K. Quanrud, C. Chekuri, NeurIPS 2022.
DenseDecomposition dense_decomposition(const Graph& graph, const DensityTerms& terms,
                                       const RunContext& run = RunContext());
inline DenseDecomposition dense_decomposition(const Graph& graph, const RunContext& run = RunContext()) {
  return dense_decomposition(graph, DensityTerms(), run);
}

/// A set that is denser than every set it meets and no denser one can be cut out of: a connected part of a
/// layer without an edge to a denser layer.
struct LocallyDensest {
  VertexSet vertices;     ///< increasing
  EdgeCount edges = 0;    ///< inside
  Weight weight = 0.0;    ///< of these edges
  double density = 0.0;   ///< (w + c) / b of the set: the marginal density of its layer
  std::size_t layer = 0;  ///< from 0
};

/// All locally densest sets, the densest first, equal ones by their smallest vertices.
/// Cost:   O(n + m).
/// Errors: InvalidArgument for a decomposition of another graph, or one that is not complete.
/// Source: L. Qin et al., Locally densest subgraph discovery, KDD 2015; N. Tatti, A. Gionis, WWW 2015.
std::vector<LocallyDensest> locally_densest(const Graph& graph, const DenseDecomposition& decomposition);

/// An upper bound of the largest (w(S) + c(S)) / b(S) of a graph whose edges come and go.
///
/// The tracker keeps a split of the edges. The weight of a new edge goes to the end that then has the smaller
/// (r + c) / b; a removed edge takes back what its ends had of it. So the largest (r + c) / b stays a bound
/// at every moment, and the more changes there are, the further it may lie above the optimum. `solve` finds
/// the optimum anew, from the present split, and keeps the split that proves it.
///
/// Shares are integers of a unit fine enough for the split of an optimum; weights that are no integers are
/// rounded up to that unit.
///
/// Cost:    add and remove O(1) expected. bound O(1) after edges were added; when the vertex of the largest
///          ratio has lost an edge, O(log n) amortised over the changes. Memory: 80 bytes per edge, 60 per
///          vertex.
/// Thread-safety: none.
class DensityTracker {
 public:
  /// The graph without vertices.
  DensityTracker() : DensityTracker(Graph()) {}
  /// `split`: of the graph's edges, as densest_subgraph returns it; without one every edge is split in
  /// halves. Errors: InvalidArgument for terms and for a split that are none of the graph.
  explicit DensityTracker(const Graph& graph, const DensityTerms& terms = {},
                          const EdgeSplit* split = nullptr);

  /// Adds weight to the edge uv, which comes into being if there is none. Ends that do not exist yet, and all
  /// vertices below them, do from now on, with value 0 and cost 1.
  /// Errors: InvalidArgument for u = v, for a number more than a million above the present vertices, and for
  ///         a weight that is not between 0 and 2^900.
  void add(Vertex u, Vertex v, Weight weight = 1.0);
  /// Removes the edge uv; its ends stay. Errors: InvalidArgument if there is none.
  void remove(Vertex u, Vertex v);

  /// No set has a larger ratio: exactly the largest ratio after `solve` where all numbers are integers. 0 for
  /// the graph without vertices.
  double bound();

  /// The densest subgraph of the present graph, from the present split, and with the split that proves it,
  /// which is kept. A run that is stopped changes nothing.
  /// Errors: those of Graph::from_edges and densest_subgraph.
  DensestSubgraph solve(const RunContext& run = RunContext());

  /// The present graph. Cost: O(m log m).
  Graph graph() const;
  const DensityTerms& terms() const { return terms_; }
  Vertex num_vertices() const { return static_cast<Vertex>(vertices_.size()); }
  EdgeCount num_edges() const { return edges_.size(); }
  bool has_edge(Vertex u, Vertex v) const;

 private:
  using Units = std::int64_t;

  struct TrackedEdge {
    Weight weight = 0.0;
    Units whole = 0;  ///< the weight in units, rounded up
    Units share = 0;  ///< of the smaller end
  };
  struct TrackedVertex {
    Units load = 0;  ///< value included
    double cost = 1.0;
    double listed = 0.0;   ///< ratio of its entry in heap_
    bool in_heap = false;  ///< listed, at this ratio or above
    bool changed = false;  ///< among raised_
  };
  struct Entry {
    double ratio;
    Vertex vertex;
    friend bool operator<(const Entry& a, const Entry& b) { return a.ratio < b.ratio; }
  };
  struct KeyHash {
    std::size_t operator()(std::uint64_t key) const {
      key = (key ^ key >> 32) * 0x9e3779b97f4a7c15u;
      return static_cast<std::size_t>(key ^ key >> 29);
    }
  };
  using Key = std::uint64_t;

  static Key key_of(Vertex u, Vertex v);
  std::vector<Key> sorted_edges() const;
  double ratio_of(Vertex v) const { return static_cast<double>(vertices_[v].load) / vertices_[v].cost; }
  Units units_of(double number) const;
  void grow(Vertex last);
  void make_room(double magnitude);
  void choose_unit(double denominator);
  void set_unit(double per_one);
  void take(const Graph& graph, const EdgeSplit& split);
  void sum_loads();
  void gain(Vertex v, Units units);
  void lose(Vertex v, Units units);
  void find_largest();

  std::unordered_map<Key, TrackedEdge, KeyHash> edges_;
  std::vector<TrackedVertex> vertices_;
  DensityTerms terms_;
  bool whole_ = true;      ///< all weights and values are integers, and costs are 1
  bool weighted_ = false;  ///< not all weights are 1
  double units_per_one_ = 1.0;
  double magnitude_ = 0.0;   ///< at least the weights and |values| present, summed
  std::vector<Entry> heap_;  ///< every vertex has an entry at its ratio or above, but for those of raised_
  std::vector<Vertex> raised_;
  double largest_ = 0.0;  ///< the largest ratio, unless `fell_`
  Vertex holder_ = no_vertex;
  bool fell_ = false;  ///< the vertex of the largest ratio has lost some
};

}  // namespace lode
#pragma GCC visibility pop
