#pragma once

#include <lode/bounds/verification.hpp>
#include <lode/graph/graph.hpp>

namespace lode::subgraph {

/// A set whose threshold is checked, as it was counted.
struct CountedSet {
  const VertexSet& members;  ///< in order of numbers
  const Graph& inside;       ///< the graph of `members`
  Weight weight = 0.0;
};

/// Checks what a claim says of its threshold: that one can be asked for, what it needs, whether the set and
/// each member reach it, and the sizes that are said to be possible.
///
/// Errors: VerificationError naming the first part that does not hold.
void check_threshold(const Graph& graph, const Claim& claim, const CountedSet& set);

}  // namespace lode::subgraph
