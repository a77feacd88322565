#pragma once

// Greedy growth of dense clusters of outsiders.

#include <cstdint>
#include <vector>

#include <lode/core/rng.hpp>

#include "subgraph/hybrid/kick/restarts.hpp"
#include "subgraph/state/swap_state.hpp"

namespace lode::detail {

/// Takes outsiders into a set, each time the neighbour of what was taken with most weight towards the set.
class ClusterGrowth {
 public:
  ClusterGrowth(SwapState& state, Rng& rng) : state_(state), rng_(rng), seen_(state.graph().num_vertices()) {}

  /// Takes `seed` and then neighbours of what was taken, but no barred ones, up to `wanted` vertices in all.
  /// Calls taken(v) for each, once it is in the set.
  template <class Taken>
  void grow(Vertex seed, Vertex wanted, const Marks& barred, Taken&& taken) {
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
  void add_candidates(Vertex v, const Marks& barred) {
    for (const Vertex u : state_.graph().neighbors(v)) {
      if (!state_.is_outsider(u) || seen_.contains(u) || barred.contains(u)) continue;
      seen_.set(u);
      candidates_.push_back(u);
    }
  }

  /// The candidate of largest d_S, ties at random; no_vertex when there is none.
  Vertex best_candidate() {
    std::size_t best = candidates_.size();
    Weight best_degree = -1.0;
    std::uint64_t ties = 0;
    work_ += candidates_.size() / 4;
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      const Weight degree = state_.degree_into(candidates_[i]);
      if (degree < best_degree) continue;
      ties = degree > best_degree ? 1 : ties + 1;
      if (ties > 1 && rng_.below(ties) != 0) continue;
      best_degree = degree;
      best = i;
    }
    if (best == candidates_.size()) return no_vertex;
    const Vertex chosen = candidates_[best];
    candidates_[best] = candidates_.back();
    candidates_.pop_back();
    return chosen;
  }

  SwapState& state_;
  Rng& rng_;
  std::vector<Vertex> candidates_;
  Marks seen_;
  std::uint64_t work_ = 0;
};

}  // namespace lode::detail
