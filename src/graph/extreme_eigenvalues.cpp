#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <vector>

#include <lode/graph/extreme_eigenvalues.hpp>

#include "core/linalg/eigen.hpp"

namespace lode {
namespace {

constexpr double tolerance = 1e-8;
constexpr int max_restarts = 200;
constexpr Eigen::Index subspace = 24;

struct RunStopped {};

/// W / scale, polling the run at every product.
class ScaledOperator {
 public:
  using Scalar = double;
  ScaledOperator(const AdjacencyOperator& adjacency, double scale, const RunContext& run)
      : adjacency_(&adjacency), factor_(1.0 / scale), run_(&run) {}
  Eigen::Index rows() const { return adjacency_->rows(); }
  Eigen::Index cols() const { return adjacency_->cols(); }
  void perform_op(const double* x, double* y) const {
    if (run_->should_stop()) throw RunStopped();
    adjacency_->perform_op(x, y);
    for (Eigen::Index i = 0; i < rows(); ++i) y[i] *= factor_;
  }

 private:
  const AdjacencyOperator* adjacency_;
  double factor_;
  const RunContext* run_;
};

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

/// The extreme Ritz value under `rule`, or nothing.
std::optional<double> lanczos(ScaledOperator matrix, Spectra::SortRule rule) {
  try {
    Spectra::SymEigsSolver<ScaledOperator> solver(matrix, 1, std::min(matrix.rows(), subspace));
    solver.init();
    solver.compute(rule, max_restarts, tolerance);
    if (solver.info() == Spectra::CompInfo::Successful && std::isfinite(solver.eigenvalues()[0])) {
      return solver.eigenvalues()[0];
    }
  } catch (const RunStopped&) {
  } catch (const std::logic_error&) {
  } catch (const std::runtime_error&) {
  }
  return std::nullopt;
}

/// The largest eigenvalue of sign*W, from above.
EigenvalueEstimate extreme(const AdjacencyOperator& adjacency, double sign, const RunContext& run) {
  const double bound = row_sum_bound(adjacency);
  if (bound == 0.0) return {0.0, true};
  const auto rule = sign > 0.0 ? Spectra::SortRule::LargestAlge : Spectra::SortRule::SmallestAlge;
  const std::optional<double> ritz = lanczos(ScaledOperator(adjacency, bound, run), rule);
  if (!ritz) return {bound, false};
  return {std::min(bound, sign * *ritz * bound * (1.0 + tolerance)), true};
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
