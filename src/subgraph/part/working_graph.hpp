#pragma once

// Where to search: the part of a graph that a start suggests.

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>
#include <lode/subgraph/problem.hpp>

namespace lode::subgraph::detail {

/// The parts of a graph in which sets are looked for hold so many vertices, at least, for each one of the
/// largest set: room for the other ends of the edges that an exchange could win.
inline constexpr std::uint64_t vertices_per_member = 4;

/// The numbers in the part, whose i-th vertex is original[i] (increasing), of a set that lies inside.
inline VertexSet inward(std::span<const Vertex> original, std::span<const Vertex> set) {
  VertexSet inside;
  inside.reserve(set.size());
  for (const Vertex v : set) {
    inside.push_back(static_cast<Vertex>(std::ranges::lower_bound(original, v) - original.begin()));
  }
  return inside;
}

/// The other way round.
inline VertexSet outward(std::span<const Vertex> original, std::span<const Vertex> set) {
  VertexSet outside;
  outside.reserve(set.size());
  for (const Vertex v : set) outside.push_back(original[v]);
  return outside;
}

/// The part of a graph in which a search goes on, and its vertices by core.
struct WorkingGraph {
  Graph graph;
  std::vector<Vertex> original;  ///< vertex of the whole graph, increasing; empty: the whole graph
  std::vector<Vertex> order;     ///< all working vertices, the densest cores last

  bool whole() const { return original.empty(); }
  /// Working vertices of a set of the whole graph that lies inside.
  VertexSet inward(const VertexSet& vertices) const;
  /// Working vertices of what lies inside of a set of the whole graph.
  VertexSet part_inside(const VertexSet& vertices) const;
  VertexSet outward(const VertexSet& vertices) const;
};

/// The starts of some sizes, and the part of the graph in which searches go on from them.
struct SearchPart {
  std::vector<VertexSet> starts;  ///< by size; vertices of the whole graph, increasing
  WorkingGraph working;
};

/// The starts are those of make_start, but for starts by peeling in large graphs: these are found in the
/// dense part (dense_part.hpp), which is then the graph of which the rest speaks.
///
/// The working graph is the c-core, c being half the least degree (strength) inside the union of the starts,
/// and at least four vertices for each of that; all of the graph when less than a third of the arcs would be
/// left out. It holds all starts.
///
/// Where the run should stop first, starts are by degree in place of peeling, and the working graph is the
/// whole one, in the order of degrees.
///
/// `sizes` are increasing, at least one; problem.s is not looked at. A denser set of the same size may reach
/// outside: this is for searches, not for proofs.
/// Cost: that of the starts, a core decomposition, O(n + arcs kept).
SearchPart choose_part(const Problem& problem, std::span<const Vertex> sizes, StartKind kind,
                       const RunContext& run);

}  // namespace lode::subgraph::detail
