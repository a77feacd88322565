#pragma once

#include <cstdint>
#include <span>

#include "ranks.hpp"

namespace lode::cluster {

__extension__ using Wide = unsigned __int128;

/// A sum of 64-bit numbers over all ranks, exactly.
Wide exact_sum(Ranks& ranks, std::span<const std::uint64_t> values);

/// The sum of the `count` largest values of all ranks, of all where there are fewer; exact, and the same
/// wherever the values are.
///
/// Method: the smallest of them is found bit by bit.
/// Cost:   64 passes over the values at most, each with one number per rank to sum.
Wide sum_of_largest(Ranks& ranks, std::span<const std::uint64_t> values, std::uint64_t count);

}  // namespace lode::cluster
