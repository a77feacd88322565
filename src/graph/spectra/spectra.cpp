#include "graph/spectra/spectra.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include "core/linalg/lanczos.hpp"

namespace lode::detail {
namespace {

constexpr LanczosOptions lanczos = {24, 1e-8, 200};

struct RunStopped {};

/// sqrt(max row sum of W^2), enlarged by more than its rounding errors.
double row_sum_bound(const Graph& graph) {
  std::vector<double> strength(graph.num_vertices());
  std::vector<double> walks(graph.num_vertices());
  double largest_strength = 0.0;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    strength[v] = graph.strength(v);
    largest_strength = std::max(largest_strength, strength[v]);
  }
  if (largest_strength == 0.0) return 0.0;
  // Relative to the largest strength, so that squares neither overflow nor vanish.
  for (double& value : strength) value /= largest_strength;
  multiply(graph, strength.data(), walks.data());
  const double largest_walks = *std::max_element(walks.begin(), walks.end()) / largest_strength;
  return largest_strength * std::min(1.0, std::sqrt(largest_walks)) * (1.0 + 1e-12);
}

/// The extreme Ritz value of W / scale, polling the run at every product, or nothing.
std::optional<double> ritz_value(const Graph& graph, double scale, SpectrumEnd end, const RunContext& run) {
  const double factor = 1.0 / scale;
  const auto scaled_product = [&](const double* x, double* y) {
    if (run.should_stop()) throw RunStopped();
    multiply(graph, x, y);
    for (Vertex v = 0; v < graph.num_vertices(); ++v) y[v] *= factor;
  };
  try {
    return extreme_ritz_value(graph.num_vertices(), scaled_product, end, lanczos);
  } catch (const RunStopped&) {
    return std::nullopt;
  }
}

/// The largest eigenvalue of sign*W, from above.
EigenvalueEstimate extreme(const Graph& graph, double sign, const RunContext& run) {
  const double bound = row_sum_bound(graph);
  if (bound == 0.0) return {0.0, true};
  const auto end = sign > 0.0 ? SpectrumEnd::largest : SpectrumEnd::smallest;
  const std::optional<double> ritz = ritz_value(graph, bound, end, run);
  if (!ritz) return {bound, false};
  return {std::min(bound, sign * *ritz * bound * (1.0 + lanczos.tolerance)), true};
}

}  // namespace

void multiply(const Graph& graph, const double* x, double* y) {
  constexpr Vertex rows_of_a_task = 1024;
  const tbb::blocked_range<Vertex> rows(0, graph.num_vertices(), rows_of_a_task);
  tbb::parallel_for(rows, [&](const tbb::blocked_range<Vertex>& range) {
    for (Vertex v = range.begin(); v < range.end(); ++v) {
      double sum = 0.0;
      graph.for_each_neighbor(v, [&](Vertex u, Weight weight) { sum += weight * x[u]; });
      y[v] = sum;
    }
  });
}

EigenvalueEstimate largest_eigenvalue(const Graph& graph, const RunContext& run) {
  return extreme(graph, 1.0, run);
}

EigenvalueEstimate smallest_eigenvalue(const Graph& graph, const RunContext& run) {
  EigenvalueEstimate estimate = extreme(graph, -1.0, run);
  estimate.value = -estimate.value;
  return estimate;
}

}  // namespace lode::detail
