#pragma once

#include <optional>
#include <vector>

#include <lode/bounds/bounds.hpp>
#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>

#pragma GCC visibility push(default)
namespace lode {

/// What makes a set the best group.
enum class GroupsBy {
  surplus,  ///< largest surplus w(S) - p s(s-1)/2, p being GroupsRequest::surplus times the mean edge weight
  ratio,    ///< largest w(S) / s; the largest such set, and one group for each of its components
  density   ///< largest size s of the sets with w(S) >= GroupsRequest::min_density s(s-1)/2
};

/// Request for disjoint dense groups.
struct GroupsRequest {
  GroupsBy by = GroupsBy::surplus;   ///< what makes a set the best group
  double surplus = 1.0 / 3.0;        ///< price of a pair of vertices, above 0 and below 1
  std::optional<double> until = {};  ///< by ratio: the least average degree of a group; unset: twice the
                                     ///< average degree of the graph that is left
  double min_density = 0.8;          ///< by density: least weight per pair of vertices
  Vertex min_size = 3;               ///< by density: the least size of a group
  double overlap = 0.0;              ///< part of its vertices that a group may share with earlier ones
  std::optional<Vertex> most = {};   ///< largest number of groups; unset: all
  VertexSet seeds = {};              ///< not empty: one group around each of these vertices, in this order
  VertexSet exclude = {};            ///< vertices that are in no group
  subgraph::Effort effort = subgraph::Effort::automatic;  ///< work on upper bounds; automatic as cheap
  Vertex null_graphs = 0;  ///< number of rewired graphs that the groups are compared with
};

/// A group with its numbers.
struct Group {
  VertexSet vertices;   ///< the vertices
  EdgeCount edges = 0;  ///< number of edges inside
  Weight weight = 0.0;  ///< weight of these edges
  double value = 0.0;   ///< the number that was maximised: surplus, w(S) / s, or size
  /// No set without vertices of earlier groups has a larger value; with seeds, no such set that holds the
  /// seed. Infinity if nothing is known.
  double bound = 0.0;
  bool proven_optimal =
      false;          ///< the value meets the bound (core/tolerance.hpp); with overlap, the first group only
  Vertex shared = 0;  ///< number of vertices that are in earlier groups, too
  Weight expected = 0.0;               ///< expected_weight of the group
  std::optional<double> p_value = {};  ///< if null graphs were asked for

  /// Number of vertices.
  Vertex size() const { return static_cast<Vertex>(vertices.size()); }
  /// weight / expected; infinity if nothing is expected.
  double ratio() const { return weight / expected; }
};

/// The groups of a graph.
struct Groups {
  std::vector<Group> groups;  ///< in the order found
  Vertex null_graphs = 0;     ///< number of rewired graphs that were searched
  bool complete = true;       ///< false: the run was stopped before the end of the list
};

/// Finds disjoint dense groups one after the other, each the best set of the graph that earlier groups leave.
/// This is what `lode groups` does.
///
/// By surplus, the search ends before the first group with less surplus than a triangle of mean edge weights.
/// Its sets come from local search that adds and removes single vertices. Every member of a best set has at
/// least p (s-1) weight towards the others, so the set lies in a core. The bound is the largest UB(s) - p
/// s(s-1)/2 over the sizes s that are possible there. By ratio, groups are exact (densest_subgraph). By
/// density, they are those of `find --min-density`, with its proof.
///
/// With `overlap`, vertices of earlier groups join a group while they raise its value (by density: while its
/// density stays large enough). The bound does not count them.
///
/// The p-value of the group of rank k is (1 + number of null graphs whose group of rank k has at least its
/// value) / (N + 1). Null graphs are those of `rewired`, and have the same search. If the graph is one of
/// the random graphs with its degrees, p <= t has a probability of about t at most: switches of small dense
/// graphs do not draw all graphs alike.
///
/// Cost:    by surplus, O(m d) to begin with, d being the degeneracy or 1500, then milliseconds for a group,
///          and time for cheap bounds; by ratio, a densest_subgraph for a group; by density, a largest set.
/// Errors:  InvalidArgument for numbers out of range, for vertices that do not exist, for negative weights,
///          and for seeds by ratio.
/// Stops:   on cancel and deadline, with the groups found.
/// Deterministic for any number of threads.
/// Source:  C. Tsourakakis et al., Denser than the densest subgraph, KDD 2013 (surplus).
Groups find_groups(const Graph& graph, const GroupsRequest& request = {},
                   const RunContext& run = RunContext());

}  // namespace lode
#pragma GCC visibility pop
