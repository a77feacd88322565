#pragma once

#include <vector>

#include <lode/graph/graph.hpp>
#include <lode/subgraph/problem.hpp>

namespace lode {

/// A set of vertices together with its neighbours.
struct EgoNetwork {
  Graph graph;  ///< induced on both, by increasing vertex number; original names and weights kept
  std::vector<char> member;  ///< of the set, by vertex of `graph`
  Vertex left_out = 0;       ///< neighbours that were left out
};

/// The subgraph induced by a set and at most `limit` of its neighbours: those with the largest weight of
/// edges into the set, ties to the smaller number.
///
/// Cost:   O(n + degrees of the vertices kept + k log k) for k neighbours.
/// Errors: InvalidArgument for a vertex that does not exist or is given twice.
EgoNetwork ego_network(const Graph& graph, const VertexSet& set, Vertex limit = no_vertex);

}  // namespace lode
