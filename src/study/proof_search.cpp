#include <algorithm>

#include <lode/study/proof_search.hpp>

namespace lode {

void search_proof(const Problem& problem, const ProofSearchOptions& options, BoundLedger& ledger,
                  Solution& solution, RunContext& run) {
  const Vertex s = problem.s;
  const auto log = [&](std::string_view by) {
    const double bound = ledger.best(s).value;
    if (options.log) {
      options.log({run.elapsed(), solution.weight, bound, relative_gap(bound, solution.weight), by});
    }
  };
  const auto open = [&] {
    return !run.should_stop() && !proves_optimal(problem.graph, ledger.best(s).value, solution.weight);
  };
  log(ledger.best(s).name);
  double turn = 2.0;
  for (int round = 0; open(); ++round, turn *= 2.0) {
    const double before = ledger.best(s).value;
    RunContext bound_part = run.part(0.75 * turn);
    ledger.tighten(s, solution.weight, bound_part);
    if (ledger.best(s).value < before) log(ledger.best(s).name);
    if (!open()) break;
    Problem again = problem;
    again.upper_bound = ledger.best(s).value;
    if (round > 0) again.start = StartKind::random;  // other starts than the first search had
    RunContext answer_part = run.part(0.25 * turn);
    Solution other = solve(options.method, again, options.settings, answer_part);
    if (other.weight <= solution.weight) continue;
    solution = std::move(other);
    log(options.method);
  }
}

}  // namespace lode
