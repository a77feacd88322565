#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/peeling.hpp"

namespace lode::cluster {

struct CoreOptions {
  std::uint64_t memory = 0;           ///< bytes that a search on one machine may take
  std::optional<std::uint64_t> core;  ///< this one, whatever it takes
  std::uint64_t largest_size = 1;     ///< sets of so many vertices must fit in
  bool all_numbers = false;           ///< every level one by one
};

struct ChosenCore {
  PeelLevel core;                 ///< the one that was chosen
  std::vector<PeelLevel> levels;  ///< up to it
};

/// Bytes that `lode find` takes for a graph of so many vertices with ids and edges.
std::uint64_t search_memory(std::uint64_t vertices, std::uint64_t edges);

/// Peels to the core of least k >= 1 that a search in `memory` bytes can hold, or to the one that is asked
/// for. Together. Errors: SharedFailure (InvalidArgument) if even the smallest that holds `largest_size`
/// vertices takes more, and
///         for a core that does not exist or has fewer.
ChosenCore choose_core(Peeling& peeling, const CoreOptions& options, const Ranks& ranks);

}  // namespace lode::cluster
