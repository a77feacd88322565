#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/subgraph/registry.hpp>
#include <lode/subgraph/tabu.hpp>

#include "core/assert.hpp"
#include "core/options/option_table.hpp"
#include "core/stream_tags.hpp"
#include "hybrid/escape/incumbent.hpp"
#include "hybrid/escape/seeds.hpp"
#include "hybrid/escape/work_meter.hpp"
#include "subgraph/methods/tabu_exchanges.hpp"
#include "subgraph/part/core_order.hpp"
#include "subgraph/problem/goal.hpp"
#include "subgraph/problem/starts.hpp"
#include "subgraph/state/set_pool.hpp"
#include "subgraph/state/swap_state.hpp"

namespace lode::subgraph {
namespace {

constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

/// Row entries between two looks at the clock: well under a millisecond.
constexpr std::uint64_t tabu_poll = 1u << 15;
/// Row entries where restarts have no limit: about a second (tabu.hpp promises them), less in small graphs.
constexpr std::uint64_t most_entries = 60'000'000;
constexpr std::uint64_t entries_per_size = 1000;
/// Draws by core of a seed: hardly ever more than one or two, but for sets of nearly all vertices.
constexpr int core_attempts = 8;

std::uint64_t tabu_work_limit(const Graph& graph, const TabuOptions& options) {
  if (options.restarts > 0) return unlimited;
  return std::min(most_entries, entries_per_size * (graph.num_vertices() + graph.num_edges()));
}

class TabuSearch {
 public:
  TabuSearch(const Problem& problem, const TabuOptions& options, const RunContext& run)
      : graph_(problem.graph),
        s_(problem.s),
        options_(options),
        gains_{sums_of(graph_.integral())},
        best_(detail::goal_of(problem), gains_, "tabu", run),
        meter_(tabu_work_limit(graph_, options), tabu_poll),
        order_(detail::core_order(graph_).order),
        state_(graph_, first_set(problem, run)),
        exchange_draws_(run.seed(), lode::detail::tabu_exchange_stream),
        restart_draws_(run.seed(), lode::detail::tabu_restart_stream),
        neighbourhood_(state_, s_, options.random_exchange, exchange_draws_),
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
      restart(start);
      if (best_.stopped()) return;
    }
  }

  Solution solution(const Problem& problem, const RunContext& run) {
    return finish_solution(problem, pool_.best(), best_.take_trace(), best_.reason(), exchanges_, run);
  }

 private:
  VertexSet first_set(const Problem& problem, const RunContext& run) const {
    const StartKind kind = problem.start.value_or(options_.start);
    if (kind == StartKind::peeling) return detail::last_of(order_, s_);
    return make_start(problem, kind, run.seed());
  }

  // --- one start ------------------------------------------------------------------------------------

  void search() {
    begin_local();
    std::uint64_t idle = 0;
    while (!best_.stopped() && idle < options_.stall) {
      ++idle;
      const auto exchange = neighbourhood_.next();
      if (!exchange) {
        spend(0);
        continue;
      }
      if (exchange->gain <= 0.0) keep_set();
      neighbourhood_.make(*exchange);
      ++exchanges_;
      spend(graph_.degree(exchange->out) + graph_.degree(exchange->in));
      if (gains_.improves(state_.weight(), local_.weight)) {
        begin_local();
        idle = 0;
      }
    }
    LODE_ASSERT_HEAVY(!graph_.integral() ||
                      state_.weight() == induced_totals(graph_, state_.sorted_members()).weight);
  }

  /// The present set is the best of its start. It is copied only before it is left for a worse one.
  void begin_local() {
    local_.weight = state_.weight();
    copied_ = false;
    best_.offer(local_.weight, exchanges_);
  }
  void keep_set() {
    if (copied_) return;
    local_.weight = state_.weight();
    local_.vertices.assign(state_.members().begin(), state_.members().end());
    copied_ = true;
  }

  // --- the next start -------------------------------------------------------------------------------

  void restart(std::uint64_t finished) {
    neighbourhood_.release_all();
    const VertexSet old(state_.members().begin(), state_.members().end());
    for (const Vertex v : old) remove(v);
    if (graph_.weight_kind() == WeightKind::real && finished % detail::TabuExchanges::rebuild_period == 0) {
      state_ = SwapState(graph_, VertexSet());
    }
    if (finished % detail::TabuExchanges::growth_period != 0) {
      for (const Vertex v : pool_.draw(restart_draws_)) add(v);
      drop_some();
    }
    grow();
  }

  /// Removes a random number of random members, at most half of S, and makes them tabu.
  void drop_some() {
    const std::uint64_t count = 1 + restart_draws_.below(std::max<std::uint64_t>(1, s_ / 2));
    for (std::uint64_t i = 0; i < count && !best_.stopped(); ++i) {
      const Vertex v = state_.members()[restart_draws_.below(state_.members().size())];
      remove(v);
      neighbourhood_.forbid_dropped(v, restart_draws_);
    }
  }

  /// Adds outsiders of largest d_S until S has s vertices; a seed where none touches S.
  void grow() {
    while (!best_.stopped() && state_.members().size() < s_) {
      const std::span<const Vertex> top = neighbourhood_.best_outsiders();
      add(top.empty() ? draw_seed() : top[restart_draws_.below(top.size())]);
    }
  }

  /// The less often exchanged of two outsiders, each drawn by log-uniform rank in the order of the cores.
  Vertex draw_seed() {
    const Vertex a = draw_by_core();
    const Vertex b = draw_by_core();
    return neighbourhood_.exchanges_of(b) < neighbourhood_.exchanges_of(a) ? b : a;
  }
  Vertex draw_by_core() {
    return hybrid::draw_usable(
        core_attempts, [&] { return hybrid::draw_near_end<Vertex>(order_, restart_draws_); },
        [&](Vertex v) { return !state_.is_member(v); },
        [&] { return state_.outsiders()[restart_draws_.below(state_.outsiders().size())]; });
  }

  /// After a stop the set is left as it is: the answer comes from the pool.
  void remove(Vertex v) {
    if (best_.stopped()) return;
    state_.remove(v);
    spend(graph_.degree(v));
  }
  void add(Vertex v) {
    if (best_.stopped()) return;
    state_.add(v);
    spend(graph_.degree(v));
  }

  // --- limits ---------------------------------------------------------------------------------------

  void spend(std::uint64_t row_entries) {
    meter_.spend(row_entries + detail::TabuExchanges::overhead);
    poll();
  }
  void poll() {
    if (!meter_.poll_due()) return;
    best_.report(exchanges_);
    if (!best_.should_stop() && meter_.used_up()) best_.stop(StopReason::iterations);
  }

  const Graph& graph_;
  const Vertex s_;
  const TabuOptions& options_;
  const hybrid::Gains gains_;
  hybrid::Incumbent best_;
  hybrid::WorkMeter<> meter_;        ///< row entries visited
  const std::vector<Vertex> order_;  ///< by core number, the densest last
  SwapState state_;
  Rng exchange_draws_;
  Rng restart_draws_;
  detail::TabuExchanges neighbourhood_;
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
  TabuSearch search(problem, options, run);
  search.run();
  return search.solution(problem, run);
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
