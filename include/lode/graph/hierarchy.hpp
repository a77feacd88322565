#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>

#pragma GCC visibility push(default)
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

inline constexpr std::uint32_t no_node = std::numeric_limits<std::uint32_t>::max();

/// A connected component of a k-core or k-truss.
struct ComponentNode {
  std::uint32_t parent = no_node;  ///< the component that holds it at smaller k
  Vertex k = 0;                    ///< the largest k at which it is a component
  Vertex vertices = 0;
  EdgeCount edges = 0;
  std::size_t members_begin = 0;  ///< those that are in no child: in ComponentTree::members
  std::size_t members_end = 0;
};

/// The connected components of all k-cores, or of all k-trusses, and which lies in which. A component that
/// stays the same from one k to another is one node.
struct ComponentTree {
  std::vector<ComponentNode> nodes;  ///< by increasing k, then by smallest vertex: parents come first
  std::vector<Vertex> members;       ///< every vertex once, at the node of largest k that holds it

  std::span<const Vertex> members_of(std::size_t node) const {
    return std::span(members).subspan(nodes[node].members_begin,
                                      nodes[node].members_end - nodes[node].members_begin);
  }
};

/// The tree of the cores with these core numbers. The 0-core is the graph, so that every vertex is in the
/// tree.
///
/// Vertices and edges are put back in the order of falling k, and components are joined by union-find.
///
/// Cost:    O((n + m) log* n) time, 24n bytes besides the result.
/// Errors:  InvalidArgument for a number of core numbers that is not n.
/// Stops:   on cancel and deadline, with an empty tree.
/// Deterministic; threads are not used.
/// Source:  A. Sariyuce, A. Pinar, Fast hierarchy construction for dense subgraphs, PVLDB 10 (2016).
ComponentTree core_tree(const Graph& graph, std::span<const Vertex> cores,
                        const RunContext& run = RunContext());

/// The tree of the trusses. Vertices without an edge are in no truss, and not in the tree. A component here
/// is connected by edges; triangles need not be connected by common edges.
///
/// Cost:    O((n + m) log* n) time, 24n + 4m bytes besides the result.
/// Errors:  InvalidArgument for trusses that are not complete.
/// Stops, determinism: as core_tree.
ComponentTree truss_tree(const Graph& graph, const TrussDecomposition& trusses,
                         const RunContext& run = RunContext());

}  // namespace lode
#pragma GCC visibility pop
