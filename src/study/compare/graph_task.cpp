#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/study/compare.hpp>
#include <lode/study/find.hpp>

#include "study/compare/task.hpp"

namespace lode {
namespace {

bool contains(const auto& list, const auto& value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

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
  if (!start) return "own";
  switch (*start) {
    case subgraph::StartKind::random:
      return "random";
    case subgraph::StartKind::degree:
      return "degree";
    case subgraph::StartKind::peeling:
      return "peeling";
    case subgraph::StartKind::given:
      break;
  }
  throw InvalidArgument("start", "given", "is one set for one size", "use random, degree or peeling");
}

std::vector<Vertex> distinct_sizes(const ComparisonInput& input) {
  std::set<Vertex> seen;
  std::vector<Vertex> sizes;
  for (const Vertex s : input.sizes) {
    if (s < 1 || s > input.graph.num_vertices()) {
      throw InvalidArgument("size", std::to_string(s), "must be between 1 and the number of vertices",
                            fmt::format("graph {} has {}", input.name, input.graph.num_vertices()));
    }
    if (seen.insert(s).second) sizes.push_back(s);
  }
  if (sizes.empty()) {
    throw InvalidArgument("sizes", "empty", fmt::format("graph {} needs at least one size", input.name));
  }
  return sizes;
}

/// True if a method runs on a graph. Errors: InvalidArgument for a named method that ignores weights.
bool takes(const Graph& graph, const ComparisonMethod& chosen, const ComparisonOptions& options) {
  if (!graph.weighted() || subgraph::method(chosen.name).weights) return true;
  if (!contains(options.methods, chosen.label)) return false;
  throw InvalidArgument("method", chosen.label, "does not take weights",
                        "read the graphs without their weights");
}

/// A 64-bit hash of the edges and weights. Cost: O(n + m).
std::uint64_t fingerprint(const Graph& graph) {
  std::uint64_t state = Rng::mix(graph.num_vertices());
  const auto add = [&](std::uint64_t value) { state = Rng::mix(state + value + Rng::gamma); };
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    add(graph.degree(v));
    for (const Vertex u : graph.neighbors(v)) add(u);
    for (const Weight w : graph.neighbor_weights(v)) add(std::bit_cast<std::uint64_t>(w));
  }
  return state;
}

class GraphTask final : public detail::ComparisonTask {
 public:
  GraphTask(const std::vector<ComparisonInput>& inputs, const ComparisonOptions& options)
      : inputs_(inputs), options_(options) {}

  /// Adds the cases and methods to a comparison.
  void fill(Comparison& comparison) const {
    comparison.start_rule = start_rule(options_.start);
    const std::vector<std::string> all = all_methods();
    comparison.methods =
        detail::chosen_methods(options_.methods.empty() ? all : options_.methods, all, subgraph::method);
    std::set<std::string_view> names;
    for (const ComparisonInput& input : inputs_) {
      const Graph& graph = input.graph;
      if (!names.insert(input.name).second) throw InvalidArgument("graph", input.name, "is given twice");
      comparison.graphs.push_back({graph.num_vertices(), graph.num_edges(), graph.weighted(),
                                   graph.names().kind() == VertexNames::Kind::labels});
      comparison.cases.push_back({input.name, distinct_sizes(input), {}});
      for (std::size_t m = 0; m < comparison.methods.size(); ++m) {
        if (takes(graph, comparison.methods[m], options_)) comparison.cases.back().methods.push_back(m);
      }
    }
  }

  std::string identity(std::size_t place) const override {
    const Graph& graph = inputs_[place].graph;
    return fmt::format("of {} vertices, {} edges, fingerprint {:016x}", graph.num_vertices(),
                       graph.num_edges(), fingerprint(graph));
  }

  /// Computes cheap bounds of every size separately, so that runs of one size do not depend on other sizes.
  void prepare(std::vector<ComparisonInstance>& instances, const RunContext& whole) override {
    for (ComparisonInstance& instance : instances) {
      const RunContext part = whole.part(options_.time_limit);
      BoundsResult found = find_bounds(inputs_[instance.place].graph, {instance.s}, subgraph::Effort::cheap,
                                       subgraph::Proofs::drop, part);
      instance.bound = found.bounds.front().front();
      hints_[{instance.place, instance.s}] = std::move(found.dense_sets.front());
    }
  }

  void solve(const ComparisonInstance& instance, const ComparisonMethod& method, const RunContext& run,
             ComparisonRun& result) override {
    subgraph::Problem problem{.graph = inputs_[instance.place].graph,
                              .s = instance.s,
                              .hints = hints_.at({instance.place, instance.s}),
                              .upper_bound = instance.bound.value};
    if (!method.once) problem.start = options_.start;
    subgraph::Solution solution = subgraph::solve(method.name, problem, method.settings, run);
    result.support = std::move(solution.vertices);
    result.edges = solution.edges;
    result.objective = solution.weight;
    detail::take_course(solution, result);
  }

  bool recount(ComparisonRun& result, const RunContext&) override {
    const Graph& graph = inputs_[result.place].graph;
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

 private:
  const std::vector<ComparisonInput>& inputs_;
  const ComparisonOptions& options_;
  /// Dense sets from the bounds, by case and size.
  std::map<std::pair<std::size_t, Vertex>, std::vector<VertexSet>> hints_;
};

}  // namespace

std::string ComparisonMethod::preset() const {
  const auto found = settings.find("preset");
  return found == settings.end() ? std::string() : found->second;
}

Comparison compare_methods(const std::vector<ComparisonInput>& inputs, const ComparisonOptions& options) {
  Comparison comparison = detail::begun_comparison(ComparisonKind::graphs, options);
  GraphTask task(inputs, options);
  task.fill(comparison);
  comparison = detail::run_comparison(std::move(comparison), task, options, options.time_limit);
  for (ComparisonRun& run : comparison.runs) {
    for (const Vertex v : run.support) run.names.push_back(inputs[run.place].graph.name(v));
  }
  return comparison;
}

}  // namespace lode
