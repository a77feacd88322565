#include <algorithm>

#include <lode/subgraph/registry.hpp>

#include "core/options/option_table.hpp"
#include "subgraph/methods/relaxation.hpp"

namespace lode::subgraph::detail {
namespace {

enum class FrankWolfeStep { lipschitz, exact };

struct FrankWolfeOptions {
  FrankWolfeStep step = FrankWolfeStep::lipschitz;
  std::uint64_t max_iterations = 2000;
  double tolerance = 1e-9;
};

lode::detail::OptionTable<FrankWolfeOptions> frank_wolfe_options() {
  return {
      {"step",
       &FrankWolfeOptions::step,
       "lipschitz: the Lipschitz constant gives the length of a step; exact: the best length is computed",
       {{"lipschitz", FrankWolfeStep::lipschitz}, {"exact", FrankWolfeStep::exact}}},
      {"max-iterations", &FrankWolfeOptions::max_iterations, "Largest number of steps", "steps",
       lode::detail::at_least(0)},
      {"tolerance", &FrankWolfeOptions::tolerance,
       "The method ends when the slope is at most this times s times the number added to the diagonal", "",
       lode::detail::at_least_or_infinity(0.0)},
  };
}

/// Iterations after which Wx is computed afresh, before the rounding of many updates adds up. An update
/// visits s rows, a fresh product all n.
constexpr std::uint64_t refresh_period = 64;

/// Frank-Wolfe on the diagonally loaded relaxation of the densest s-vertex subgraph.
///
/// Maximises x'(W + aI)x over {0 <= x <= 1, 1'x = s}: with the gradient g = 2(W + aI)x and v = top_s(g),
/// x <- x + step (v - x). The loading a is 1 on unweighted graphs and the largest weight on weighted ones,
/// the least for which some 0/1 point is always a maximiser. With d = v - x the step is
/// min(1, g'd / (L |d|^2)), L = 2 lambda_max(W + aI), or the best one in [0, 1]. Starts from s/n everywhere
/// or from the indicator of the start that the problem names. Usually, not always, ends at a 0/1 point.
///
/// Cost:    O(n + degrees of the s vertices) per iteration, O(n + m) every 64 iterations to refresh Wx, and
///          one largest eigenvalue; memory O(n).
/// Returns: the heaviest of the top-s sets of the iterates, the start included.
/// Deterministic for a given start. Scaling all weights changes nothing.
/// Source:  Q. Lu, N. D. Sidiropoulos, A. Konar, Densest k-subgraph mining via a provably tight relaxation,
///          AAAI 2025, arXiv 2410.07388.
Solution frank_wolfe(const Problem& problem, const FrankWolfeOptions& options, const RunContext& run) {
  const auto ascend = [&](Eigen::VectorXd& x, BestRounding& best) {
    const auto weights = problem.graph.weights();
    const double loading = weights.empty() ? 1.0 : *std::max_element(weights.begin(), weights.end());
    const double lipschitz = 2.0 * (lode::detail::largest_eigenvalue(problem.graph, run).value + loading);
    Eigen::VectorXd image;   // Wx
    Eigen::VectorXd corner;  // v
    Eigen::VectorXd corner_image;
    std::uint64_t steps = 0;
    return best.make_steps(options.max_iterations, x, [&] {
      if (steps++ % refresh_period == 0) multiply(problem.graph, x, image);
      const Eigen::VectorXd gradient = 2.0 * (image + loading * x);
      corner.setZero(x.size());
      for (const Vertex v : top_s(gradient, problem.s)) corner[v] = 1.0;
      const Eigen::VectorXd direction = corner - x;
      const double slope = gradient.dot(direction);
      if (slope <= options.tolerance * loading * problem.s) return hybrid::Step::none;
      multiply(problem.graph, corner, corner_image);
      const double squared = direction.squaredNorm();
      double length = std::min(1.0, slope / (lipschitz * squared));
      if (options.step == FrankWolfeStep::exact) {
        // f(x + t d) = f(x) + slope t + curvature t^2 with slope > 0.
        const double curvature = direction.dot(corner_image - image) + loading * squared;
        length = curvature >= 0.0 ? 1.0 : std::min(1.0, slope / (-2.0 * curvature));
      }
      if (length == 1.0) {
        x = corner;
        image = corner_image;
      } else {
        x += length * direction;
        image += length * (corner_image - image);
      }
      return hybrid::Step::moved;
    });
  };
  return relax(problem, run, "frank-wolfe", problem.start, ascend);
}

}  // namespace

MethodRow frank_wolfe_row() {
  return {.name = "frank-wolfe",
          .summary =
              "Maximises the relaxation with a added to the diagonal by Frank-Wolfe steps, then takes the s "
              "largest entries",
          .objective = "x'(W + aI)x, 0 <= x <= 1, 1'x = s",
          .guarantee = "Never less than its start",
          .cost = "At most 2000 steps, each n + the degrees of s vertices, and one eigenvalue",
          .source = "Lu, Sidiropoulos, Konar, AAAI 2025",
          .options = frank_wolfe_options().infos(),
          .solve = lode::detail::solve_by_settings<frank_wolfe, frank_wolfe_options>};
}

}  // namespace lode::subgraph::detail
