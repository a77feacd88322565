#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>

#pragma GCC visibility push(default)
namespace lode {

/// The number that no node of a tree has.
inline constexpr std::uint32_t no_node = std::numeric_limits<std::uint32_t>::max();

/// A connected component of a k-core or of a k-truss.
struct ComponentNode {
  std::uint32_t parent = no_node;  ///< the smallest larger component that holds this one; no_node: none
  Vertex k = 0;                    ///< the largest k at which it is a component
  Vertex vertices = 0;             ///< number of vertices
  EdgeCount edges = 0;             ///< number of edges
  std::size_t members_begin = 0;   ///< its vertices that are in no child begin here in ComponentTree::members
  std::size_t members_end = 0;     ///< and end here
};

/// The connected components of all k-cores, or of all k-trusses, and their inclusions. A
/// component that stays the same for several k is one node.
struct ComponentTree {
  std::vector<ComponentNode> nodes;  ///< by increasing k, then by smallest vertex; parents before children
  std::vector<Vertex> members;       ///< every vertex once, at the node of largest k that holds it

  /// The vertices of a node that are in none of its children.
  std::span<const Vertex> members_of(std::size_t node) const {
    return std::span(members).subspan(nodes[node].members_begin,
                                      nodes[node].members_end - nodes[node].members_begin);
  }
};

/// The tree of the cores with these core numbers. The 0-core is the whole graph, so every vertex is in the
/// tree. Components grow and join, by union-find, as k falls.
///
/// Cost:    O((n + m) log* n) time, and 24n bytes besides the result.
/// Errors:  InvalidArgument if there are not n core numbers.
/// Stops:   on cancel and deadline, with an empty tree.
/// Deterministic; threads are not used.
/// Source:  A. Sariyuce, A. Pinar, Fast hierarchy construction for dense subgraphs, PVLDB 10 (2016).
ComponentTree core_tree(const Graph& graph, std::span<const Vertex> cores,
                        const RunContext& run = RunContext());

}  // namespace lode
#pragma GCC visibility pop
