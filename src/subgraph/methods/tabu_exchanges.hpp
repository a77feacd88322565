#pragma once

// The exchanges that tabu search chooses from.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <lode/core/rng.hpp>

#include "subgraph/state/swap_state.hpp"

namespace lode::subgraph::detail {

/// The constrained exchanges of a state, as tabu.hpp describes them, and how long vertices are tabu after
/// them.
class TabuExchanges {
 public:
  // What searches by these exchanges have in common.

  /// Every third start is grown afresh, for sets far from those known; the others go on from good sets.
  static constexpr std::uint64_t growth_period = 3;
  /// Starts after which real d_S are summed afresh, before the rounding of many updates adds up.
  static constexpr std::uint64_t rebuild_period = 64;
  /// Work of an exchange besides its rows, in row entries: the choice, and two places of memory at random.
  static constexpr std::uint64_t overhead = 16;

  struct Exchange {
    Vertex out;
    Vertex in;
    Weight gain;  ///< of the exchange that the neighbourhood proposed; `out` and `in` may be random instead
  };

  /// Sets have `s` vertices, anchors included. `random_exchange` as in TabuOptions.
  TabuExchanges(SwapState& state, Vertex s, double random_exchange, Rng& draws);

  /// The next exchange; nothing when every candidate is tabu, which may be over at the next one.
  std::optional<Exchange> next();
  void make(const Exchange& exchange);

  /// Outsiders of largest d_S that are not tabu, up to `window` when unweighted; valid until the next call.
  std::span<const Vertex> best_outsiders();

  /// Ends all that is tabu.
  void release_all();
  /// A member that a start has dropped stays out for a while; `draws` says how long.
  void forbid_dropped(Vertex v, Rng& draws);

  /// How often a vertex has been exchanged.
  std::uint32_t exchanges_of(Vertex v) const { return exchanges_of_[v]; }

 private:
  enum class End { lowest, highest };

  bool is_free(Vertex v) const { return free_at_[v] <= clock_; }
  template <End end>
  void collect_free(const BucketArray& buckets, std::vector<Vertex>& found);
  void collect_window(std::span<const Vertex> bucket, std::vector<Vertex>& found);
  template <End end>
  void collect_extreme(std::span<const Vertex> bucket, std::vector<Vertex>& found);
  void file_best(std::size_t enough);
  void collect_best_outsiders();
  bool collect_untouched();
  Exchange choose_pair();
  std::uint64_t spread() const;
  double missing_edges() const;
  double random_chance() const;

  const Graph& graph_;
  SwapState& state_;
  const Vertex s_;
  const double random_exchange_;
  Rng& draws_;
  std::uint64_t clock_ = 0;                  ///< time of the tabu tenures
  std::vector<std::uint64_t> free_at_;       ///< the clock from which a vertex may move again
  std::vector<std::uint32_t> exchanges_of_;  ///< how often a vertex has moved
  std::vector<Vertex> lowest_;
  std::vector<Vertex> highest_;
};

}  // namespace lode::subgraph::detail
