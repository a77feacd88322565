#include "subgraph/methods/mpec.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include <lode/graph/spectra.hpp>
#include <lode/subgraph/registry.hpp>

#include "core/linalg/eigen.hpp"
#include "core/options/solve_by_settings.hpp"
#include "subgraph/methods/capped_simplex.hpp"
#include "subgraph/methods/relaxation.hpp"
#include "subgraph/problem/mean_weight.hpp"

// In x = (y + 1)/2 the set {-1 <= y <= 1, 1'y = 2s - n} is {0 <= x <= 1, 1'x = s}, and
// f(y) = (1 + y)'(cI - W)(1 + y)/4 = x'(cI - W)x. The code keeps x, which is mostly zero.

namespace lode::subgraph {
namespace {

using Eigen::VectorXd;

/// The inner steps end early once x moves by less than this times max(1, |x|) (mpec.hpp promises it): v
/// changes the problem next, so a closer minimum is soon out of date.
constexpr double inner_tolerance = 1e-6;

/// What is minimised, with t = n - y'v.
enum class MpecForm {
  penalty,    ///< f(y) + rho t
  multiplier  ///< f(y) + pi t + (rho/2) t^2
};

/// The factor of v in the gradient: linear + quadratic * t, t = n - y'v.
struct Pull {
  double linear = 0.0;
  double quadratic = 0.0;
};

/// Alternates accelerated projected-gradient steps in y with v = sqrt(n) y/|y|.
template <MpecForm form>
class Alternation {
 public:
  Alternation(const Problem& problem, const MpecOptions& options, const AdjacencyOperator& matrix,
              const RunContext& run, std::span<const double> start)
      : options_(options),
        run_(run),
        product_(matrix),
        s_(problem.s),
        largest_(largest_eigenvalue(matrix, run).value),
        spread_(largest_ - smallest_eigenvalue(matrix, run).value),
        rho_(options.penalty * detail::mean_weight(problem.graph)),
        x_(Eigen::Map<const VectorXd>(start.data(), static_cast<Eigen::Index>(start.size()))),
        image_(x_.size()) {
    product_.multiply(x_.data(), image_.data());
    aim();
  }

  const VectorXd& x() const { return x_; }

  hybrid::Step step() {
    descend(form == MpecForm::penalty ? Pull{rho_, 0.0} : Pull{multiplier_, rho_});
    aim();
    const double gap = static_cast<double>(x_.size()) - (2.0 * x_.dot(v_) - v_.sum());  // n - y'v
    if (gap <= options_.gap) return hybrid::Step::settled;
    multiplier_ += rho_ * gap;
    if (++steps_ % options_.alternations != 0) return hybrid::Step::moved;
    if (rho_ >= 2.0 * std::sqrt(s_) * spread_) return hybrid::Step::settled;
    rho_ *= options_.growth;
    return hybrid::Step::moved;
  }

 private:
  /// v = sqrt(n) y/|y|, the maximiser of y'v on the ball; 0 for y = 0.
  void aim() {
    v_ = 2.0 * x_.array() - 1.0;
    const double norm = v_.norm();
    if (norm > 0.0) v_ *= std::sqrt(static_cast<double>(v_.size())) / norm;
  }

