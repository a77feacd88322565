#pragma once

// Greedy growth of dense clusters of outsiders.

#include <cstdint>
#include <vector>

#include <lode/core/rng.hpp>

#include "hybrid/escape/marks.hpp"
#include "subgraph/state/swap_state.hpp"

namespace lode::subgraph::detail {

/// Takes outsiders into a set, each time the neighbour of what was taken with most weight towards the set.
class ClusterGrowth {
 public:
  ClusterGrowth(SwapState& state, Rng& rng) : state_(state), rng_(rng), seen_(state.graph().num_vertices()) {}

  /// Takes `seed` and then neighbours of what was taken, but no barred ones, up to `wanted` vertices in all.
  /// Calls taken(v) for each, once it is in the set.
  template <class Taken>
  void grow(Vertex seed, Vertex wanted, const hybrid::Marks& barred, Taken&& taken) {
    candidates_.clear();
    seen_.clear();
    Vertex count = 0;
    for (Vertex next = seed; next != no_vertex && count < wanted; next = best_candidate()) {
      state_.add(next);
      taken(next);
      if (++count < wanted) add_candidates(next, barred);
    }
  }

  /// Candidates looked at, in arcs.
  std::uint64_t work() const { return work_; }

 private:
  void add_candidates(Vertex v, const hybrid::Marks& barred);
  /// The candidate of largest d_S, ties at random; no_vertex when there is none.
  Vertex best_candidate();

  SwapState& state_;
  Rng& rng_;
  std::vector<Vertex> candidates_;
  hybrid::Marks seen_;
  std::uint64_t work_ = 0;
};

}  // namespace lode::subgraph::detail
