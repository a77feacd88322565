#include "subgraph/limits/limited_search.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>

#include "subgraph/problem/goal.hpp"
#include "subgraph/problem/starts.hpp"
#include "subgraph/problem/valued_problem.hpp"
#include "subgraph/search/tabu_set.hpp"
#include "subgraph/state/swap_state.hpp"

namespace lode::subgraph {
namespace {

constexpr std::uint64_t most_steps = 2'000'000;  ///< of the search for sizes of classes
constexpr Vertex candidates_per_place = 10;      ///< of every class, for each vertex of the set
constexpr Vertex fewest_candidates = 200;
/// The price of a broken limit changes by this factor with every move, within this range of the largest gain.
constexpr double price_factor = 1.2;
constexpr double price_range = 1024.0;
/// The weight of a set that breaks limits: below all others.
constexpr Weight broken = -1e300;

/// A TabuSet whose exchanges see to limits on groups: the best pair of classes, of each class the member of
/// least and the outsider of largest d_S, broken limits priced.
class LimitedTabuSet final : public detail::TabuSet {
 public:
  /// `order`: the vertices that peeling leaves last are last, and so among the candidates.
  LimitedTabuSet(SwapState& state, const GroupClasses& classes, std::span<const Vertex> order,
                 const detail::TabuRules& rules, Rng& draws)
      : TabuSet(state.graph(), state.size(), rules, draws),
        state_(state),
        classes_(classes),
        counts_(classes.counts(state.sorted_members())) {
    const std::uint64_t each =
        std::max<std::uint64_t>(fewest_candidates, std::uint64_t{candidates_per_place} * state.size());
    std::vector<std::uint64_t> left(classes.count(), each);
    std::vector<bool> chosen(state.graph().num_vertices(), false);
    for (const Vertex v : state.anchors()) chosen[v] = true;
    const auto choose = [&](Vertex v) {
      const std::uint32_t c = classes.class_of(v);
      if (c == GroupClasses::none || chosen[v] || left[c] == 0) return;
      chosen[v] = true;
      --left[c];
      candidates_.push_back(v);
    };
    for (const Vertex v : state.members()) choose(v);
    for (auto v = order.rbegin(); v != order.rend(); ++v) choose(*v);
    std::ranges::fill(left, each);
    std::vector<Vertex> by_degree(order.rbegin(), order.rend());
    std::ranges::stable_sort(by_degree, std::ranges::greater(),
                             [&](Vertex v) { return state.degree_into(v); });
    for (const Vertex v : by_degree) choose(v);
    for (const Vertex v : candidates_) unit_ = std::max(unit_, std::abs(state.degree_into(v)));
    if (unit_ == 0.0) unit_ = 1.0;
    price_ = unit_;
  }

  Weight weight() const override { return classes_.keeps(counts_) ? state_.weight() : broken; }
  Weight recount() override { return classes_.keeps(counts_) ? state_.recount() : broken; }
  std::span<const Vertex> members() const override { return state_.members(); }
  std::span<const Vertex> outsiders() const override { return state_.outsiders(); }
  bool is_outsider(Vertex v) const override { return state_.is_outsider(v); }
  VertexSet sorted_members() const override { return state_.sorted_members(); }
  std::uint64_t work() const override { return state_.work() + looks_; }

  void add(Vertex v) override {
    state_.add(v);
    classes_.count(counts_, v, 1);
  }
  void remove(Vertex v) override {
    state_.remove(v);
    classes_.count(counts_, v, -1);
  }
  Vertex weakest() const override {
    return *std::ranges::min_element(members(), {}, [&](Vertex v) { return state_.degree_into(v); });
  }

  /// The best one to add, by gain less the price of limits; tabu only if all are.
  std::span<const Vertex> best_outsiders() override {
    best_ = no_vertex;
    Weight most = 0.0;
    bool free = false;
    std::uint64_t ties = 0;
    looks_ += candidates_.size();
    for (const Vertex v : candidates_) {
      if (!is_outsider(v) || (free && !tabu_.is_free(v))) continue;
      classes_.count(counts_, v, 1);
      const Weight gain = state_.degree_into(v) - price_ * static_cast<double>(classes_.excess(counts_));
      classes_.count(counts_, v, -1);
      const bool first_free = tabu_.is_free(v) && !free;
      if (!first_free && best_ != no_vertex && (gain < most || (gain == most && draws_.below(++ties) != 0)))
        continue;
      if (best_ == no_vertex || first_free || gain > most) ties = 1;
      free = free || first_free;
      best_ = v;
      most = gain;
    }
    return {&best_, best_ == no_vertex ? std::size_t{0} : std::size_t{1}};
  }

  void make(const Exchange& exchange) override {
    forbid_exchanged(exchange);
    remove(exchange.out);
    add(exchange.in);
    const double factor = classes_.keeps(counts_) ? 1.0 / price_factor : price_factor;
    price_ = std::clamp(price_ * factor, unit_ / price_range, unit_ * price_range);
  }

