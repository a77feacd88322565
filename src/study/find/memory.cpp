#include <algorithm>

#include <lode/study/memory.hpp>

#include "subgraph/part/dense_part.hpp"

namespace lode {
namespace {

// Fitted by tools/bench/estimate.py: the program itself, and what cores, search states and the core that is
// searched take for every vertex.
constexpr std::uint64_t program_bytes = 16'500'000;
constexpr std::uint64_t search_bytes_per_vertex = 60;
constexpr std::uint64_t large_search_bytes_per_vertex = 45;
constexpr std::uint64_t summary_bytes_per_vertex = 40;

/// The lp bound works on a core: most of a dense graph, little of others.
std::uint64_t bound_bytes(std::uint64_t vertices, std::uint64_t edges) {
  constexpr double dense = 0.002;
  constexpr std::uint64_t largest_core_bytes = 5'000'000;
  const auto n = static_cast<double>(vertices);
  const bool is_dense = static_cast<double>(edges) >= dense * n * (n - 1.0) / 2.0;
  return is_dense ? 40 * edges : std::min(12 * edges, largest_core_bytes);
}

/// Large graphs are searched in a copy of a core of up to 7/8 of the arcs (dense_part.hpp), with its order
/// and little else for the vertices outside.
std::uint64_t search_bytes(std::uint64_t vertices, std::uint64_t edges, bool weighted) {
  if (weighted || 2 * edges < subgraph::DensePartOptions().least_arcs) {
    return search_bytes_per_vertex * vertices + bound_bytes(vertices, edges);
  }
  return large_search_bytes_per_vertex * vertices +
         std::min(8 * edges / 5 * 4, subgraph::DensePartOptions().most_arcs * sizeof(Vertex));
}

}  // namespace

MemoryEstimate estimate_memory(std::uint64_t vertices, std::uint64_t edges, bool weighted, GraphWork work) {
  return {program_bytes, work == GraphWork::summary ? summary_bytes_per_vertex * vertices
                                                    : search_bytes(vertices, edges, weighted)};
}

}  // namespace lode
