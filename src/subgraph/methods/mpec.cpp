#include "subgraph/methods/mpec.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include <lode/core/error.hpp>
#include <lode/graph/spectra.hpp>

#include "core/linalg/eigen.hpp"
#include "subgraph/methods/capped_simplex.hpp"
#include "subgraph/methods/relaxation.hpp"

namespace lode::subgraph::detail {
namespace {

using Eigen::VectorXd;

/// The inner steps end early once x moves by less than this times max(1, |x|) (mpec_epm.hpp promises it): v
/// changes the problem next, so a closer minimum is soon out of date.
constexpr double inner_tolerance = 1e-6;

/// The factor of v in the gradient: linear + quadratic * t, t = n - y'v.
struct Pull {
  double linear = 0.0;
  double quadratic = 0.0;
};

class Alternation {
 public:
  Alternation(const Problem& problem, const AdjacencyOperator& matrix, const RunContext& run,
              std::span<const double> start)
      : run_(run),
        product_(matrix),
        s_(problem.s),
        largest_(largest_eigenvalue(matrix, run).value),
        spread_(largest_ - smallest_eigenvalue(matrix, run).value),
        x_(Eigen::Map<const VectorXd>(start.data(), static_cast<Eigen::Index>(start.size()))),
        image_(x_.size()) {
    product_.multiply(x_.data(), image_.data());
    aim();
  }

  const VectorXd& x() const { return x_; }
  /// c - lambda_min, the curvature of f in x up to a factor 2.
  double spread() const { return spread_; }
  /// n - y'v.
  double gap() const { return static_cast<double>(x_.size()) - (2.0 * x_.dot(v_) - v_.sum()); }

  /// v = sqrt(n) y/|y|, the maximiser of y'v on the ball; 0 for y = 0.
  void aim() {
    v_ = 2.0 * x_.array() - 1.0;
    const double norm = v_.norm();
    if (norm > 0.0) v_ *= std::sqrt(static_cast<double>(v_.size())) / norm;
  }

  /// At most `steps` accelerated projected-gradient steps in x; fewer when x settles or the run should stop.
  void descend(Pull pull, std::uint64_t steps) {
    // Only the part of v inside 1'x = s bends the objective along feasible directions.
    const double bend = 2.0 * pull.quadratic * (v_.array() - v_.mean()).square().sum();
    const double scale = 1.0 / (spread_ + bend);
    VectorXd previous = x_;
    VectorXd previous_image = image_;
    VectorXd point = x_;
    VectorXd point_image = image_;
    double momentum = 1.0;
    for (std::uint64_t step = 0; step < steps && !run_.should_stop(); ++step) {
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

 private:
  static std::span<double> view(VectorXd& x) { return {x.data(), static_cast<std::size_t>(x.size())}; }

  const RunContext& run_;
  SupportProduct product_;
  double s_;
  double largest_;  ///< c
  double spread_;
  VectorXd x_;
  VectorXd image_;  ///< Wx
  VectorXd v_;
};

RelaxationEnd alternate(const Problem& problem, MpecForm form, const MpecOptions& options,
                        const RunContext& run, std::span<const double> start, BestRounding& best) {
  const AdjacencyOperator matrix(problem.graph);
  Alternation alternation(problem, matrix, run, start);
  const double cap = 2.0 * std::sqrt(static_cast<double>(problem.s)) * alternation.spread();
  double rho = options.penalty * mean_edge_weight(problem.graph);
  double multiplier = 0.0;
  const bool penalty_form = form == MpecForm::penalty;
  for (std::uint64_t step = 1;; ++step) {
    if (const auto stop = best.should_end()) return {*stop, step - 1};
    alternation.descend(penalty_form ? Pull{rho, 0.0} : Pull{multiplier, rho}, options.inner_steps);
    alternation.aim();
    best.consider({alternation.x().data(), start.size()}, step);
    const double gap = alternation.gap();
    if (gap <= options.gap) return {StopReason::converged, step};
    if (!penalty_form) multiplier += rho * gap;
    if (step % options.alternations != 0) continue;
    if (rho >= cap) return {StopReason::converged, step};
    rho *= options.growth;
  }
}

}  // namespace

const lode::detail::OptionTable<MpecOptions>& mpec_options() {
  static const lode::detail::OptionTable<MpecOptions> table = {
      {"penalty", &MpecOptions::penalty, "First penalty", "mean weights", lode::detail::above(0.0)},
      {"growth", &MpecOptions::growth, "Factor between penalties", "", lode::detail::above(1.0)},
      {"alternations", &MpecOptions::alternations, "Alternations of y and v per penalty", "alternations",
       lode::detail::at_least(1)},
      {"inner-steps", &MpecOptions::inner_steps, "Gradient steps in y per alternation", "steps",
       lode::detail::at_least(1)},
      {"gap", &MpecOptions::gap, "Ends when n - y'v is at most this", "",
       lode::detail::at_least_or_infinity(0.0)},
  };
  return table;
}

Solution solve_mpec(const Problem& problem, MpecForm form, const MpecOptions& options, const RunContext& run,
                    std::string_view phase) {
  check_problem(problem);
  mpec_options().check(options);
  const auto iterate = [&](std::span<const double> start, BestRounding& best) {
    return alternate(problem, form, options, run, start, best);
  };
  return run_relaxation(problem, run, phase, uniform_or_start(problem, run), iterate);
}

}  // namespace lode::subgraph::detail
