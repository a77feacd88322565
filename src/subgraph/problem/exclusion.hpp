#pragma once

#include <lode/graph/part.hpp>
#include <lode/subgraph/problem.hpp>

namespace lode::subgraph {

/// A problem without the vertices that none of its answers may hold.
struct ReducedProblem {
  Problem problem;  ///< in part.graph, whose vertices keep their names; nothing to exclude
  Part part;        ///< the other vertices
};

/// Takes Problem::exclude out of the graph. A given start loses the vertices that are excluded, and is filled
/// up again as any given start; target and upper bound stay: a bound on all sets bounds fewer.
///
/// Cost:   O(n + m).
/// Errors: InvalidArgument for an excluded vertex that does not exist, is repeated or is also to be included,
///         and if fewer than s vertices remain.
ReducedProblem without_excluded(const Problem& problem);

}  // namespace lode::subgraph
