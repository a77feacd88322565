#pragma once

// The outsiders from which clusters are grown.

#include <span>

#include <lode/core/rng.hpp>

#include "subgraph/state/swap_state.hpp"

namespace lode::subgraph::detail {

/// Seeds of kicks and starts, drawn so that dense places come up more often. There must be outsiders and
/// arcs.
class ClusterSeeds {
 public:
  /// `core_order`: all vertices, the densest cores last; empty: seeds by degree alone.
  ClusterSeeds(const SwapState& state, std::span<const Vertex> core_order, Rng& rng)
      : state_(state), core_order_(core_order), rng_(rng) {}

  /// For a kick: a neighbour of a random member, or the end of a random arc, with equal chance.
  Vertex near_set();
  /// For a start: by core number when their order is known, but by degree every fourth time.
  Vertex anywhere();

 private:
  /// A random end of a random arc: vertices in proportion to their degree.
  Vertex random_end();
  /// The first outsider that `draw` gives in a few attempts, else any.
  template <class Draw>
  Vertex outsider(Draw&& draw);

  const SwapState& state_;
  std::span<const Vertex> core_order_;
  Rng& rng_;
};

}  // namespace lode::subgraph::detail
