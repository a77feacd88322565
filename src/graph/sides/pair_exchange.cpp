#include "graph/sides/pair_exchange.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include <lode/core/rng.hpp>

#include "core/stream_tags.hpp"

namespace lode::detail {
namespace exchanges {

class Search {
 public:
  Search(const SideRows& rows, const std::array<Vertex, 2>& sizes, const ExchangeLimits& limits,
         const RunContext& run)
      : rows_(rows), sizes_(sizes), limits_(limits), run_(run), rng_(run.seed(), pair_exchange_stream) {
    for (std::size_t side = 0; side < 2; ++side) {
      const std::size_t n = rows.size(side);
      inside_[side].assign(n, 0);
      gain_[side].assign(n, 0);
      free_at_[side].assign(n, 0);
    }
  }

  CountedPair find() {
    for (std::size_t side = 0; side < 2 && !done(); ++side) {
      start_with_degrees(side);
      settle(1 - side);
      improve();
    }
    while (!done()) {
      draw_anew();
      improve();
    }
    return std::move(best_);
  }

 private:
  /// A member that leaves and a vertex that comes, and what that changes.
  struct Swap {
    Vertex out = no_vertex;
    Vertex in = no_vertex;
    std::int64_t change = 0;
    bool exists() const { return out != no_vertex && in != no_vertex; }
  };

  bool done() {
    if (best_.sides[0].empty()) return false;
    if (best_.edges >= limits_.target || work_ > limits_.work) return true;
    if (stopped_ || work_ < next_look_) return stopped_;
    next_look_ = work_ + (1u << 18);
    return stopped_ = run_.should_stop();
  }

  // --- the present pair ---

  void put(std::size_t side, Vertex v, bool in) {
    inside_[side][v] = in;
    work_ += rows_.degree(side, v);
    std::vector<Vertex>& gains = gain_[1 - side];
    for (const Vertex w : rows_.row(side, v)) in ? ++gains[w] : --gains[w];
  }

  void clear() {
    for (std::size_t side = 0; side < 2; ++side) {
      std::ranges::fill(inside_[side], char{0});
      std::ranges::fill(gain_[side], Vertex{0});
    }
    edges_ = 0;
  }

  void count_edges() {
    edges_ = 0;
    for (Vertex v = 0; v < inside_[0].size(); ++v) edges_ += inside_[0][v] ? gain_[0][v] : 0;
  }

  /// The members of side `side` become the vertices of largest key. True if that changes the side.
  template <class Key>
  bool choose_largest(std::size_t side, const Key& key) {
    std::vector<Vertex> order(inside_[side].size());
    std::iota(order.begin(), order.end(), Vertex{0});
    work_ += order.size();
    const auto end = order.begin() + sizes_[side];
    const auto before = [&](Vertex a, Vertex b) {
      const auto ka = key(a), kb = key(b);
      return ka > kb || (ka == kb && a < b);
    };
    std::nth_element(order.begin(), end - 1, order.end(), before);
    std::vector<char> chosen(order.size(), 0);
    for (auto v = order.begin(); v != end; ++v) chosen[*v] = 1;
    bool changed = false;
    for (Vertex v = 0; v < chosen.size(); ++v) {
      if (chosen[v] == inside_[side][v]) continue;
      put(side, v, chosen[v] != 0);
      changed = true;
    }
    return changed;
  }

  void start_with_degrees(std::size_t side) {
    clear();
    choose_largest(side, [&](Vertex v) { return rows_.degree(side, v); });
  }

  /// The best set on each side in turn until neither changes. Edges never fall, so this ends; equal gains go
  /// to members first, so that it does not turn in a circle.
  void settle(std::size_t side) {
    for (int still = 0; still < 2; side = 1 - side) {
      const auto key = [&](Vertex v) {
        return 2 * std::uint64_t{gain_[side][v]} + (inside_[side][v] ? 1 : 0);
      };
      still = choose_largest(side, key) ? 0 : still + 1;
    }
    count_edges();
  }

