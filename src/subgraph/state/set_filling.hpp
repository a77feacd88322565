#pragma once

#include <algorithm>
#include <cstddef>

#include <lode/subgraph/problem.hpp>

namespace lode::subgraph::detail {

/// `set` and the first vertices of `others` that are not in it, up to `size` of them together; both
/// increasing, and so is the result.
inline VertexSet filled_up(VertexSet set, const VertexSet& others, std::size_t size) {
  const auto kept = static_cast<std::ptrdiff_t>(set.size());
  for (auto v = others.begin(); v != others.end() && set.size() < size; ++v) {
    if (!std::binary_search(set.begin(), set.begin() + kept, *v)) set.push_back(*v);
  }
  std::inplace_merge(set.begin(), set.begin() + kept, set.end());
  return set;
}

}  // namespace lode::subgraph::detail
