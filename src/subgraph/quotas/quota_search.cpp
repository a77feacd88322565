#include "subgraph/quotas/quota_search.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>

#include "core/stream_tags.hpp"
#include "hybrid/escape/elite_pool.hpp"
#include "hybrid/escape/incumbent.hpp"
#include "hybrid/escape/luby.hpp"
#include "hybrid/escape/work_meter.hpp"
#include "subgraph/part/core_order.hpp"
#include "subgraph/state/swap_state.hpp"

namespace lode::subgraph {
namespace {

constexpr std::uint64_t most_steps = 2'000'000;  ///< of the search for sizes of classes
constexpr std::uint64_t stalled_moves = 400;     ///< per unit of Luby's sequence
constexpr std::size_t kept_sets = 8;
constexpr Vertex candidates_per_place = 10;  ///< of every class, for each vertex of the set
constexpr Vertex fewest_candidates = 200;
/// The price of a broken limit changes by this factor with every move, within this range of the largest gain.
constexpr double price_factor = 1.2;
constexpr double price_range = 1024.0;

class QuotaSearch {
 public:
  QuotaSearch(const Problem& problem, std::span<const GroupLimits> groups, const QuotaSearchOptions& options,
              const RunContext& run)
      : problem_(problem),
        options_(options),
        run_(run),
        graph_(problem.graph),
        classes_(graph_.num_vertices(), groups, problem.exclude),
        sums_(objective_sums(graph_, problem.values)),
        best_({least_meeting(problem.upper_bound, sums_), problem.target}, {sums_, 0.0}, "tabu", run),
        meter_(options.work),
        patience_(stalled_moves),
        pool_(kept_sets, {sums_}),
        rng_(run.seed(), lode::detail::quota_stream),
        tabu_until_(graph_.num_vertices(), 0) {
    const std::optional<detail::CoreOrder> cores = detail::core_order(graph_, run);
    order_ = cores ? cores->order : detail::degree_order(graph_);
  }

  Solution run(const VertexSet& near) {
    begin_near(near);
    note_best();
    const double bound = heaviest_set(problem_, classes_, best_set_, options_.exhaustive_work, run_);
    const bool proven = std::isfinite(bound);
    if (!proven) search();
    Problem plain = problem_;
    plain.exclude.clear();
    const StopReason reason = proven ? StopReason::optimal : best_.reason();
    Solution solution = finish_solution(plain, best_set_, best_.take_trace(), reason, moves_, run_);
    if (proven) solution.upper_bound = bound;
    return solution;
  }

 private:
  void search() {
    choose_candidates();
    patience_.begin(1);
    for (std::uint64_t start = 1; !best_.should_stop() && !meter_.used_up();) {
      const bool moved = move();
      if (!moved || patience_.tried(improved_)) {
        if (!round_set_.empty()) pool_.offer(round_value_, std::exchange(round_set_, {}));
        patience_.begin(++start);
        if (!kick()) break;
      }
    }
  }

  Weight value_of(Vertex v) const { return problem_.values.empty() ? 0.0 : problem_.values[v]; }
  Weight gain(Vertex v) const { return state_->degree_into(v) + value_of(v); }

  /// The set itself where it keeps the limits, else one of the same counts as far as these allow: the
  /// vertices of the set first, then those that peeling leaves last.
  void begin_near(const VertexSet& near) {
    std::vector<Vertex> held(classes_.count(), 0);
    std::vector<Vertex> preferred(classes_.count(), 0);
    for (const Vertex v : problem_.include) ++held[classes_.class_of(v)];
    std::vector<bool> wanted(graph_.num_vertices(), false);
    for (const Vertex v : near) {
      if (classes_.class_of(v) == QuotaClasses::none) continue;
      wanted[v] = true;
      ++preferred[classes_.class_of(v)];
    }
    const auto sizes = classes_.feasible_sizes(problem_.s, held, preferred);
    if (!sizes) {
      throw InvalidArgument("quotas", "these",
                            "are kept by no set of " + std::to_string(problem_.s) + " vertices",
                            "change the size or a quota");
    }
    std::vector<Vertex> left = *sizes;
    std::vector<bool> taken(graph_.num_vertices(), false);
    VertexSet set;
    const auto take = [&](Vertex v) {
      const std::uint32_t c = classes_.class_of(v);
      if (c == QuotaClasses::none || taken[v] || left[c] == 0) return;
      taken[v] = true;
      --left[c];
      set.push_back(v);
    };
    VertexSet anchors = problem_.include;
    std::ranges::sort(anchors);
    for (const Vertex v : anchors) take(v);
    for (auto v = order_.rbegin(); v != order_.rend(); ++v) {
      if (wanted[*v]) take(*v);
    }
    for (auto v = order_.rbegin(); v != order_.rend(); ++v) take(*v);
    std::ranges::sort(set);
    state_.emplace(graph_, set, anchors);
    count_state();
  }

