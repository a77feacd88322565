#include "subgraph/methods/relaxation.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <utility>

#include <lode/core/error.hpp>

#include "subgraph/problem/goal.hpp"
#include "subgraph/problem/starts.hpp"

namespace lode::subgraph {

VertexSet top_s(std::span<const double> values, Vertex s) {
  if (s < 1 || s > values.size()) {
    throw InvalidArgument("s", std::to_string(s),
                          "must be between 1 and the number of values, " + std::to_string(values.size()));
  }
  if (std::any_of(values.begin(), values.end(), [](double x) { return std::isnan(x); })) {
    throw InvalidArgument("values", "nan", "must be numbers");
  }
  std::vector<double> sorted(values.begin(), values.end());
  std::nth_element(sorted.begin(), sorted.begin() + (s - 1), sorted.end(), std::greater<>());
  const double threshold = sorted[s - 1];
  // Everything above the threshold is among the first s; the rest of them equals it.
  const auto above =
      std::count_if(sorted.begin(), sorted.begin() + s, [&](double x) { return x > threshold; });
  auto ties = static_cast<std::ptrdiff_t>(s) - above;
  VertexSet vertices;
  vertices.reserve(s);
  for (Vertex v = 0; v < values.size(); ++v) {
    if (values[v] > threshold || (values[v] == threshold && ties-- > 0)) vertices.push_back(v);
  }
  return vertices;
}

namespace detail {

std::vector<double> start_indicator(const Problem& problem, StartKind kind, const RunContext& run) {
  std::vector<double> x(problem.graph.num_vertices(), 0.0);
  for (const Vertex v : make_start(problem, kind, run)) x[v] = 1.0;
  return x;
}

std::vector<double> uniform_or_start(const Problem& problem, const RunContext& run) {
  if (problem.start) return start_indicator(problem, *problem.start, run);
  const Vertex n = problem.graph.num_vertices();
  return std::vector<double>(n, static_cast<double>(problem.s) / static_cast<double>(n));
}

void SupportProduct::multiply(const double* x, double* y) const {
  const Graph& graph = adjacency_->graph();
  const Vertex n = graph.num_vertices();
  const ArcIndex few = graph.num_arcs() / 4;
  ArcIndex work = 0;
  for (Vertex v = 0; v < n && work <= few; ++v) work += x[v] != 0.0 ? graph.degree(v) : 0;
  if (work > few) {
    adjacency_->perform_op(x, y);
    return;
  }
  std::fill_n(y, n, 0.0);
  for (Vertex v = 0; v < n; ++v) {
    if (x[v] != 0.0) graph.for_each_neighbor(v, [&](Vertex u, Weight w) { y[u] += w * x[v]; });
  }
}

BestRounding::BestRounding(const Problem& problem, const RunContext& run, std::string_view phase)
    : problem_(problem),
      run_(run),
      incumbent_(goal_of(problem), any_gain, phase, run),
      inside_(problem.graph.num_vertices(), 0) {}

Weight BestRounding::weight_inside(const VertexSet& vertices) {
  for (const Vertex v : vertices) inside_[v] = 1;
  Weight weight = 0.0;
  // Summed in the order of induced_totals, so that real weights give the same double.
  for (const Vertex v : vertices) {
    problem_.graph.for_each_neighbor(v, [&](Vertex u, Weight w) {
      if (u > v && inside_[u]) weight += w;
    });
  }
  for (const Vertex v : vertices) inside_[v] = 0;
  return weight;
}

void BestRounding::consider(std::span<const double> x, std::uint64_t iteration) {
  VertexSet vertices = top_s(x, problem_.s);
  if (vertices != last_) {
    if (incumbent_.offer(weight_inside(vertices), iteration)) best_ = vertices;
    last_ = std::move(vertices);
  }
  incumbent_.report(iteration);
}

std::optional<StopReason> BestRounding::should_end() {
  if (!incumbent_.should_stop()) return std::nullopt;
  return incumbent_.reason();
}

Solution BestRounding::finish(StopReason reason, std::uint64_t iterations) {
  return finish_solution(problem_, std::move(best_), incumbent_.take_trace(), reason, iterations, run_);
}

Solution run_relaxation(const Problem& problem, const RunContext& run, std::string_view phase,
                        std::span<const double> start, const RelaxationIteration& iterate) {
  BestRounding best(problem, run, phase);
  hybrid::StepsEnd end;
  best.consider(start, 0);
  const bool all_sets_equal =
      problem.s == problem.graph.num_vertices() || problem.graph.total_weight() == 0.0;
  if (!all_sets_equal) {
    if (const auto reason = best.should_end()) {
      end.reason = *reason;
    } else {
      run.parallel([&] { end = iterate(start, best); });
    }
  }
  return best.finish(end.reason, end.steps);
}

}  // namespace detail

}  // namespace lode::subgraph
