#pragma once

// Where a search over a SwapState begins anew.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <lode/core/rng.hpp>
#include <lode/core/run_context.hpp>

#include "subgraph/search/moves/cluster_moves.hpp"
#include "subgraph/search/moves/outsider_filing.hpp"
#include "subgraph/search/starts/cluster_seeds.hpp"
#include "subgraph/search/starts/grown_parts.hpp"
#include "subgraph/search/team/searcher.hpp"
#include "subgraph/state/set_pool.hpp"
#include "subgraph/state/swap_state.hpp"

namespace lode::subgraph::detail {

/// The starts of one searcher over a SwapState, and what it makes them from: its good sets, its hints, its
/// random numbers and the moves of its state.
class ClusterStarts {
 public:
  /// `state` is the searcher's, and has its first set; run, state and task options must outlive the starts.
  ClusterStarts(SwapState& state, const SearcherTask& task, const RunContext& run);
  ClusterStarts(const ClusterStarts&) = delete;
  ClusterStarts& operator=(const ClusterStarts&) = delete;

  /// Replaces the set by the `number`-th start, from 1: one of the hints while there are any. Which kind of
  /// start comes first differs from searcher to searcher.
  void begin(std::uint64_t number);

  Rng& draws() { return rng_; }
  ClusterSeeds& seeds() { return seeds_; }
  ClusterMoves& moves() { return moves_; }
  OutsiderFiling& filing() { return filing_; }
  SetPool& good_sets() { return pool_; }
  void take_hints(std::span<const VertexSet> hints) { hints_.hints = hints; }

  /// Of all moves of the state since the beginning and of the starts, in arcs.
  std::uint64_t work() const { return state_.work() - first_work_ + moves_.work() + knapsack_work_; }

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
  const RunContext& run_;
  Rng rng_;
  ClusterSeeds seeds_;
  ClusterMoves moves_;
  OutsiderFiling filing_;
  SetPool pool_;
  DealtHints hints_;
  const std::uint64_t first_turn_;
  const std::uint64_t first_work_;
  std::uint64_t knapsack_work_ = 0;
};

}  // namespace lode::subgraph::detail
