#pragma once

#include <algorithm>
#include <cmath>

#include <lode/bounds/bounds.hpp>
#include <lode/core/tolerance.hpp>

namespace lode::detail {

/// What a bound says of an answer of this objective.
struct Judgement {
  double gap = 0.0;
  bool proven_optimal = false;
  double tolerance = 0.0;  ///< how far, relative to the bound, a better set may be above one proven optimal

  /// `sums`: those of objectives. `room`: as raise_tolerance.
  Judgement(Sums sums, double upper_bound, Weight objective, double room = 0.0)
      : gap(subgraph::relative_gap(upper_bound, objective)),
        proven_optimal(subgraph::proves_optimal(sums, upper_bound, objective)),
        tolerance(sums == Sums::exact || objective >= upper_bound ? 0.0 : optimality_tolerance) {
    const double allowed = room + optimality_tolerance * std::abs(upper_bound);
    if (proven_optimal || sums == Sums::exact || upper_bound - objective > allowed || room == 0.0) return;
    proven_optimal = true;
    tolerance = std::max(tolerance, gap);
  }
};

}  // namespace lode::detail
