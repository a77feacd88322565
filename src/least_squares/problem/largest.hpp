#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

#include <lode/least_squares/problem.hpp>

namespace lode::least_squares::detail {

/// The `count` coordinates below n of largest key, largest first, ties to the smaller coordinate, NaN last;
/// all when there are fewer. Cost: O(n log count).
template <class Key>
std::vector<Index> largest(std::size_t n, std::size_t count, Key&& key) {
  std::vector<Index> order(n);
  std::iota(order.begin(), order.end(), Index{0});
  const auto end = order.begin() + static_cast<std::ptrdiff_t>(std::min(count, n));
  std::partial_sort(order.begin(), end, order.end(), [&](Index i, Index j) {
    const double a = key(i);
    const double b = key(j);
    if (a != b && a == a && b == b) return a > b;
    const bool a_is_nan = a != a;
    const bool b_is_nan = b != b;
    return a_is_nan != b_is_nan ? b_is_nan : i < j;
  });
  order.erase(end, order.end());
  return order;
}

}  // namespace lode::least_squares::detail
