#include <algorithm>
#include <memory>
#include <numeric>

#include <lode/graph/generators.hpp>

#include "core/page_buffer.hpp"
#include "graph/generators/streams.hpp"

namespace lode {
namespace {

struct MultipartiteRows {
  detail::PageBuffer<ArcIndex> offsets;
  detail::PageBuffer<Vertex> targets;
};

}  // namespace

Graph complete_multipartite(std::span<const Vertex> part_sizes, const RunContext& run) {
  const std::uint64_t total = std::accumulate(part_sizes.begin(), part_sizes.end(), std::uint64_t{0});
  if (total >= no_vertex) {
    throw InvalidArgument("sum of the part sizes", std::to_string(total), "must be below 2^32-1");
  }
  const auto n = static_cast<Vertex>(total);
  ArcIndex arcs = 0;
  for (const Vertex size : part_sizes) arcs += ArcIndex{size} * (n - size);

  auto rows = std::make_shared<MultipartiteRows>();
  rows->offsets = detail::PageBuffer<ArcIndex>(n + std::size_t{1});
  rows->targets = detail::PageBuffer<Vertex>(arcs);
  Vertex v = 0;
  Vertex* next = rows->targets.data();
  rows->offsets[0] = 0;
  for (const Vertex size : part_sizes) {
    const Vertex begin = v;
    const Vertex end = begin + size;
    for (; v < end; ++v) {
      run.require_time(detail::drawing_a_graph);
      std::iota(next, next + begin, Vertex{0});
      std::iota(next + begin, next + (n - size), end);
      next += n - size;
      rows->offsets[v + std::size_t{1}] = rows->offsets[v] + (n - size);
    }
  }
  return Graph::from_csr({rows->offsets.span(), rows->targets.span(), {}, rows}, {}, CsrCheck::trusted);
}

}  // namespace lode
