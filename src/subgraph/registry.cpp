#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/subgraph/registry.hpp>

#include "core/named_row.hpp"
#include "core/options/option_table.hpp"
#include "subgraph/curve/hybrid_curve.hpp"
#include "subgraph/problem/exclusion.hpp"
#include "subgraph/problem/reach.hpp"
#include "subgraph/problem/starts.hpp"
#include "subgraph/problem/valued_problem.hpp"

namespace lode::subgraph {
namespace detail {

// The row of a method is at the end of its source.
MethodRow hybrid_row(), feige_row(), feige_greedy_row(), truncated_power_row(), lp_row(), qp_relaxation_row(),
    frank_wolfe_row(), l2box_admm_row(), mpec_epm_row(), mpec_adm_row(), peeling_row(), swap_row(),
    swap_first_row(), tabu_row(), exact_row();

}  // namespace detail

namespace {

/// "a, b, c", the methods with this property.
std::string methods_with(bool MethodRow::*property) {
  std::vector<std::string_view> names;
  for (const MethodRow& row : methods()) {
    if (row.*property) names.push_back(row.name);
  }
  return lode::detail::list_of(names);
}

void check_request(const MethodRow& row, const Problem& problem, const MethodSettings& settings) {
  const auto check_keeps = [&](bool demanded, bool MethodRow::*keeps, const char* what) {
    if (!demanded || row.*keeps) return;
    throw InvalidArgument("method", std::string(row.name), what, "use " + methods_with(keeps));
  };
  check_keeps(!problem.include.empty(), &MethodRow::anchors, "cannot keep vertices to include");
  check_keeps(problem.connected, &MethodRow::connected, "cannot look for connected answers");
  lode::detail::check_settings(row.name, row.presets, row.options, settings);
  if (problem.graph.weighted() && !row.weights) {
    throw InvalidArgument("method", std::string(row.name), "does not take weighted graphs");
  }
  if (problem.start && !row.uses_start) {
    throw InvalidArgument("method", std::string(row.name),
                          "takes no start: it builds its answer from nothing");
  }
}

/// True if the method needs a graph without negative weights.
bool needs_no_signs(const MethodRow& row, const Graph& graph) { return graph.signed_weights() && !row.signs; }

/// Any problem without vertices to exclude.
Solution solve_once(const MethodRow& row, const Problem& problem, const MethodSettings& settings,
                    const RunContext& run) {
  const auto solve_bounded = [&](const Problem& inner, const RunContext& inner_run) {
    Problem bounded = inner;
    if (inner.values.empty() && !inner.graph.weighted()) {  // a search that meets its bound ends
      const EdgeCount most = std::min(possible_edges(inner.s), inner.graph.num_edges());
      bounded.upper_bound = std::min(inner.upper_bound, static_cast<double>(most));
    }
    return row.solve(bounded, settings, inner_run);
  };
  const bool has_values = !problem.values.empty();
  const bool is_signed = needs_no_signs(row, problem.graph);
  // A connected search handles weights and values itself, and its note is in terms of them.
  if (problem.connected || (!has_values && !is_signed)) return solve_bounded(problem, run);
  const bool has_hub = has_values && row.anchors;
  if (has_values && !has_hub && problem.s == 1) return detail::most_valued_vertex(problem, run);
  if (!has_hub && problem.graph.num_vertices() > detail::most_paired_vertices) {
    throw InvalidArgument("method", std::string(row.name),
                          fmt::format("takes {} in graphs of up to {} vertices, and this one has {}",
                                      is_signed ? "negative weights" : "values of vertices",
                                      detail::most_paired_vertices, problem.graph.num_vertices()),
                          "use " + methods_with(is_signed ? &MethodRow::signs : &MethodRow::anchors));
  }
  const detail::ValuedProblem valued(problem, has_hub ? detail::ValueForm::hub : detail::ValueForm::pairs);
  return valued.solved(run, solve_bounded);
}

/// Checks a problem for a method that keeps anchors, without values and the demand for connection.
void check_plain(Problem problem) {
  problem.connected = false;
  problem.values.clear();
  check_problem(problem, Anchors::kept);
}

/// By a method that keeps anchors.
std::vector<Solution> solve_valued_curve(const MethodRow& row, const Problem& problem,
                                         std::span<const Vertex> sizes, std::span<const double> upper_bounds,
                                         const MethodSettings& settings, const RunContext& run) {
  const detail::ValuedProblem valued(problem, detail::ValueForm::hub);
  std::vector<Vertex> inner_sizes;
  for (const Vertex s : sizes) inner_sizes.push_back(valued.size_in_part(s));
  std::vector<double> inner_bounds;
  for (std::size_t i = 0; i < upper_bounds.size(); ++i) {
    inner_bounds.push_back(valued.to_part(upper_bounds[i], sizes[i]));
  }
  std::vector<Solution> solutions = valued.in_own_terms(
      [&] { return row.solve_curve(valued.problem(), inner_sizes, inner_bounds, settings, run); });
  for (Solution& solution : solutions) solution = valued.to_graph(std::move(solution));
  return solutions;
}

}  // namespace

bool MethodRow::takes(std::string_view setting) const { return lode::detail::has_option(options, setting); }

std::span<const MethodRow> methods() {
  using namespace detail;
  static const std::vector<MethodRow> rows = {hybrid_row(),          feige_row(),      feige_greedy_row(),
                                              truncated_power_row(), lp_row(),         qp_relaxation_row(),
                                              frank_wolfe_row(),     l2box_admm_row(), mpec_epm_row(),
                                              mpec_adm_row(),        peeling_row(),    swap_row(),
                                              swap_first_row(),      tabu_row(),       exact_row()};
  return rows;
}

const MethodRow& method(std::string_view name) { return lode::detail::row_called(methods(), "method", name); }

namespace {

/// Searches with negative weights cut off that no better set holds (within_reach), and again while the answer
/// shows that more can be cut off. `best`: the answer of a search with all weights, if there was one.
Solution solve_in_reach(const MethodRow& row, const Problem& problem, std::optional<Solution> best,
                        const MethodSettings& settings, const RunContext& run) {
  Problem searched = problem;
  Weight reached = best ? best->objective() : -std::numeric_limits<double>::infinity();
  if (!best && problem.graph.signed_weights() && !problem.graph.integral() && !problem.connected) {
    searched.hints.push_back(make_start(problem, StartKind::peeling, run));
    reached = induced_totals(problem.graph, searched.hints.back()).weight +
              sum_of_values(problem.values, searched.hints.back());
  }
  while (!best || !run.should_stop()) {
    std::optional<Problem> nearer = detail::within_reach(searched, reached);
    if (best && !nearer) break;
    if (best) nearer->hints.push_back(best->vertices);
    const Problem& next = nearer ? *nearer : problem;
    Solution found = solve_once(row, next, settings, run);
    found.weight = induced_totals(problem.graph, found.vertices).weight;
    if (best && found.objective() < reached) break;
    if (nearer && found.objective() < reached)
      found.stationarity.reset();  // it may hold a weight that was cut off
    best = std::move(found);
    reached = best->objective();
    searched = next;
  }
  if (best->stationarity && detail::hides_exchanges(searched, reached)) best->stationarity.reset();
  return *std::move(best);
}

}  // namespace

Solution solve(std::string_view name, const Problem& problem, const MethodSettings& settings,
               const RunContext& context) {
  RunContext run = context.for_call();
  const MethodRow& row = method(name);
  if (!problem.exclude.empty()) {
    const ReducedProblem reduced = without_excluded(problem);
    Solution solution = solve(name, reduced.problem, settings, run);
    solution.vertices = reduced.part.to_graph(solution.vertices);
    return solution;
  }
  check_request(row, problem, settings);
  check_plain(problem);
  check_values(problem.graph, problem.values);
  return solve_in_reach(row, problem, std::nullopt, settings, run);
}

std::vector<Solution> solve_sizes(std::string_view name, const Problem& problem,
                                  std::span<const Vertex> sizes, std::span<const double> upper_bounds,
                                  const MethodSettings& settings, const RunContext& context) {
  RunContext run = context.for_call();
  const MethodRow& row = method(name);
  check_request(row, problem, settings);
  check_sizes(sizes, upper_bounds);
  std::vector<Solution> solutions;
  const bool plain = problem.exclude.empty() && !problem.connected &&
                     (problem.values.empty() || row.anchors) && !needs_no_signs(row, problem.graph) &&
                     problem.target == std::numeric_limits<double>::infinity();
  if (row.solve_curve && sizes.size() > 1 && plain) {
    Problem one = problem;
    for (const Vertex s : {sizes.front(), sizes.back()}) {
      one.s = s;
      check_plain(one);
    }
    solutions = problem.values.empty() ? row.solve_curve(problem, sizes, upper_bounds, settings, run)
                                       : solve_valued_curve(row, problem, sizes, upper_bounds, settings, run);
  }
  const std::size_t together = solutions.size();
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    Problem one = problem;
    one.s = sizes[i];
    if (!upper_bounds.empty()) one.upper_bound = upper_bounds[i];
    if (i < together) {
      solutions[i] = solve_in_reach(row, one, std::move(solutions[i]), settings, run);
    } else if (i == 0 || !run.interrupted()) {
      const RunContext part = run.part(run.time_limit() / static_cast<double>(sizes.size()));
      solutions.push_back(solve(name, one, settings, part));
    }
  }
  return solutions;
}

}  // namespace lode::subgraph