 private:
  std::optional<Exchange> best_exchange() override {
    tabu_.advance();
    struct Pick {
      Vertex v = no_vertex;
      Weight degree = 0.0;
      std::uint64_t ties = 0;
    };
    std::vector<Pick> out(classes_.count());
    std::vector<Pick> in(classes_.count());
    for (const Vertex v : candidates_) {
      if (!tabu_.is_free(v)) continue;
      const bool enters = is_outsider(v);
      Pick& pick = (enters ? in : out)[classes_.class_of(v)];
      const Weight degree = state_.degree_into(v);
      if (pick.v == no_vertex || (enters ? degree > pick.degree : degree < pick.degree)) {
        pick = {v, degree, 1};
      } else if (degree == pick.degree && draws_.below(++pick.ties) == 0) {
        pick.v = v;
      }
    }
    constexpr std::uint64_t price_of_pair = 4;
    looks_ += candidates_.size() + price_of_pair * classes_.count() * classes_.count();
    std::optional<Exchange> best;
    Weight most = 0.0;
    const std::int64_t excess = classes_.excess(counts_);
    const bool signs = state_.graph().signed_weights();
    for (const Pick& from : out) {
      if (from.v == no_vertex) continue;
      classes_.count(counts_, from.v, -1);
      for (const Pick& to : in) {
        if (to.v == no_vertex) continue;
        classes_.count(counts_, to.v, 1);
        const std::int64_t after = classes_.excess(counts_);
        classes_.count(counts_, to.v, -1);
        Weight gain = to.degree - from.degree;
        const Weight price = price_ * static_cast<double>(after - excess);
        if (best && gain - price <= most && !signs) continue;
        gain -= state_.graph().edge_weight(from.v, to.v).value_or(0.0);
        if (best && gain - price <= most) continue;
        best = Exchange{from.v, to.v, after == 0 ? gain : broken};
        most = gain - price;
      }
      classes_.count(counts_, from.v, 1);
    }
    return best;
  }

  SwapState& state_;
  const GroupClasses& classes_;
  std::vector<Vertex> counts_;      ///< by group
  std::vector<Vertex> candidates_;  ///< that may come and go
  Vertex best_ = no_vertex;
  Weight unit_ = 0.0;   ///< the largest d_S at the beginning
  Weight price_ = 0.0;  ///< of a vertex too few or too many in a group
  std::uint64_t looks_ = 0;
};

/// Numbers of vertices of every class that a set of s vertices may hold, from `held` to `most`, near
/// `preferred`, if there are such numbers. A depth-first search that prunes numbers without a completion.
std::optional<std::vector<Vertex>> feasible_sizes(const GroupClasses& classes, Vertex s,
                                                  std::vector<Vertex> held, const std::vector<Vertex>& most,
                                                  const std::vector<Vertex>& preferred) {
  // Vertices that the classes from one on may add: to each group, and to the set.
  const std::vector<Vertex> nothing = classes.counts({});
  std::vector<std::vector<Vertex>> room(classes.count() + 1, nothing);
  std::vector<Vertex> free(classes.count() + 1, 0);
  std::vector<Vertex> all_held = nothing;
  for (std::uint32_t c = static_cast<std::uint32_t>(classes.count()); c-- > 0;) {
    room[c] = room[c + 1];
    free[c] = free[c + 1] + most[c] - held[c];
    classes.count_class(room[c], c, most[c] - held[c]);
    classes.count_class(all_held, c, held[c]);
  }
  std::uint64_t steps = 0;
  const std::function<bool(std::uint32_t, Vertex, const std::vector<Vertex>&)> decide =
      [&](std::uint32_t c, Vertex total, const std::vector<Vertex>& counts) {
        if (total > s || total + free[c] < s || !classes.can_keep(counts, room[c], s - total)) return false;
        if (c == classes.count()) return true;
        if (++steps > most_steps) {
          throw InvalidArgument("limits of groups", "",
                                "overlap too much: deciding whether a set keeps them takes too long",
                                "use fewer groups, or groups that do not overlap");
        }
        const std::int64_t least = held[c];
        const std::int64_t wanted = std::clamp<std::int64_t>(preferred[c], least, most[c]);
        for (std::int64_t step = 0; step <= 2 * (most[c] - least); ++step) {  // 0, -1, 1, -2, 2, ...
          const std::int64_t size = wanted + (step % 2 == 0 ? step : -step - 1) / 2;
          if (size < least || size > most[c]) continue;
          std::vector<Vertex> next = counts;
          classes.count_class(next, c, static_cast<Vertex>(size - least));
          held[c] = static_cast<Vertex>(size);
          if (decide(c + 1, total + static_cast<Vertex>(size - least), next)) return true;
        }
        held[c] = static_cast<Vertex>(least);
        return false;
      };
  if (!decide(0, std::accumulate(held.begin(), held.end(), Vertex{0}), all_held)) return std::nullopt;
  return held;
}

/// `near` itself if it keeps the limits, else a set with counts near its own: vertices of `near` first, then
/// the vertices that peeling removes last.
VertexSet set_near(const Problem& problem, const GroupClasses& classes, const VertexSet& near,
                   const std::vector<Vertex>& order) {
  const auto sizes_of = [&](const VertexSet& set) {
    std::vector<Vertex> sizes(classes.count(), 0);
    for (const Vertex v : set) {
      if (classes.class_of(v) != GroupClasses::none) ++sizes[classes.class_of(v)];
    }
    return sizes;
  };
  std::optional<std::vector<Vertex>> left =
      feasible_sizes(classes, problem.s, sizes_of(problem.include), sizes_of(order), sizes_of(near));
  if (!left) {
    throw InvalidArgument("limits of groups", "",
                          "are kept by no set of " + std::to_string(problem.s) + " vertices",
                          "change the size or a limit");
  }
  std::vector<bool> taken(problem.graph.num_vertices(), false);
  VertexSet set;
  const auto take = [&](Vertex v) {
    const std::uint32_t c = classes.class_of(v);
    if (c == GroupClasses::none || taken[v] || (*left)[c] == 0) return;
    taken[v] = true;
    --(*left)[c];
    set.push_back(v);
  };
  for (const Vertex v : problem.include) take(v);
  for (const Vertex v : near) take(v);
  for (auto v = order.rbegin(); v != order.rend(); ++v) take(*v);
  std::ranges::sort(set);
  return set;
}

/// Tabu search from a set, without values.
Solution search_from(const VertexSet& set, const Problem& problem, std::span<const GroupLimits> groups,
                     const std::vector<Vertex>& order, std::uint64_t work, const RunContext& run) {
  const GroupClasses classes(problem.graph.num_vertices(), groups, problem.exclude);
  SwapState state(problem.graph, set, problem.include);
  const detail::TabuRules rules{
      .random_exchange = 0.0, .slack = 5, .most_idle_work = state.members().empty() ? 0 : work};
  detail::TabuResult found = detail::search_by_tabu(
      [&](Rng& draws) { return std::make_unique<LimitedTabuSet>(state, classes, order, rules, draws); },
      rules, order, detail::goal_of(problem), detail::gains_of(problem.graph), run);
  Problem plain = problem;
  plain.exclude.clear();
  return finish_solution(plain, std::move(found.best.vertices), std::move(found.trace), found.reason,
                         found.exchanges, run);
}

}  // namespace

GroupClasses::GroupClasses(Vertex n, std::span<const GroupLimits> groups, const VertexSet& exclude)
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
    if (is_new) groups_of_.push_back(groups_of[v]);
    class_[v] = at->second;
  }
}