  void count_state() {
    const VertexSet set = state_->sorted_members();
    counts_ = classes_.counts(set);
    value_ = state_->recount() + sum_of_values(problem_.values, set);
  }

  void choose_candidates() {
    const std::uint64_t each =
        std::max<std::uint64_t>(fewest_candidates, std::uint64_t{candidates_per_place} * problem_.s);
    std::vector<std::uint64_t> left(classes_.count(), each);
    std::vector<bool> chosen(graph_.num_vertices(), false);
    for (const Vertex v : state_->anchors()) chosen[v] = true;
    const auto choose = [&](Vertex v) {
      const std::uint32_t c = classes_.class_of(v);
      if (c == QuotaClasses::none || chosen[v] || left[c] == 0) return;
      chosen[v] = true;
      --left[c];
      candidates_.push_back(v);
    };
    for (const Vertex v : state_->members()) choose(v);
    for (auto v = order_.rbegin(); v != order_.rend(); ++v) choose(*v);
    if (!problem_.values.empty()) {
      std::ranges::fill(left, each);
      std::vector<Vertex> by_value(graph_.num_vertices());
      for (Vertex v = 0; v < graph_.num_vertices(); ++v) by_value[v] = v;
      std::ranges::stable_sort(by_value, std::ranges::greater(), [&](Vertex v) { return value_of(v); });
      for (const Vertex v : by_value) choose(v);
    }
    for (const Vertex v : candidates_) unit_ = std::max(unit_, std::abs(gain(v)));
    if (unit_ == 0.0) unit_ = 1.0;
    price_ = unit_;
  }

  /// The best exchange of two vertices that are not tabu, broken limits priced; false where there is none.
  bool move() {
    struct Pick {
      Vertex v = no_vertex;
      Weight gain = 0.0;
      std::uint64_t ties = 0;
    };
    std::vector<Pick> out(classes_.count());
    std::vector<Pick> in(classes_.count());
    const auto take = [&](Pick& pick, Vertex v, Weight g, bool better) {
      if (pick.v == no_vertex || better) {
        pick = {v, g, 1};
      } else if (g == pick.gain && rng_.below(++pick.ties) == 0) {
        pick.v = v;
      }
    };
    for (const Vertex v : candidates_) {
      if (tabu_until_[v] > moves_) continue;
      const std::uint32_t c = classes_.class_of(v);
      const Weight g = gain(v);
      if (state_->is_member(v)) {
        take(out[c], v, g, g < out[c].gain);
      } else {
        take(in[c], v, g, g > in[c].gain);
      }
    }
    constexpr std::uint64_t price_of_pair = 4;
    meter_.spend(candidates_.size() + price_of_pair * classes_.count() * classes_.count());
    std::optional<std::pair<Vertex, Vertex>> best;
    Weight most = 0.0;
    const std::int64_t excess = classes_.excess(counts_);
    for (std::uint32_t from = 0; from < classes_.count(); ++from) {
      if (out[from].v == no_vertex) continue;
      for (std::uint32_t to = 0; to < classes_.count(); ++to) {
        if (in[to].v == no_vertex) continue;
        classes_.exchange(counts_, from, to);
        const auto broken = static_cast<double>(classes_.excess(counts_) - excess);
        classes_.exchange(counts_, to, from);
        Weight delta = in[to].gain - out[from].gain - price_ * broken;
        if (best && delta <= most && !graph_.signed_weights()) continue;
        delta -= graph_.edge_weight(out[from].v, in[to].v).value_or(0.0);
        if (best && delta <= most) continue;
        best = {out[from].v, in[to].v};
        most = delta;
      }
    }
    if (!best) return false;
    exchange(best->first, best->second);
    constexpr std::uint64_t shortest = 5;
    const std::uint64_t spread = 1 + std::min<std::uint64_t>(problem_.s, 60) / 4;
    tabu_until_[best->first] = moves_ + shortest + rng_.below(spread);
    tabu_until_[best->second] = moves_ + 1 + rng_.below(spread);
    const double factor = classes_.keeps(counts_) ? 1.0 / price_factor : price_factor;
    price_ = std::clamp(price_ * factor, unit_ / price_range, unit_ * price_range);
    note_best();
    return true;
  }

