#pragma once

// Where a kick search begins anew.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <lode/core/rng.hpp>
#include <lode/core/run_context.hpp>

#include "subgraph/hybrid/kick/filing.hpp"
#include "subgraph/hybrid/kick/grown_parts.hpp"
#include "subgraph/hybrid/kick/moves.hpp"
#include "subgraph/hybrid/kick/seeds.hpp"
#include "subgraph/state/set_pool.hpp"
#include "subgraph/state/swap_state.hpp"

namespace lode::subgraph::detail {

/// The hints that one searcher begins with, of those dealt out to its team: from `next` on, each `step`-th.
struct DealtHints {
  std::span<const VertexSet> hints = {};
  std::size_t next = 0;
  std::size_t step = 1;

  /// Nothing when all are used.
  const VertexSet* take() {
    if (next >= hints.size()) return nullptr;
    const VertexSet* hint = &hints[next];
    next += step;
    return hint;
  }
};

/// New starts in the place of the set of one searcher.
class KickStarts {
 public:
  /// `first_turn` says with which kind of start the searcher begins, so that no two begin alike.
  KickStarts(SwapState& state, KickMoves& moves, KickSeeds& seeds, OutsiderFiling& filing, SetPool& pool,
             Rng& rng, const RunContext& run, std::uint64_t first_turn);

  /// Replaces the set by the `number`-th start, from 1: one of its hints while there are any.
  void begin(std::uint64_t number, DealtHints& hints);

  /// Besides that of the state and the moves, in arcs.
  std::uint64_t work() const { return knapsack_work_; }

 private:
  /// Where a start comes from.
  enum class Source {
    clusters,  ///< a union of grown clusters
    knapsack,  ///< disjoint dense parts, chosen so that they weigh most together
    growth,    ///< greedy growth
    remains,   ///< a good set with up to half of it taken out, filled up greedily
    merger     ///< the set that is left and a good one, peeled
  };

  Source source_of(std::uint64_t number) const;
  void fill_with_clusters();
  /// Adds a cluster grown to `most` vertices and cut back to its prefix of largest average degree.
  GrownPart add_dense_cluster(Vertex most, Vertex seed);
  /// A union of prefixes of disjoint parts that weighs most, edges between parts not counted.
  void choose_parts();
  std::vector<GrownPart> disjoint_parts();
  void fill_greedily();

  SwapState& state_;
  KickMoves& moves_;
  KickSeeds& seeds_;
  OutsiderFiling& filing_;
  SetPool& pool_;
  Rng& rng_;
  const RunContext& run_;
  std::uint64_t first_turn_;
  std::uint64_t knapsack_work_ = 0;
};

}  // namespace lode::subgraph::detail
