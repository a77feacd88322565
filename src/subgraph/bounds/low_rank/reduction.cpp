#include "subgraph/bounds/low_rank/reduction.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "subgraph/bounds/low_rank/reserves.hpp"
#include "subgraph/bounds/rule.hpp"

namespace lode::subgraph::detail {
namespace {

/// Of bounds, reserves and sums of weights, that is left to whoever repeats them.
constexpr double reduction_slack = 1e-7;
constexpr double peel_slack = 1e-10;
/// Units of work of a multiply-add: 5433 vertices, 5.3e10 of them, take 3.4 s.
constexpr double multiply_add_price = 0.065;

/// Vertices that stay: those marked, less those that weigh at most `peel` towards the others that stay.
std::vector<char> peeled(const Graph& graph, std::vector<char> left, double peel) {
  if (peel <= 0.0) return left;
  const double limit = graph.integral() ? peel : peel * (1.0 - peel_slack);
  std::vector<double> towards(graph.num_vertices(), 0.0);
  std::vector<Vertex> light;
  const auto weigh = [&](Vertex v) {
    towards[v] = 0.0;
    graph.for_each_neighbor(v, [&](Vertex u, Weight w) { towards[v] += left[u] ? w : 0.0; });
    if (towards[v] <= limit) light.push_back(v);
  };
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    if (left[v]) weigh(v);
  }
  for (; !light.empty();) {
    const Vertex v = light.back();
    light.pop_back();
    if (!left[v]) continue;
    left[v] = 0;
    // Summed up afresh: real sums that only ever had something taken off would drift.
    graph.for_each_neighbor(v, [&](Vertex u, Weight) {
      if (left[u]) weigh(u);
    });
  }
  return left;
}

}  // namespace

std::vector<double> reduction_goals(Vertex s, const SparseSdpOptions& options) {
  std::vector<double> goals(s + std::size_t{1}, std::numeric_limits<double>::infinity());
  goals[s] = options.incumbent;
  for (Vertex t = s; !options.all && --t > 0;) {
    const double goal = options.incumbent - static_cast<double>(s - t) * options.outside;
    if (t < options.known.size() && options.known[t] <= goal) break;
    goals[t] = std::max(0.0, goal);
  }
  return goals;
}

double below_goal(const Graph& graph, double goal) {
  return graph.integral() ? std::floor(goal) + 1.0 : goal;
}

std::optional<SparseReduction> reduced_by(const Graph& graph, const SparseReduction& before,
                                          const ClusteredMatrix& matrix, double eigenvalue,
                                          const std::function<bool()>& stop) {
  const auto s = matrix.multipliers().s;
  const VertexReserves found = prove_vertex_reserves(matrix, eigenvalue, stop);
  if (found.outcome != VertexReserves::Outcome::proven) return std::nullopt;
  const std::vector<double> inside = bounds_inside(matrix.multipliers(), eigenvalue, s);
  double needed = 0.0;
  double largest = 0.0;
  for (Vertex t = 1; t <= s; ++t) {
    if (!std::isfinite(before.goals[t])) continue;
    needed = std::max(needed, inside[t] - below_goal(graph, before.goals[t]));
    largest = std::max(largest, std::abs(inside[t]));
  }
  needed += reduction_slack * largest;
  std::vector<Vertex> order(graph.num_vertices());
  std::iota(order.begin(), order.end(), Vertex{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](Vertex a, Vertex b) { return found.reserves[a] < found.reserves[b]; });
  std::vector<char> left(graph.num_vertices(), 1);
  for (std::size_t i = s; i < order.size(); ++i) {
    left[order[i]] = found.reserves[order[i]] * (1.0 - reduction_slack) < needed;
  }
  left = peeled(graph, std::move(left), before.peel);
  SparseReduction after = before;
  after.left.clear();
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    if (left[v]) after.left.push_back(before.left[v]);
  }
  after.stages.push_back({before.left, matrix.multipliers(), eigenvalue});
  return after;
}

double reserve_work(std::size_t n) {
  const auto size = static_cast<double>(n);
  return multiply_add_price * size * size * size / 3.0;
}

}  // namespace lode::subgraph::detail
