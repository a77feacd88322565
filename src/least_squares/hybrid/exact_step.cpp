#include <algorithm>
#include <cmath>

#include <lode/least_squares/registry.hpp>

#include "least_squares/hybrid/exchange.hpp"
#include "least_squares/problem/orthogonal_fit.hpp"
#include "least_squares/problem/point.hpp"

namespace lode::least_squares {

double exact_step_work(const Instance& instance, std::size_t support_size) {
  return static_cast<double>(instance.a().num_stored()) * static_cast<double>(support_size + 2);
}

ExactStep best_exact_step(const Problem& problem, std::span<const Index> support, double least,
                          StepKinds kinds, const RunContext& run) {
  constexpr Index columns_per_poll = 64;
  constexpr int most_checks = 100;  // of dependences
  // Below this, the difference of two squares has lost digits that the projection keeps.
  constexpr double least_of_difference = 1e-3;
  const Instance& instance = *problem.instance;
  const Matrix& a = instance.a();
  const bool penalised = problem.constraint.kind == ConstraintKind::sparse;
  const bool exchanges_alone = kinds == StepKinds::exchanges;
  const double lambda = lambda_of(problem.constraint);
  const double length_of_b = std::sqrt(2.0 * instance.half_norm_b());
  OrthogonalFit fit(instance, support.size());
  Index idle = no_index;  // a dependent member
  std::vector<char> is_member(instance.columns(), 0);
  for (const Index j : support) {
    is_member[j] = 1;
    if (!fit.add(j)) idle = j;
  }
  const bool may_add =
      idle != no_index || (!exchanges_alone && (penalised || support.size() < problem.constraint.s));
  const std::vector<Index>& members = fit.columns();
  const Eigen::Ref<const Eigen::MatrixXd> q = fit.directions();
  const Position size = q.cols();
  // Column i is u_i in the basis of the fit. Member i is the only one that is not orthogonal to u_i, the unit
  // vector along column i of Q R^-T.
  Eigen::MatrixXd duals =
      fit.factor().transpose().triangularView<Eigen::Lower>().solve(Eigen::MatrixXd::Identity(size, size));
  double rounding_of_fit = 0.0;  // of u_i'b, where members nearly depend on each other
  for (Position i = 0; i < size; ++i) {
    const double own = duals.col(i).norm() * std::sqrt(instance.column_squares()[members[i]]);
    rounding_of_fit = std::max(rounding_of_fit, fit_rounding * length_of_b * own);
  }
  duals.colwise().normalize();
  const Eigen::VectorXd along_b = duals.transpose() * fit.lengths();
  const Eigen::VectorXd cost = 0.5 * along_b.cwiseAbs2();

  ExactStep step;
  double best_possible = -infinity;
  const auto take = [&](Index out, Index in, double decrease, double rounding) {
    best_possible = std::max(best_possible, decrease + rounding);
    if (decrease > std::max(least, step.move.decrease)) step.move = {out, in, decrease};
  };
  for (Position i = 0; i < size && penalised && !exchanges_alone; ++i) {
    take(members[i], no_index, lambda - cost[i], 0.0);
  }
  int checks = 0;
  for (Index j = 0; j < instance.columns(); ++j) {
    if (j % columns_per_poll == 0 && run.should_stop()) {
      step.settled = false;
      break;
    }
    const double whole = instance.column_squares()[j];
    if (is_member[j] || !(whole > 0.0)) continue;
    Eigen::VectorXd inside(size);
    for (Position i = 0; i < size; ++i) inside[i] = a.dot(j, {q.col(i).data(), instance.rows()});
    double left = whole - inside.squaredNorm();
    double slope = a.dot(j, fit.residual());
    if (left < least_of_difference * whole) {
      const Eigen::VectorXd part = fit.outside(j);
      left = part.squaredNorm();
      slope = part.dot(as_vector(fit.residual()));
      // A column outside the span by rounding alone gains nothing if it is a combination.
      if (left == 0.0 && step.settled && members.size() < instance.rows()) {
        step.settled = ++checks <= most_checks && combination_of(a, j, members);
      }
    }
    const double length = std::sqrt(whole);
    // The gain of a column by its part outside the span, and the rounding error.
    const auto consider = [&](Index out, double its_slope, double square, double price) {
      const double part = std::sqrt(square);
      if (part <= dependent_length * length) return;
      const double reach = std::abs(its_slope) / part;
      const double noise = rounding_of_fit + fit_rounding * length_of_b * length / part;
      take(out, j, 0.5 * reach * reach - price, noise * (reach + std::sqrt(2.0 * price) + noise));
    };
    if (may_add) consider(idle, slope, left, idle == no_index ? lambda : 0.0);
    const Eigen::VectorXd along = duals.transpose() * inside;
    for (Position i = 0; i < size; ++i) {
      consider(members[i], slope + along_b[i] * along[i], left + along[i] * along[i], cost[i]);
    }
  }
  if (best_possible > std::max(least, step.move.decrease)) step.settled = false;
  return step;
}

std::vector<double> polished(const Problem& problem, std::vector<double> x, double work,
                             const RunContext& run) {
  const Instance& instance = *problem.instance;
  const std::size_t n = instance.columns();
  double value = objective_at(problem, x);
  const auto consider = [&](std::vector<double> other) {
    const double its_value = objective_at(problem, other);
    if (!(its_value < value)) return false;
    x = std::move(other);
    value = its_value;
    return true;
  };
  const auto consider_fit = [&](std::span<const Index> support) {
    const auto fit = least_squares_within(instance, support, infinity, run);
    return fit && consider(point_on(support, *fit, n));
  };
  consider_fit(support_of(x));
  if (problem.constraint.kind == ConstraintKind::sparse_c) {
    for (const char* const name : {"ols", "omp"}) {
      const Solution solution = method(name).solve(problem, {}, run);
      consider(point_on(solution.support, solution.x, n));
    }
  }
  const double nothing = 1e-20 * instance.half_norm_b();
  while (value > nothing && !run.should_stop()) {
    std::vector<Index> support = support_of(x);
    work -= exact_step_work(instance, support.size());
    if (work < 0.0) break;
    const ExchangeMove move =
        best_exact_step(problem, support, rounding_tolerance * value, StepKinds::all, run).move;
    if (!move.exists()) break;
    std::erase(support, move.out);
    if (move.in != no_index) support.push_back(move.in);
    if (!consider_fit(support)) break;
  }
  return x;
}

}  // namespace lode::least_squares
