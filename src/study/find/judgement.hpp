#pragma once

#include <lode/bounds/bounds.hpp>
#include <lode/core/tolerance.hpp>

namespace lode::detail {

/// What a bound says of an answer of this weight.
struct Judgement {
  double gap = 0.0;
  bool proven_optimal = false;
  double tolerance = 0.0;  ///< how far, relative to the bound, a better set may be above one proven optimal

  Judgement(const Graph& graph, double upper_bound, Weight weight)
      : gap(subgraph::relative_gap(upper_bound, weight)),
        proven_optimal(subgraph::proves_optimal(graph, upper_bound, weight)),
        tolerance(graph.integral() || weight >= upper_bound ? 0.0 : optimality_tolerance) {}
};

}  // namespace lode::detail
