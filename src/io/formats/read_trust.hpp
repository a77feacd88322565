#pragma once

#include <cstdint>

namespace lode::detail {

/// How much a file may claim in few bytes.
struct ReadTrust {
  /// Up to this many vertices may be declared without showing anything of them. Beyond it there must be an
  /// edge for every 256 vertices, so that a few bytes cannot ask for any amount of memory.
  std::uint64_t vertices = std::uint64_t{1} << 24;
  /// So many arcs may stand in a stream of any length: intervals and copied lists of WebGraph can stand for
  /// any number of them.
  std::uint64_t arcs = std::uint64_t{1} << 26;
  std::uint64_t arcs_per_byte = 4096;  ///< beyond them
};

}  // namespace lode::detail
