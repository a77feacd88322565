#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/peeling.hpp"

namespace lode::cluster {

struct CoreOptions {
  std::uint64_t memory = 0;           ///< memory of a search on one machine, in bytes
  std::optional<std::uint64_t> core;  ///< the k of the core, regardless of memory
  std::uint64_t largest_size = 1;     ///< least number of vertices of the core
  bool all_numbers = false;           ///< peels every level separately
};

struct ChosenCore {
  PeelLevel core;                 ///< the chosen core
  std::vector<PeelLevel> levels;  ///< all levels up to the core
};

/// Memory of `lode find`, in bytes, for a graph of this size with ids.
std::uint64_t search_memory(std::uint64_t vertices, std::uint64_t edges);

/// Peels to the least k-core, k >= 1, that can be searched in `memory` bytes, or to the requested one.
/// Collective.
/// Errors: SharedFailure (InvalidArgument) if even the smallest core with `largest_size` vertices takes more,
///         and for a core that does not exist or has fewer vertices.
ChosenCore choose_core(Peeling& peeling, const CoreOptions& options, const Ranks& ranks);

}  // namespace lode::cluster
