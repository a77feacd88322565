#include "graph/csr/arc_builder.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include <tbb/parallel_for.h>

#include "core/assert.hpp"
#include "core/page_buffer.hpp"

namespace lode::detail {
namespace {

struct OwnedRows {
  PageBuffer<ArcIndex> offsets;
  PageBuffer<Vertex> ends;
};

/// Vertex v as a target is number n + v.
void number_twice(std::vector<EdgeChunk>& chunks, Vertex n, const IdRanks* ranks) {
  tbb::parallel_for(std::size_t{0}, chunks.size(), [&](std::size_t c) {
    PageBuffer<Vertex>& ends = chunks[c].ends;
    for (std::size_t i = 0; i < ends.size(); ++i) {
      const Vertex v = ranks ? ranks->rank(ends[i]) : ends[i];
      ends[i] = i % 2 == 0 ? v : n + v;
    }
    chunks[c].weights.reset();
  });
}

}  // namespace

Arcs build_arcs(std::vector<EdgeChunk> chunks, std::uint64_t num_vertices, VertexNames names,
                const IdRanks* ranks) {
  LODE_ASSERT_LIGHT(num_vertices >= 1 && num_vertices <= Arcs::most_vertices);
  const auto n = static_cast<Vertex>(num_vertices);
  number_twice(chunks, n, ranks);
  const BuiltCsr twice = build_csr(std::move(chunks), 2 * num_vertices, false, MergeRule::error);
  auto owned = std::make_shared<OwnedRows>();
  owned->offsets = PageBuffer<ArcIndex>(twice.arrays.offsets.size());
  owned->ends = PageBuffer<Vertex>(twice.arrays.targets.size());
  std::copy(twice.arrays.offsets.begin(), twice.arrays.offsets.end(), owned->offsets.begin());
  const std::size_t arcs = twice.arrays.targets.size() / 2;
  constexpr std::size_t stretch = std::size_t{1} << 16;
  tbb::parallel_for(std::size_t{0}, (2 * arcs + stretch - 1) / stretch, [&](std::size_t part) {
    for (std::size_t i = part * stretch; i < std::min(2 * arcs, (part + 1) * stretch); ++i) {
      owned->ends[i] = twice.arrays.targets[i] - (i < arcs ? n : 0);
    }
  });
  const ArcRows rows = {owned->offsets.span(), owned->ends.span(), owned};
  return Arcs::from_rows(rows, std::move(names), twice.duplicates);
}

}  // namespace lode::detail
