#include <numeric>
#include <string>

#include <lode/core/error.hpp>

#include "core/linalg/stoppable_solvers.hpp"
#include "least_squares/methods/smooth_point.hpp"

namespace lode::least_squares {
namespace {

struct QpmOptions {
  double penalty = 0.1;                ///< of mean diag(A'A)
  double growth = 3.1622776601683795;  ///< of the penalty, sqrt(10)
  double tolerance = 1e-4;    ///< relative change that ends an inner loop, and distance that ends the outer
  double start_scale = 1e-3;  ///< of the normal values to begin with when the problem has no start
};

lode::detail::OptionTable<QpmOptions> qpm_options() {
  return {
      {"penalty", &QpmOptions::penalty, "Penalty to begin with", "means of the squared columns",
       lode::detail::above(0.0)},
      {"growth", &QpmOptions::growth, "Factor from one penalty to the next", "", lode::detail::above(1.0)},
      {"tolerance", &QpmOptions::tolerance,
       "An inner loop ends at this relative change, and the outer loop at this distance", "",
       lode::detail::above(0.0)},
      {"start-scale", &QpmOptions::start_scale, start_scale_meaning, "", lode::detail::at_least(0.0)},
  };
}

/// Quadratic penalty method (penalty decomposition).
///
/// Minimises 1/2 |Ax - b|^2 + h(y) + (rho/2) |x - y|^2 over x and y in turn for a growing rho, until x and y
/// agree; restarts from its first feasible point if the penalised value rises above F there.
/// Returns the best y.
///
/// x solves (A'A + rho I) x = v by a Cholesky factorisation of size min(m, n): of the matrix itself, or, when
/// m is smaller, of AA' + rho I, since (A'A + rho I)^-1 v = (v - A'(AA' + rho I)^-1 A v) / rho.
Solution qpm(const Problem& problem, const QpmOptions& options, const RunContext& run) {
  using hybrid::Step;
  constexpr std::uint64_t inner_limit = 1000;  // steps at one penalty, against an alternation that creeps
  constexpr int outer_limit = 100;             // penalties: at the default growth the last is never met
  const Instance& instance = *problem.instance;
  BestPoint best(problem, run, "qpm");
  const std::vector<double> start = start_point(problem, options.start_scale, run.seed());
  const double start_objective = SmoothPoint(problem, start).objective;
  best.consider(start, start_objective, 0);
  if (const auto stop = best.should_end()) return best.finish(*stop);
  const double mean = as_vector(instance.column_squares()).lpNorm<1>() / instance.columns();
  if (mean == 0.0) {  // A = 0: every x fits alike, and 0 costs nothing
    best.consider(std::vector<double>(start.size(), 0.0), instance.half_norm_b(), 1);
    return best.finish(StopReason::converged);
  }

  constexpr std::size_t most_values = std::size_t{1} << 30;  // 8 GiB
  if (instance.rows() > most_values / instance.columns()) {
    throw InvalidArgument("size of A", std::to_string(instance.rows()) + " rows",
                          "need a dense copy of more than 8 GiB");
  }
  const bool few_rows = instance.rows() < instance.columns();
  const lode::detail::StopAsked stop_asked = [&run] { return run.should_stop(); };
  Eigen::MatrixXd product;  // A'A or AA', its lower triangle; empty: not computed yet
  lode::detail::StoppableCholesky cholesky;
  double rho = options.penalty * mean;
  std::vector<double> y = start;
  std::vector<double> x;
  std::uint64_t inner = 0;      // steps at this penalty
  int outer = 0;                // penalties before it
  const auto factorise = [&] {  // false: the run should stop before
    using Outcome = lode::detail::CholeskyOutcome;
    if (product.size() == 0) {
      std::vector<Index> all(instance.columns());
      std::iota(all.begin(), all.end(), Index{0});
      const Eigen::MatrixXd a = columns_of(instance.a(), all);
      auto lower = lode::detail::lower_gram(few_rows ? Eigen::MatrixXd(a.transpose()) : a, stop_asked);
      if (!lower) return false;
      product = std::move(*lower);
    }
    Eigen::MatrixXd shifted = product;
    shifted.diagonal().array() += rho;
    const Outcome outcome = cholesky.compute(std::move(shifted), stop_asked);
    if (outcome != Outcome::not_definite) return outcome == Outcome::done;
    throw InternalError("A'A + rho I is not positive definite to working precision");
  };
  const auto best_x = [&] {
    const Eigen::VectorXd v = as_vector(instance.correlations()) + rho * as_vector(y);
    if (!few_rows) return to_std(cholesky.solve(v));
    const Eigen::VectorXd image = cholesky.solve(as_vector(instance.a().multiply(as_span(v))));
    return to_std((v - as_vector(instance.a().multiply_transposed(as_span(image)))) / rho);
  };
  const auto penalised = [&] {
    const double square = (as_vector(x) - as_vector(y)).squaredNorm();
    return loss_at(problem, instance.a().multiply(x)) + penalty_at(problem.constraint, y) +
           0.5 * rho * square;
  };
  const auto offer = [&](std::uint64_t steps) {
    if (steps > 0) best.consider(y, SmoothPoint(problem, y).objective, steps);
  };
  return best.solve_by_steps(hybrid::no_step_limit, offer, [&] {
    if (inner == 0) {
      if (!factorise()) return Step::stopped;
      x = best_x();
      if (penalised() > start_objective) {
        y = start;
        x = best_x();
      }
    }
    std::vector<double> next_y = proximal_point(problem.constraint, x, rho);
    double moved = relative_distance(y, next_y);
    y = std::move(next_y);
    std::vector<double> next_x = best_x();
    moved = std::max(moved, relative_distance(x, next_x));
    x = std::move(next_x);
    if (moved > options.tolerance && ++inner < inner_limit) return Step::moved;
    if (relative_distance(x, y) <= options.tolerance) return Step::settled;
    if (++outer == outer_limit) return Step::exhausted;
    inner = 0;
    rho *= options.growth;
    return Step::moved;
  });
}

}  // namespace

MethodRow qpm_row() {
  return {.name = "qpm",
          .summary =
              "Alternates between x and a sparse copy, with a growing penalty on their distance (quadratic "
              "penalty method)",
          .constraints = {ConstraintKind::sparse, ConstraintKind::sparse_c},
          .guarantee = "None",
          .cost = "m n for each step, and min(m, n)^3 for each penalty",
          .source = "Lu, Zhang, SIAM J. Optim. 2013",
          .options = qpm_options().infos(),
          .uses_start = true,
          .solve = lode::detail::solve_by_settings<qpm, qpm_options>};
}

}  // namespace lode::least_squares
