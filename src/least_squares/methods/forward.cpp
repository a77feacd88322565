#include <cmath>
#include <string_view>

#include <lode/least_squares/registry.hpp>

#include "core/options/solve_by_settings.hpp"
#include "least_squares/problem/best_point.hpp"
#include "least_squares/problem/orthogonal_fit.hpp"

namespace lode::least_squares {
namespace {

/// What a column's correlation with the residual is measured by.
enum class ColumnScale {
  unit,  ///< |a_j' r| / |a_j|
  raw    ///< |a_j' r|
};

struct OmpOptions {
  ColumnScale columns = ColumnScale::unit;
};

const lode::detail::OptionTable<OmpOptions>& omp_options() {
  static const lode::detail::OptionTable<OmpOptions> table = {
      {"columns",
       &OmpOptions::columns,
       "unit: correlations are with columns scaled to norm 1; raw: with the columns as they are",
       {{"unit", ColumnScale::unit}, {"raw", ColumnScale::raw}}},
  };
  return table;
}

/// Adds the column of largest score to a fit, again and again, until s columns are chosen, no score is
/// positive, or the run ends. `score(j)` is asked once per column and round; `added(fit)` is told of every
/// new column. A column whose part outside the span of the chosen ones is at most 1e-13 of its length is
/// passed over. Ties go to the smaller column.
template <class Score, class Added>
Solution select_forward(const Problem& problem, const RunContext& run, std::string_view name, Score&& score,
                        Added&& added) {
  const Instance& instance = *problem.instance;
  detail::BestPoint best(problem, run, name);
  detail::OrthogonalFit fit(instance, problem.constraint.s);
  std::vector<char> taken(instance.columns(), 0);
  const auto offer = [&](std::uint64_t steps) { best.consider(fit.point(), fit.half_square(), steps); };
  return best.solve_by_steps(hybrid::no_step_limit, offer, [&] {
    while (fit.columns().size() < problem.constraint.s) {
      double largest = 0.0;
      Index chosen = instance.columns();
      for (Index j = 0; j < instance.columns(); ++j) {
        if (taken[j]) continue;
        const double value = score(j);
        if (value > largest) {
          largest = value;
          chosen = j;
        }
      }
      if (chosen == instance.columns()) break;
      taken[chosen] = 1;
      if (!fit.add(chosen)) continue;
      added(fit);
      return hybrid::Step::moved;
    }
    return hybrid::Step::none;
  });
}

/// Orthogonal matching pursuit: adds the column most correlated with the residual and fits all chosen ones by
/// an incremental QR factorisation.
Solution omp(const Problem& problem, const OmpOptions& options, const RunContext& run) {
  const Instance& instance = *problem.instance;
  const std::span<const double> squares = instance.column_squares();
  std::vector<double> correlations(instance.correlations().begin(), instance.correlations().end());
  const auto score = [&](Index j) {
    if (squares[j] == 0.0) return 0.0;
    const double correlation = std::abs(correlations[j]);
    return options.columns == ColumnScale::unit ? correlation / std::sqrt(squares[j]) : correlation;
  };
  return select_forward(problem, run, "omp", score, [&](const detail::OrthogonalFit& fit) {
    correlations = instance.a().multiply_transposed(fit.residual());
  });
}

/// Orthogonal least squares, or forward stepwise selection: adds the column whose addition lowers
/// 1/2 |Ax - b|^2 most after refitting all values.
Solution ols(const Problem& problem, const RunContext& run) {
  const Instance& instance = *problem.instance;
  const std::span<const double> squares = instance.column_squares();
  std::vector<double> correlations(instance.correlations().begin(), instance.correlations().end());
  std::vector<double> outside(squares.begin(), squares.end());  // squared norms outside the chosen span
  const auto score = [&](Index j) {
    return outside[j] > 0.0 ? correlations[j] * correlations[j] / outside[j] : 0.0;
  };
  return select_forward(problem, run, "ols", score, [&](const detail::OrthogonalFit& fit) {
    const std::vector<double> along = instance.a().multiply_transposed(fit.direction());
    for (std::size_t j = 0; j < along.size(); ++j) {
      correlations[j] -= along[j] * fit.direction_length();
      outside[j] -= along[j] * along[j];
      constexpr double least_of_difference = 1e-8;
      if (outside[j] > least_of_difference * squares[j]) continue;
      const Eigen::VectorXd part = fit.outside(static_cast<Index>(j));
      outside[j] = part.squaredNorm();
      correlations[j] = part.dot(detail::as_vector(fit.residual()));
    }
  });
}

}  // namespace

namespace detail {

MethodRow omp_row() {
  return {.name = "omp",
          .summary =
              "Adds the column most correlated with the residual, then refits (orthogonal matching pursuit)",
          .constraints = {ConstraintKind::sparse_c},
          .guarantee = "The exact fit on its support",
          .cost = "s m n",
          .source = "Tropp, Gilbert, IEEE Trans. Inform. Theory 2007",
          .options = omp_options().infos(),
          .monotone = true,
          .solve = lode::detail::solve_by_settings<omp, omp_options>};
}

MethodRow ols_row() {
  return {.name = "ols",
          .summary =
              "Adds the column whose refit lowers the objective most (orthogonal least squares, forward "
              "stepwise)",
          .constraints = {ConstraintKind::sparse_c},
          .guarantee = "The exact fit on its support",
          .cost = "s m n",
          .source = "Chen, Billings, Luo, Int. J. Control 1989",
          .monotone = true,
          .solve = lode::detail::solve_by_settings<ols>};
}

}  // namespace detail

}  // namespace lode::least_squares
