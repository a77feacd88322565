#include <algorithm>
#include <cmath>

#include <lode/subgraph/registry.hpp>

#include "core/options/option_table.hpp"
#include "subgraph/methods/relaxation.hpp"

namespace lode::subgraph::detail {
namespace {

using Eigen::VectorXd;

struct L2boxAdmmOptions {
  std::uint64_t max_iterations = 1000;
  double tolerance = 1e-4;
  double growth = 1.03;
  double cap = 100.0;
};

lode::detail::OptionTable<L2boxAdmmOptions> l2box_admm_options() {
  return {
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
}

/// Takes x to the solution of multiply(x) = right by at most 200 conjugate gradients, from where it is, up to
/// a relative residual of 1e-6. The next iteration begins where this one ends, so it works off a residual
/// that is left. Returns false, with x unchanged, if the run should stop before.
template <class Multiply>
bool conjugate_gradients(const Multiply& multiply, const VectorXd& right, VectorXd& x,
                         const RunContext& run) {
  const double small = 1e-12 * right.squaredNorm();
  VectorXd solution = x;
  VectorXd residual = right - multiply(x);
  VectorXd direction = residual;
  double squares = residual.squaredNorm();
  for (int step = 0; step < 200 && squares > small; ++step) {
    if (run.should_stop()) return false;
    const VectorXd image = multiply(direction);
    const double length = squares / direction.dot(image);
    solution += length * direction;
    residual -= length * image;
    const double before = squares;
    squares = residual.squaredNorm();
    direction = residual + (squares / before) * direction;
  }
  x = solution;
  return true;
}

/// Lp-box ADMM with p = 2 for the densest s-vertex subgraph.
///
/// {0,1}^n is the box [0,1]^n cut with the sphere |x - 1/2|^2 = n/4, and x'x = s on the feasible set, so it
/// minimises the convex x'(cI - W)x, c = lambda_max, under 1'x = s, with a copy y1 of x in the box and a copy
/// y2 on the sphere. One penalty rho for the three constraints: c at first, times `growth` per iteration up
/// to cap*c. Each iteration solves (2(cI - W) + 2 rho I + rho 11')x = rho(y1 + y2 + s1) - z1 - z2 - z3 1 by
/// conjugate gradients from the last x, projects x + z1/rho on the box and x + z2/rho on the sphere (y2 stays
/// when that point is the centre), and adds rho times the violations to the multipliers, zero at first. Ends
/// when max |x - y_i| <= tolerance max(1, |x|). x, y1, y2 begin at s/n everywhere, or at the indicator of the
/// start that the problem names.
///
/// Cost:    O(n + m) per step of conjugate gradients, a few per iteration, and one largest eigenvalue;
///          memory O(n).
/// Returns: the heaviest of the top-s sets of the iterates x, the start included.
/// Deterministic for a given start. Scaling all weights changes nothing.
/// Source:  B. Wu, B. Ghanem, Lp-box ADMM: a versatile framework for integer programming, IEEE TPAMI 41
///          (2019) 1695-1708.
Solution l2box_admm(const Problem& problem, const L2boxAdmmOptions& options, const RunContext& run) {
  const auto iterate = [&](VectorXd& x, BestRounding& best) {
    const double c = lode::detail::largest_eigenvalue(problem.graph, run).value;
    const double s = problem.s;
    double rho = c;
    VectorXd box = x;     // y1
    VectorXd sphere = x;  // y2
    VectorXd box_multiplier = VectorXd::Zero(x.size());
    VectorXd sphere_multiplier = box_multiplier;
    double sum_multiplier = 0.0;
    const auto left_side = [&](const VectorXd& a) {
      VectorXd image(a.size());
      lode::detail::multiply(problem.graph, a.data(), image.data());
      image = (2.0 * c + 2.0 * rho) * a - 2.0 * image;
      image.array() += rho * a.sum();
      return image;
    };
    return best.make_steps(options.max_iterations, x, [&] {
      VectorXd right = rho * (box + sphere) - box_multiplier - sphere_multiplier;
      right.array() += rho * s - sum_multiplier;
      if (!conjugate_gradients(left_side, right, x, run)) return hybrid::Step::stopped;
      box = (x + box_multiplier / rho).cwiseMax(0.0).cwiseMin(1.0);
      const VectorXd offset = (x + sphere_multiplier / rho).array() - 0.5;
      const double norm = offset.norm();
      const double radius = 0.5 * std::sqrt(static_cast<double>(x.size()));
      if (norm > 0.0) sphere = (offset * (radius / norm)).array() + 0.5;
      box_multiplier += rho * (x - box);
      sphere_multiplier += rho * (x - sphere);
      sum_multiplier += rho * (x.sum() - s);
      const double violation = std::max((x - box).norm(), (x - sphere).norm());
      if (violation / std::max(1.0, x.norm()) <= options.tolerance) return hybrid::Step::settled;
      rho = std::min(rho * options.growth, options.cap * c);
      return hybrid::Step::moved;
    });
  };
  return relax(problem, run, "l2box-admm", problem.start, iterate);
}

}  // namespace

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

}  // namespace lode::subgraph::detail
