#include "study/find/proof_search.hpp"

#include <algorithm>
#include <limits>

#include <lode/core/tolerance.hpp>

#include "bounds/judgement.hpp"
#include "bounds/set_family.hpp"

namespace lode {
namespace {

/// Bounds that do not use a turn of so many seconds do not use a longer one either.
constexpr double longest_turn = 1e6;
/// The first turn of a graph, in seconds per vertex and arc, within these limits: what multipliers of its
/// size make use of.
constexpr double first_turn_seconds = 4e-5;
constexpr double shortest_first_turn = 0.02;
constexpr double longest_first_turn = 2.0;

double first_turn(const Graph& graph) {
  const double size = static_cast<double>(graph.num_vertices()) + static_cast<double>(graph.num_arcs());
  return std::clamp(first_turn_seconds * size, shortest_first_turn, longest_first_turn);
}

}  // namespace

void search_proof(const subgraph::Problem& problem, const ProofSearchOptions& options,
                  subgraph::BoundPlan& plan, subgraph::Solution& solution, const RunContext& run) {
  const subgraph::BoundLedger& ledger = plan.ledger();
  const Vertex s = problem.s;
  const Sums sums = subgraph::objective_sums(problem.graph, problem.values);
  double settled = std::numeric_limits<double>::infinity();
  const auto log = [&](std::string_view by) {
    const double bound = std::min(ledger.best(s).value, settled);
    if (options.log) {
      options.log({run.elapsed(), solution.objective(), bound,
                   subgraph::relative_gap(bound, solution.objective()), by});
    }
  };
  const double room = ledger.family().room(s);
  const auto open = [&] {
    const double bound = std::min(ledger.best(s).value, settled);
    return !run.should_stop() && !detail::Judgement(sums, bound, solution, room).settled();
  };
  log(ledger.best(s).name);
  const bool takes_start = subgraph::method(options.method).uses_start;
  bool repeats = false;  ///< another run of the method would give the same again
  double turn = first_turn(problem.graph);
  for (int round = 0; open(); ++round, turn *= 2.0) {
    if (options.settle) {
      settled = options.settle(solution, run.part(0.75 * turn));
      if (!open()) break;
    }
    const double before = ledger.best(s).value;
    RunContext bound_part = run.part(0.75 * turn);
    plan.tighten(s, solution.objective(), bound_part);
    const bool fell = improves(before, ledger.best(s).value, sums);
    if (fell) log(ledger.best(s).name);
    if (!open()) break;
    subgraph::Problem again = problem;
    again.upper_bound = ledger.best(s).value;
    if (repeats) {
      const bool nothing_left = !bound_part.should_stop() && !fell;
      if (nothing_left && turn >= std::min(longest_turn, run.time_limit() - run.elapsed())) break;
      continue;
    }
    if (round > 0 && takes_start && !problem.start) again.start = subgraph::StartKind::random;
    RunContext answer_part = run.part(0.25 * turn);
    subgraph::Solution other = subgraph::solve(options.method, again, options.settings, answer_part);
    repeats = (!takes_start || problem.start) && other.stop_reason != StopReason::deadline;
    if (!improves(other.objective(), solution.objective(), sums)) continue;
    solution = std::move(other);
    log(options.method);
  }
}

}  // namespace lode
