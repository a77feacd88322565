#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ranks/ranks.hpp"

namespace lode::cluster {

/// The `count` largest of the values of all ranks, the largest first, on every rank; zeros where there are
/// fewer. Together. Traffic: 8 * count bytes, log2(ranks) times.
std::vector<std::uint64_t> largest_values(std::span<const std::uint64_t> values, std::uint64_t count,
                                          const Ranks& ranks);

}  // namespace lode::cluster