  /// Accelerated projected-gradient steps in x, fewer when x settles or the run should stop.
  void descend(Pull pull) {
    // Only the part of v inside 1'x = s bends the objective along feasible directions.
    const double bend = 2.0 * pull.quadratic * (v_.array() - v_.mean()).square().sum();
    const double scale = 1.0 / (spread_ + bend);
    VectorXd previous = x_;
    VectorXd previous_image = image_;
    VectorXd point = x_;
    VectorXd point_image = image_;
    double momentum = 1.0;
    for (std::uint64_t step = 0; step < options_.inner_steps && !run_.should_stop(); ++step) {
      const double n = static_cast<double>(point.size());
      const double factor = pull.linear + pull.quadratic * (n - (2.0 * point.dot(v_) - v_.sum()));
      x_ = point - scale * (largest_ * point - point_image - factor * v_);
      project_capped_simplex(view(x_), s_, view(x_));
      product_.multiply(x_.data(), image_.data());
      if ((x_ - previous).norm() <= inner_tolerance * std::max(1.0, x_.norm())) return;
      const double next_momentum = 0.5 * (1.0 + std::sqrt(1.0 + 4.0 * momentum * momentum));
      const double beta = (momentum - 1.0) / next_momentum;
      momentum = next_momentum;
      point = x_ + beta * (x_ - previous);
      point_image = image_ + beta * (image_ - previous_image);
      previous = x_;
      previous_image = image_;
    }
  }

  static std::span<double> view(VectorXd& x) { return {x.data(), static_cast<std::size_t>(x.size())}; }

  const MpecOptions& options_;
  const RunContext& run_;
  detail::SupportProduct product_;
  double s_;
  double largest_;  ///< c
  double spread_;   ///< c - lambda_min, the curvature of f in x up to a factor 2
  double rho_;
  double multiplier_ = 0.0;  ///< pi
  std::uint64_t steps_ = 0;
  VectorXd x_;
  VectorXd image_;  ///< Wx
  VectorXd v_;
};

const lode::detail::OptionTable<MpecOptions>& mpec_options() {
  static const lode::detail::OptionTable<MpecOptions> table = {
      {"penalty", &MpecOptions::penalty, "Penalty to begin with", "mean weights", lode::detail::above(0.0)},
      {"growth", &MpecOptions::growth, "Factor from one penalty to the next", "", lode::detail::above(1.0)},
      {"alternations", &MpecOptions::alternations, "Alternations between y and v for each penalty",
       "alternations", lode::detail::at_least(1)},
      {"inner-steps", &MpecOptions::inner_steps, "Gradient steps in y for each alternation", "steps",
       lode::detail::at_least(1)},
      {"gap", &MpecOptions::gap, "The method ends when n - y'v is at most this", "",
       lode::detail::at_least_or_infinity(0.0)},
  };
  return table;
}

}  // namespace

Solution mpec_epm(const Problem& problem, const MpecOptions& options, const RunContext& run) {
  return detail::relax<Alternation<MpecForm::penalty>>(problem, options, mpec_options(), run, "mpec-epm",
                                                       hybrid::no_step_limit);
}

Solution mpec_adm(const Problem& problem, const MpecOptions& options, const RunContext& run) {
  return detail::relax<Alternation<MpecForm::multiplier>>(problem, options, mpec_options(), run, "mpec-adm",
                                                          hybrid::no_step_limit);
}

namespace detail {

MethodRow mpec_epm_row() {
  return {.name = "mpec-epm",
          .summary =
              "Makes y a vector of signs by an exact penalty on y'v = n, |v|^2 <= n, then takes the s "
              "largest entries",
          .objective = "f(y) + rho (n - y'v), -1 <= y <= 1, 1'y = 2s - n",
          .guarantee = "Never less than its start",
          .cost = "At most about 120 x 30 steps of O(n + m), and two eigenvalues",
          .source = "Yuan, Ghanem, AAAI 2017",
          .options = mpec_options().infos(),
          .solve = lode::detail::solve_by_settings<mpec_epm, mpec_options>};
}

MethodRow mpec_adm_row() {
  MethodRow row = mpec_epm_row();
  row.name = "mpec-adm";
  row.summary =
      "Makes y a vector of signs by an augmented Lagrangian on y'v = n, |v|^2 <= n, then takes the s largest "
      "entries";
  row.objective = "f(y) + pi t + (rho/2) t^2, t = n - y'v";
  row.solve = lode::detail::solve_by_settings<mpec_adm, mpec_options>;
  return row;
}

}  // namespace detail

}  // namespace lode::subgraph
