#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <lode/core/rng.hpp>

#include "hybrid/escape/incumbent.hpp"
#include "hybrid/escape/restarts.hpp"
#include "subgraph/state/swap_state.hpp"

namespace lode::subgraph::detail {

/// The demand that the set of a SwapState induces a connected subgraph: which members may leave, which
/// outsiders may enter, and how a set becomes connected.
///
/// The graph may have a hub (valued_graph.hpp), which connects nothing and counts in no size here. All other
/// outsiders that touch the set must be in its buckets. State and draws must outlive this object.
class Connections {
 public:
  Connections(SwapState& state, Vertex hub, Rng& draws);

  /// The member of least d_S that is not in `kept` and without which the connected set stays connected;
  /// no_vertex if none is found. Ties at random when unweighted.
  /// Cost: rows of the set until the neighbours of each candidate have met. After some candidates that must
  ///       stay, only leaves of one tree that spans the set may leave.
  Vertex weakest(const hybrid::Marks& kept);
  /// An outsider next to the set, by a random member and a random neighbour; no_vertex without such an
  /// outsider. Any outsider for an empty set.
  Vertex outside_neighbor();
  /// Makes an exchange that gains and keeps the set connected. False: none was found among the outsiders of
  /// largest d_S.
  bool improve(const hybrid::Gains& gains);
  /// Joins the parts of the set by shortest paths, and peels or grows the union to `size` members and the
  /// anchors. False if the union could not be peeled to that size. Parts in other components than the
  /// anchors, or than the largest part, leave the set, and so do all but the nearest ones where there are
  /// many.
  bool complete(std::size_t size);

  /// Arcs visited, without the arcs of moves of the state.
  std::uint64_t work() const { return work_; }

 private:
  bool contains(Vertex v) const { return !state_.is_outsider(v) && v != hub_; }
  bool is_anchor(Vertex v) const { return contains(v) && !state_.is_member(v); }
  bool touches(Vertex v);
  bool removable(Vertex v);
  void find_leaves();
  Vertex largest_part();
  void take(Vertex v);
  Vertex nearest(bool any_part);
  void join();
  /// Up to 32 outsiders with an edge to the set, the largest d_S first.
  const std::vector<Vertex>& candidates();
  template <class Enters, class Enough>
  void spread(std::vector<Vertex>& queue, std::size_t head, hybrid::Marks& seen, Enters&& enters,
              Enough&& enough);

  SwapState& state_;
  const Graph& graph_;
  const Vertex hub_;
  Rng& draws_;
  std::uint64_t work_ = 0;
  hybrid::Marks kept_;
  hybrid::Marks seen_;
  hybrid::Marks wanted_;
  hybrid::Marks in_tree_;
  std::vector<Vertex> tree_;
  std::vector<Vertex> parent_;
  std::vector<Vertex> queue_;
  std::vector<Vertex> candidates_;
};

}  // namespace lode::subgraph::detail
