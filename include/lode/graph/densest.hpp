#pragma once

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
DensestSubgraph densest_subgraph(const Graph& graph, const RunContext& run);

}  // namespace lode
