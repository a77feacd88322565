// The method `exact`: two searches, each where it is the better one.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <lode/subgraph/registry.hpp>

#include "bounds/enumeration/exact_search.hpp"
#include "bounds/plan.hpp"
#include "bounds/search/branch_and_bound.hpp"
#include "bounds/search/search.hpp"
#include "core/options/option_table.hpp"

namespace lode::subgraph::detail {
namespace {

constexpr double bytes_per_megabyte = 1e6;
/// More than any machine has, and a number of bytes still.
constexpr double most_node_bytes = 0x1p63;

struct ExactMethodOptions {
  std::uint64_t work = 0;
  double max_memory = static_cast<double>(SdpSearchOptions().max_memory) / bytes_per_megabyte;
};

/// Sets that the enumeration looks at before the search with semidefinite bounds has its turn: some
/// hundredths of a second. What it settles at all on graphs that the other takes, it mostly settles within
/// these.
constexpr std::uint64_t enumerated_sets = 30'000;
/// The kicks before the enumeration, on such graphs: arcs visited without an improvement, too few for sets of
/// all smaller sizes. The search with semidefinite bounds finds sets of its own.
constexpr std::uint64_t short_start_work = 100'000;

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
class ExactMethod {
 public:
  ExactMethod(const Problem& problem, const ExactMethodOptions& options, const RunContext& run)
      : problem_(problem),
        options_(options),
        run_(run),
        sizes_{problem.s},
        plan_(problem.graph, sizes_, run, Proofs::drop) {}

  Solution solve() {
    plan_.add_cheap(run_);
    const bool takes_turns = search_takes_graph(plan_.ledger());
    enumerate(takes_turns);
    if (takes_turns && found_.stop_reason == StopReason::iterations && work_left()) search();
    Solution solution = finish_solution(problem_, std::move(found_.vertices), std::move(found_.trace),
                                        found_.stop_reason, found_.nodes, run_);
    solution.upper_bound = found_.upper_bound;
    return solution;
  }

 private:
  bool work_left() const { return options_.work == 0 || found_.nodes < options_.work; }

  void enumerate(bool briefly) {
    ExactOptions options;
    options.work = options_.work;
    if (briefly) {
      options.work = options.work == 0 ? enumerated_sets : std::min(options.work, enumerated_sets);
      options.start_work = short_start_work;
    }
    if (options_.work > 0) options.start_work = std::min(options.start_work, options_.work);
    options.known_bounds = plan_.ledger().values();
    for (Vertex t = 0; t < options.known_bounds.size(); ++t) {
      options.known_bounds[t] = plan_.ledger().family().outward_bound(t, options.known_bounds[t]);
    }
    found_ = exact_search(problem_, options, run_);
  }

  void search() {
    SdpSearchOptions options;
    options.max_memory =
        static_cast<std::size_t>(std::min(options_.max_memory * bytes_per_megabyte, most_node_bytes));
    if (options_.work > 0) options.max_nodes = options_.work - found_.nodes;
    const SdpSearchResult result =
        SdpSearch(dense_problem(problem_.graph, problem_.s), options).advance(found_.weight, 0, run_);
    found_.nodes += result.nodes;
    found_.stop_reason = result.stop_reason;
    found_.upper_bound = std::min(found_.upper_bound, result.upper_bound);
    if (result.better.empty()) return;
    found_.vertices.assign(result.better.begin(), result.better.end());
    found_.weight = induced_totals(problem_.graph, found_.vertices).weight;
    found_.upper_bound = std::max(found_.upper_bound, found_.weight);
    found_.trace.push_back({run_.elapsed(), found_.weight, found_.nodes});
  }

  const Problem& problem_;
  const ExactMethodOptions& options_;
  const RunContext& run_;
  std::vector<Vertex> sizes_;
  BoundPlan plan_;
  ExactResult found_;
};

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
    const ExactMethodOptions options = exact_options().read(settings);
    return ExactMethod(problem, options, run).solve();
  };
  return row;
}

}  // namespace lode::subgraph::detail
