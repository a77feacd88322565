#pragma once

// The part of a graph in which dense sets of some sizes are looked for. A denser set may reach outside: parts
// are for searches, not for proofs.

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/graph/cores.hpp>
#include <lode/graph/part.hpp>
#include <lode/subgraph/problem.hpp>

namespace lode::subgraph {

/// The core of a large graph for sets of some sizes, peeled once for all users.
struct DensePart {
  Graph whole;
  Vertex smallest = 0, largest = 0;  ///< sizes
  Part core;                         ///< of `whole`
  CoreDecomposition cores;           ///< of core.graph; core numbers of the whole graph

  /// True if find_dense_part would return this part for a graph and sizes.
  bool serves(const Graph& graph, Vertex smallest_size, Vertex largest_size) const;
};

struct DensePartOptions {
  ArcIndex least_arcs = ArcIndex{1} << 24;  ///< of graphs with a dense part
  ArcIndex most_arcs = ArcIndex{1} << 28;   ///< of the core
};

/// The k-core of an unweighted graph, k being half the degree in a clique of `smallest` vertices; more where
/// an eighth of the graph would not be left out or `most_arcs` be exceeded, less where the core would have
/// fewer than four vertices for each of `largest`.
///
/// Returns: null for weighted graphs, for graphs with fewer arcs than the options require, if no k serves
///          both ends, or if the run should stop first.
/// Cost:    k_core for every k tried, and core_decomposition of the core; memory of the core.
/// Deterministic, for any number of threads.
std::shared_ptr<const DensePart> find_dense_part(const Graph& graph, Vertex smallest, Vertex largest,
                                                 const RunContext& run, const DensePartOptions& options = {});

namespace detail {

/// Vertices of a part for each vertex of the largest set, at least: room for the other ends of the edges that
/// an exchange could win.
inline constexpr std::uint64_t vertices_per_member = 4;

/// The starts of some sizes, and the part of the graph in which searches continue from them.
struct SearchPart {
  std::vector<VertexSet> starts;  ///< by size; vertices of the whole graph, increasing
  Part part;
  std::vector<Vertex> order;  ///< all vertices of the part, the densest cores last
};

/// Starts are made by make_start, in large graphs starts by peeling in the dense part.
///
/// The part is the c-core (of the dense part, if there is one), c being half the least degree (strength)
/// inside the union of the starts, with at least four vertices for each of that union. It is the whole graph
/// if less than a third of the arcs would be left out. It holds all starts.
///
/// If the run should stop before the graph is peeled, starts are by degree instead, and the part is the whole
/// graph in the order of degrees.
///
/// `sizes` are increasing, at least one; problem.s is not looked at.
/// Cost: that of the starts, a core decomposition, O(n + arcs kept).
SearchPart choose_part(const Problem& problem, std::span<const Vertex> sizes, StartKind kind,
                       const RunContext& run);

}  // namespace detail
}  // namespace lode::subgraph
