#include <memory>
#include <numeric>

#include <lode/graph/generators.hpp>

#include "core/page_buffer.hpp"
#include "graph/generators/random_rows.hpp"

namespace lode {

Graph complete_multipartite(std::span<const Vertex> part_sizes, const RunContext& run) {
  struct Rows {
    detail::PageBuffer<ArcIndex> offsets;
    detail::PageBuffer<Vertex> targets;
  };
  const std::uint64_t total = std::accumulate(part_sizes.begin(), part_sizes.end(), std::uint64_t{0});
  if (total >= no_vertex) {
    throw InvalidArgument("sum of the part sizes", std::to_string(total), "must be below 2^32-1");
  }
  const auto n = static_cast<Vertex>(total);
  ArcIndex arcs = 0;
  for (const Vertex size : part_sizes) arcs += ArcIndex{size} * (n - size);
  const auto rows = std::make_shared<Rows>();
  rows->offsets = detail::PageBuffer<ArcIndex>(n + std::size_t{1});
  rows->targets = detail::PageBuffer<Vertex>(arcs);
  Vertex begin = 0;
  Vertex* next = rows->targets.data();
  rows->offsets[0] = 0;
  for (const Vertex size : part_sizes) {
    for (Vertex v = begin; v < begin + size; ++v) {
      run.require_time(detail::drawing_a_graph);
      std::iota(next, next + begin, Vertex{0});
      std::iota(next + begin, next + (n - size), begin + size);
      next += n - size;
      rows->offsets[v + std::size_t{1}] = rows->offsets[v] + (n - size);
    }
    begin += size;
  }
  return Graph::from_csr({rows->offsets.span(), rows->targets.span(), {}, rows}, {}, CsrCheck::trusted);
}

}  // namespace lode