  void exchange(Vertex leaves, Vertex comes) {
    const std::uint64_t before = state_->work();
    value_ -= gain(leaves);
    state_->remove(leaves);
    value_ += gain(comes);
    state_->add(comes);
    classes_.exchange(counts_, classes_.class_of(leaves), classes_.class_of(comes));
    meter_.spend(state_->work() - before);
    ++moves_;
  }

  void note_best() {
    improved_ = false;
    if (!classes_.keeps(counts_)) return;
    if (round_set_.empty() || value_ > round_value_) {
      round_value_ = value_;
      round_set_ = state_->sorted_members();
    }
    if (!best_.improves(value_)) return;
    // Running sums of real weights drift.
    value_ = state_->recount() + sum_of_values(problem_.values, state_->sorted_members());
    if (!best_.offer(value_, moves_)) return;
    best_set_ = state_->sorted_members();
    improved_ = true;
    meter_.improved();
    best_.report(moves_);
  }

  /// Goes to a good set, and exchanges up to half of it at random, whatever limits this breaks; false where
  /// nothing can be exchanged.
  bool kick() {
    state_->move_to(pool_.draw(rng_));
    count_state();
    std::ranges::fill(tabu_until_, 0);
    const std::uint64_t wanted = 1 + rng_.below(1 + problem_.s / 2);
    std::uint64_t made = 0;
    for (std::uint64_t tries = 0; made < wanted && tries < 20 * wanted; ++tries) {
      if (state_->members().empty()) return false;
      const Vertex leaves = state_->members()[rng_.below(state_->members().size())];
      const Vertex comes = candidates_[rng_.below(candidates_.size())];
      meter_.spend(1);
      if (state_->is_member(comes)) continue;
      exchange(leaves, comes);
      ++made;
    }
    return made > 0;
  }

