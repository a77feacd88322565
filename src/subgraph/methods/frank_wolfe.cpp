#include "subgraph/methods/frank_wolfe.hpp"

#include <algorithm>

#include <lode/graph/spectra.hpp>
#include <lode/subgraph/registry.hpp>

#include "core/linalg/eigen.hpp"
#include "core/options/solve_by_settings.hpp"
#include "subgraph/methods/relaxation.hpp"

namespace lode::subgraph {
namespace {

using Eigen::VectorXd;

/// Iterations after which Wx is computed afresh (frank_wolfe.hpp promises it), before the rounding of many
/// updates adds up; an update visits s rows, this all n.
constexpr std::uint64_t refresh_period = 64;

/// The least loading for which some 0/1 point is always a maximiser.
double largest_edge_weight(const Graph& graph) {
  return graph.weighted() ? *std::max_element(graph.weights().begin(), graph.weights().end()) : 1.0;
}

/// x with Wx, moved towards vertices of the feasible set.
class LoadedAscent {
 public:
  LoadedAscent(const Problem& problem, const FrankWolfeOptions& options, const AdjacencyOperator& matrix,
               const RunContext& run, std::span<const double> start)
      : s_(problem.s),
        rule_(options.step),
        loading_(largest_edge_weight(problem.graph)),
        lipschitz_(2.0 * (largest_eigenvalue(matrix, run).value + loading_)),
        enough_(options.tolerance * loading_ * problem.s),
        product_(matrix),
        x_(Eigen::Map<const VectorXd>(start.data(), static_cast<Eigen::Index>(start.size()))),
        image_(x_.size()),
        corner_image_(x_.size()) {}

  const VectorXd& x() const { return x_; }

  hybrid::Step step() {
    if (steps_++ % refresh_period == 0) product_.multiply(x_.data(), image_.data());
    const double slope = aim();
    if (slope <= enough_) return hybrid::Step::none;
    move(slope);
    return hybrid::Step::moved;
  }

 private:
  /// Finds the corner v and the direction v - x; returns g'(v - x).
  double aim() {
    gradient_ = 2.0 * (image_ + loading_ * x_);
    corner_.setZero(x_.size());
    for (const Vertex v : top_s({gradient_.data(), static_cast<std::size_t>(gradient_.size())}, s_)) {
      corner_[v] = 1.0;
    }
    direction_ = corner_ - x_;
    return gradient_.dot(direction_);
  }

  void move(double slope) {
    product_.multiply(corner_.data(), corner_image_.data());
    const double length = step_length(slope);
    if (length == 1.0) {
      x_ = corner_;
      image_ = corner_image_;
    } else {
      x_ += length * direction_;
      image_ += length * (corner_image_ - image_);
    }
  }

  double step_length(double slope) const {
    const double squared = direction_.squaredNorm();
    if (rule_ == FrankWolfeStep::lipschitz) return std::min(1.0, slope / (lipschitz_ * squared));
    // f(x + t d) = f(x) + slope t + curvature t^2 with slope > 0.
    const double curvature = direction_.dot(corner_image_ - image_) + loading_ * squared;
    return curvature >= 0.0 ? 1.0 : std::min(1.0, slope / (-2.0 * curvature));
  }

  Vertex s_;
  FrankWolfeStep rule_;
  double loading_;
  double lipschitz_;
  double enough_;  ///< a slope that ends the ascent
  detail::SupportProduct product_;
  std::uint64_t steps_ = 0;
  VectorXd x_;
  VectorXd image_;  ///< Wx
  VectorXd corner_;
  VectorXd corner_image_;  ///< W times the corner
  VectorXd gradient_;
  VectorXd direction_;
};

const lode::detail::OptionTable<FrankWolfeOptions>& frank_wolfe_options() {
  static const lode::detail::OptionTable<FrankWolfeOptions> table = {
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
  return table;
}

}  // namespace

Solution frank_wolfe(const Problem& problem, const FrankWolfeOptions& options, const RunContext& run) {
  return detail::relax<LoadedAscent>(problem, options, frank_wolfe_options(), run, "frank-wolfe",
                                     options.max_iterations);
}

namespace detail {

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

}  // namespace detail

}  // namespace lode::subgraph
