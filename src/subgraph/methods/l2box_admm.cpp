#include "subgraph/methods/l2box_admm.hpp"

#include <algorithm>
#include <cmath>

#include <lode/graph/spectra.hpp>
#include <lode/subgraph/registry.hpp>

#include "core/linalg/eigen.hpp"
#include "core/options/solve_by_settings.hpp"
#include "subgraph/methods/relaxation.hpp"

namespace lode::subgraph {
namespace {

using Eigen::VectorXd;

// Conjugate gradients of one iteration (l2box_admm.hpp promises them): the next begins where they end, so a
// residual that is left is worked off by the iterations after it; steps of ill-conditioned systems are
// limited.
constexpr double linear_tolerance = 1e-6;
constexpr Eigen::Index linear_steps = 200;

class Admm {
 public:
  Admm(const Problem& problem, const L2boxAdmmOptions& options, const AdjacencyOperator& matrix,
       const RunContext& run, std::span<const double> start)
      : options_(options),
        matrix_(matrix),
        run_(run),
        s_(problem.s),
        loading_(largest_eigenvalue(matrix, run).value),
        rho_(loading_),
        x_(Eigen::Map<const VectorXd>(start.data(), static_cast<Eigen::Index>(start.size()))),
        box_(x_),
        sphere_(x_),
        box_multiplier_(VectorXd::Zero(x_.size())),
        sphere_multiplier_(box_multiplier_) {}

  const VectorXd& x() const { return x_; }

  /// One round of x, y1, y2 and the multipliers.
  hybrid::Step step() {
    if (!solve_for_x()) return hybrid::Step::stopped;
    box_ = (x_ + box_multiplier_ / rho_).cwiseMax(0.0).cwiseMin(1.0);
    project_on_sphere();
    box_multiplier_ += rho_ * (x_ - box_);
    sphere_multiplier_ += rho_ * (x_ - sphere_);
    sum_multiplier_ += rho_ * (x_.sum() - s_);
    if (violation() <= options_.tolerance) return hybrid::Step::settled;
    rho_ = std::min(rho_ * options_.growth, options_.cap * loading_);
    return hybrid::Step::moved;
  }

 private:
  /// max |x - y_i| / max(1, |x|)
  double violation() const {
    return std::max((x_ - box_).norm(), (x_ - sphere_).norm()) / std::max(1.0, x_.norm());
  }

  /// False: the run should stop, and x is where it was.
  bool solve_for_x() {
    VectorXd right = rho_ * (box_ + sphere_) - box_multiplier_ - sphere_multiplier_;
    right.array() += rho_ * s_ - sum_multiplier_;
    return conjugate_gradients(right);
  }

  /// ((2c + 2 rho) I - 2W + rho 11') x
  VectorXd multiply(const VectorXd& x) const {
    VectorXd y(x.size());
    matrix_.perform_op(x.data(), y.data());
    y = (2.0 * loading_ + 2.0 * rho_) * x - 2.0 * y;
    y.array() += rho_ * x.sum();
    return y;
  }

  /// Takes x to the solution of multiply(x) = right, from where it is. False: the run should stop before.
  bool conjugate_gradients(const VectorXd& right) {
    const double small = linear_tolerance * linear_tolerance * right.squaredNorm();
    VectorXd x = x_;
    VectorXd residual = right - multiply(x);
    VectorXd direction = residual;
    double squares = residual.squaredNorm();
    for (Eigen::Index step = 0; step < linear_steps && squares > small; ++step) {
      if (run_.should_stop()) return false;
      const VectorXd image = multiply(direction);
      const double length = squares / direction.dot(image);
      x += length * direction;
      residual -= length * image;
      const double before = squares;
      squares = residual.squaredNorm();
      direction = residual + (squares / before) * direction;
    }
    x_ = x;
    return true;
  }

  void project_on_sphere() {
    const VectorXd offset = (x_ + sphere_multiplier_ / rho_).array() - 0.5;
    const double norm = offset.norm();
    if (norm == 0.0) return;
    const double radius = 0.5 * std::sqrt(static_cast<double>(x_.size()));
    sphere_ = (offset * (radius / norm)).array() + 0.5;
  }

  const L2boxAdmmOptions& options_;
  const AdjacencyOperator& matrix_;
  const RunContext& run_;
  double s_;
  double loading_;  ///< c
  double rho_;
  VectorXd x_;
  VectorXd box_;                 ///< y1
  VectorXd sphere_;              ///< y2
  VectorXd box_multiplier_;      ///< z1
  VectorXd sphere_multiplier_;   ///< z2
  double sum_multiplier_ = 0.0;  ///< z3
};

const lode::detail::OptionTable<L2boxAdmmOptions>& l2box_admm_options() {
  static const lode::detail::OptionTable<L2boxAdmmOptions> table = {
      {"max-iterations", &L2boxAdmmOptions::max_iterations, "Largest number of steps", "steps",
       lode::detail::at_least(0)},
      {"tolerance", &L2boxAdmmOptions::tolerance,
       "The method ends when x and its copies differ by at most this times max(1, |x|)", "",
       lode::detail::at_least_or_infinity(0.0)},
      {"growth", &L2boxAdmmOptions::growth, "Factor by which the penalty grows in each step", "",
       lode::detail::at_least_or_infinity(1.0)},
      {"cap", &L2boxAdmmOptions::cap, "The penalty grows up to this", "largest eigenvalues",
       lode::detail::at_least_or_infinity(1.0)},
  };
  return table;
}

}  // namespace

Solution l2box_admm(const Problem& problem, const L2boxAdmmOptions& options, const RunContext& run) {
  return detail::relax<Admm>(problem, options, l2box_admm_options(), run, "l2box-admm",
                             options.max_iterations);
}

namespace detail {

MethodRow l2box_admm_row() {
  return {.name = "l2box-admm",
          .summary =
              "Brings x, a copy in the box and a copy on the sphere together (ADMM), then takes the s "
              "largest entries",
          .objective = "x'(lambda_max I - W)x, x in {0,1}^n as box and sphere, 1'x = s",
          .guarantee = "Never less than its start",
          .cost =
              "At most 1000 linear systems by conjugate gradients, O(n + m) for each gradient, and one "
              "eigenvalue",
          .source = "Wu, Ghanem, IEEE TPAMI 41 (2019)",
          .options = l2box_admm_options().infos(),
          .solve = lode::detail::solve_by_settings<l2box_admm, l2box_admm_options>};
}

}  // namespace detail

}  // namespace lode::subgraph
