#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bounds/low_rank/lagrangian.hpp"

namespace lode::subgraph::detail {

/// A partition of the vertices.
struct Clustering {
  std::vector<std::uint32_t> cluster;  ///< of every vertex
  std::size_t count = 1;
};

/// Splits clusters in two until there are `count` or none is left to split: the one whose rows of V agree
/// least first (the sum of their lengths less the length of their sum), by two means on directions, begun at
/// the row worst aligned with the mean and the one worst aligned with that. Returns for every cluster the one
/// it came from.
///
/// Cost: O(n low_rank) per level of splits.
std::vector<std::uint32_t> split_clusters(std::span<const float> v, Clustering& clustering,
                                          std::size_t count);

/// Theta of the split clusters: what their parents had, 0 between parts of one.
std::vector<float> inherited_between(std::span<const float> between, std::size_t parents,
                                     std::span<const std::uint32_t> parent);

}  // namespace lode::subgraph::detail
