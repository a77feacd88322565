#pragma once

// How long vertices are tabu after an exchange.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include <lode/core/rng.hpp>
#include <lode/graph/graph.hpp>

#include "hybrid/escape/tabu_list.hpp"

namespace lode::subgraph::detail {

/// What searches by tabu exchanges may choose; the values are those of tabu.hpp.
struct TabuRules {
  double random_exchange = 0.1;  ///< largest chance of a random exchange when none improves
  std::uint64_t slack = 10;      ///< l is at most this
  /// Weighted: members of up to so many mean weights above the least d_S, and outsiders as much below the
  /// largest, are paired too.
  double margin = 0.0;
};

/// What tenures take for the missing edges of a set of a weighted graph: more than any slack.
inline constexpr double unlimited_missing = std::numeric_limits<double>::infinity();

/// When vertices may move again. With l = min(missing edges, slack) and C = max(s/40, 6), as in the source,
/// what goes out stays out for l + rand(C) exchanges, what comes in stays in for 6/10 of such a time.
class TabuTenures {
 public:
  TabuTenures(Vertex num_vertices, Vertex s, std::uint64_t slack)
      : slack_(slack),
        spread_(std::max<std::uint64_t>(s / spread_divisor, least_spread)),
        list_(num_vertices, longest()),
        exchanges_of_(num_vertices, 0) {}

  /// Who is free at the present exchange, and which one that is.
  const hybrid::TabuList& list() const { return list_; }
  void advance() { list_.advance(); }

  /// `out` and `in` have been exchanged; `missing`: the edges that the set lacked before;
  /// unlimited_missing when weighted.
  void exchanged(Vertex out, Vertex in, double missing, Rng& draws) {
    const auto slack = static_cast<std::uint64_t>(std::min(missing, static_cast<double>(slack_)));
    list_.forbid(out, slack + draws.below(spread_));
    list_.forbid(in, (stay_tenths * (slack + draws.below(spread_))) / 10);
    ++exchanges_of_[out];
    ++exchanges_of_[in];
  }
  /// A member that a start has dropped stays out for a while.
  void dropped(Vertex v, Rng& draws) { list_.forbid(v, slack_ + draws.below(spread_)); }

  /// No tenure is longer.
  std::uint64_t longest() const { return slack_ + spread_; }
  void release_all() { list_.release_all(); }

  /// How often a vertex has been exchanged.
  std::uint32_t exchanges_of(Vertex v) const { return exchanges_of_[v]; }

 private:
  static constexpr std::uint64_t spread_divisor = 40;
  static constexpr std::uint64_t least_spread = 6;
  static constexpr std::uint64_t stay_tenths = 6;

  std::uint64_t slack_;
  std::uint64_t spread_;
  hybrid::TabuList list_;
  std::vector<std::uint32_t> exchanges_of_;  ///< how often a vertex has moved
};

}  // namespace lode::subgraph::detail
