#pragma once

#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/tolerance.hpp>
#include <lode/subgraph/problem.hpp>

#include "hybrid/escape/incumbent.hpp"

namespace lode::subgraph::detail {

/// The upper bound of a problem is false: a set that was found weighs more.
struct BoundRefused : InvalidArgument {
  BoundRefused(double bound, const std::string& problem)
      : InvalidArgument("upper bound", fmt::format("{}", bound), problem, "give a proven one") {}
};

/// The weights at which a run may stop: a proven upper bound (within 1e-9 of it when weights are real), or
/// the caller's target.
inline hybrid::Goal goal_of(const Problem& problem) {
  return {least_meeting(problem.upper_bound, sums_of(problem.graph.integral())), problem.target};
}

/// Gains in the weights of sets of a graph: where weights are real, sums round by a share of the heaviest
/// edge.
inline hybrid::Gains gains_of(const Graph& graph) {
  hybrid::Gains gains{sums_of(graph.integral())};
  for (const Weight weight : graph.weights()) gains.scale = std::max(gains.scale, std::abs(weight));
  return gains;
}

/// Mean magnitude of the weights; 1 without edges.
inline double mean_weight(const Graph& graph) {
  return graph.num_edges() > 0 ? graph.weight_magnitude() / static_cast<double>(graph.num_edges()) : 1.0;
}

/// The largest difference of weight plus value from the exact objective: each of the two is rounded to a
/// double.
inline double objective_error(const Solution& solution, Sums sums) {
  if (sums == Sums::exact || solution.weight == 0.0 || solution.value == 0.0) return 0.0;
  return 0x1p-51 * (std::abs(solution.weight) + std::abs(solution.value));
}

/// Every gain counts: for weights that are sums of the same terms in the same order.
inline constexpr hybrid::Gains any_gain = {Sums::exact, 0.0};

/// True if the set of `moved` weighs more than `best`. The running sum of real weights drifts: when it says
/// so, the weight is recounted from the set before it is believed.
template <class Moved>
bool improves_recounted(const hybrid::Gains& gains, Moved& moved, Weight best) {
  return gains.improves(moved.weight(), best) && gains.improves(moved.recount(), best);
}

}  // namespace lode::subgraph::detail
