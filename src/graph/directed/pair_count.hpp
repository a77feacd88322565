#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include <lode/core/types.hpp>

namespace lode::detail {

/// The sizes of a pair of sets and the arcs from the first to the second.
struct PairCount {
  std::uint64_t arcs = 0, sources = 0, targets = 0;

  bool empty() const { return sources == 0 || targets == 0; }
  long double rho() const {
    return empty() ? 0.0L
                   : static_cast<long double>(arcs) /
                         std::sqrt(static_cast<long double>(sources) * static_cast<long double>(targets));
  }
  long double ratio() const { return static_cast<long double>(sources) / static_cast<long double>(targets); }
};

/// The sign of rho(a) - rho(b), exact: arcs are below 2^33, sizes below 2^31.
inline int compare_rho(const PairCount& a, const PairCount& b) {
  if (a.empty() || b.empty()) return static_cast<int>(!a.empty() && a.arcs > 0) - (!b.empty() && b.arcs > 0);
  // arcs_a^2 sources_b targets_b against the same with a and b exchanged; the product of two numbers of 64
  // bits each is split, since the whole has up to 128 bits.
  __extension__ using Wide = unsigned __int128;
  const Wide x = Wide{a.arcs} * a.arcs * (Wide{b.sources} * b.targets);
  const Wide y = Wide{b.arcs} * b.arcs * (Wide{a.sources} * a.targets);
  return static_cast<int>(x > y) - static_cast<int>(x < y);
}

/// A pair of sets of the directed graph.
struct VertexPair {
  VertexSet sources, targets;
  PairCount count;
};

}  // namespace lode::detail
