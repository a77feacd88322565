#pragma once

// Moves of whole clusters: what kicks and starts are made of.

#include <cstddef>
#include <cstdint>
#include <vector>

#include <lode/core/rng.hpp>

#include "hybrid/escape/marks.hpp"
#include "subgraph/state/swap_state.hpp"

namespace lode::subgraph::detail {

/// Takes clusters of outsiders into the set of one searcher and brings the set back to its size. Protected
/// vertices are not taken out.
class ClusterMoves {
 public:
  /// The set has its size now.
  ClusterMoves(SwapState& state, Rng& rng);

  /// Members of a whole set, the anchors not counted.
  Vertex size() const { return size_; }
  Vertex missing() const { return size_ - static_cast<Vertex>(state_.members().size()); }

  /// A random size for a cluster that replaces as many members: `largest` or half of the set at most.
  Vertex draw_kick_size(Vertex largest);
  /// Takes a cluster of `wanted` outsiders in, from `seed` on, and as many old members out.
  void kick(Vertex seed, Vertex wanted);
  /// Takes a set in beside the present one and peels the union.
  void merge(const VertexSet& other);
  /// Removes members of least d_S that are not protected until the set has its size again.
  void peel_to_size();
  /// Removes a random number of random members, at most half of the set.
  void drop_some();

  /// Takes `seed` and then neighbours of what was taken, each time the one of largest d_S that is not
  /// protected, up to `wanted` vertices in all. Calls taken(v) for each of them, once it is in the set.
  template <class Taken>
  void grow(Vertex seed, Vertex wanted, Taken&& taken) {
    candidates_.clear();
    seen_.clear();
    Vertex count = 0;
    for (Vertex next = seed; next != no_vertex && count < wanted; next = best_candidate()) {
      state_.add(next);
      taken(next);
      if (++count < wanted) add_candidates(next);
    }
  }

  void protect(Vertex v) { protected_.set(v); }
  bool is_protected(Vertex v) const { return protected_.contains(v); }
  void end_protection() { protected_.clear(); }

  /// Besides that of the state, in arcs.
  std::uint64_t work() const { return work_; }

 private:
  void add_candidates(Vertex v);
  /// The candidate of largest d_S, ties at random; no_vertex when there is none.
  Vertex best_candidate();
  Vertex weakest_member() const;

  SwapState& state_;
  Rng& rng_;
  Vertex size_;
  hybrid::Marks protected_;
  std::vector<Vertex> candidates_;
  hybrid::Marks seen_;  ///< that are or were candidates
  std::uint64_t work_ = 0;
};

}  // namespace lode::subgraph::detail
