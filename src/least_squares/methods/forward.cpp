#include "least_squares/methods/smooth_point.hpp"
#include "least_squares/problem/orthogonal_fit.hpp"

namespace lode::least_squares {
namespace {

/// Measure of a column's correlation with the residual: |a_j' r| / |a_j| or |a_j' r|.
enum class ColumnScale { unit, raw };

struct OmpOptions {
  ColumnScale columns = ColumnScale::unit;
};

lode::detail::OptionTable<OmpOptions> omp_options() {
  return {
      {"columns",
       &OmpOptions::columns,
       "unit: correlations are with columns scaled to norm 1; raw: with the columns as they are",
       {{"unit", ColumnScale::unit}, {"raw", ColumnScale::raw}}},
  };
}

/// Adds the column of largest score to a fit until s columns are chosen, no score is positive, or the run
/// ends. Calls `score(j)` once per column and round, and `added(fit)` after every new column. Skips a column
/// whose part outside the span of the chosen columns is at most 1e-13 of its length. Ties go to the smaller
/// column.
template <class Score, class Added>
Solution select_forward(const Problem& problem, const RunContext& run, std::string_view name, Score&& score,
                        Added&& added) {
  const Instance& instance = *problem.instance;
  BestPoint best(problem, run, name);
  OrthogonalFit fit(instance, problem.constraint.s);
  std::vector<char> taken(instance.columns(), 0);
  const auto offer = [&](std::uint64_t steps) { best.consider(fit.point(), fit.half_square(), steps); };
  return best.solve_by_steps(hybrid::no_step_limit, offer, [&] {
    while (fit.columns().size() < problem.constraint.s) {
      const Index chosen = largest(taken.size(), 1, [&](Index j) { return taken[j] ? -1.0 : score(j); })[0];
      if (taken[chosen] || !(score(chosen) > 0.0)) break;
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
    const bool unit = options.columns == ColumnScale::unit && squares[j] > 0.0;
    return std::abs(correlations[j]) / (unit ? std::sqrt(squares[j]) : 1.0);
  };
  return select_forward(problem, run, "omp", score, [&](const OrthogonalFit& fit) {
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
  return select_forward(problem, run, "ols", score, [&](const OrthogonalFit& fit) {
    const auto last = fit.lengths().size() - 1;
    const Eigen::VectorXd direction = fit.directions().col(last);
    const std::vector<double> along = instance.a().multiply_transposed(as_span(direction));
    for (Index j = 0; j < along.size(); ++j) {
      correlations[j] -= along[j] * fit.lengths()[last];
      outside[j] -= along[j] * along[j];
      constexpr double least_of_difference = 1e-8;
      if (outside[j] > least_of_difference * squares[j]) continue;
      const Eigen::VectorXd part = fit.outside(j);
      outside[j] = part.squaredNorm();
      correlations[j] = part.dot(as_vector(fit.residual()));
    }
  });
}

}  // namespace

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

}  // namespace lode::least_squares
