#pragma once

#include <cstdint>

namespace lode {

/// What is done with a graph once it is read.
enum class GraphWork {
  search,  ///< a search by cores and kicks, with its bounds
  summary  ///< degrees, cores, components
};

/// Bytes at the peak, besides those of the graph.
struct MemoryEstimate {
  std::uint64_t program = 0;  ///< of the program itself, whatever it does
  std::uint64_t work = 0;
};

/// What a graph of so many vertices and edges will take beyond itself, for the default method on one size.
///
/// The constants are fitted to peaks measured on graphs from a thousand to 100 million edges
/// (tools/bench/estimate.py).
/// Cost: O(1). Errors: none; counts are those of files, far below 64 bits.
MemoryEstimate estimate_memory(std::uint64_t vertices, std::uint64_t edges, bool weighted, GraphWork work);

}  // namespace lode
