#pragma once

#include <cmath>
#include <limits>

#include <lode/bounds/bounds.hpp>
#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>

#include "bounds/rule.hpp"

namespace lode::detail {

/// The largest part of the time that goes into the bounds beside every answer.
inline constexpr double cheap_bounds_share = 0.3;

/// What each of these bounds may take where there is no time limit: about two seconds, a minute where strong
/// bounds follow.
inline double cheap_bounds_work(subgraph::Effort effort, const RunContext& run) {
  if (std::isfinite(run.time_limit())) return std::numeric_limits<double>::infinity();
  const bool strong = effort == subgraph::Effort::strong || effort == subgraph::Effort::proof;
  return (strong ? 60.0 : 2.0) * subgraph::work_per_second;
}

/// Whether a search that begins now looks at the clock before the run ends: what comes before takes 30 to 40
/// ns per arc, measured on graphs of 3,000,000 to 20,000,000 edges.
inline bool begins_in_time(const Graph& graph, const RunContext& run) {
  constexpr double seconds_per_arc = 4e-8;
  return run.time_left() > seconds_per_arc * static_cast<double>(graph.num_arcs());
}

}  // namespace lode::detail
