#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include <lode/core/rng.hpp>

namespace lode::cluster {

using detail::uint128;

// Sums of integers, which depend neither on their order nor on the number of ranks.

/// min(s(s-1)/2, m).
inline std::uint64_t pairs_or_edges(std::uint64_t s, std::uint64_t edges) {
  const uint128 pairs = s == 0 ? 0 : static_cast<uint128>(s) * (s - 1) / 2;
  return pairs < edges ? static_cast<std::uint64_t>(pairs) : edges;
}

/// Half the sum of min(d, s-1) over the first s of the non-increasing `degrees`, rounded down.
inline std::uint64_t half_of_degrees(std::span<const std::uint64_t> degrees, std::uint64_t s) {
  uint128 sum = 0;
  for (std::size_t i = 0; i < std::min<std::uint64_t>(s, degrees.size()); ++i) {
    sum += std::min(degrees[i], s - 1);
  }
  return static_cast<std::uint64_t>(sum / 2);
}

/// The sum of the first s of the non-increasing `loads`, in units of 1/unit edges, rounded down.
inline std::uint64_t load_bound(std::span<const std::uint64_t> loads, std::uint64_t s, std::uint64_t unit) {
  uint128 sum = 0;
  for (std::size_t i = 0; i < std::min<std::uint64_t>(s, loads.size()); ++i) sum += loads[i];
  return static_cast<std::uint64_t>(sum / unit);
}

/// Merges the non-increasing lists `a` and `b` into the largest a.size() values of both, in `b`.
inline void merge_largest(std::span<const std::uint64_t> a, std::span<std::uint64_t> b) {
  std::vector<std::uint64_t> merged;
  merged.reserve(b.size());
  std::size_t i = 0, j = 0;
  while (merged.size() < b.size()) {
    const bool first = i < a.size() && (j == b.size() || a[i] >= b[j]);
    merged.push_back(first ? a[i++] : b[j++]);
  }
  std::copy(merged.begin(), merged.end(), b.begin());
}

}  // namespace lode::cluster
