#pragma once

#include <numeric>
#include <vector>

#include <lode/core/types.hpp>

namespace lode::detail {

/// 0 ... n-1 by falling key(i), at most `most`; ties by increasing number. Cost: O(n + most).
template <class Key>
std::vector<Vertex> falling_order(Vertex n, Vertex most, const Key& key) {
  std::vector<std::size_t> next(most + std::size_t{2}, 0);
  for (Vertex i = 0; i < n; ++i) ++next[most - key(i) + std::size_t{1}];
  std::partial_sum(next.begin(), next.end(), next.begin());
  std::vector<Vertex> order(n);
  for (Vertex i = 0; i < n; ++i) order[next[most - key(i)]++] = i;
  return order;
}

}  // namespace lode::detail