  void draw_anew() {
    clear();
    for (std::size_t side = 0; side < 2; ++side) {
      std::vector<Vertex> members = best_.sides[side];
      const std::size_t leave = 1 + rng_.below(std::max<std::size_t>(1, members.size() / 2));
      for (const Vertex v : members) put(side, v, true);
      for (std::size_t i = 0; i < std::min(leave, members.size()); ++i) {
        std::swap(members[i], members[i + rng_.below(members.size() - i)]);
        put(side, members[i], false);
      }
      for (std::size_t count = 0; count < std::min(leave, members.size());) {
        const auto v = static_cast<Vertex>(rng_.below(inside_[side].size()));
        if (inside_[side][v]) continue;
        put(side, v, true);
        ++count;
      }
    }
    count_edges();
  }

  // --- swaps ---

  Swap best_swap(std::size_t side, bool tabu) {
    const std::vector<char>& inside = inside_[side];
    const std::vector<Vertex>& gain = gain_[side];
    const std::vector<std::uint64_t>& free_at = free_at_[side];
    work_ += inside.size();
    Swap swap;
    std::uint64_t ties_out = 0, ties_in = 0;
    for (Vertex v = 0; v < inside.size(); ++v) {
      if (tabu && free_at[v] > step_) continue;
      if (inside[v]) {
        const bool better = swap.out == no_vertex || gain[v] < gain[swap.out];
        if (better) ties_out = 0;
        if (better || (gain[v] == gain[swap.out] && rng_.below(++ties_out + 1) == 0)) swap.out = v;
      } else {
        const bool better = swap.in == no_vertex || gain[v] > gain[swap.in];
        if (better) ties_in = 0;
        if (better || (gain[v] == gain[swap.in] && rng_.below(++ties_in + 1) == 0)) swap.in = v;
      }
    }
    if (swap.exists()) swap.change = std::int64_t{gain[swap.in]} - std::int64_t{gain[swap.out]};
    return swap;
  }

  void apply(std::size_t side, const Swap& swap) {
    edges_ = static_cast<EdgeCount>(static_cast<std::int64_t>(edges_) + swap.change);
    put(side, swap.out, false);
    put(side, swap.in, true);
    const Vertex members = sizes_[side];
    const auto others = static_cast<Vertex>(inside_[side].size()) - members;
    free_at_[side][swap.out] = step_ + 2 + rng_.below(std::max<Vertex>(2, std::min<Vertex>(others, 20)));
    free_at_[side][swap.in] = step_ + 1 + rng_.below(std::max<Vertex>(2, std::min<Vertex>(members, 10)));
  }

  void improve() {
    keep_if_better();
    const std::uint64_t patience = 200 + 4 * (std::uint64_t{sizes_[0]} + sizes_[1]);
    std::uint64_t idle = 0;
    while (idle < patience && !done()) {
      ++step_;
      const std::array<Swap, 2> swaps = {best_swap(0, true), best_swap(1, true)};
      std::size_t side =
          swaps[1].exists() && (!swaps[0].exists() || swaps[1].change > swaps[0].change) ? 1 : 0;
      if (swaps[0].exists() && swaps[1].exists() && swaps[0].change == swaps[1].change) side = rng_.below(2);
      if (!swaps[side].exists()) {
        if (++idle > 100) return;
        continue;
      }
      apply(side, swaps[side]);
      idle = keep_if_better() ? 0 : idle + 1;
    }
  }

  bool keep_if_better() {
    if (edges_ <= best_.edges && !best_.sides[0].empty()) return false;
    best_.edges = edges_;
    for (std::size_t side = 0; side < 2; ++side) {
      best_.sides[side].clear();
      for (Vertex v = 0; v < inside_[side].size(); ++v) {
        if (inside_[side][v]) best_.sides[side].push_back(v);
      }
    }
    return true;
  }

  const SideRows& rows_;
  const std::array<Vertex, 2> sizes_;
  const ExchangeLimits limits_;
  const RunContext& run_;
  Rng rng_;
  BothSides<char> inside_;
  BothSides<Vertex> gain_;  ///< neighbours among the members of the other side
  BothSides<std::uint64_t> free_at_;
  EdgeCount edges_ = 0;
  std::uint64_t step_ = 0;
  std::uint64_t work_ = 0;
  std::uint64_t next_look_ = 0;
  bool stopped_ = false;
  CountedPair best_;
};

}  // namespace exchanges

CountedPair exchange_pairs(const SideRows& rows, const std::array<Vertex, 2>& sizes,
                           const ExchangeLimits& limits, const RunContext& run) {
  return exchanges::Search(rows, sizes, limits, run).find();
}

}  // namespace lode::detail
