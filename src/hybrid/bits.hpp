#pragma once

#include <cstdint>

namespace lode::hybrid::detail {

/// The set that holds item i alone.
constexpr std::uint64_t bit(int i) { return std::uint64_t{1} << i; }

}  // namespace lode::hybrid::detail
