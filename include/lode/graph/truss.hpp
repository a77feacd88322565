#pragma once

#include <cstdint>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>

namespace lode {

/// Truss numbers of all edges.
///
/// The k-truss is the largest subgraph in which every edge is in at least k-2 triangles of the subgraph. The
/// truss number of an edge is the largest k such that the k-truss holds the edge: 2 for an edge in no
/// triangle, k in a clique of k vertices. (networkx and igraph count so, too; some papers subtract 2.)
struct TrussDecomposition {
  std::vector<Edge> edges;     ///< u < v, in lexicographic order
  std::vector<Vertex> number;  ///< of every edge, 2 at least; empty where the run stopped before the end
  Vertex largest = 0;          ///< number of an edge; 0 without edges

  bool complete() const { return number.size() == edges.size(); }
};

/// One line of a table: the k-truss.
struct TrussSize {
  Vertex k = 2;
  Vertex vertices = 0;  ///< with an edge of the k-truss
  EdgeCount edges = 0;
};

/// Counts the triangles of every edge, then removes the edges of fewest triangles level by level.
///
/// Cost:    O(m^1.5) time, shared by the threads of the run: every edge that is removed is looked at with the
///          neighbours left at its end of smaller degree. 36 bytes per edge besides the result.
/// Errors:  InvalidArgument for 2^31 edges or more.
/// Stops:   on cancel and deadline, with no numbers.
/// Deterministic, whatever the number of threads. Weights are ignored.
/// Source:  J. Cohen, Trusses: cohesive subgraphs for social network analysis (2008); H. Kabir, K. Madduri,
///          Shared-memory graph truss decomposition, HiPC 2017.
TrussDecomposition truss_numbers(const Graph& graph, const RunContext& run = RunContext());

/// The k-trusses for k = 2 ... largest. Cost: O(n + m).
std::vector<TrussSize> truss_sizes(const Graph& graph, const TrussDecomposition& trusses);

}  // namespace lode