std::vector<Vertex> GroupClasses::counts(const VertexSet& set) const {
  std::vector<Vertex> counts(limits_.size(), 0);
  for (const Vertex v : set) count(counts, v, 1);
  return counts;
}

bool GroupClasses::can_keep(std::span<const Vertex> counts, std::span<const Vertex> room,
                            Vertex missing) const {
  for (std::size_t g = 0; g < limits_.size(); ++g) {
    const auto& [members, least, most] = limits_[g];
    if (counts[g] > most || counts[g] + std::min(room[g], missing) < least) return false;
  }
  return true;
}

std::int64_t GroupClasses::excess(std::span<const Vertex> counts) const {
  std::int64_t sum = 0;
  for (std::size_t g = 0; g < limits_.size(); ++g) {
    const std::int64_t count = counts[g];
    sum += std::max<std::int64_t>({0, limits_[g].least - count, count - limits_[g].most});
  }
  return sum;
}

Solution limited_search(const Problem& problem, std::span<const GroupLimits> groups, const VertexSet& near,
                        const LimitedSearchOptions& options, const RunContext& run) {
  const GroupClasses classes(problem.graph.num_vertices(), groups, problem.exclude);
  const std::optional<detail::CoreOrder> cores = detail::core_order(problem.graph, run);
  std::vector<Vertex> order = cores ? cores->order : detail::degree_order(problem.graph);
  VertexSet set = set_near(problem, classes, near, order);
  const double bound = heaviest_set(problem, classes, set, options.exhaustive_work, run);
  if (std::isfinite(bound)) {
    Problem plain = problem;
    plain.exclude.clear();
    const Weight objective = induced_totals(problem.graph, set).weight + sum_of_values(problem.values, set);
    Solution solution =
        finish_solution(plain, std::move(set), {{run.elapsed(), objective, 0}}, StopReason::optimal, 0, run);
    solution.upper_bound = bound;
    return solution;
  }
  if (problem.values.empty()) return search_from(set, problem, groups, order, options.work, run);
  const Vertex hub = problem.graph.num_vertices();
  order.insert(order.begin(), hub);  // which belongs to every set and to no group
  set.push_back(hub);
  return detail::ValuedProblem(problem, detail::ValueForm::hub)
      .solved(run, [&](const Problem& inner, const RunContext& inner_run) {
        return search_from(set, inner, groups, order, options.work, inner_run);
      });
}

}  // namespace lode::subgraph
