#pragma once

#include <cstdint>

namespace lode::hybrid::detail {

/// The set that holds item i alone.
constexpr std::uint64_t bit(int i) { return std::uint64_t{1} << i; }

/// The set of the items below `size`, which is below 64.
constexpr std::uint64_t all_items(int size) { return bit(size) - 1; }

}  // namespace lode::hybrid::detail
