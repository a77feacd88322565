#pragma once

#include <cstdint>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>

namespace lode {

/// The densest subgraph without a size: the set S of most w(S) / |S|.
struct DensestSubgraph {
  std::vector<Vertex> vertices;  ///< increasing
  EdgeCount edges = 0;           ///< inside
  Weight weight = 0.0;           ///< of these edges; equals edges when unweighted
  /// What the proof was carried out on: the core that holds every densest set, and the flows computed.
  Vertex core_vertices = 0;
  EdgeCount core_edges = 0;
  std::uint64_t flows = 0;
  bool proven = false;  ///< false: the run was stopped; the set is the densest found so far

  /// weight / |S|: the exact fraction weight over vertices.size() when weights are integral.
  double ratio() const { return vertices.empty() ? 0.0 : weight / static_cast<double>(vertices.size()); }
};

/// Finds the largest densest subgraph (the union of all densest sets) and proves it by a largest flow.
///
/// Peeling gives a first density c. Every densest set lies in the core of minimum degree (strength) c, since
/// a vertex with less could be dropped with gain. On that core, a least cut of the network with supply
/// D_v - 2c at every vertex and capacity w on every edge is a set of most w(S) - c|S|; while that is positive
/// the set is denser, and c and the core are raised. At the end the largest set of value 0 is the answer.
///
/// Integral weights: all numbers are integers, and the answer is exact. Real weights are first rounded to
/// multiples of a power of two that is at most 2^-min(50, 58 - log2 n) of their sum W; a set found densest
/// then has at least the largest ratio minus 2^-min(50, 58 - log2 n) W d, d the largest core number, and
/// sets closer than that to each other may be merged or kept apart. A graph without edges is one densest set
/// of ratio 0; the empty graph gives the empty set.
///
/// Cost:    O(n + m) for peeling (O(m log n) weighted), then a few flows on the core (Boost.Graph's
///          Boykov-Kolmogorov), 100 bytes per edge of the core.
/// Errors:  InvalidArgument if integral weights are so large that the flow's numbers do not fit into 64 bits
///          (weight of the core times its size >= 2^60).
/// Stops:   on cancel and deadline, in the middle of a flow too: unproven then.
/// Deterministic; threads are not used.
/// Source:  A. Goldberg, Finding a maximum density subgraph, UCB/CSD-84-171 (1984); raising c: W. Dinkelbach,
///          Management Science 13 (1967) 492-498.
DensestSubgraph densest_subgraph(const Graph& graph, const RunContext& run = RunContext());

/// One of the nested sets B_1, B_2, ... of a dense decomposition.
struct DenseLayer {
  Vertex size = 0;      ///< |B_i|
  EdgeCount edges = 0;  ///< edges inside B_i
  Weight weight = 0.0;  ///< their weight; equals edges when unweighted
};

/// The locally-dense decomposition of a graph: the sets B_1, B_2, ..., B_l = V at the corners of the upper
/// concave envelope of s -> max { w(S) : |S| = s }. B_i is the largest set of most w(S) - c|S| for every c
/// between the marginal densities of layers i and i+1; B_1 is the largest densest subgraph.
///
/// The weight of every edge may be split between its ends in any way; the load of a vertex is what it gets.
/// The split of least sum of squares gives every vertex of layer i the same load, the layer's marginal
/// density.
struct DenseDecomposition {
  std::vector<Vertex> order;  ///< by layer, the densest first; by number inside a layer
  /// Increasing sizes, strictly falling marginal densities; B_i is order[0] ... order[layers[i].size - 1].
  /// Empty when the run was stopped before the end.
  std::vector<DenseLayer> layers;
  /// Loads of one split of all edges, by vertex, each within a relative (degree + 2) 2^-53 of the true load.
  /// Every s-set weighs at most the sum of the s largest true loads, whether or not the run was stopped.
  std::vector<Weight> load;
  std::uint64_t passes = 0;  ///< over the edges of some part
  std::uint64_t flows = 0;   ///< largest flows computed

  bool complete() const { return !layers.empty() || order.empty(); }
  /// Vertices of layer i alone.
  Vertex layer_size(std::size_t i) const { return layers[i].size - (i == 0 ? 0 : layers[i - 1].size); }
  /// Weight of layer i: inside it, and between it and B_(i-1).
  Weight layer_weight(std::size_t i) const { return layers[i].weight - (i == 0 ? 0 : layers[i - 1].weight); }
  /// layer_weight / layer_size: an exact fraction when weights are integral.
  double marginal_density(std::size_t i) const { return layer_weight(i) / layer_size(i); }
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
/// Errors:  none.
/// Stops:   on cancel and deadline between stretches of a pass; `layers` is then empty and `load` still a
///          valid split.
/// Deterministic on any number of threads, which share the passes over graphs of 2^18 edges or more and work
/// on different parts at once.
/// Source:  N. Tatti, A. Gionis, Density-friendly graph decomposition, WWW 2015; M. Danisch, T-H. H. Chan,
///          M. Sozio, WWW 2017; E. Harb, K. Quanrud, C. Chekuri, NeurIPS 2022.
DenseDecomposition dense_decomposition(const Graph& graph, const RunContext& run = RunContext());

}  // namespace lode
