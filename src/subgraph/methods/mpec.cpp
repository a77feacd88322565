#include <algorithm>
#include <cmath>

#include <lode/subgraph/registry.hpp>

#include "core/options/option_table.hpp"
#include "subgraph/methods/relaxation.hpp"
#include "subgraph/problem/goal.hpp"

// In x = (y + 1)/2 the set {-1 <= y <= 1, 1'y = 2s - n} is {0 <= x <= 1, 1'x = s}, and
// f(y) = (1 + y)'(cI - W)(1 + y)/4 = x'(cI - W)x. The code keeps x, which is mostly zero.

namespace lode::subgraph::detail {
namespace {

using Eigen::VectorXd;

struct MpecOptions {
  double penalty = 0.01;
  double growth = 3.1622776601683795;  ///< sqrt(10)
  std::uint64_t alternations = 10;
  std::uint64_t inner_steps = 30;
  double gap = 1e-2;
};

lode::detail::OptionTable<MpecOptions> mpec_options() {
  return {
      {"penalty", &MpecOptions::penalty, "Penalty to begin with", "mean weights", lode::detail::above(0.0)},
      {"growth", &MpecOptions::growth, "Factor from one penalty to the next", "", lode::detail::above(1.0)},
      {"alternations", &MpecOptions::alternations, "Alternations between y and v for each penalty",
       "alternations", lode::detail::at_least(1)},
      {"inner-steps", &MpecOptions::inner_steps, "Gradient steps in y for each alternation", "steps",
       lode::detail::at_least(1)},
      {"gap", &MpecOptions::gap, "The method ends when n - y'v is at most this", "",
       lode::detail::at_least_or_infinity(0.0)},
  };
}

/// The inner steps end early once x moves by less than this times max(1, |x|): v changes the problem next, so
/// a closer minimum is soon out of date.
constexpr double inner_tolerance = 1e-6;

/// The function to minimise, with t = n - y'v.
enum class MpecForm {
  penalty,    ///< f(y) + rho t
  multiplier  ///< f(y) + pi t + (rho/2) t^2
};

/// Alternates accelerated projected-gradient steps in y with v = sqrt(n) y/|y|.
template <MpecForm form>
Solution mpec(const Problem& problem, const MpecOptions& options, const RunContext& run) {
  const auto alternate = [&](VectorXd& x, BestRounding& best) {
    const double s = problem.s;
    const auto n = static_cast<double>(x.size());
    const double c = lode::detail::largest_eigenvalue(problem.graph, run).value;
    const double spread =
        c -
        lode::detail::smallest_eigenvalue(problem.graph, run).value;  // curvature of f in x, up to a factor 2
    double rho = options.penalty * mean_weight(problem.graph);
    double multiplier = 0.0;  // pi
    VectorXd image;           // Wx
    VectorXd v;
    const auto gap = [&](const VectorXd& a) { return n - (2.0 * a.dot(v) - v.sum()); };  // n - y'v
    /// v = sqrt(n) y/|y|, the maximiser of y'v on the ball; 0 for y = 0.
    const auto aim = [&] {
      v = 2.0 * x.array() - 1.0;
      const double norm = v.norm();
      if (norm > 0.0) v *= std::sqrt(n) / norm;
    };
    /// Accelerated projected-gradient steps in x, fewer when x settles or the run should stop. The factor of
    /// v in the gradient is linear + quadratic t.
    const auto descend = [&](double linear, double quadratic) {
      // Only the part of v inside 1'x = s bends the objective along feasible directions.
      const double bend = 2.0 * quadratic * (v.array() - v.mean()).square().sum();
      const double scale = 1.0 / (spread + bend);
      VectorXd previous = x;
      VectorXd previous_image = image;
      VectorXd point = x;
      VectorXd point_image = image;
      double momentum = 1.0;
      for (std::uint64_t step = 0; step < options.inner_steps && !run.should_stop(); ++step) {
        const double factor = linear + quadratic * gap(point);
        x = point - scale * (c * point - point_image - factor * v);
        project_capped_simplex(x, s);
        multiply(problem.graph, x, image);
        if ((x - previous).norm() <= inner_tolerance * std::max(1.0, x.norm())) return;
        const double next_momentum = 0.5 * (1.0 + std::sqrt(1.0 + 4.0 * momentum * momentum));
        const double beta = (momentum - 1.0) / next_momentum;
        momentum = next_momentum;
        point = x + beta * (x - previous);
        point_image = image + beta * (image - previous_image);
        previous = x;
        previous_image = image;
      }
    };

    multiply(problem.graph, x, image);
    aim();
    std::uint64_t steps = 0;
    return best.make_steps(hybrid::no_step_limit, x, [&] {
      form == MpecForm::penalty ? descend(rho, 0.0) : descend(multiplier, rho);
      aim();
      const double left = gap(x);
      if (left <= options.gap) return hybrid::Step::settled;
      multiplier += rho * left;
      if (++steps % options.alternations != 0) return hybrid::Step::moved;
      if (rho >= 2.0 * std::sqrt(s) * spread) return hybrid::Step::settled;
      rho *= options.growth;
      return hybrid::Step::moved;
    });
  };
  const char* const phase = form == MpecForm::penalty ? "mpec-epm" : "mpec-adm";
  return relax(problem, run, phase, problem.start, alternate);
}

/// Exact penalty method on the MPEC form of the densest s-vertex subgraph.
///
/// A point with -1 <= y <= 1 is in {-1,1}^n exactly if some v has |v|^2 <= n and y'v = n. Let x = (y +
/// 1)/2, c = lambda_max and f(y) = (1 + y)'(cI - W)(1 + y)/4. The method minimises f(y) + rho (n - y'v).
///
/// One alternation moves y, then v. y takes accelerated projected-gradient steps of length 2/(c - lambda_min)
/// on {-1 <= y <= 1, 1'y = 2s - n}. Then v = sqrt(n) y/|y|, or 0 for y = 0.
/// rho grows every `alternations` rounds until n - y'v <= gap. It stops growing, too, after it has been tried
/// at 2 sqrt(s)(c - lambda_min) or more: from there on the penalty is exact.
/// y begins at 2s/n - 1 everywhere, or at 2x - 1 for the indicator x of the start that the problem names.
///
/// Cost:    O(n + m) per step, O(n + degrees of the nonzeros of x) once they are few; some 12 values of rho;
///          one largest and one smallest eigenvalue; memory O(n).
/// Returns: the heaviest of the top-s sets of x after every alternation, the start included. Its iterations
///          count alternations.
/// Deterministic for a given start. Scaling all weights changes nothing.
/// Source:  G. Yuan, B. Ghanem, An exact penalty method for binary optimization based on MPEC formulation,
///          AAAI 2017.
constexpr auto mpec_epm = mpec<MpecForm::penalty>;

/// Alternating direction method on the MPEC form of the densest s-vertex subgraph.
///
/// As `mpec_epm`, with the augmented Lagrangian f(y) + pi t + (rho/2) t^2, t = n - y'v, in place of the
/// penalty; pi begins at 0 and grows by rho t after every alternation. The quadratic term shortens the y-step
/// to 2/(c - lambda_min + 2 rho |v - mean(v)|^2), the curvature inside 1'y = 2s - n. v = sqrt(n) y/|y|
/// minimises the augmented Lagrangian too, because t >= 0 and pi >= 0.
constexpr auto mpec_adm = mpec<MpecForm::multiplier>;

}  // namespace

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

}  // namespace lode::subgraph::detail
