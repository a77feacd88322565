#pragma once

// Where a tabu search begins anew.

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include <lode/core/rng.hpp>
#include <lode/graph/graph.hpp>

#include "hybrid/escape/seeds.hpp"
#include "subgraph/search/moves/tabu_set.hpp"
#include "subgraph/state/set_pool.hpp"

namespace lode::subgraph::detail {

/// New starts in the place of the set of one search. After every move `go_on` is asked; once it says no the
/// set is left as it is.
class TabuStarts {
 public:
  /// The set has its size now. `order`: all vertices, the densest cores last. What is given must outlive the
  /// starts.
  TabuStarts(TabuSet& set, std::span<const Vertex> order, Rng& draws)
      : set_(set), order_(order), draws_(draws), size_(set.members().size()) {}

  /// Replaces the set by that of the `number`-th start: every third time, or when the pool has none, one that
  /// is grown afresh, for sets far from those known, from a hint while `take_hint` has one (else nullptr);
  /// else by one of the pool of which up to half is replaced.
  template <class TakeHint, class GoOn>
  void begin(std::uint64_t number, const SetPool& pool, TakeHint&& take_hint, GoOn&& go_on) {
    set_.release_all();
    if (number % growth_period != 0 && !pool.empty()) {
      move_to(pool.draw(draws_), go_on);
      drop_some(go_on);
    } else {
      const VertexSet* hint = take_hint();
      move_to(hint ? *hint : VertexSet(), go_on);
    }
    grow(go_on);
  }

 private:
  static constexpr std::uint64_t growth_period = 3;
  /// Draws by core of a seed: hardly ever more than one or two, but for sets of nearly all vertices.
  static constexpr int core_attempts = 8;

  /// Makes the members those of `wanted` (increasing), but for anchors, at most as many as the set has.
  template <class GoOn>
  void move_to(const VertexSet& wanted, GoOn&& go_on) {
    leaving_.assign(set_.members().begin(), set_.members().end());
    for (const Vertex v : leaving_) {
      if (std::ranges::binary_search(wanted, v)) continue;
      if (!go_on()) return;
      set_.remove(v);
    }
    for (const Vertex v : wanted) {
      if (!set_.is_outsider(v)) continue;
      if (!go_on()) return;
      set_.add(v);
    }
    while (set_.members().size() > size_ && go_on()) set_.remove(set_.weakest());
  }

  /// Removes a random number of random members, at most half of the set, and makes them tabu.
  template <class GoOn>
  void drop_some(GoOn&& go_on) {
    for (std::uint64_t left = 1 + draws_.below(std::max<std::uint64_t>(1, size_ / 2)); left > 0 && go_on();
         --left) {
      const Vertex v = set_.members()[draws_.below(set_.members().size())];
      set_.remove(v);
      set_.forbid_dropped(v, draws_);
    }
  }

  /// Adds outsiders of largest d_S until the set is full; a seed where none touches it.
  template <class GoOn>
  void grow(GoOn&& go_on) {
    while (set_.members().size() < size_ && go_on()) {
      const std::span<const Vertex> top = set_.best_outsiders();
      set_.add(top.empty() ? seed() : top[draws_.below(top.size())]);
    }
  }

  /// The less often exchanged of two outsiders, each drawn by log-uniform rank in the order of the cores.
  Vertex seed() {
    const Vertex a = outsider_by_core();
    const Vertex b = outsider_by_core();
    return set_.exchanges_of(b) < set_.exchanges_of(a) ? b : a;
  }
  Vertex outsider_by_core() {
    const auto any = [&] { return set_.outsiders()[draws_.below(set_.outsiders().size())]; };
    if (order_.empty()) return any();
    return hybrid::draw_usable(
        core_attempts, [&] { return hybrid::draw_near_end<Vertex>(order_, draws_); },
        [&](Vertex v) { return set_.is_outsider(v); }, any);
  }

  TabuSet& set_;
  const std::span<const Vertex> order_;
  Rng& draws_;
  const std::size_t size_;  ///< members, the anchors not counted
  VertexSet leaving_;
};

}  // namespace lode::subgraph::detail
