#pragma once

#include <lode/bounds/bounds.hpp>
#include <lode/graph/graph.hpp>

#include "bounds/set_family.hpp"

namespace lode::subgraph::detail {

/// Checks a reduced family against the graph and the family that it was made of. Its vertices and edges have
/// to be those of the input. `base`, `each` and the values have to be at least the exact sums. A family may
/// be integral only if every weight and value of the input is an integer and all of them sum to less than
/// 2^53.
///
/// Nothing here calls what reduces a family. Sums are exact (core/exact_sum.hpp).
///
/// Cost:   O(n log n + m).
/// Errors: VerificationError naming what is wrong.
void check_reduced_family(const Graph& graph, const SetFamily& asked, const ReducedFamily& reduced);

}  // namespace lode::subgraph::detail
