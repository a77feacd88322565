#include <lode/subgraph/registry.hpp>

#include "core/options/option_table.hpp"
#include "subgraph/methods/relaxation.hpp"

namespace lode::subgraph::detail {
namespace {

struct QpRelaxationOptions {
  std::uint64_t max_iterations = 2000;
  double tolerance = 1e-9;
};

lode::detail::OptionTable<QpRelaxationOptions> qp_relaxation_options() {
  return {
      {"max-iterations", &QpRelaxationOptions::max_iterations, "Largest number of steps", "steps",
       lode::detail::at_least(0)},
      {"tolerance", &QpRelaxationOptions::tolerance,
       "The method ends when a step moves x by at most this part of |x|", "",
       lode::detail::at_least_or_infinity(0.0)},
  };
}

/// Quadratic relaxation of the densest s-vertex subgraph by projected gradient.
///
/// Maximises x'Wx over {0 <= x <= 1, 1'x = s} with the step 1/(2 lambda_max), which never lowers the
/// objective, from s/n everywhere or from the indicator of the start that the problem names. s/n is
/// stationary on regular graphs: the answer there is the first s vertices.
///
/// Cost:    O(n + m) per iteration, O(n + degrees of the nonzeros of x) once they are few, and one largest
///          eigenvalue; memory O(n).
/// Returns: the heaviest of the top-s sets of the iterates, the start included.
/// Deterministic for a given start. Scaling all weights changes nothing.
/// Source:  "LP relaxation" of G. Yuan, B. Ghanem, An exact penalty method for binary optimization based on
///          MPEC formulation, AAAI 2017.
Solution qp_relaxation(const Problem& problem, const QpRelaxationOptions& options, const RunContext& run) {
  return relax(problem, run, "qp-relaxation", problem.start, [&](Eigen::VectorXd& x, BestRounding& best) {
    const double largest = lode::detail::largest_eigenvalue(problem.graph, run).value;
    Eigen::VectorXd before;
    return best.make_steps(options.max_iterations, x, [&] {
      before = x;
      multiply(problem.graph, before, x);
      x = before + x / largest;
      project_capped_simplex(x, problem.s);
      const bool settled = (x - before).norm() <= options.tolerance * before.norm();
      return settled ? hybrid::Step::settled : hybrid::Step::moved;
    });
  });
}

}  // namespace

MethodRow qp_relaxation_row() {
  return {
      .name = "qp-relaxation",
      .summary =
          "Maximises the quadratic relaxation by projected gradient steps, then takes the s largest entries",
      .objective = "x'Wx, 0 <= x <= 1, 1'x = s",
      .guarantee = "Never less than its start",
      .cost = "At most 2000 steps of O(n + m), and one eigenvalue",
      .source = "Yuan, Ghanem, AAAI 2017",
      .options = qp_relaxation_options().infos(),
      .solve = lode::detail::solve_by_settings<qp_relaxation, qp_relaxation_options>};
}

}  // namespace lode::subgraph::detail
