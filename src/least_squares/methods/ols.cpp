#include "least_squares/methods/ols.hpp"

#include <lode/least_squares/registry.hpp>

#include "core/options/solve_by_settings.hpp"
#include "least_squares/methods/forward_selection.hpp"
#include "least_squares/problem/checks.hpp"
#include "least_squares/problem/orthogonal_fit.hpp"

namespace lode::least_squares {
Solution ols(const Problem& problem, const RunContext& run) {
  detail::check_defined("ols", problem, {ConstraintKind::sparse_c});
  const Instance& instance = *problem.instance;
  const std::span<const double> squares = instance.column_squares();
  std::vector<double> correlations(instance.correlations().begin(), instance.correlations().end());
  std::vector<double> outside(squares.begin(), squares.end());  // squared norms outside the chosen span
  const auto score = [&](Index j) {
    return outside[j] > detail::least_pivot * squares[j] ? correlations[j] * correlations[j] / outside[j]
                                                         : 0.0;
  };
  return detail::select_forward(problem, run, "ols", score, [&](const detail::OrthogonalFit& fit) {
    const std::vector<double> along = instance.a().multiply_transposed(fit.direction());
    for (std::size_t j = 0; j < along.size(); ++j) {
      correlations[j] -= along[j] * fit.direction_length();
      outside[j] -= along[j] * along[j];
    }
  });
}

namespace detail {

MethodRow ols_row() {
  return {.name = "ols",
          .summary = "orthogonal least squares (forward stepwise)",
          .constraints = {ConstraintKind::sparse_c},
          .guarantee = "least squares on its support",
          .cost = "s m n",
          .source = "Chen, Billings, Luo, Int. J. Control 1989",
          .monotone = true,
          .solve = lode::detail::solve_by_settings<ols>};
}

}  // namespace detail

}  // namespace lode::least_squares
