#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <lode/core/rng.hpp>

namespace lode::cluster {

using detail::uint128;

// Integer arithmetic, so that no result depends on the order of sums or the number of ranks.

/// Binary places of eigenvalue bounds.
inline constexpr unsigned quotient_bits = 20;

/// Value of all quotients that are too large to be useful.
inline constexpr std::uint64_t no_quotient = std::uint64_t{1} << 62;

/// The least q with q / 2^quotient_bits >= product / value, or no_quotient; value > 0, product < 2^107.
inline std::uint64_t quotient_above(uint128 product, std::uint64_t value) {
  const uint128 scaled = product << quotient_bits;
  const uint128 quotient = scaled / value + (scaled % value != 0 ? 1 : 0);
  return quotient < no_quotient ? static_cast<std::uint64_t>(quotient) : no_quotient;
}

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

/// s/2 times quotient / 2^quotient_bits, rounded down.
inline std::uint64_t spectral_bound(std::uint64_t s, std::uint64_t quotient) {
  return static_cast<std::uint64_t>(static_cast<uint128>(s) * quotient >> (quotient_bits + 1));
}

/// value / 2^down, or times 2^-down; rounded down.
inline std::uint64_t shifted(uint128 value, int down) {
  return static_cast<std::uint64_t>(down >= 0 ? value >> down : value << -down);
}

/// Position of the highest set bit, from 1; 0 for 0.
inline int bit_length(uint128 value) {
  const auto high = static_cast<std::uint64_t>(value >> 64);
  return high != 0 ? 128 - std::countl_zero(high) : 64 - std::countl_zero(static_cast<std::uint64_t>(value));
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
