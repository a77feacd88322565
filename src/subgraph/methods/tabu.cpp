#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/subgraph/registry.hpp>
#include <lode/subgraph/tabu.hpp>

#include "core/options/solve_by_settings.hpp"
#include "subgraph/part/core_order.hpp"
#include "subgraph/problem/goal.hpp"
#include "subgraph/problem/starts.hpp"
#include "subgraph/search/moves/tabu_searcher.hpp"
#include "subgraph/state/swap_state.hpp"

namespace lode::subgraph {
namespace {

/// Row entries where restarts have no limit: about a second (tabu.hpp promises them), less in small graphs.
constexpr std::uint64_t most_entries = 60'000'000;
constexpr std::uint64_t entries_per_size = 1000;

const auto& tabu_options() {
  static const lode::detail::OptionTable<TabuOptions> table = {
      {"stall", &TabuOptions::stall,
       "The next start begins after so many exchanges without a new best set of this start", "exchanges",
       lode::detail::at_least(1)},
      {"restarts", &TabuOptions::restarts, "Number of starts; 0: as many as about a second of work allows",
       "starts", lode::detail::at_least(0)},
      {"random-exchange", &TabuOptions::random_exchange,
       "Largest probability of a random exchange when no exchange improves", "",
       lode::detail::from_to(0.0, 1.0)},
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
  // A team of one: the searcher by tabu exchanges alone, in one slice of work.
  const Graph& graph = problem.graph;
  std::optional<detail::CoreOrder> cores = detail::core_order(graph, run);
  const std::vector<Vertex> order = cores ? std::move(cores->order) : detail::degree_order(graph);
  const StartKind kind = problem.start.value_or(options.start);
  const VertexSet first =
      kind == StartKind::peeling ? detail::last_of(order, problem.s) : make_start(problem, kind, run);
  const Weight weight = induced_totals(graph, first).weight;
  Trace trace = {{run.elapsed(), weight, 0}};
  run.report("tabu", weight, 0);

  const hybrid::Goal goal = detail::goal_of(problem);
  const bool all_equal = problem.s == graph.num_vertices() || graph.weight_magnitude() <= 0.0;
  if (all_equal || goal.met(weight) || run.should_stop()) {
    const StopReason reason =
        goal.met(weight).value_or(all_equal ? StopReason::converged : run.stop_reason());
    return finish_solution(problem, first, std::move(trace), reason, 0, run);
  }
  std::unique_ptr<detail::Searcher> searcher;
  const ImprovementSink improved = [&](Weight better, std::uint64_t) {
    const std::uint64_t exchanges = searcher->counts().kicks;
    trace.push_back({run.elapsed(), better, exchanges});
    run.report("tabu", better, exchanges);
  };
  detail::SharedProgress progress(weight, detail::gains_of(graph), improved);
  TeamOptions team;
  team.target = goal.nearest();
  const detail::SearcherTask task{team, order, run.seed()};
  const bool by_restarts = options.restarts > 0;
  detail::TabuRules rules{.stall = options.stall, .random_exchange = options.random_exchange};
  if (by_restarts) rules.most_starts = options.restarts;
  std::optional<SwapState> state;
  if (detail::DenseRows::pay(graph, problem.s)) {
    auto rows = std::make_shared<detail::DenseRows>(graph, problem.s);
    searcher = detail::make_dense_tabu_searcher(std::move(rows), first, {}, rules, task, run, progress);
  } else {
    searcher = detail::make_tabu_searcher(state.emplace(graph, first), rules, task, run, progress);
  }
  const std::uint64_t entries = entries_per_size * (graph.num_vertices() + graph.num_edges());
  searcher->advance(by_restarts ? detail::unlimited_tabu : std::min(most_entries, entries));
  const detail::Found& best = searcher->best();
  const StopReason reason =
      goal.met(best.weight).value_or(run.should_stop() ? run.stop_reason() : StopReason::iterations);
  return finish_solution(problem, best.vertices, std::move(trace), reason, searcher->counts().kicks, run);
}

namespace detail {

MethodRow tabu_row() {
  return {.name = "tabu",
          .summary =
              "Exchanges single vertices, even at a loss, and does not soon undo an exchange (tabu); many "
              "starts",
          .objective = "w(S)",
          .guarantee = "None",
          .cost = "O(n + m), and for each exchange two degrees",
          .source = "Wu, Hao, J. Comb. Optim. 26 (2013)",
          .options = tabu_options().infos(),
          .signs = true,
          .solve = lode::detail::solve_by_settings<tabu_search, tabu_options>};
}

}  // namespace detail

}  // namespace lode::subgraph
