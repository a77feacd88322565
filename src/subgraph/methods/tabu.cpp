#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/subgraph/registry.hpp>
#include <lode/subgraph/tabu.hpp>

#include "core/assert.hpp"
#include "core/options/option_table.hpp"
#include "core/stream_tags.hpp"
#include "hybrid/escape/incumbent.hpp"
#include "hybrid/escape/work_meter.hpp"
#include "subgraph/part/core_order.hpp"
#include "subgraph/problem/goal.hpp"
#include "subgraph/problem/mean_weight.hpp"
#include "subgraph/problem/scaled_problem.hpp"
#include "subgraph/problem/starts.hpp"
#include "subgraph/state/set_pool.hpp"
#include "subgraph/state/swap_state.hpp"
#include "subgraph/tabu/bucket_tabu_set.hpp"
#include "subgraph/tabu/dense_tabu_set.hpp"
#include "subgraph/tabu/tabu_starts.hpp"

namespace lode::subgraph {
namespace {

constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

/// Row entries between two looks at the clock: well under a millisecond.
constexpr std::uint64_t tabu_poll = 1u << 15;
/// Row entries where restarts have no limit: about a second (tabu.hpp promises them), less in small graphs.
constexpr std::uint64_t most_entries = 60'000'000;
constexpr std::uint64_t entries_per_size = 1000;

std::uint64_t tabu_work_limit(const Graph& graph, const TabuOptions& options) {
  if (options.restarts > 0) return unlimited;
  return std::min(most_entries, entries_per_size * (graph.num_vertices() + graph.num_edges()));
}

/// The set that a search moves, over what its graph is searched in faster.
class SearchedSet {
 public:
  SearchedSet(const Graph& graph, const VertexSet& first, const detail::TabuRules& rules, Rng& draws) {
    const auto s = static_cast<Vertex>(first.size());
    if (detail::DenseRows::pay(graph, s)) {
      set_ =
          detail::make_dense_tabu_set(std::make_shared<detail::DenseRows>(graph, s), first, {}, rules, draws);
    } else {
      set_ = std::make_unique<detail::BucketTabuSet>(state_.emplace(graph, first), s, rules, draws);
    }
  }
  detail::TabuSet& operator*() { return *set_; }

 private:
  std::optional<SwapState> state_;
  std::unique_ptr<detail::TabuSet> set_;
};

class TabuSearch {
 public:
  TabuSearch(const Problem& problem, const TabuOptions& options, const RunContext& run)
      : graph_(problem.graph),
        s_(problem.s),
        options_(options),
        gains_{sums_of(graph_.integral()), detail::mean_weight(graph_)},
        best_(detail::goal_of(problem), gains_, "tabu", run),
        meter_(tabu_work_limit(graph_, options), tabu_poll),
        order_(order_of(graph_, run)),
        exchange_draws_(run.seed(), lode::detail::tabu_exchange_stream),
        restart_draws_(run.seed(), lode::detail::tabu_restart_stream),
        searched_(graph_, told(first_set(problem, run)), {.random_exchange = options.random_exchange},
                  exchange_draws_),
        set_(*searched_),
        starts_(set_, order_, restart_draws_),
        pool_(detail::make_set_pool(graph_)) {}

  void run() {
    begin_local();
    poll();
    const std::uint64_t starts = options_.restarts > 0 ? options_.restarts : unlimited;
    const bool all_equal = s_ == graph_.num_vertices() || graph_.total_weight() <= 0.0;
    for (std::uint64_t start = 1;; ++start) {
      if (!all_equal) search();
      keep_set();
      pool_.offer(local_.weight, local_.vertices);
      if (start == starts && !all_equal) best_.stop(StopReason::iterations);
      if (all_equal || best_.stopped()) return;
      starts_.begin(
          start, pool_, [] { return nullptr; }, [&] { return go_on(); });
      if (best_.stopped()) return;
    }
  }

  Solution solution(const Problem& problem, const RunContext& run) {
    return finish_solution(problem, pool_.best(), best_.take_trace(), best_.reason(), exchanges_, run);
  }

 private:
  static std::vector<Vertex> order_of(const Graph& graph, const RunContext& run) {
    std::optional<detail::CoreOrder> cores = detail::core_order(graph, run);
    return cores ? std::move(cores->order) : detail::degree_order(graph);
  }

