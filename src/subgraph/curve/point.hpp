#pragma once

#include <cstdint>
#include <limits>

#include <lode/core/run_context.hpp>
#include <lode/subgraph/problem.hpp>

#include "hybrid/escape/incumbent.hpp"
#include "subgraph/state/set_pool.hpp"

namespace lode::subgraph::detail {

/// What is known of one size of a curve. The trace counts the time spent on this size.
struct CurvePoint {
  Vertex s = 0;
  double upper_bound = std::numeric_limits<double>::infinity();
  hybrid::Goal goal;  ///< the bound
  Found best;         ///< in the working graph
  Trace trace;
  double seconds = 0.0;
  std::uint64_t blocks = 0;

  bool met() const { return goal.met(best.weight).has_value(); }
};

}  // namespace lode::subgraph::detail
