// The method `exact`: the search of all sets. Graphs of up to 200 vertices are left to the search with
// semidefinite bounds after a while.
#include <algorithm>
#include <utility>

#include <lode/subgraph/registry.hpp>

#include "bounds/enumeration/exact.hpp"
#include "bounds/plan/plan.hpp"
#include "bounds/search/branch_and_bound.hpp"
#include "core/options/option_table.hpp"

namespace lode::subgraph {
namespace detail {
namespace {

constexpr double bytes_per_megabyte = 1e6;
/// More than any machine has, and a number of bytes still.
constexpr double most_node_bytes = 0x1p63;

struct ExactMethodOptions {
  std::uint64_t work = 0;
  double max_memory = static_cast<double>(SdpSearchOptions().max_memory) / bytes_per_megabyte;
};

/// Sets that the enumeration looks at before the search with semidefinite bounds has its turn: some
/// hundredths of a second. It settles few further graphs with more.
constexpr std::uint64_t enumerated_sets = 30'000;

const lode::detail::OptionTable<ExactMethodOptions>& exact_options() {
  static const lode::detail::OptionTable<ExactMethodOptions> table = {
      {"work", &ExactMethodOptions::work,
       "The search ends after so many sets looked at and nodes bounded; 0: no limit", "sets",
       lode::detail::at_least(0)},
      {"max-memory", &ExactMethodOptions::max_memory,
       "Memory for open nodes of the semidefinite search; when it is full, the search goes depth-first", "MB",
       lode::detail::above(0)},
  };
  return table;
}

/// Both searches on one problem, one after the other.
Solution solve_exactly(const Problem& problem, const ExactMethodOptions& given, const RunContext& run) {
  BoundPlan plan(problem.graph, std::span(&problem.s, 1), run, Proofs::drop);
  plan.add_cheap(run);
  const bool takes_turns = search_takes_graph(plan.ledger());
  ExactOptions options{.work = given.work, .known_bounds = plan.ledger().values()};
  if (takes_turns) {
    options.work = given.work == 0 ? enumerated_sets : std::min(given.work, enumerated_sets);
    options.start_work = limited_start_work;
  }
  if (given.work > 0) options.start_work = std::min(options.start_work, given.work);
  for (Vertex t = 0; double& bound : options.known_bounds) {
    bound = plan.ledger().family().graph_bound(t++, bound);
  }
  ExactResult found = exact_search(problem, options, run);
  const bool work_left = given.work == 0 || found.nodes < given.work;
  if (takes_turns && found.stop_reason == StopReason::iterations && work_left) {
    SdpSearchOptions sdp;
    sdp.max_memory =
        static_cast<std::size_t>(std::min(given.max_memory * bytes_per_megabyte, most_node_bytes));
    if (given.work > 0) sdp.max_nodes = given.work - found.nodes;
    const SdpSearchResult result =
        SdpSearch(dense_problem(problem.graph, problem.s), sdp).advance(found.weight, 0, run);
    found.nodes += result.nodes;
    found.stop_reason = result.stop_reason;
    found.upper_bound = std::min(found.upper_bound, result.upper_bound);
    if (!result.better.empty()) {
      found.vertices.assign(result.better.begin(), result.better.end());
      found.weight = induced_totals(problem.graph, found.vertices).weight;
      found.upper_bound = std::max(found.upper_bound, found.weight);
      found.trace.push_back({run.elapsed(), found.weight, found.nodes});
    }
  }
  Solution solution = finish_solution(problem, std::move(found.vertices), std::move(found.trace),
                                      found.stop_reason, found.nodes, run);
  solution.upper_bound = found.upper_bound;
  return solution;
}

}  // namespace

MethodRow exact_row() {
  MethodRow row;
  row.name = "exact";
  row.summary = "Finds the best set and proves it by branch and bound; for small s, or up to 200 vertices";
  row.objective = "w(S)";
  row.guarantee = "Optimal; a proven bound when it is stopped";
  row.cost = "Exponential in s; graphs of up to 200 vertices get semidefinite bounds after 30000 sets";
  row.source = "enumeration: Uno, Algorithmica 56 (2010); bounds: Krislock, Malick, Roupin, COR 66 (2016)";
  row.options = exact_options().infos();
  row.uses_start = false;
  row.exhaustive = true;
  row.solve = [](const Problem& problem, const MethodSettings& settings, const RunContext& run) {
    check_problem(problem);
    return solve_exactly(problem, exact_options().read(settings), run);
  };
  return row;
}

}  // namespace detail
}  // namespace lode::subgraph
