#include "least_squares/methods/omp.hpp"

#include <cmath>

#include "least_squares/methods/forward_selection.hpp"
#include "least_squares/problem/checks.hpp"

namespace lode::least_squares {

Solution omp(const Problem& problem, const OmpOptions& options, const RunContext& run) {
  detail::check_defined("omp", problem, {ConstraintKind::sparse_c});
  const Instance& instance = *problem.instance;
  const std::span<const double> squares = instance.column_squares();
  std::vector<double> correlations(instance.correlations().begin(), instance.correlations().end());
  const auto score = [&](Index j) {
    if (squares[j] == 0.0) return 0.0;
    const double correlation = std::abs(correlations[j]);
    return options.columns == ColumnScale::unit ? correlation / std::sqrt(squares[j]) : correlation;
  };
  return detail::select_forward(problem, run, "omp", score, [&](const detail::OrthogonalFit& fit) {
    correlations = instance.a().multiply_transposed(fit.residual());
  });
}

}  // namespace lode::least_squares
