#include "subgraph/problem/valued_problem.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "subgraph/problem/valued_graph.hpp"

namespace lode::subgraph::detail {
ValuedProblem::ValuedProblem(const Problem& problem, ValueForm form)
    : outer_(problem), form_(form), inner_(problem) {
  const Graph& graph = problem.graph;
  check_values(graph, problem.values);
  const bool has_values = !problem.values.empty();
  if (has_values) least_ = *std::ranges::min_element(problem.values);
  std::vector<Weight> above = problem.values;
  above.resize(graph.num_vertices(), least_);
  for (Weight& value : above) value -= least_;
  inner_.values.clear();
  inner_.connected = false;
  inner_.dense_part.reset();
  if (form == ValueForm::hub) {
    const Vertex hub = graph.num_vertices();
    inner_.graph = graph_with_hub(graph, above);
    inner_.include.push_back(hub);
    if (!inner_.given.empty()) inner_.given.push_back(hub);
  } else {
    if (has_values) times_ = problem.s - 1.0;
    raise_ = times_ * least_raise(graph);
    inner_.graph = graph_of_pairs(graph, above, has_values ? problem.s : Vertex{2}, raise_);
  }
  inner_.s = size_in_part(problem.s);
  exact_ = objective_sums(graph, problem.values) == Sums::exact && inner_.graph.integral();
  inner_.upper_bound = to_part(problem.upper_bound, problem.s);
  inner_.target = to_part(problem.target, problem.s);
}

double ValuedProblem::to_part(double objective, Vertex s) const {
  if (std::isinf(objective) || std::isnan(objective)) return objective;
  const long double shift = static_cast<long double>(least_) * s;
  const long double above = objective - shift;
  const long double raise = raised(s);
  if (exact_) return static_cast<double>(times_ * above + raise);
  // No answer may exceed its bound by the rounding of its terms.
  const long double margin =
      (std::abs(objective) + std::abs(shift) + 2.0L * raise / times_) * (s + 8.0L) * 0x1p-53L;
  return static_cast<double>(times_ * (above + margin) + raise);
}

double ValuedProblem::graph_bound(double bound, Vertex s) const {
  if (std::isinf(bound)) return bound;
  const long double raise = raised(s);
  if (exact_) {  // objectives are integers
    return static_cast<double>(std::floor((bound - raise) / times_) + static_cast<long double>(least_) * s);
  }
  const long double shift = static_cast<long double>(least_) * s;
  const long double share = (bound - raise) / times_;
  const long double margin = (std::abs(bound / times_) + 4.0L * raise / times_ + 2.0L * std::abs(shift)) *
                             (s + 8.0L) * pair_rounding;
  return static_cast<double>(share + shift + margin);
}

bool ValuedProblem::is_optimal(Weight weight, double objective) const {
  if (exact_) return true;
  const Sums sums = objective_sums(outer_.graph, outer_.values);
  if (meets(outer_.upper_bound, objective, sums)) return true;
  const double better = optimality_tolerance * std::abs(weight) / times_;  // margin of another set
  return sums == Sums::exact ? better < 1.0 : better <= 1.001 * optimality_tolerance * std::abs(objective);
}

Solution ValuedProblem::to_graph(Solution solution) const {
  if (form_ == ValueForm::hub) std::erase(solution.vertices, outer_.graph.num_vertices());
  const auto s = static_cast<Vertex>(solution.vertices.size());
  const Weight weight = solution.weight;
  const InducedTotals totals = induced_totals(outer_.graph, solution.vertices);
  solution.edges = totals.edges;
  solution.weight = totals.weight;
  solution.value = sum_of_values(outer_.values, solution.vertices);
  const double objective = solution.objective();
  if (solution.stop_reason == StopReason::optimal && !is_optimal(weight, objective)) {
    solution.stop_reason = StopReason::converged;
  }
  for (TracePoint& point : solution.trace) point.weight = std::min(to_graph(point.weight, s), objective);
  if (solution.upper_bound) {
    solution.upper_bound = std::max(graph_bound(*solution.upper_bound, s), objective);
  }
  return solution;
}

Solution most_valued_vertex(const Problem& problem, const RunContext& run) {
  const auto best = std::ranges::max_element(problem.values) - problem.values.begin();
  const Weight value = problem.values[static_cast<std::size_t>(best)];
  Solution solution = finish_solution(problem, {static_cast<Vertex>(best)}, {{run.elapsed(), value, 0}},
                                      StopReason::optimal, 0, run);
  solution.upper_bound = value;
  return solution;
}

}  // namespace lode::subgraph::detail
