#pragma once

// Where a search over a SwapState begins anew.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <lode/core/rng.hpp>
#include <lode/core/run_context.hpp>

#include "hybrid/escape/seeds.hpp"
#include "subgraph/search/moves/cluster_moves.hpp"
#include "subgraph/search/moves/outsider_filing.hpp"
#include "subgraph/search/starts/grown_parts.hpp"
#include "subgraph/search/team/searcher.hpp"
#include "subgraph/state/set_pool.hpp"
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
  Vertex near_set() {
    return outsider([&] {
      const Graph& graph = state_.graph();
      const Vertex end = random_end();
      if (rng_.below(2) != 0) return end;
      const Vertex member = state_.members()[rng_.below(state_.members().size())];
      return graph.degree(member) > 0 ? graph.neighbors(member)[rng_.below(graph.degree(member))] : end;
    });
  }
  /// For a start: by core number when their order is known, but every fourth time by degree, for the sets
  /// outside of the deepest cores.
  Vertex anywhere() {
    const bool by_core = !core_order_.empty() && rng_.below(4) != 0;
    return outsider([&] { return by_core ? hybrid::draw_near_end(core_order_, rng_) : random_end(); });
  }

 private:
  /// A random end of a random arc: vertices in proportion to their degree.
  Vertex random_end() { return state_.graph().targets()[rng_.below(state_.graph().num_arcs())]; }
  /// The first outsider that `draw` gives in a few attempts, else any.
  template <class Draw>
  Vertex outsider(Draw&& draw) {
    const auto is_outsider = [&](Vertex v) { return state_.is_outsider(v); };
    const auto any = [&] { return state_.outsiders()[rng_.below(state_.outsiders().size())]; };
    return hybrid::draw_usable(hybrid::seed_attempts, draw, is_outsider, any);
  }

  const SwapState& state_;
  std::span<const Vertex> core_order_;
  Rng& rng_;
};

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
