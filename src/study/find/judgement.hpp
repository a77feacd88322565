#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

#include <lode/bounds/bounds.hpp>
#include <lode/core/tolerance.hpp>

#include "subgraph/problem/goal.hpp"

namespace lode::detail {

/// Proof of an answer by a bound. A better set weighs more by at most `distance`: the bound minus the
/// objective, plus the rounding error of the objective. The answer is proven optimal if the distance is at
/// most 1e-9 of its magnitude.
struct Judgement {
  double gap = 0.0;
  bool proven_optimal = false;
  double tolerance = 0.0;  ///< relative; 0 if the exact objective equals the bound
  /// The distance, for an answer that is not proven optimal and that no bound can come closer to.
  std::optional<double> proven_within = {};

  /// `sums`: of objectives. `error`: of the objective. `room`: ReducedFamily::room for the size.
  Judgement(Sums sums, double upper_bound, Weight objective, double error, double room)
      : gap(std::max(0.0, subgraph::relative_gap(upper_bound, objective))),
        proven_optimal(objective >= upper_bound && error == 0.0),
        tolerance(sums == Sums::exact || proven_optimal ? 0.0 : optimality_tolerance) {
    if (sums == Sums::exact || proven_optimal) return;
    const double distance = std::max(0.0, upper_bound - objective) + error;
    proven_optimal = distance <= optimality_tolerance * std::abs(objective);
    const double reach = room + 2.0 * error + optimality_tolerance * std::abs(upper_bound);
    if (!proven_optimal && distance <= reach) proven_within = distance;
  }
  Judgement(Sums sums, double upper_bound, const subgraph::Solution& solution, double room)
      : Judgement(sums, upper_bound, solution.objective(), subgraph::detail::objective_error(solution, sums),
                  room) {}

  /// True if more work on bounds cannot change the claim.
  bool settled() const { return proven_optimal || proven_within; }
};

}  // namespace lode::detail
