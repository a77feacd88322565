#pragma once

// A set of vertices that moves by tabu exchanges.

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <tbb/cache_aligned_allocator.h>

#include <lode/core/rng.hpp>
#include <lode/graph/graph.hpp>

#include "hybrid/escape/tabu_list.hpp"
#include "subgraph/search/searcher.hpp"
#include "subgraph/state/swap_state.hpp"

namespace lode::subgraph::detail {

inline constexpr std::uint64_t unlimited_tabu = std::numeric_limits<std::uint64_t>::max();

/// Rules of exchanges under tabu; the defaults are the rules of method tabu (methods/tabu.cpp).
struct TabuRules {
  std::uint64_t stall = 300;     ///< exchanges without a gain after which a start is left
  double random_exchange = 0.1;  ///< largest chance when no exchange improves
  std::uint64_t slack = 10;      ///< l is at most this
  /// Weighted: in mean weights. Members up to this margin above the least d_S, and outsiders up to this
  /// margin below the largest, are paired too.
  double margin = 0.0;
  // Limits of a search alone: starts, work in all, and work without a gain.
  std::uint64_t most_starts = unlimited_tabu;
  std::uint64_t most_work = unlimited_tabu;
  std::uint64_t most_idle_work = unlimited_tabu;
};

/// The rules of the searchers in a team. Tenures are shorter than in method tabu: the searches take half the
/// time on dense random graphs and weights, and little more on near-cliques. With the margin, exchanges of
/// real weights come close to the best of all.
inline constexpr TabuRules team_tabu = {.slack = 7, .margin = 0.6};

/// A vertex set under single moves and under the constrained exchanges that method tabu describes. Anchored
/// vertices belong to it and never leave: they are neither members nor outsiders here.
class TabuSet {
 public:
  struct Exchange {
    Vertex out;
    Vertex in;
    Weight gain;  ///< of the exchange that the neighbourhood proposed; `out` and `in` may be random instead
  };

  /// Vertices looked at among equal ones: pairs of them are tested for an edge, so that a step costs at most
  /// the square of this (method tabu promises it).
  static constexpr std::size_t window = 64;

  virtual ~TabuSet() = default;

  virtual Weight weight() const = 0;
  /// Sums the weight afresh where weights are real, as induced_totals does, and returns it.
  virtual Weight recount() = 0;
  virtual std::span<const Vertex> members() const = 0;
  virtual std::span<const Vertex> outsiders() const = 0;
  virtual bool is_outsider(Vertex v) const = 0;
  /// The anchors included.
  virtual VertexSet sorted_members() const = 0;

  /// `v` must be an outsider, or a member.
  virtual void add(Vertex v) = 0;
  virtual void remove(Vertex v) = 0;
  /// A member of least d_S; there must be one.
  virtual Vertex weakest() const = 0;
  /// Outsiders of largest d_S > 0, or of any d_S where weights have signs, that are not tabu, up to `window`
  /// when unweighted; valid until the next call of any function that is not const.
  virtual std::span<const Vertex> best_outsiders() = 0;

  /// The next exchange; nothing when every candidate is tabu, which may be over at the next one.
  std::optional<Exchange> next() {
    std::optional<Exchange> exchange = best_exchange();
    if (exchange && exchange->gain < 0.0 && rules_.random_exchange > 0.0 &&
        draws_.uniform() < std::min((missing_edges() + 2.0) / num_vertices_, rules_.random_exchange)) {
      exchange->out = members()[draws_.below(members().size())];
      exchange->in = outsiders()[draws_.below(outsiders().size())];
    }
    return exchange;
  }
  virtual void make(const Exchange& exchange) = 0;
  /// Ends all that is tabu.
  virtual void release_all() { tabu_.release_all(); }
  /// A member that a start has dropped stays out for a while.
  virtual void forbid_dropped(Vertex v) { tabu_.forbid(v, rules_.slack + draws_.below(spread_)); }
  /// How often a vertex has been exchanged.
  std::uint32_t exchanges_of(Vertex v) const { return exchanges_of_[v]; }

  /// Arcs visited, or equal work.
  virtual std::uint64_t work() const = 0;

 protected:
  /// Sets have `s` vertices, anchors included; `draws` must outlive the set.
  TabuSet(const Graph& graph, Vertex s, const TabuRules& rules, Rng& draws)
      : rules_(rules),
        draws_(draws),
        num_vertices_(graph.num_vertices()),
        possible_(static_cast<double>(possible_edges(s))),
        weighted_(graph.weighted()),
        spread_(std::max<std::uint64_t>(s / 40, 6)),
        tabu_(num_vertices_, longest_tenure()),
        exchanges_of_(num_vertices_, 0) {}

  /// Begins the next step and proposes its exchange.
  virtual std::optional<Exchange> best_exchange() = 0;

  /// Edges that the set lacks; when weighted, the edges of a clique of its size.
  double missing_edges() const { return possible_ - (weighted_ ? 0.0 : weight()); }

  /// Makes both vertices tabu, before they are exchanged. With l = min(missing edges, slack) and C =
  /// max(s/40, 6), as in the source, `out` stays out for l + rand(C) exchanges, `in` stays in for 6/10 of
  /// such a time.
  void forbid_exchanged(const Exchange& exchange) {
    const double missing = std::min(missing_edges(), static_cast<double>(rules_.slack));
    const std::uint64_t slack = weighted_ ? rules_.slack : static_cast<std::uint64_t>(missing);
    tabu_.forbid(exchange.out, slack + draws_.below(spread_));
    tabu_.forbid(exchange.in, 6 * (slack + draws_.below(spread_)) / 10);
    ++exchanges_of_[exchange.out];
    ++exchanges_of_[exchange.in];
  }
  std::uint64_t longest_tenure() const { return rules_.slack + spread_; }

