#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace lode::detail {

/// The rows of a symmetric pattern in compressed rows, both triangles given, in the order of approximate
/// minimum degree. The same on every machine.
///
/// Cost:   about that of the pattern's fill.
/// Source: P. R. Amestoy, T. A. Davis, I. S. Duff, SIAM J. Matrix Anal. Appl. 17 (1996).
std::vector<std::uint32_t> minimum_degree_order(std::span<const std::uint64_t> offsets,
                                                std::span<const std::uint32_t> columns);

}  // namespace lode::detail