  VertexSet first_set(const Problem& problem, const RunContext& run) const {
    const StartKind kind = problem.start.value_or(options_.start);
    if (kind == StartKind::peeling) return detail::last_of(order_, s_);
    return make_start(problem, kind, run);
  }

  /// The first set is an answer before rows are made for the search.
  const VertexSet& told(const VertexSet& set) {
    best_.offer(induced_totals(graph_, set).weight, 0);
    return set;
  }

  /// One start.
  void search() {
    begin_local();
    std::uint64_t idle = 0;
    while (go_on() && idle < options_.stall) {
      ++idle;
      const auto exchange = set_.next();
      if (!exchange) continue;
      if (exchange->gain <= 0.0) keep_set();
      set_.make(*exchange);
      ++exchanges_;
      if (!gains_.improves(set_.weight(), local_.weight)) continue;
      begin_local();
      idle = 0;
    }
    LODE_ASSERT_HEAVY(!graph_.integral() ||
                      set_.weight() == induced_totals(graph_, set_.sorted_members()).weight);
  }

  /// The present set is the best of its start. It is copied only before it is left for a worse one.
  void begin_local() {
    if (detail::improves_recounted(gains_, set_, best_.value())) best_.record(set_.weight(), exchanges_);
    local_.weight = set_.weight();
    copied_ = false;
  }
  void keep_set() {
    if (copied_) return;
    local_ = {set_.weight(), set_.sorted_members()};
    copied_ = true;
  }

  bool go_on() {
    poll();
    return !best_.stopped();
  }
  void poll() {
    meter_.set_total(set_.work());
    if (!meter_.poll_due()) return;
    best_.report(exchanges_);
    if (!best_.should_stop() && meter_.used_up()) best_.stop(StopReason::iterations);
  }

  const Graph& graph_;
  const Vertex s_;
  const TabuOptions& options_;
  const hybrid::Gains gains_;
  hybrid::Incumbent best_;
  hybrid::WorkMeter<> meter_;        ///< arcs visited
  const std::vector<Vertex> order_;  ///< by core number, the densest last
  Rng exchange_draws_;
  Rng restart_draws_;
  SearchedSet searched_;
  detail::TabuSet& set_;
  detail::TabuStarts starts_;
  detail::SetPool pool_;
  detail::Found local_;  ///< the best of this start
  bool copied_ = true;   ///< local_.vertices is up to date
  std::uint64_t exchanges_ = 0;
};

const lode::detail::OptionTable<TabuOptions>& tabu_options() {
  static const lode::detail::OptionTable<TabuOptions> table = {
      {"stall", &TabuOptions::stall, "A start is left after so many exchanges without a new best of its own",
       "exchanges", lode::detail::at_least(1)},
      {"restarts", &TabuOptions::restarts, "Starts in all; 0: as many as about a second of work allows",
       "starts", lode::detail::at_least(0)},
      {"random-exchange", &TabuOptions::random_exchange,
       "Largest chance of a random exchange when none improves", "", lode::detail::from_to(0.0, 1.0)},
  };
  return table;
}

}  // namespace

MethodSettings settings_of(const TabuOptions& options) {
  tabu_options().check(options);
  const TabuOptions usual;
  if (options.start != usual.start) {
    throw InvalidArgument("start", "another than peeling", "is no setting", "name it in the problem");
  }
  return tabu_options().settings_between(usual, options);
}

Solution tabu_search(const Problem& problem, const TabuOptions& options, const RunContext& run) {
  check_problem(problem);
  tabu_options().check(options);
  return detail::solved_in_scale(problem, run, [&](const Problem& scaled, const RunContext& told) {
    TabuSearch search(scaled, options, told);
    search.run();
    return search.solution(scaled, told);
  });
}

namespace detail {

MethodRow tabu_row() {
  MethodRow row;
  row.name = "tabu";
  row.summary = "multistart tabu search over constrained exchanges";
  row.objective = "w(S)";
  row.guarantee = "none";
  row.cost = "O(n + m) + exchanges x degrees moved";
  row.source = "Wu, Hao, J. Comb. Optim. 26 (2013)";
  row.options = tabu_options().infos();
  row.solve = [](const Problem& problem, const MethodSettings& settings, const RunContext& run) {
    return tabu_search(problem, tabu_options().read(settings), run);
  };
  return row;
}

}  // namespace detail

}  // namespace lode::subgraph
