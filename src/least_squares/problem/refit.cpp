#include <numbers>

#include "core/linalg/portable_math.hpp"
#include "core/linalg/stoppable_solvers.hpp"
#include "hybrid/block/box_qp.hpp"
#include "least_squares/problem/matrix.hpp"
#include "least_squares/problem/point.hpp"

namespace lode::least_squares {
namespace {
using lode::detail::CholeskyOutcome;
using lode::detail::StopAsked;

/// Well conditioned: the reciprocal of the square of the condition of A_S is above this, so that the normal
/// equations keep six digits, which a step of refinement doubles. Lower loses digits, higher takes the slower
/// factorisation.
constexpr double least_rcond = 1e-10;

/// The minimiser for columns of length 1; of several, that of least |units_i z_i|.
std::optional<Eigen::VectorXd> minimise(const Eigen::MatrixXd& part, Eigen::Map<const Eigen::VectorXd> b,
                                        const Eigen::VectorXd& units, const StopAsked& stop) {
  if (part.cols() <= part.rows()) {
    auto normal = lode::detail::lower_gram(part, stop);
    if (!normal) return std::nullopt;
    lode::detail::StoppableCholesky cholesky;
    const CholeskyOutcome outcome = cholesky.compute(std::move(*normal), stop);
    if (outcome == CholeskyOutcome::stopped) return std::nullopt;
    if (outcome == CholeskyOutcome::done && cholesky.rcond() > least_rcond) {
      Eigen::VectorXd z = cholesky.solve(part.transpose() * b);
      z += cholesky.solve(part.transpose() * (b - part * z));
      return z;
    }
  }
  return lode::detail::least_norm_solution(part, b, stop, units);
}

/// Newton steps from z until one is stopped, none lowers the loss, or the loss is almost 0.
Eigen::VectorXd minimise_logistic(const Problem& problem, const Eigen::MatrixXd& part, Eigen::VectorXd z,
                                  const StopAsked& stop) {
  constexpr int max_steps = 100;
  const double box = box_of(problem.constraint);
  const auto b = as_vector(problem.instance->b());
  // The classes are separated, and z would grow without end.
  const double next_to_nothing = 1e-12 * std::numbers::ln2 * static_cast<double>(b.size());
  z = z.cwiseMax(-box).cwiseMin(box);
  Eigen::VectorXd product = part * z;
  double value = loss_at(problem, to_std(product));
  for (int step = 0; step < max_steps && value > next_to_nothing && !stop(); ++step) {
    Eigen::VectorXd slope(b.size());
    Eigen::VectorXd curvature(b.size());
    for (Eigen::Index i = 0; i < b.size(); ++i) {
      const double wrong = 1.0 / (1.0 + lode::detail::portable_exp(b[i] * product[i]));
      slope[i] = -b[i] * wrong;
      curvature[i] = wrong * (1.0 - wrong);
    }
    const Eigen::VectorXd gradient = part.transpose() * slope;
    auto lower = lode::detail::lower_gram(curvature.cwiseSqrt().asDiagonal() * part, stop);
    if (!lower) break;
    Eigen::MatrixXd hessian = lower->selfadjointView<Eigen::Lower>();
    hessian.diagonal() *= 1.0 + 1e-10;
    hessian.diagonal().array() += 1e-300;
    const Eigen::VectorXd direction =
        hybrid::minimise_in_box(hessian, gradient - hessian * z, box, z, stop) - z;
    const double before = value;
    for (double length = 1.0; length > 1e-10 && value == before; length *= 0.5) {
      const Eigen::VectorXd candidate = z + length * direction;
      const Eigen::VectorXd its_product = part * candidate;
      const double its_value = loss_at(problem, to_std(its_product));
      if (!(its_value < value)) continue;
      z = candidate;
      product = its_product;
      value = its_value;
    }
    if (before - value <= 1e-15 * value) break;
  }
  return z;
}

/// The fit calls `stop`, and the solver for a binding box calls `stop_in_box`.
std::optional<std::vector<double>> fit(const Instance& instance, std::span<const Index> support, double box,
                                       const StopAsked& stop, const StopAsked& stop_in_box) {
  if (support.empty() || instance.rows() == 0) return std::vector<double>(support.size(), 0.0);
  if (stop()) return std::nullopt;  // before room is made for the columns
  const Eigen::MatrixXd part = columns_of(instance.a(), support);
  const auto b = as_vector(instance.b());
  const Eigen::ArrayXd lengths = part.colwise().norm().transpose();
  const Eigen::VectorXd factors = (lengths > 0.0).select(1.0 / lengths, 1.0);
  auto z = minimise(part * factors.asDiagonal(), b, factors, stop);
  if (!z) return std::nullopt;
  z->array() *= factors.array();
  if (z->lpNorm<Eigen::Infinity>() <= box) return to_std(*z);
  auto normal = lode::detail::lower_gram(part, stop_in_box);
  if (!normal) return std::nullopt;
  *normal = Eigen::MatrixXd(normal->selfadjointView<Eigen::Lower>());
  return to_std(hybrid::minimise_in_box(*normal, -(part.transpose() * b), box, *z, stop_in_box));
}

}  // namespace

std::optional<std::vector<double>> least_squares_within(const Instance& instance,
                                                        std::span<const Index> support, double box,
                                                        const RunContext& run) {
  const StopAsked stop = [&run] { return run.should_stop(); };
  return fit(instance, support, box, stop, stop);
}

std::optional<std::vector<double>> refit_on(const Problem& problem, std::span<const Index> support,
                                            const std::vector<double>& values, const RunContext& run) {
  const Instance& instance = *problem.instance;
  const StopAsked stop = [&run] { return run.should_stop(); };
  if (problem.loss == Loss::squared) {
    constexpr double short_work = 3e7;  // a few hundredths of a second, spent even when the time is over
    const auto size = static_cast<double>(support.size());
    const bool is_short = size * size * static_cast<double>(instance.rows()) <= short_work;
    const StopAsked never = [] { return false; };
    return fit(instance, support, box_of(problem.constraint), is_short ? never : stop, stop);
  }
  if (support.empty() || instance.rows() == 0) return values;
  return to_std(minimise_logistic(problem, columns_of(instance.a(), support), as_vector(values), stop));
}

}  // namespace lode::least_squares
