#pragma once

// The moves that kicks and starts are made of.

#include <cstdint>

#include <lode/core/rng.hpp>

#include "hybrid/escape/marks.hpp"
#include "subgraph/hybrid/kick/cluster.hpp"
#include "subgraph/hybrid/kick/seeds.hpp"
#include "subgraph/state/swap_state.hpp"

namespace lode::subgraph::detail {

/// Takes clusters into the set of one searcher and brings it back to its size. Vertices under protection are
/// not taken out.
class KickMoves {
 public:
  /// The set has its size now.
  KickMoves(SwapState& state, KickSeeds& seeds, Rng& rng);

  /// Members of a whole set, the anchors not counted.
  Vertex size() const { return size_; }
  Vertex missing() const { return size_ - static_cast<Vertex>(state_.members().size()); }

  /// Takes a cluster of up to `largest` outsiders in, and as many old members out.
  void kick(Vertex largest);
  /// Takes a set in beside the present one and peels the union.
  void merge(const VertexSet& other);
  /// Removes members of least d_S that are not protected until the set has its size again.
  void peel_to_size();
  /// Removes a random number of random members, at most half of the set.
  void drop_some();
  /// ClusterGrowth::grow, not through protected vertices.
  template <class Taken>
  void grow(Vertex seed, Vertex wanted, Taken&& taken) {
    growth_.grow(seed, wanted, protected_, taken);
  }

  void protect(Vertex v) { protected_.set(v); }
  bool is_protected(Vertex v) const { return protected_.contains(v); }
  void end_protection() { protected_.clear(); }

  /// Besides that of the state, in arcs.
  std::uint64_t work() const { return growth_.work(); }

 private:
  Vertex weakest_member() const;

  SwapState& state_;
  KickSeeds& seeds_;
  Rng& rng_;
  Vertex size_;
  hybrid::Marks protected_;
  ClusterGrowth growth_;
};

}  // namespace lode::subgraph::detail
