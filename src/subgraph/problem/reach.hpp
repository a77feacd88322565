#pragma once

#include <optional>

#include <lode/subgraph/problem.hpp>

namespace lode::subgraph::detail {

/// The problem with negative weights cut off at a level where no set with such a weight can exceed
/// `objective`, the weight of a known set: below the objective minus the largest gain of a set. Sets without
/// such an edge keep their weight; sets with one are no better than that set. Searches compare weights to
/// 1e-12 of the heaviest, so they see smaller exchanges in this problem.
///
/// Empty if the heaviest weight is at most 1000 times the objective, or would not be halved. Cost: O(n +
/// m).
std::optional<Problem> within_reach(const Problem& problem, Weight objective);

/// True if a search may take exchanges for rounding that gain more than 1e-9 of the objective.
bool hides_exchanges(const Problem& problem, Weight objective);

}  // namespace lode::subgraph::detail
