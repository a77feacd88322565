#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <lode/core/rng.hpp>

#include "hybrid/escape/marks.hpp"
#include "subgraph/state/swap_state.hpp"

namespace lode::subgraph::detail {

/// A SwapState with the rows of the subgraph that its set induces, so that members can be told apart whose
/// removal would leave the rest connected.
///
/// The graph that sets are weighed in may have a last vertex more than the one whose edges connect: a hub
/// (valued_graph.hpp). The state then holds it as an anchor; here it neither counts nor connects.
///
/// Cost: O(deg v + inner rows of v's neighbours) per move besides SwapState's; memory O(n + edges inside).
class ConnectedSet {
 public:
  /// Begins as the set of the anchors, a hub among them.
  ConnectedSet(const Graph& graph, const VertexSet& anchors, const Graph& connections);

  const SwapState& state() const { return state_; }
  Weight weight() const { return state_.weight(); }
  Weight recount() { return state_.recount(); }
  Vertex size() const { return static_cast<Vertex>(state_.members().size() + anchors_.size()); }
  /// In increasing order, without a hub.
  const VertexSet& anchors() const { return anchors_; }
  VertexSet sorted_members() const;
  bool contains(Vertex v) const { return !state_.is_outsider(v); }
  /// Whether v has an edge to the set: neither d_S nor buckets say so where weights are zero, or with a hub.
  bool touches(Vertex v) const { return links_[v] > 0; }
  /// Neighbours of v inside the set, v in it.
  std::span<const Vertex> inner(Vertex v) const { return inner_[v]; }

  void add(Vertex v);
  void remove(Vertex v);
  /// Makes `set` and the anchors the set.
  void move_to(const VertexSet& set);

  /// Moves so far; `undo_to` takes back those after such a moment, last first.
  std::size_t moment() const { return journal_.size(); }
  void undo_to(std::size_t moment);
  /// Forgets the moves, so that moments begin anew.
  void forget_moves() { journal_.clear(); }

  /// The member of least d_S that is not in `kept` and without which the (connected) set stays connected;
  /// no_vertex when there is none. Ties at random when unweighted, else to the smaller vertex.
  Vertex weakest_removable(const hybrid::Marks& kept, Rng& rng);
  /// Removes such members until the set has `size` vertices; false when none is left before.
  bool peel_to(Vertex size, const hybrid::Marks& kept, Rng& rng);
  /// True if the connected set without v, one of at least two vertices, is connected: a search from one
  /// neighbour that ends when it has met the others.
  bool removable(Vertex v);

  /// Arcs visited so far, of the graph and of the induced subgraph.
  std::uint64_t work() const { return state_.work() + work_; }

 private:
  bool has_hub() const { return state_.graph().num_vertices() > connections_.num_vertices(); }
  void find_articulation_points();

  Graph connections_;
  SwapState state_;
  VertexSet anchors_;
  std::vector<std::vector<Vertex>> inner_;
  std::vector<Vertex> links_;  ///< edges to the set
  std::vector<Vertex> journal_;
  std::uint64_t work_ = 0;

  hybrid::Marks seen_;
  hybrid::Marks wanted_;
  hybrid::Marks articulation_;
  std::vector<Vertex> queue_;
  std::vector<Vertex> order_;
  /// One vertex on the path of the depth-first search.
  struct Frame {
    Vertex v;
    Vertex parent;
    std::size_t next;      ///< position in the inner row of v
    std::uint32_t lowest;  ///< least number reached by the subtree
    std::uint32_t subtrees;
  };
  std::vector<Frame> path_;
  std::vector<std::uint32_t> number_;  ///< of vertices, in order of discovery
};

}  // namespace lode::subgraph::detail