  const TabuRules rules_;
  Rng& draws_;
  const Vertex num_vertices_;
  const double possible_;  ///< edges of a clique of the set's size
  const bool weighted_;
  const std::uint64_t spread_;  ///< C
  hybrid::TabuList tabu_;
  std::vector<std::uint32_t> exchanges_of_;
};

/// The pair of largest gain d_S(in) - d_S(out) - w(out, in) among the candidates, at random among equal ones:
/// the first one from a random place. No exchange gains more than `most` without the weight between, and no
/// weight is below `least_weight`, which is at most 0.
template <class Value, class DegreeInto, class WeightBetween>
TabuSet::Exchange choose_pair(std::span<const Vertex> lowest, std::span<const Vertex> highest, Value most,
                              Value least_weight, Rng& draws, DegreeInto&& degree_into,
                              WeightBetween&& weight_between) {
  most -= least_weight;
  std::size_t i = draws.below(lowest.size());
  const std::size_t first = draws.below(highest.size());
  Vertex best_out = no_vertex;
  Vertex best_in = no_vertex;
  Value best = std::numeric_limits<Value>::lowest();
  for (std::size_t count = 0; count < lowest.size() && best < most; ++count) {
    const Vertex out = lowest[i];
    const Value lost = degree_into(out);
    std::size_t j = first;
    for (std::size_t inner = 0; inner < highest.size() && best < most; ++inner) {
      const Vertex in = highest[j];
      const Value won = degree_into(in) - lost;
      if (won - least_weight > best) {
        const Value gain = won - weight_between(out, in);
        if (gain > best) {
          best = gain;
          best_out = out;
          best_in = in;
        }
      }
      if (++j == highest.size()) j = 0;
    }
    if (++i == lowest.size()) i = 0;
  }
  return {best_out, best_in, static_cast<Weight>(best)};
}

/// A TabuSet over bucket arrays, for large sparse graphs. The set alone moves `state`, which must outlive it.
/// TabuRules::margin has no effect: buckets of weights hold too many.
/// Cost: O(deg u + deg v) per exchange, and adjacency tests among at most 64 vertices of two buckets, or
///       when weighted among all vertices of extreme d_S.
std::unique_ptr<TabuSet> make_bucket_tabu_set(SwapState& state, const TabuRules& rules, Rng& draws);

/// Items that begin with a cache line.
template <class Item>
using AlignedVector = std::vector<Item, tbb::cache_aligned_allocator<Item>>;

/// The adjacency matrix of a graph in rows of equal length, zero for non-edges: eight bits per cell if
/// weights and degrees into sets of s vertices are small integers, else doubles.
/// Cost: O(n^2 + m); n * stride bytes, or eight times that.
struct DenseRows {
  static constexpr std::size_t cells_per_line = 64;  ///< in a cache line; rows have a multiple of them
  static constexpr Vertex most_vertices = 4096;      ///< 16 MB, or 128 MB of doubles

  /// Sets of at most `s` vertices are to be moved over the rows.
  DenseRows(const Graph& whole, Vertex s);

  /// True if moving sets over rows usually takes less time than over arcs.
  static bool pay(const Graph& graph, Vertex s);
  /// Work of making the rows, in arcs of a search by kicks: 32 cells are set to zero, or 8 filled, in the
  /// time of an arc.
  static std::uint64_t building_work(std::uint64_t num_vertices, ArcIndex num_arcs) {
    return num_vertices * num_vertices / 32 + num_arcs / 8;
  }

  Graph graph;
  std::size_t stride;
  AlignedVector<std::uint8_t> bytes;  ///< all cells, or none
  AlignedVector<double> doubles;      ///< likewise
};

/// A TabuSet whose moves pass over whole rows: every d_S is brought up to date, and the extreme ones among
/// the vertices that are free are found, in the order of memory and several at a time.
///
/// `members`, increasing, holds the `anchors`. `rows` are made for sets of this size; `draws` must outlive
/// the set.
///
/// Cost: O(n) per exchange or move, with a small constant: 2 rows of cells, and 6 bytes (24 when not small)
///       per vertex; the adjacency tests among at most 64 members and 64 outsiders.
std::unique_ptr<TabuSet> make_dense_tabu_set(std::shared_ptr<const DenseRows> rows, const VertexSet& members,
                                             const VertexSet& anchors, const TabuRules& rules, Rng& draws);

using MakeTabuSet = std::function<std::unique_ptr<TabuSet>(Rng& draws)>;

/// A searcher that leaves local optima by tabu exchanges (methods/tabu.cpp): on dense graphs, where a kick
/// goes too far, and where many good sets differ by few vertices. Exchanges count as kicks.
///
/// Every third start is grown afresh, for sets far from those known, from a hint while there are any. The
/// other starts replace up to half of a good set.
///
/// The searcher alone moves the set; member, run and progress must outlive it.
std::unique_ptr<Searcher> make_tabu_searcher(const MakeTabuSet& make_set, const TabuRules& rules,
                                             Member& member, const RunContext& run, SharedProgress& progress);

struct TabuResult {
  Found best;
  Trace trace;
  std::uint64_t exchanges = 0;
  StopReason reason = StopReason::iterations;
};

/// Such a searcher alone, until it meets the goal or its rules end it. `order` as TeamOptions::core_order.
TabuResult search_by_tabu(const MakeTabuSet& make_set, const TabuRules& rules, std::span<const Vertex> order,
                          const hybrid::Goal& goal, const hybrid::Gains& gains, const RunContext& run);

}  // namespace lode::subgraph::detail
