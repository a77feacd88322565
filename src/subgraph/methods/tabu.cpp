#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <lode/subgraph/registry.hpp>

#include "core/options/option_table.hpp"
#include "subgraph/problem/goal.hpp"
#include "subgraph/problem/starts.hpp"
#include "subgraph/search/tabu_set.hpp"
#include "subgraph/state/swap_state.hpp"

namespace lode::subgraph::detail {
namespace {

struct TabuOptions {
  std::uint64_t stall = TabuRules().stall;  ///< the literature takes 10000 + 50s
  std::uint64_t restarts = 0;
  double random_exchange = TabuRules().random_exchange;
};

/// Row entries where restarts have no limit: about a second, less in small graphs.
constexpr std::uint64_t most_entries = 60'000'000;
constexpr std::uint64_t entries_per_size = 1000;

lode::detail::OptionTable<TabuOptions> tabu_options() {
  return {
      {"stall", &TabuOptions::stall,
       "The next start begins after so many exchanges without a new best set of this start", "exchanges",
       lode::detail::at_least(1)},
      {"restarts", &TabuOptions::restarts, "Number of starts; 0: as many as about a second of work allows",
       "starts", lode::detail::at_least(0)},
      {"random-exchange", &TabuOptions::random_exchange,
       "Largest probability of a random exchange when no exchange improves", "",
       lode::detail::from_to(0.0, 1.0)},
  };
}

/// Tabu search that exchanges one member for one other vertex at a time (AMTS).
///
/// The search works on bucket arrays. For graphs of up to 512 vertices it works on the rows of the adjacency
/// matrix instead, and also for graphs of up to 4096 vertices whose mean degree makes that faster.
///
/// Let d_S(v) be the weight between v and the set S. An exchange takes a member u of least d_S and an
/// outsider v of largest d_S, both not tabu. A pair that is not adjacent is preferred (the pair of least
/// weight when weighted). Equal pairs are drawn at random. With l = min(s(s-1)/2 - edges, 10) (10 when
/// weighted) and C = max(s/40, 6), u stays out for l + rand(C) exchanges, and v stays in for 0.6 l + rand(0.6
/// C) exchanges. When no exchange improves, a random member is exchanged for a random outsider instead, with
/// probability min((s(s-1)/2 - edges + 2)/n, random_exchange).
///
/// A start ends after `stall` exchanges without a new best. Every third start grows a new set. It begins with
/// a vertex drawn with preference for high cores and for vertices that were seldom exchanged, and always adds
/// an outsider of largest d_S. Other starts take one of the six best sets found (of different weights), and
/// replace up to half of its members by the same growth. The source restarts from seldom exchanged vertices
/// alone. On sparse graphs these are nearly isolated vertices.
///
/// The search ends at the time limit, at the target, when an upper bound is met, or after `restarts` starts.
/// Without `restarts` it ends after min(6e7, 1000 (n + m)) row entries, which take about a second.
///
/// Cost:    O(n + m) for the start. An exchange costs O(deg u + deg v), or two rows of the matrix, and tests
///          for an edge between the two extremes. It tests at most 64 vertices of each; in weighted bucket
///          arrays, all vertices whose d_S equals the extreme. Memory: O(n), or a matrix of up to 16 MB, 128
///          MB with real weights.
/// Returns: exactly s vertices, the best set found. `iterations` counts exchanges.
/// Errors:  InvalidArgument if s < 1 or s > n, and for options outside their range.
/// Deterministic for a given seed, unless a time limit ends the search. Threads are not used.
/// Source:  Q. Wu, J.-K. Hao, An adaptive multistart tabu search approach to solve the maximum clique
///          problem, J. Comb. Optim. 26 (2013) 86-108.
Solution tabu_search(const Problem& problem, const TabuOptions& options, const RunContext& run) {
  check_problem(problem);
  const Graph& graph = problem.graph;
  std::optional<CoreOrder> cores = core_order(graph, run);
  const std::vector<Vertex> order = cores ? std::move(cores->order) : degree_order(graph);
  const StartKind kind = problem.start.value_or(StartKind::peeling);
  const VertexSet first =
      kind == StartKind::peeling ? last_of(order, problem.s) : make_start(problem, kind, run);
  const hybrid::Goal goal = goal_of(problem);
  const bool all_equal = problem.s == graph.num_vertices() || graph.weight_magnitude() <= 0.0;
  if (all_equal) {
    const Weight weight = induced_totals(graph, first).weight;
    return finish_solution(problem, first, {{run.elapsed(), weight, 0}},
                           goal.met(weight).value_or(StopReason::converged), 0, run);
  }
  TabuRules rules{.stall = options.stall, .random_exchange = options.random_exchange};
  if (options.restarts > 0) {
    rules.most_starts = options.restarts;
  } else {
    rules.most_work = std::min(most_entries, entries_per_size * (graph.num_vertices() + graph.num_edges()));
  }
  std::shared_ptr<DenseRows> rows;
  std::optional<SwapState> state;
  if (DenseRows::pay(graph, problem.s)) {
    rows = std::make_shared<DenseRows>(graph, problem.s);
  } else {
    state.emplace(graph, first);
  }
  TabuResult found = search_by_tabu(
      [&](Rng& draws) {
        return rows ? make_dense_tabu_set(rows, first, {}, rules, draws)
                    : make_bucket_tabu_set(*state, rules, draws);
      },
      rules, order, goal, gains_of(graph), run);
  return finish_solution(problem, std::move(found.best.vertices), std::move(found.trace), found.reason,
                         found.exchanges, run);
}

}  // namespace

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

}  // namespace lode::subgraph::detail
