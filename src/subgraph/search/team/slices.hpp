#pragma once

// How long the slices of work are in which searchers go on side by side.

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace lode::subgraph::detail {

/// Work of each searcher by kicks in the first slice, in arcs: well below a millisecond, so that easy graphs
/// are done with one searcher.
inline constexpr std::uint64_t first_slice = 1 << 14;

/// A slice, or the part of it after which something is due, once all have done so much work. It is never
/// less than the first slice: then each searcher works off what it has done beyond its share.
inline std::uint64_t slice_until_due(std::uint64_t slice, std::uint64_t work, std::uint64_t due,
                                     std::size_t searchers) {
  if (work >= due) return slice;
  return std::min(slice, std::max(first_slice, (due - work) / searchers));
}

}  // namespace lode::subgraph::detail
