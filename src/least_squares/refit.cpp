#include <algorithm>
#include <cmath>
#include <numeric>

#include <lode/hybrid/box_qp.hpp>
#include <lode/least_squares/refit.hpp>

#include "core/linalg/eigen.hpp"
#include "core/portable_math.hpp"

namespace lode::least_squares {
namespace {

Eigen::MatrixXd columns_of(const Instance& instance, std::span<const Index> support) {
  const auto m = static_cast<Eigen::Index>(instance.rows());
  Eigen::MatrixXd part = Eigen::MatrixXd::Zero(m, static_cast<Eigen::Index>(support.size()));
  for (std::size_t i = 0; i < support.size(); ++i) {
    double* const column = part.data() + i * instance.rows();
    instance.a().add_column(support[i], 1.0, {column, instance.rows()});
  }
  return part;
}

Eigen::Map<const Eigen::VectorXd> as_vector(std::span<const double> values) {
  return {values.data(), static_cast<Eigen::Index>(values.size())};
}

std::vector<double> to_std(const Eigen::VectorXd& values) {
  return {values.data(), values.data() + values.size()};
}

/// Well conditioned by the estimate that Cholesky gives for nothing: the square of the condition of A_S.
constexpr double least_rcond = 1e-10;

Eigen::VectorXd minimise(const Eigen::MatrixXd& part, Eigen::Map<const Eigen::VectorXd> b) {
  if (part.cols() <= part.rows()) {
    Eigen::MatrixXd normal = Eigen::MatrixXd::Zero(part.cols(), part.cols());
    normal.selfadjointView<Eigen::Lower>().rankUpdate(part.transpose());
    const Eigen::LLT<Eigen::MatrixXd> cholesky(normal);
    if (cholesky.info() == Eigen::Success && cholesky.rcond() > least_rcond) {
      Eigen::VectorXd z = cholesky.solve(part.transpose() * b);
      z += cholesky.solve(part.transpose() * (b - part * z));
      return z;
    }
  }
  return part.completeOrthogonalDecomposition().solve(b);
}

/// log(1 + exp(-t)) without overflow.
double soft_loss(double t) {
  return lode::detail::portable_log1p(lode::detail::portable_exp(-std::abs(t))) + std::max(-t, 0.0);
}

double logistic_loss(const Eigen::VectorXd& product, Eigen::Map<const Eigen::VectorXd> b) {
  double sum = 0.0;
  for (Eigen::Index i = 0; i < b.size(); ++i) sum += soft_loss(b[i] * product[i]);
  return sum;
}

Eigen::VectorXd minimise_logistic(const Eigen::MatrixXd& part, Eigen::Map<const Eigen::VectorXd> b,
                                  double box, Eigen::VectorXd z) {
  constexpr int max_steps = 100;
  z = z.cwiseMax(-box).cwiseMin(box);
  Eigen::VectorXd product = part * z;
  double value = logistic_loss(product, b);
  for (int step = 0; step < max_steps; ++step) {
    Eigen::VectorXd slope(b.size());
    Eigen::VectorXd curvature(b.size());
    for (Eigen::Index i = 0; i < b.size(); ++i) {
      const double wrong = 1.0 / (1.0 + lode::detail::portable_exp(b[i] * product[i]));
      slope[i] = -b[i] * wrong;
      curvature[i] = wrong * (1.0 - wrong);
    }
    const Eigen::VectorXd gradient = part.transpose() * slope;
    Eigen::MatrixXd hessian = part.transpose() * curvature.asDiagonal() * part;
    hessian.diagonal().array() += 1e-10 * std::max(hessian.trace(), 1e-300);
    const Eigen::VectorXd linear = gradient - hessian * z;
    const std::vector<double> next =
        hybrid::minimise_in_box({hessian.data(), static_cast<std::size_t>(hessian.size())},
                                {linear.data(), static_cast<std::size_t>(linear.size())}, box, to_std(z));
    const Eigen::VectorXd direction = as_vector(next) - z;
    bool fell = false;
    double fall = 0.0;
    for (double length = 1.0; length > 1e-10 && !fell; length *= 0.5) {
      const Eigen::VectorXd candidate = z + length * direction;
      const Eigen::VectorXd its_product = part * candidate;
      const double its_value = logistic_loss(its_product, b);
      fell = its_value < value;
      if (!fell) continue;
      fall = value - its_value;
      z = candidate;
      product = its_product;
      value = its_value;
    }
    if (!fell || fall <= 1e-15 * value) break;
  }
  return z;
}

}  // namespace

std::vector<double> least_squares_on(const Instance& instance, std::span<const Index> support) {
  if (support.empty()) return {};
  if (instance.rows() == 0) return std::vector<double>(support.size(), 0.0);
  return to_std(minimise(columns_of(instance, support), as_vector(instance.b())));
}

std::vector<double> least_squares_on(const Instance& instance, std::span<const Index> support, double box) {
  std::vector<double> z = least_squares_on(instance, support);
  const auto inside = [box](double value) { return std::abs(value) <= box; };
  if (std::all_of(z.begin(), z.end(), inside)) return z;
  const Eigen::MatrixXd part = columns_of(instance, support);
  const Eigen::MatrixXd normal = part.transpose() * part;
  const Eigen::VectorXd linear = -(part.transpose() * as_vector(instance.b()));
  return hybrid::minimise_in_box({normal.data(), static_cast<std::size_t>(normal.size())},
                                 {linear.data(), static_cast<std::size_t>(linear.size())}, box, std::move(z));
}

std::vector<double> refit_on(const Problem& problem, std::span<const Index> support,
                             std::vector<double> values) {
  const Instance& instance = *problem.instance;
  const double box = problem.constraint.kind == ConstraintKind::sparse
                         ? problem.constraint.box
                         : std::numeric_limits<double>::infinity();
  if (problem.loss == Loss::squared) return least_squares_on(instance, support, box);
  if (support.empty() || instance.rows() == 0) return values;
  return to_std(
      minimise_logistic(columns_of(instance, support), as_vector(instance.b()), box, as_vector(values)));
}

}  // namespace lode::least_squares