  const Problem& problem_;
  const QuotaSearchOptions& options_;
  const RunContext& run_;
  const Graph& graph_;
  const QuotaClasses classes_;
  const Sums sums_;
  hybrid::Incumbent best_;
  VertexSet best_set_;
  hybrid::WorkMeter<> meter_;
  hybrid::LubyRestarts patience_;
  hybrid::ElitePool<VertexSet> pool_;
  Rng rng_;
  std::vector<Vertex> order_;       ///< what peeling leaves, the densest last
  std::vector<Vertex> candidates_;  ///< that may come and go
  std::vector<std::uint64_t> tabu_until_;
  std::optional<SwapState> state_;
  std::vector<Vertex> counts_;  ///< by group
  Weight value_ = 0.0;          ///< of the set, values included
  VertexSet round_set_;         ///< the best set since the last kick that keeps the limits
  Weight round_value_ = 0.0;    ///< of that set
  Weight unit_ = 0.0;           ///< the largest gain at the beginning
  Weight price_ = 0.0;          ///< of a vertex too few or too many in a group
  std::uint64_t moves_ = 0;
  bool improved_ = false;  ///< by the last move
};

}  // namespace

QuotaClasses::QuotaClasses(Vertex n, std::span<const GroupLimits> groups, const VertexSet& exclude)
    : limits_(groups.begin(), groups.end()), class_(n, 0) {
  std::vector<std::vector<std::uint32_t>> groups_of(n);
  for (std::uint32_t g = 0; g < groups.size(); ++g) {
    for (const Vertex v : groups[g].members) groups_of[v].push_back(g);
  }
  for (const Vertex v : exclude) class_[v] = none;
  std::map<std::vector<std::uint32_t>, std::uint32_t> number;
  for (Vertex v = 0; v < n; ++v) {
    if (class_[v] == none) continue;
    const auto [at, is_new] = number.try_emplace(groups_of[v], static_cast<std::uint32_t>(groups_of_.size()));
    if (is_new) {
      groups_of_.push_back(groups_of[v]);
      members_.emplace_back();
    }
    class_[v] = at->second;
    members_[at->second].push_back(v);
  }
}

std::vector<Vertex> QuotaClasses::counts(const VertexSet& set) const {
  std::vector<Vertex> counts(limits_.size(), 0);
  for (const Vertex v : set) {
    for (const std::uint32_t g : groups_of_[class_[v]]) ++counts[g];
  }
  return counts;
}

bool QuotaClasses::can_keep(std::span<const Vertex> counts, std::span<const Vertex> room,
                            Vertex missing) const {
  for (std::size_t g = 0; g < limits_.size(); ++g) {
    const auto& [members, least, most] = limits_[g];
    if (counts[g] > most || counts[g] + std::min(room[g], missing) < least) return false;
  }
  return true;
}

std::int64_t QuotaClasses::excess(std::span<const Vertex> counts) const {
  std::int64_t sum = 0;
  for (std::size_t g = 0; g < limits_.size(); ++g) {
    const std::int64_t count = counts[g];
    sum += std::max<std::int64_t>({0, limits_[g].least - count, count - limits_[g].most});
  }
  return sum;
}

void QuotaClasses::exchange(std::vector<Vertex>& counts, std::uint32_t out, std::uint32_t in) const {
  for (const std::uint32_t g : groups_of_[out]) --counts[g];
  for (const std::uint32_t g : groups_of_[in]) ++counts[g];
}

std::optional<std::vector<Vertex>> QuotaClasses::feasible_sizes(Vertex s, std::span<const Vertex> held,
                                                                std::span<const Vertex> preferred) const {
  // Classes of many groups first: quotas limit them most.
  std::vector<std::uint32_t> order(count());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::stable_sort(order, std::ranges::greater(),
                           [&](std::uint32_t c) { return groups_of(c).size(); });
  // What the classes from a place of the order on may add to those held: to each group, and to the set.
  std::vector<std::vector<Vertex>> room(count() + 1, std::vector<Vertex>(limits_.size() + 1, 0));
  std::vector<Vertex> all_held(limits_.size(), 0);
  for (std::size_t i = count(); i-- > 0;) {
    const std::uint32_t c = order[i];
    const Vertex left = static_cast<Vertex>(members(c).size()) - held[c];
    room[i] = room[i + 1];
    room[i].back() += left;
    for (const std::uint32_t g : groups_of(c)) {
      room[i][g] += left;
      all_held[g] += held[c];
    }
  }
  std::vector<Vertex> sizes(held.begin(), held.end());
  std::uint64_t steps = 0;
  // Decides the classes from a place of the order on, the sizes nearest to the preferred ones first. `total`
  // and `counts` are of the sizes.
  const std::function<bool(std::size_t, Vertex, const std::vector<Vertex>&)> decide =
      [&](std::size_t i, Vertex total, const std::vector<Vertex>& counts) {
        if (total > s || total + room[i].back() < s || !can_keep(counts, room[i], s - total)) return false;
        if (i == order.size()) return true;
        if (++steps > most_steps) {
          throw InvalidArgument("quotas", "these",
                                "overlap so much that it takes too long to see whether a set keeps them",
                                "use fewer groups, or groups that do not overlap");
        }
        const std::uint32_t c = order[i];
        const std::int64_t least = held[c];
        const auto most = static_cast<std::int64_t>(members(c).size());
        const std::int64_t wanted = std::clamp<std::int64_t>(preferred[c], least, most);
        for (std::int64_t step = 0; step <= most - least; ++step) {
          for (const std::int64_t size : {wanted - step, wanted + step}) {
            if (size < least || size > most) continue;
            const auto added = static_cast<Vertex>(size - least);
            std::vector<Vertex> next = counts;
            for (const std::uint32_t g : groups_of(c)) next[g] += added;
            sizes[c] = static_cast<Vertex>(size);
            if (decide(i + 1, total + added, next)) return true;
            if (step == 0) break;
          }
        }
        return false;
      };
  if (!decide(0, std::accumulate(held.begin(), held.end(), Vertex{0}), all_held)) return std::nullopt;
  return sizes;
}

Solution quota_search(const Problem& problem, std::span<const GroupLimits> groups, const VertexSet& near,
                      const QuotaSearchOptions& options, const RunContext& run) {
  return QuotaSearch(problem, groups, options, run).run(near);
}

}  // namespace lode::subgraph
