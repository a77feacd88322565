#include "graph/decomposition/dense_core.hpp"

#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>

namespace lode::detail {

DenseCore dense_core(const Graph& graph, const DensityUnits& units, const RunContext& run) {
  constexpr double worth_another_round = 1e-3;
  constexpr Vertex kept = no_vertex;
  const Vertex n = graph.num_vertices();
  DenseCore core{std::vector<Vertex>(n), {0.0, 0.0}, std::vector<Vertex>(n, kept)};
  std::iota(core.vertices.begin(), core.vertices.end(), Vertex{0});
  // Value and weight of the edges of every vertex, in units. All sums are whole numbers.
  std::vector<std::int64_t> weight(n);
  std::int64_t twice = 0;
  const auto units_of = [&](Weight w) { return static_cast<std::int64_t>(units.in_units(w)); };
  for (Vertex v = 0; v < n; ++v) {
    const auto value = static_cast<std::int64_t>(units.value(v));
    if (graph.weighted()) {
      for (const Weight w : graph.neighbor_weights(v)) weight[v] += units_of(w);
    } else {
      weight[v] = graph.degree(v) * units_of(1.0);
    }
    weight[v] += value;
    twice += weight[v] + value;
    core.density.denominator += units.cost(v);
  }
  core.density.numerator = static_cast<double>(twice / 2);

  std::vector<Vertex> removed;
  for (double last = 0.0; !run.should_stop();) {
    const double now = core.density.value();
    if (!removed.empty() && std::abs(now - last) <= worth_another_round * std::abs(last)) break;
    last = now;
    const ExactDensity limit = units.exact() ? core.density : less_by_rounding(core.density, n);
    const auto look_at = [&](Vertex v) {
      if (!denser(limit, {static_cast<double>(weight[v]), units.cost(v)})) return;
      core.turn[v] = static_cast<Vertex>(removed.size());
      removed.push_back(v);
    };
    const std::size_t begin = removed.size();
    for (const Vertex v : core.vertices) look_at(v);
    if (removed.size() == begin) break;
    for (std::size_t i = begin; i < removed.size(); ++i) {
      const Vertex v = removed[i];
      core.density.numerator -= static_cast<double>(weight[v]);
      graph.for_each_neighbor(v, [&](Vertex u, Weight w) {
        if (core.turn[u] < i) return;
        weight[u] -= units_of(w);
        if (core.turn[u] == kept) look_at(u);
      });
    }
    std::erase_if(core.vertices, [&](Vertex v) { return core.turn[v] != kept; });
    core.density.denominator = 0.0;
    for (const Vertex v : core.vertices) core.density.denominator += units.cost(v);
  }
  return core;
}

}  // namespace lode::detail
