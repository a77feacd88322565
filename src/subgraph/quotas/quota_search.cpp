#include "subgraph/quotas/quota_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
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
#include "subgraph/quotas/exhaustive.hpp"
#include "subgraph/state/swap_state.hpp"

namespace lode::subgraph {
namespace {

constexpr std::uint64_t stalled_moves = 400;  ///< per unit of Luby's sequence
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
        tabu_until_(graph_.num_vertices(), 0),
        included_(graph_.num_vertices(), false) {
    for (const Vertex v : problem.include) included_[v] = true;
    const std::optional<detail::CoreOrder> cores = detail::core_order(graph_, run);
    order_ = cores ? cores->order : detail::degree_order(graph_);
  }

  void search(const VertexSet& near) {
    begin_near(near);
    note_best();
    upper_bound_ = heaviest_set(problem_, classes_, best_set_, options_.exhaustive_work, run_);
    if (std::isfinite(upper_bound_)) return;
    choose_candidates();
    patience_.begin(1);
    for (std::uint64_t start = 1; !ended();) {
      const bool moved = move();
      if (!moved || patience_.tried(improved_)) {
        if (!round_set_.empty()) pool_.offer(round_value_, std::exchange(round_set_, {}));
        patience_.begin(++start);
        if (!kick()) break;
      }
    }
  }

  Solution solution(const RunContext& run) {
    Problem plain = problem_;
    plain.exclude.clear();
    const bool proven = std::isfinite(upper_bound_);
    const StopReason reason = proven ? StopReason::optimal : best_.reason();
    Solution solution = finish_solution(plain, best_set_, best_.take_trace(), reason, moves_, run);
    if (proven) solution.upper_bound = upper_bound_;
    return solution;
  }

 private:
  bool ended() { return best_.should_stop() || meter_.used_up(); }
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
    VertexSet set = problem_.include;
    for (const Vertex v : set) --left[classes_.class_of(v)];
    for (const bool first : {true, false}) {
      for (auto v = order_.rbegin(); v != order_.rend(); ++v) {
        const std::uint32_t c = classes_.class_of(*v);
        if (c == QuotaClasses::none || included_[*v] || wanted[*v] != first || left[c] == 0) continue;
        set.push_back(*v);
        --left[c];
      }
    }
    std::ranges::sort(set);
    VertexSet anchors = problem_.include;
    std::ranges::sort(anchors);
    state_.emplace(graph_, set, anchors);
    counts_ = classes_.counts(set);
    value_ = state_->weight() + sum_of_values(problem_.values, set);
  }

  void choose_candidates() {
    const std::uint64_t each =
        std::max<std::uint64_t>(fewest_candidates, std::uint64_t{candidates_per_place} * problem_.s);
    std::vector<std::uint64_t> left(classes_.count(), each);
    std::vector<bool> chosen(graph_.num_vertices(), false);
    const auto choose = [&](Vertex v) {
      const std::uint32_t c = classes_.class_of(v);
      if (c == QuotaClasses::none || chosen[v] || included_[v] || left[c] == 0) return;
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
    for (std::uint32_t from = 0; from < classes_.count(); ++from) {
      if (out[from].v == no_vertex) continue;
      for (std::uint32_t to = 0; to < classes_.count(); ++to) {
        if (in[to].v == no_vertex) continue;
        const auto broken = static_cast<double>(classes_.excess_change(counts_, from, to));
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
    const double factor = excess_ > 0 ? price_factor : 1.0 / price_factor;
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
    excess_ = classes_.excess(counts_);
    meter_.spend(state_->work() - before);
    ++moves_;
  }

  void note_best() {
    improved_ = false;
    if (excess_ > 0) return;
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
    counts_ = classes_.counts(state_->sorted_members());
    excess_ = 0;
    value_ = state_->recount() + sum_of_values(problem_.values, state_->sorted_members());
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
  std::vector<bool> included_;
  std::optional<SwapState> state_;
  std::vector<Vertex> counts_;  ///< by group
  std::int64_t excess_ = 0;     ///< by how much the counts break the limits
  Weight value_ = 0.0;          ///< of the set, values included
  VertexSet round_set_;         ///< the best set since the last kick that keeps the limits
  Weight round_value_ = 0.0;    ///< of that set
  Weight unit_ = 0.0;           ///< the largest gain at the beginning
  Weight price_ = 0.0;          ///< of a vertex too few or too many in a group
  double upper_bound_ = std::numeric_limits<double>::infinity();  ///< of the exhaustive search
  std::uint64_t moves_ = 0;
  bool improved_ = false;  ///< by the last move
};

}  // namespace

Solution quota_search(const Problem& problem, std::span<const GroupLimits> groups, const VertexSet& near,
                      const QuotaSearchOptions& options, const RunContext& run) {
  QuotaSearch search(problem, groups, options, run);
  search.search(near);
  return search.solution(run);
}

}  // namespace lode::subgraph
