#pragma once

#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/core/types.hpp>
#include <lode/graph/graph.hpp>
#include <lode/graph/hierarchy.hpp>

#pragma GCC visibility push(default)
namespace lode {

/// Truss numbers of all edges.
///
/// The k-truss is the largest subgraph in which every edge is in at least k-2 triangles of the subgraph.
/// The truss number of an edge is the largest k such that the k-truss holds the edge. It is 2 for an edge in
/// no triangle, and k for an edge of a clique of k vertices alone. (networkx and igraph count in the same
/// way; some papers subtract 2.)
struct TrussDecomposition {
  std::vector<Edge> edges;     ///< all edges with u < v, in lexicographic order
  std::vector<Vertex> number;  ///< truss number of every edge, at least 2; empty if the run was stopped
  Vertex largest = 0;          ///< largest truss number; 0 without edges

  /// True if the run did not stop before the end.
  bool complete() const { return number.size() == edges.size(); }
};

/// One row of a table of trusses: the k-truss.
struct TrussSize {
  Vertex k = 2;         ///< k
  Vertex vertices = 0;  ///< vertices with an edge of the k-truss
  EdgeCount edges = 0;  ///< edges of the k-truss
};

/// Computes all truss numbers. The triangles of every edge are counted. Then the edges with the fewest
/// triangles are removed, level by level. Weights are ignored.
///
/// Cost:    O(m^1.5) time, shared by the threads of the run, and 36 bytes per edge besides the result.
/// Errors:  InvalidArgument for 2^31 edges or more.
/// Stops:   on cancel and deadline, without numbers.
/// Deterministic for any number of threads.
/// Source:  J. Cohen, Trusses: cohesive subgraphs for social network analysis (2008); H. Kabir, K. Madduri,
///          Shared-memory graph truss decomposition, HiPC 2017.
TrussDecomposition truss_numbers(const Graph& graph, const RunContext& run = RunContext());

/// The sizes of the k-trusses for k = 2 ... largest. Cost: O(n + m).
std::vector<TrussSize> truss_sizes(const Graph& graph, const TrussDecomposition& trusses);

/// The tree of the trusses. Vertices without an edge are not in the tree. A component of a truss is connected
/// by edges; its triangles need not be connected by common edges.
///
/// Cost:    O((n + m) log* n) time, and 24n + 4m bytes besides the result.
/// Errors:  InvalidArgument for trusses that are not complete.
/// Stops, determinism: as core_tree.
ComponentTree truss_tree(const Graph& graph, const TrussDecomposition& trusses,
                         const RunContext& run = RunContext());

}  // namespace lode
#pragma GCC visibility pop
