#include "subgraph/methods/frank_wolfe.hpp"

#include <algorithm>

#include <lode/core/error.hpp>
#include <lode/graph/spectra.hpp>
#include <lode/subgraph/registry.hpp>

#include "core/linalg/eigen.hpp"
#include "core/options/option_table.hpp"
#include "subgraph/methods/relaxation.hpp"
#include "subgraph/methods/rounding.hpp"

namespace lode::subgraph {
namespace {

using Eigen::VectorXd;

/// Iterations after which Wx is computed afresh (frank_wolfe.hpp promises it), before the rounding of many
/// updates adds up; an update visits s rows, this all n.
constexpr std::uint64_t refresh_period = 64;

std::span<const double> view(const VectorXd& x) { return {x.data(), static_cast<std::size_t>(x.size())}; }

/// x with Wx, moved towards vertices of the feasible set.
class LoadedAscent {
 public:
  LoadedAscent(const Problem& problem, const AdjacencyOperator& matrix, const RunContext& run,
               std::span<const double> start)
      : s_(problem.s),
        loading_(detail::largest_edge_weight(problem.graph)),
        lipschitz_(2.0 * (largest_eigenvalue(matrix, run).value + loading_)),
        product_(matrix),
        x_(Eigen::Map<const VectorXd>(start.data(), static_cast<Eigen::Index>(start.size()))),
        image_(x_.size()),
        corner_image_(x_.size()) {
    refresh();
  }

  const VectorXd& x() const { return x_; }
  double loading() const { return loading_; }
  void refresh() { product_.multiply(x_.data(), image_.data()); }

  /// Finds the corner v and the direction v - x; returns g'(v - x).
  double aim() {
    gradient_ = 2.0 * (image_ + loading_ * x_);
    corner_.setZero(x_.size());
    for (const Vertex v : top_s(view(gradient_), s_)) corner_[v] = 1.0;
    direction_ = corner_ - x_;
    return gradient_.dot(direction_);
  }

  void move(double slope, FrankWolfeStep rule) {
    product_.multiply(corner_.data(), corner_image_.data());
    const double length = step_length(slope, rule);
    if (length == 1.0) {
      x_ = corner_;
      image_ = corner_image_;
    } else {
      x_ += length * direction_;
      image_ += length * (corner_image_ - image_);
    }
  }

 private:
  double step_length(double slope, FrankWolfeStep rule) const {
    const double squared = direction_.squaredNorm();
    if (rule == FrankWolfeStep::lipschitz) return std::min(1.0, slope / (lipschitz_ * squared));
    // f(x + t d) = f(x) + slope t + curvature t^2 with slope > 0.
    const double curvature = direction_.dot(corner_image_ - image_) + loading_ * squared;
    return curvature >= 0.0 ? 1.0 : std::min(1.0, slope / (-2.0 * curvature));
  }

  Vertex s_;
  double loading_;
  double lipschitz_;
  detail::SupportProduct product_;
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
       "Length of a step: by the Lipschitz constant, or the best one",
       {{"lipschitz", FrankWolfeStep::lipschitz}, {"exact", FrankWolfeStep::exact}}},
      {"max-iterations", &FrankWolfeOptions::max_iterations, "Steps at most", "steps",
       lode::detail::at_least(0)},
      {"tolerance", &FrankWolfeOptions::tolerance,
       "Ends when the slope is at most this, in units of s times the diagonal loading", "",
       lode::detail::at_least_or_infinity(0.0)},
  };
  return table;
}

}  // namespace

Solution frank_wolfe(const Problem& problem, const FrankWolfeOptions& options, const RunContext& run) {
  check_problem(problem);
  frank_wolfe_options().check(options);
  const auto iterate = [&](std::span<const double> start,
                           detail::BestRounding& best) -> detail::RelaxationEnd {
    const AdjacencyOperator matrix(problem.graph);
    LoadedAscent ascent(problem, matrix, run, start);
    const double enough = options.tolerance * ascent.loading() * problem.s;
    for (std::uint64_t step = 0;; ++step) {
      if (const auto stop = best.should_end()) return {*stop, step};
      if (step == options.max_iterations) return {StopReason::iterations, step};
      if (step > 0 && step % refresh_period == 0) ascent.refresh();
      const double slope = ascent.aim();
      if (slope <= enough) return {StopReason::converged, step};
      ascent.move(slope, options.step);
      best.consider(view(ascent.x()), step + 1);
    }
  };
  return detail::run_relaxation(problem, run, "frank-wolfe", detail::uniform_or_start(problem, run), iterate);
}

namespace detail {

MethodRow frank_wolfe_row() {
  MethodRow row;
  row.name = "frank-wolfe";
  row.summary = "Frank-Wolfe on the diagonally loaded relaxation, then the s largest entries";
  row.objective = "x'(W + aI)x, 0 <= x <= 1, 1'x = s";
  row.guarantee = "never less than its start";
  row.cost = "2000 x (n + degrees of s vertices) at most, and one eigenvalue";
  row.source = "Lu, Sidiropoulos, Konar, AAAI 2025";
  row.options = frank_wolfe_options().infos();
  row.solve = [](const Problem& problem, const MethodSettings& settings, const RunContext& run) {
    return frank_wolfe(problem, frank_wolfe_options().read(settings), run);
  };
  return row;
}

}  // namespace detail

}  // namespace lode::subgraph
