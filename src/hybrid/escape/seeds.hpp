#pragma once

// Where starts and kicks begin.

#include <algorithm>
#include <cstddef>
#include <span>

#include <lode/core/rng.hpp>

#include "core/linalg/portable_math.hpp"

namespace lode::hybrid {

/// Draws worth trying before any usable item will do: only where next to nothing is usable do so many fail.
inline constexpr int seed_attempts = 32;

/// The first of up to `attempts` values of `draw()` that is usable, else `any()`.
template <class Draw, class Usable, class Any>
auto draw_usable(int attempts, Draw&& draw, Usable&& usable, Any&& any) {
  for (int attempt = 0; attempt < attempts; ++attempt) {
    const auto item = draw();
    if (usable(item)) return item;
  }
  return any();
}

/// An item by log-uniform rank from the end: of 2^k items, k >= 1, the last one comes up once in k draws, and
/// so do the two before it together, the four before these, ... One draw; there must be an item.
template <class Item>
Item draw_near_end(std::span<const Item> order, Rng& rng) {
  const std::size_t n = order.size();
  const double rank =
      lode::detail::portable_exp(rng.uniform() * lode::detail::portable_log(static_cast<double>(n)));
  return order[n - std::min(n, static_cast<std::size_t>(rank))];
}

}  // namespace lode::hybrid
