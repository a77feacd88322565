#include "least_squares/methods/omp.hpp"

#include <cmath>

#include <lode/least_squares/registry.hpp>

#include "core/options/solve_by_settings.hpp"
#include "least_squares/methods/forward_selection.hpp"
#include "least_squares/problem/checks.hpp"

namespace lode::least_squares {
namespace {

const lode::detail::OptionTable<OmpOptions>& omp_options() {
  static const lode::detail::OptionTable<OmpOptions> table = {
      {"columns",
       &OmpOptions::columns,
       "What correlations are measured by: columns scaled to norm 1, or as they are",
       {{"unit", ColumnScale::unit}, {"raw", ColumnScale::raw}}},
  };
  return table;
}

}  // namespace

Solution omp(const Problem& problem, const OmpOptions& options, const RunContext& run) {
  detail::check_defined("omp", problem, {ConstraintKind::sparse_c});
  omp_options().check(options);
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

namespace detail {

MethodRow omp_row() {
  return {.name = "omp",
          .summary = "orthogonal matching pursuit",
          .constraints = {ConstraintKind::sparse_c},
          .guarantee = "least squares on its support",
          .cost = "s m n",
          .source = "Tropp, Gilbert, IEEE Trans. Inform. Theory 2007",
          .options = omp_options().infos(),
          .monotone = true,
          .solve = lode::detail::solve_by_settings<omp, omp_options>};
}

}  // namespace detail

}  // namespace lode::least_squares
