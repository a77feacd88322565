#include "subgraph/methods/relaxation.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include "subgraph/problem/goal.hpp"
#include "subgraph/problem/starts.hpp"

namespace lode::subgraph::detail {

using Eigen::VectorXd;

VertexSet top_s(const VectorXd& values, Vertex s) {
  std::vector<double> sorted(values.begin(), values.end());
  std::nth_element(sorted.begin(), sorted.begin() + (s - 1), sorted.end(), std::greater<>());
  const double threshold = sorted[s - 1];
  // Everything above the threshold is among the first s; the rest of them equals it.
  const auto above =
      std::count_if(sorted.begin(), sorted.begin() + s, [&](double x) { return x > threshold; });
  auto ties = static_cast<std::ptrdiff_t>(s) - above;
  VertexSet vertices;
  vertices.reserve(s);
  for (Vertex v = 0; v < sorted.size(); ++v) {
    if (values[v] > threshold || (values[v] == threshold && ties-- > 0)) vertices.push_back(v);
  }
  return vertices;
}

double project_capped_simplex(VectorXd& x, double s) {
  double low = x.minCoeff() - 1.0;  // every entry clips to 1
  double high = x.maxCoeff();       // every entry clips to 0
  const double enough = 1e-14 * static_cast<double>(x.size());
  double t = std::clamp(high - 1.0, low, high);
  for (int pass = 0; pass < 200; ++pass) {
    const double excess = (x.array() - t).cwiseMax(0.0).cwiseMin(1.0).sum() - s;
    if (std::abs(excess) <= enough) break;
    (excess > 0.0 ? low : high) = t;
    const auto interior = static_cast<double>((x.array() > t && x.array() < t + 1.0).count());
    double next = interior > 0.0 ? t + excess / interior : low;
    if (!(next > low && next < high)) next = low + 0.5 * (high - low);
    if (next == t || next == low || next == high) break;
    t = next;
  }
  x = (x.array() - t).cwiseMax(0.0).cwiseMin(1.0);
  return t;
}

void multiply(const Graph& graph, const VectorXd& x, VectorXd& y) {
  const Vertex n = graph.num_vertices();
  const ArcIndex few = graph.num_arcs() / 4;
  ArcIndex work = 0;
  for (Vertex v = 0; v < n && work <= few; ++v) work += x[v] != 0.0 ? graph.degree(v) : 0;
  y.setZero(n);
  if (work > few) {
    return lode::detail::multiply(graph, x.data(), y.data());
  }
  for (Vertex v = 0; v < n; ++v) {
    if (x[v] != 0.0) graph.for_each_neighbor(v, [&](Vertex u, Weight w) { y[u] += w * x[v]; });
  }
}

void BestRounding::consider(const VectorXd& x, std::uint64_t iteration) {
  VertexSet vertices = top_s(x, problem.s);
  if (vertices != last) {
    if (incumbent.offer(induced_totals(problem.graph, vertices).weight, iteration)) best = vertices;
    last = std::move(vertices);
  }
  incumbent.report(iteration);
}

Solution relax(const Problem& problem, const RunContext& run, std::string_view phase,
               std::optional<StartKind> start, const RelaxationSteps& steps) {
  check_problem(problem);
  const Vertex n = problem.graph.num_vertices();
  VectorXd x = VectorXd::Constant(n, start ? 0.0 : static_cast<double>(problem.s) / static_cast<double>(n));
  if (start) {
    for (const Vertex v : make_start(problem, *start, run)) x[v] = 1.0;
  }
  BestRounding best{problem, run, hybrid::Incumbent(goal_of(problem), any_gain, phase, run)};
  best.consider(x, 0);
  hybrid::StepsEnd end;
  if (problem.s < n && problem.graph.total_weight() != 0.0) {
    if (const auto reason = best.should_end()) {
      end.reason = *reason;
    } else {
      run.parallel([&] { end = steps(x, best); });
    }
  }
  return finish_solution(problem, std::move(best.best), best.incumbent.take_trace(), end.reason, end.steps,
                         run);
}

}  // namespace lode::subgraph::detail
