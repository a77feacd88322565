#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include <lode/graph/spectra.hpp>

#include "core/linalg/lanczos.hpp"

namespace lode {
namespace {

constexpr detail::LanczosOptions lanczos = {24, 1e-8, 200};

struct RunStopped {};

/// sqrt(max row sum of W^2), enlarged by more than its rounding errors.
double row_sum_bound(const AdjacencyOperator& adjacency) {
  const Graph& graph = adjacency.graph();
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
  adjacency.perform_op(strength.data(), walks.data());
  const double largest_walks = *std::max_element(walks.begin(), walks.end()) / largest_strength;
  return largest_strength * std::min(1.0, std::sqrt(largest_walks)) * (1.0 + 1e-12);
}

/// The extreme Ritz value of W / scale, polling the run at every product, or nothing.
std::optional<double> ritz_value(const AdjacencyOperator& adjacency, double scale, detail::SpectrumEnd end,
                                 const RunContext& run) {
  const double factor = 1.0 / scale;
  const auto multiply = [&](const double* x, double* y) {
    if (run.should_stop()) throw RunStopped();
    adjacency.perform_op(x, y);
    for (Eigen::Index i = 0; i < adjacency.rows(); ++i) y[i] *= factor;
  };
  try {
    return detail::extreme_ritz_value(adjacency.rows(), multiply, end, lanczos);
  } catch (const RunStopped&) {
    return std::nullopt;
  }
}

/// The largest eigenvalue of sign*W, from above.
EigenvalueEstimate extreme(const AdjacencyOperator& adjacency, double sign, const RunContext& run) {
  const double bound = row_sum_bound(adjacency);
  if (bound == 0.0) return {0.0, true};
  const auto end = sign > 0.0 ? detail::SpectrumEnd::largest : detail::SpectrumEnd::smallest;
  const std::optional<double> ritz = ritz_value(adjacency, bound, end, run);
  if (!ritz) return {bound, false};
  return {std::min(bound, sign * *ritz * bound * (1.0 + lanczos.tolerance)), true};
}

}  // namespace

EigenvalueEstimate largest_eigenvalue(const AdjacencyOperator& adjacency, const RunContext& run) {
  return extreme(adjacency, 1.0, run);
}

EigenvalueEstimate smallest_eigenvalue(const AdjacencyOperator& adjacency, const RunContext& run) {
  EigenvalueEstimate estimate = extreme(adjacency, -1.0, run);
  estimate.value = -estimate.value;
  return estimate;
}

}  // namespace lode
