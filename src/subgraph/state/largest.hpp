#pragma once

#include <algorithm>
#include <vector>

#include <lode/core/types.hpp>

namespace lode::subgraph::detail {

/// Moves the `count` candidates of largest score to the front, in no order; ties to the smaller vertex.
/// Cost: O(candidates) on average.
template <class Score>
void bring_largest_forward(std::vector<Vertex>& candidates, std::size_t count, Score&& score) {
  if (count >= candidates.size()) return;
  std::nth_element(candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(count),
                   candidates.end(), [&](Vertex a, Vertex b) {
                     const auto score_a = score(a);
                     const auto score_b = score(b);
                     return score_a != score_b ? score_a > score_b : a < b;
                   });
}

}  // namespace lode::subgraph::detail
