#pragma once

// How long vertices are tabu after an exchange.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include <lode/core/rng.hpp>
#include <lode/graph/graph.hpp>

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
        free_at_(num_vertices, 0),
        exchanges_of_(num_vertices, 0) {}

  bool is_free(Vertex v) const { return free_at_[v] <= clock_; }
  std::uint64_t clock() const { return clock_; }
  std::uint64_t free_at(Vertex v) const { return free_at_[v]; }
  void tick() { ++clock_; }

  /// `out` and `in` have been exchanged; `missing`: the edges that the set lacked before;
  /// unlimited_missing when weighted.
  void exchanged(Vertex out, Vertex in, double missing, Rng& draws) {
    const auto slack = static_cast<std::uint64_t>(std::min(missing, static_cast<double>(slack_)));
    free_at_[out] = clock_ + 1 + slack + draws.below(spread_);
    free_at_[in] = clock_ + 1 + (stay_tenths * (slack + draws.below(spread_))) / 10;
    ++exchanges_of_[out];
    ++exchanges_of_[in];
  }
  /// A member that a start has dropped stays out for a while.
  void dropped(Vertex v, Rng& draws) { free_at_[v] = clock_ + 1 + slack_ + draws.below(spread_); }

  /// No tenure is longer.
  std::uint64_t longest() const { return 1 + slack_ + spread_; }
  /// Ends all that is tabu.
  void release_all() { clock_ += longest(); }

  /// How often a vertex has been exchanged.
  std::uint32_t exchanges_of(Vertex v) const { return exchanges_of_[v]; }

 private:
  static constexpr std::uint64_t spread_divisor = 40;
  static constexpr std::uint64_t least_spread = 6;
  static constexpr std::uint64_t stay_tenths = 6;

  std::uint64_t slack_;
  std::uint64_t spread_;
  std::uint64_t clock_ = 0;
  std::vector<std::uint64_t> free_at_;       ///< the clock from which a vertex may move again
  std::vector<std::uint32_t> exchanges_of_;  ///< how often a vertex has moved
};

}  // namespace lode::subgraph::detail
