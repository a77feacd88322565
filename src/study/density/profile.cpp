#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <unordered_set>

#include <boost/pending/disjoint_sets.hpp>
#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/graph/components.hpp>
#include <lode/graph/cores.hpp>
#include <lode/graph/graph.hpp>
#include <lode/graph/hierarchy.hpp>
#include <lode/study/density_report.hpp>
#include <lode/study/find.hpp>
#include <lode/study/threshold.hpp>

#include "core/linalg/portable_math.hpp"
#include "study/find/bound_guard.hpp"
#include "study/find/judgement.hpp"
#include "study/find/time_shares.hpp"

namespace lode {
namespace {

constexpr int default_size_count = 16;

/// The part of the time for the largest sets of some densities.
constexpr double largest_sets_share = 0.1;

/// The part of the time that core numbers get at most, and components too: a report without them says so.
constexpr double summary_share = 0.2;

/// The nearest integer with at most two significant digits.
Vertex two_digits(double value) {
  double unit = 1.0;
  while (value / unit >= 99.5) unit *= 10.0;
  return static_cast<Vertex>(std::llround(value / unit) * static_cast<long long>(unit));
}

std::vector<Vertex> chosen_sizes(const Graph& graph, const std::vector<Vertex>& asked) {
  const Vertex n = graph.num_vertices();
  if (asked.empty()) return default_sizes(n);
  std::vector<Vertex> sizes;
  std::unordered_set<Vertex> seen;
  for (const Vertex s : asked) {
    if (s < 1 || s > n) {
      throw InvalidArgument("size", std::to_string(s), "must be between 1 and the number of vertices",
                            fmt::format("the graph has {}", n));
    }
    if (seen.insert(s).second) sizes.push_back(s);
  }
  return sizes;
}

std::vector<const subgraph::MethodRow*> chosen_methods(const Graph& graph,
                                                       const std::vector<std::string>& asked) {
  std::vector<const subgraph::MethodRow*> rows;
  if (asked.empty()) {
    for (const subgraph::MethodRow& row : subgraph::methods()) {
      if (!row.exhaustive && (row.weights || !graph.weighted())) rows.push_back(&row);
    }
    return rows;
  }
  for (const std::string& name : asked) {
    const subgraph::MethodRow& row = subgraph::method(name);
    if (graph.weighted() && !row.weights) {
      throw InvalidArgument("method", name, "does not take weights", "read the graph without its weights");
    }
    if (std::find(rows.begin(), rows.end(), &row) == rows.end()) rows.push_back(&row);
  }
  return rows;
}

/// Connected parts of the subgraph that some vertices induce.
Vertex components_inside(const Graph& graph, const VertexSet& vertices) {
  std::vector<Vertex> parent(graph.num_vertices(), no_vertex);  // of vertices inside
  std::vector<std::uint8_t> rank(graph.num_vertices());
  boost::disjoint_sets<std::uint8_t*, Vertex*> parts(rank.data(), parent.data());
  for (const Vertex v : vertices) parts.make_set(v);
  for (const Vertex v : vertices) {
    for (const Vertex u : graph.neighbors(v)) {
      if (parent[u] != no_vertex) parts.union_set(u, v);
    }
  }
  return static_cast<Vertex>(parts.count_sets(vertices.begin(), vertices.end()));
}

/// `cores`: core numbers by vertex, or none.
void describe_best(const Graph& graph, std::span<const Vertex> cores, DensityReportSize& size) {
  const detail::Judgement judgement(sums_of(graph.integral()), size.bound.value, size.best.weight);
  size.gap = judgement.gap;
  size.proven_optimal = judgement.proven_optimal;
  size.optimality_tolerance = judgement.tolerance;
  size.smallest_core_number = no_vertex;
  if (cores.empty()) size.largest_core_number = no_vertex;
  for (const Vertex v : cores.empty() ? VertexSet() : size.best.vertices) {
    size.smallest_core_number = std::min(size.smallest_core_number, cores[v]);
    size.largest_core_number = std::max(size.largest_core_number, cores[v]);
  }
  size.components = components_inside(graph, size.best.vertices);
}

std::vector<std::string> names_of(const Graph& graph, const VertexSet& vertices) {
  std::vector<std::string> names;
  names.reserve(vertices.size());
  for (const Vertex v : vertices) names.push_back(graph.name(v));
  return names;
}

/// The part of the time that the first method and the bounds of all sizes get when other methods follow.
double first_share(subgraph::Effort effort, std::size_t methods) {
  constexpr double with_cheap_bounds = 0.5;
  constexpr double with_strong_bounds = 0.75;
  if (methods == 1) return 1.0;
  return effort == subgraph::Effort::strong ? with_strong_bounds : with_cheap_bounds;
}

/// What it takes to count edges and parts of sets of some sizes, which does not look at the clock.
double seconds_to_count(const Graph& graph, std::span<const Vertex> sizes) {
  constexpr double seconds_per_vertex = 2e-8;
  constexpr double seconds_per_arc = 2e-8;
  const auto arcs = static_cast<double>(graph.num_arcs());
  double seconds = 0.0;
  for (const Vertex s : sizes) {
    const double visited = std::min(arcs, static_cast<double>(s) * graph.max_degree());
    seconds += seconds_per_vertex * graph.num_vertices() + seconds_per_arc * visited;
  }
  return seconds;
}

/// The sizes, in the order asked, that can be counted in half of the time left; the first one at least.
std::vector<Vertex> affordable_sizes(const Graph& graph, const std::vector<Vertex>& sizes,
                                     const RunContext& run) {
  std::vector<Vertex> all = sizes;
  while (all.size() > 1 && seconds_to_count(graph, all) > run.time_left() / 2.0) all.pop_back();
  return all;
}

/// The first method on all sizes that there is time for, with the bounds that the others begin from.
std::vector<FindAnswer> first_answers(const Graph& graph, const std::vector<Vertex>& sizes,
                                      const std::vector<const subgraph::MethodRow*>& rows,
                                      subgraph::Effort effort, const RunContext& run) {
  FindRequest request;
  request.sizes = affordable_sizes(graph, sizes, run);
  request.method = rows.front()->name;
  request.effort = effort == subgraph::Effort::proof ? subgraph::Effort::strong : effort;
  request.time_use = TimeUse::as_needed;
  const double left = run.time_left() - seconds_to_count(graph, request.sizes);
  const RunContext part = run.part(std::max(0.0, first_share(request.effort, rows.size()) * left));
  FindResult found = find(graph, request, part);
  if (!found.defect.empty()) throw InternalError(found.defect);
  return std::move(found.answers);
}

/// Runs the other methods on one size until the time is up; true if all of them ran.
bool run_others(const Graph& graph, std::span<const subgraph::MethodRow* const> rows, std::size_t runs_left,
                std::size_t all_runs, DensityReportSize& size, std::vector<DensityReportRun>& runs,
                const RunContext& run) {
  subgraph::Problem problem;
  problem.graph = graph;
  problem.s = size.s;
  problem.upper_bound = size.bound.value;
  detail::BoundGuard guard;
  const RunContext about = run.about(size.s);
  about.report(size.bound.name, size.bound.value, 0, ProgressValue::bound);
  for (const subgraph::MethodRow* row : rows) {
    if (run.should_stop() || !detail::begins_in_time(graph, run)) return false;
    about.report(fmt::format("{}, s = {}, run {} of {}", row->name, size.s, runs.size() + 1, all_runs),
                 size.best.weight, 0);
    const RunContext part = about.part(run.time_left() / static_cast<double>(runs_left--));
    subgraph::Solution solution = guard.search([&] {
      if (!guard.holds()) throw InternalError(guard.defect());
      return subgraph::solve(row->name, problem, {}, part.on_parts());
    });
    if (solution.weight > size.best.weight) {
      size.best_method = row->name;
      size.best = solution;
    }
    runs.push_back({std::string(row->name), size.s, std::move(solution)});
  }
  return true;
}

/// Of as much as half, seven and nine tenths of all possible edges.
std::vector<FindAnswer> largest_of_densities(const Graph& graph, const RunContext& run) {
  if (graph.weighted() || graph.num_edges() == 0 || run.should_stop()) return {};
  run.report("largest sets of a density", 0.0, 0, ProgressValue::none);
  ThresholdRequest request;
  for (const std::uint64_t tenths : {5, 7, 9}) request.thresholds.push_back({.density = {tenths, 10}});
  const RunContext part = run.part(largest_sets_share * run.time_limit());
  return largest_sets(graph, request, {}, part.on_parts()).answers;
}

void run_methods(const Graph& graph, std::span<const Vertex> cores,
                 const std::vector<const subgraph::MethodRow*>& rows, subgraph::Effort effort,
                 DensityReport& report, const RunContext& run) {
  const std::vector<Vertex>& sizes = report.requested_sizes;
  bool complete = true;
  if (!sizes.empty() && !run.should_stop()) {
    std::vector<FindAnswer> answers = first_answers(graph, sizes, rows, effort, run);
    complete = answers.size() == sizes.size();
    const auto others = std::span(rows).subspan(1);
    for (std::size_t i = 0; i < answers.size(); ++i) {
      DensityReportSize size;
      size.s = answers[i].s;
      size.bound = answers[i].bound;
      size.best_method = answers[i].method;
      size.best = std::move(answers[i].solution);
      report.runs.push_back({size.best_method, size.s, size.best});
      complete = run_others(graph, others, (answers.size() - i) * others.size(), answers.size() * rows.size(),
                            size, report.runs, run) &&
                 complete;
      describe_best(graph, cores, size);
      report.best_set_names.push_back(names_of(graph, size.best.vertices));
      report.sizes.push_back(std::move(size));
    }
  }
  const bool ended_early = std::any_of(report.runs.begin(), report.runs.end(), [](const auto& r) {
    return r.solution.stop_reason == StopReason::deadline;
  });
  if (report.sizes.size() < sizes.size() || !complete || ended_early) {
    report.stop_reason = StopReason::deadline;
  }
  if (run.interrupted()) report.stop_reason = StopReason::interrupted;
}

}  // namespace

std::optional<std::size_t> richest_size(const DensityReport& report, Vertex largest) {
  std::optional<std::size_t> richest;
  double most = -1.0;
  for (std::size_t i = 0; i < report.sizes.size(); ++i) {
    const DensityReportSize& size = report.sizes[i];
    const double average = average_degree(size.best.weight, size.s);
    if (size.s > largest || average <= most) continue;
    most = average;
    richest = i;
  }
  return richest;
}

std::vector<Vertex> default_sizes(Vertex n) {
  if (n == 0) return {};
  if (n <= 3) return {std::min<Vertex>(n, 2)};
  const double low = 2.0;
  const double high = n / 2;
  std::vector<Vertex> sizes;
  for (int i = 0; i < default_size_count; ++i) {
    const double exact = low * detail::portable_pow(high / low, i / double{default_size_count - 1});
    sizes.push_back(std::clamp<Vertex>(two_digits(exact), 2, n / 2));
  }
  if (n / 2 <= default_size_count + 1) {
    sizes.clear();
    for (Vertex s = 2; s <= n / 2; ++s) sizes.push_back(s);
  }
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  return sizes;
}

DensityReport make_density_report(const Graph& graph, const std::string& name,
                                  const DensityReportOptions& options, const RunContext& run) {
  refuse_signed_weights(graph, "density reports");
  DensityReport report;
  report.name = name;
  report.seed = run.seed();
  report.labels = graph.names().kind() == VertexNames::Kind::labels;
  report.requested_sizes = chosen_sizes(graph, options.sizes);
  const std::vector<const subgraph::MethodRow*> rows = chosen_methods(graph, options.methods);
  for (const subgraph::MethodRow* row : rows) report.methods.emplace_back(row->name);
  run.report("degrees and cores", 0.0, 0, ProgressValue::none);
  const std::vector<Vertex> cores = core_numbers(graph, run.part(summary_share * run.time_limit()));
  report.graph = summarise_graph(graph, cores, run.part(summary_share * run.time_limit()));
  if (cores.size() == graph.num_vertices()) {
    report.core_tree = core_tree(graph, cores, run.part(summary_share * run.time_limit()));
  }
  report.largest_sets = largest_of_densities(graph, run);
  run_methods(graph, cores, rows, options.effort, report, run);
  if (const auto drawn = richest_size(report, picture_limit)) {
    const DensityReportSize& size = report.sizes[*drawn];
    report.picture = {size.s, ego_network(graph, size.best.vertices, picture_limit - size.s)};
  }
  report.seconds = run.elapsed();
  return report;
}

}  // namespace lode
