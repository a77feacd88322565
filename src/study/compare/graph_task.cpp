#include <bit>
#include <cmath>
#include <map>
#include <set>

#include <lode/core/rng.hpp>
#include <lode/study/find.hpp>

#include "study/compare/comparison.hpp"
#include "study/find/finder.hpp"

namespace lode {
namespace {

using detail::contains;

/// Every method but exhaustive ones, and the published preset of hybrid.
std::vector<std::string> all_methods() {
  std::vector<std::string> all;
  for (const subgraph::MethodRow& row : subgraph::methods()) {
    if (row.exhaustive) continue;
    all.emplace_back(row.name);
    if (row.name == "hybrid" && contains(row.presets, "paper")) all.emplace_back("hybrid:paper");
  }
  return all;
}

std::string start_rule(const std::optional<subgraph::StartKind>& start) {
  using enum subgraph::StartKind;
  if (start == given) {
    throw InvalidArgument("start", "", "is one set of one size", "use random, degree or peeling");
  }
  return !start ? "own" : start == random ? "random" : start == degree ? "degree" : "peeling";
}

std::vector<Vertex> sizes_of(const ComparisonInput& input) {
  if (input.sizes.empty()) {
    throw InvalidArgument("sizes", "", fmt::format("are missing for graph {}", input.name));
  }
  const Vertex n = input.graph.num_vertices();
  return detail::distinct_sizes(input.sizes, n, fmt::format("graph {} has {}", input.name, n));
}

/// True if a method runs on a graph. Errors: InvalidArgument for a named method that ignores weights.
bool takes(const Graph& graph, const ComparisonMethod& chosen, const ComparisonOptions& options) {
  if (!graph.weighted() || subgraph::method(chosen.name).weights) return true;
  if (!contains(options.methods, chosen.label)) return false;
  throw InvalidArgument("method", chosen.label, "does not take weights",
                        "read the graphs without their weights");
}

/// A text for the header of a journal, with a 64-bit hash of the edges and weights. Cost: O(n + m).
std::string identity_of(const Graph& graph) {
  std::uint64_t state = Rng::mix(graph.num_vertices());
  const auto add = [&](std::uint64_t value) { state = Rng::mix(state + value + Rng::gamma); };
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    add(graph.degree(v));
    for (const Vertex u : graph.neighbors(v)) add(u);
    for (const Weight w : graph.neighbor_weights(v)) add(std::bit_cast<std::uint64_t>(w));
  }
  return fmt::format("of {} vertices, {} edges, fingerprint {:016x}", graph.num_vertices(), graph.num_edges(),
                     state);
}

bool recount(const Graph& graph, ComparisonRun& result) {
  const VertexSet& set = result.support;
  const bool valid = set.size() == result.s && !set.empty() && set.back() < graph.num_vertices() &&
                     std::adjacent_find(set.begin(), set.end(), std::greater_equal<>()) == set.end();
  if (!valid) return false;
  const subgraph::InducedTotals totals = subgraph::induced_totals(graph, set);
  const bool same = totals.edges == result.edges &&
                    std::abs(totals.weight - result.objective) <= 1e-9 * std::abs(totals.weight);
  result.objective = totals.weight;
  return same;
}

}  // namespace

std::string ComparisonMethod::preset() const {
  const auto found = settings.find("preset");
  return found == settings.end() ? std::string() : found->second;
}

Comparison compare_methods(const std::vector<ComparisonInput>& inputs, const ComparisonOptions& options) {
  Comparison comparison;
  comparison.start_rule = start_rule(options.start);
  const std::vector<std::string> all = all_methods();
  comparison.methods =
      detail::chosen_methods(options.methods.empty() ? all : options.methods, all, subgraph::method);
  std::set<std::string_view> names;
  for (const ComparisonInput& input : inputs) {
    const Graph& graph = input.graph;
    if (!names.insert(input.name).second) throw InvalidArgument("graph", input.name, "is given twice");
    comparison.cases.push_back({input.name,
                                sizes_of(input),
                                {},
                                graph.num_vertices(),
                                graph.num_edges(),
                                graph.weighted(),
                                graph.names().kind() == VertexNames::Kind::labels});
    for (std::size_t m = 0; m < comparison.methods.size(); ++m) {
      if (takes(graph, comparison.methods[m], options)) comparison.cases.back().methods.push_back(m);
    }
  }
  // Dense sets from the bounds, by case and size.
  std::map<std::pair<std::size_t, Vertex>, std::vector<VertexSet>> hints;
  detail::ComparisonTask task;
  task.identity = [&](std::size_t place) { return identity_of(inputs[place].graph); };
  // Every size has its own cheap bounds, so that runs of one size do not depend on other sizes.
  task.prepare = [&](ComparisonInstance& instance, const RunContext& whole) {
    const RunContext part = whole.part(options.time_limit);
    BoundsResult found = find_bounds(inputs[instance.place].graph, {instance.s}, subgraph::Effort::cheap,
                                     subgraph::Proofs::drop, part);
    instance.bound = found.bounds.front().front();
    hints[{instance.place, instance.s}] = std::move(found.dense_sets.front());
  };
  task.solve = [&](const ComparisonInstance& instance, const ComparisonMethod& method, const RunContext& run,
                   ComparisonRun& result) {
    subgraph::Problem problem{.graph = inputs[instance.place].graph,
                              .s = instance.s,
                              .hints = hints.at({instance.place, instance.s}),
                              .upper_bound = instance.bound.value};
    if (!method.once) problem.start = options.start;
    subgraph::Solution solution = subgraph::solve(method.name, problem, method.settings, run);
    result.support = std::move(solution.vertices);
    result.edges = solution.edges;
    result.objective = solution.weight;
    detail::take_course(solution, result);
  };
  task.recount = [&](ComparisonRun& run, const RunContext&) { return recount(inputs[run.place].graph, run); };
  comparison = detail::run_comparison(std::move(comparison), task, options, options.time_limit);
  for (ComparisonRun& run : comparison.runs) {
    for (const Vertex v : run.support) run.names.push_back(inputs[run.place].graph.name(v));
  }
  return comparison;
}

}  // namespace lode
