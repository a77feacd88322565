#pragma once

#include <cstdint>

#include <lode/core/run_context.hpp>
#include <lode/subgraph/problem.hpp>

#include "subgraph/quotas/classes.hpp"

namespace lode::subgraph {

/// Exhaustive search for the heaviest set of s vertices that holds Problem::include and none of
/// Problem::exclude, keeps the limits of `classes`, and is connected if Problem::connected. Values count.
///
/// The search takes a vertex into the set P or leaves it out. A connected set grows by neighbours of P alone.
/// With r = s - |P|, a set that contains P weighs at most w(P) + c(P) plus the r largest w(v, P) + c_v + h_v,
/// where h_v is half of the r - 1 largest positive weights of v towards vertices that are not decided. In a
/// graph without positive weights, connected sets have at least one edge for every further vertex: h_v is
/// then the largest weight of v, or 0 for a neighbour of P.
///
/// `best`: a set of the family, or empty; replaced by a heavier set.
/// Cost:    exponential; O(n + m) per step. `work`: vertices and arcs that may be looked at.
/// Returns: an upper bound on the sets of the family: the weight of `best` and its rounding; infinity if the
///          search was stopped.
/// Deterministic unless the run is stopped.
double heaviest_set(const Problem& problem, const QuotaClasses& classes, VertexSet& best, std::uint64_t work,
                    const RunContext& run);

}  // namespace lode::subgraph
