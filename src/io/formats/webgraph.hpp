#pragma once

#include <cstdint>

#include "io/formats/formats.hpp"

namespace lode::detail {

/// Contents of a .properties file.
struct WebGraphProperties {
  std::uint64_t nodes = 0;
  std::uint64_t arcs = 0;
  std::uint64_t window = 7;
  std::uint64_t least_interval = 4;  ///< 0: no intervals
  int zeta_k = 3;
};

/// Reads a .properties file.
/// Errors: InputError naming a property that is missing, wrong or unsupported: a version other than 0,
///         unusual codes, node counts beyond 32 bits.
WebGraphProperties read_webgraph_properties(CompressedInput& input);

/// Reads a BVGraph bit stream with its properties.
LoadedGraph read_webgraph(const GraphInput& input, CompressedInput& properties);

}  // namespace lode::detail
