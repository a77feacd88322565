#pragma once

#include <cstdint>
#include <vector>

#include <lode/core/rng.hpp>
#include <lode/core/run_context.hpp>
#include <lode/graph/components.hpp>
#include <lode/subgraph/problem.hpp>

#include "subgraph/connected/growing_set.hpp"

namespace lode::subgraph::detail {

/// Connected sets of s vertices to begin from, made in a ConnectedSet whose anchors are the problem's.
class ConnectedStarts {
 public:
  /// The problem must pass check_connectable.
  ConnectedStarts(const Problem& problem, ConnectedSet& set, Rng& rng, const RunContext& run);

  /// The connected parts of `begin` that lie in one component of s vertices (the one where they weigh most),
  /// the heaviest eight of them, joined by shortest paths.
  /// Errors: NotJoined when no set of s vertices that holds the anchors is found; SystemError when the run is
  ///         stopped before there is one.
  void first(const VertexSet& begin);
  /// From a vertex drawn by core number.
  void from_core();
  /// The densest half of the members or more, joined with a vertex drawn by core number and neighbours of it.
  /// The set must have its s vertices.
  void join_another();
  /// Removes up to half of the members, at random, as long as the rest stays connected.
  void drop_some();
  /// Adds outsiders of largest d_S, ties at random, until there are s vertices.
  void grow();

  /// An outsider next to the set, by a random member and a random neighbour; no_vertex if there is none.
  Vertex outside_neighbor();

  /// Arcs visited besides the work of the set.
  std::uint64_t work() const { return work_; }

 private:
  bool usable(Vertex v) const { return usable_component_[components_.component[v]] != 0; }
  std::vector<VertexSet> parts_to_join(const VertexSet& begin) const;
  /// Makes the set of `wanted` (in one usable component) and the anchors, joined, peeled or grown to s
  /// vertices; false, with the size reached, when it cannot be peeled so far.
  bool make(const VertexSet& wanted);
  VertexSet core_cluster(Vertex home, Vertex size);
  void make_of_anchors();
  void take(Vertex v);
  Vertex nearest_wanted();
  Vertex best_touching();
  Vertex best_next_to();

  const Graph& graph_;
  const Vertex s_;
  ConnectedSet& set_;
  Rng& rng_;
  const RunContext& run_;
  const Components components_;
  std::vector<char> usable_component_;
  std::vector<Vertex> order_;  ///< usable vertices by core, the densest last
  std::vector<Vertex> place_;  ///< in `order_`; no_vertex for others
  std::vector<Vertex> tree_;   ///< of the set being made
  hybrid::Marks in_tree_;
  hybrid::Marks wanted_;
  hybrid::Marks reached_;
  std::vector<Vertex> parent_;
  std::vector<Vertex> queue_;
  Vertex smallest_failed_ = no_vertex;
  std::uint64_t work_ = 0;
};

}  // namespace lode::subgraph::detail
