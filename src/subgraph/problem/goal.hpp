#pragma once

#include <lode/core/tolerance.hpp>
#include <lode/subgraph/problem.hpp>

#include "hybrid/escape/incumbent.hpp"

namespace lode::subgraph::detail {

/// The weights at which a run may stop: a proven upper bound (within 1e-9 of it when weights are real), or
/// the caller's target.
inline hybrid::Goal goal_of(const Problem& problem) {
  return {least_meeting(problem.upper_bound, sums_of(problem.graph.integral())), problem.target};
}

/// Every gain counts: for weights that are sums of the same terms in the same order.
inline constexpr hybrid::Gains any_gain = {Sums::exact, 0.0};

/// Whether the set of `moved` weighs more than `best`. The running sum of real weights drifts: when it says
/// so, the weight is recounted from the set before it is believed.
template <class Moved>
bool improves_recounted(const hybrid::Gains& gains, Moved& moved, Weight best) {
  return gains.improves(moved.weight(), best) && gains.improves(moved.recount(), best);
}

}  // namespace lode::subgraph::detail
