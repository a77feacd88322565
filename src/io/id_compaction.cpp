#include "io/id_compaction.hpp"

#include <algorithm>
#include <memory>

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <lode/core/buffer.hpp>
#include <lode/core/error.hpp>

#include "io/sparse_ids.hpp"

namespace lode::detail {
namespace {

constexpr std::uint64_t dense_floor = std::uint64_t{1} << 20;
constexpr std::size_t most_bitmaps = 16;

std::size_t threads() { return static_cast<std::size_t>(tbb::this_task_arena::max_concurrency()); }

std::vector<std::size_t> groups_of(const std::vector<RawEdges>& edges, std::size_t parts) {
  std::vector<std::size_t> sizes;
  for (const RawEdges& block : edges) sizes.push_back(block.lines);
  return split_evenly(sizes, parts);
}

/// One bitmap for each group of blocks, joined word by word.
IdRanks occurring_ids(const std::vector<RawEdges>& edges, std::uint64_t largest_id) {
  const auto groups = groups_of(edges, std::min(most_bitmaps, threads()));
  IdRanks ranks(largest_id);
  const std::size_t words = ranks.words().size();
  std::vector<PageBuffer<std::uint64_t>> bitmaps(groups.size() - 1);
  tbb::parallel_for(std::size_t{0}, bitmaps.size(), [&](std::size_t group) {
    PageBuffer<std::uint64_t> bits(words);
    std::fill(bits.begin(), bits.end(), 0);
    for (std::size_t b = groups[group]; b < groups[group + 1]; ++b) {
      for (const std::uint32_t id : edges[b].narrow) bits[id / 64] |= std::uint64_t{1} << (id % 64);
    }
    bitmaps[group] = std::move(bits);
  });
  constexpr std::size_t stretch = std::size_t{1} << 14;
  tbb::parallel_for(std::size_t{0}, (words + stretch - 1) / stretch, [&](std::size_t part) {
    for (std::size_t w = part * stretch; w < std::min(words, (part + 1) * stretch); ++w) {
      std::uint64_t members = 0;
      for (const auto& bits : bitmaps) members |= bits[w];
      ranks.words()[w] = {members, 0};
    }
  });
  return ranks;
}

VertexNames names_of(const PageBuffer<IdRanks::Word>& words, std::uint64_t count) {
  auto ids = std::make_shared<Buffer<std::uint64_t>>(count);
  constexpr std::size_t stretch = std::size_t{1} << 12;
  tbb::parallel_for(std::size_t{0}, (words.size() + stretch - 1) / stretch, [&](std::size_t part) {
    for (std::size_t w = part * stretch; w < std::min(words.size(), (part + 1) * stretch); ++w) {
      std::uint64_t* out = ids->data() + words[w].before;
      for (std::uint64_t rest = words[w].members; rest != 0; rest &= rest - 1) {
        *out++ = 64 * w + static_cast<std::uint64_t>(std::countr_zero(rest));
      }
    }
  });
  return VertexNames::from_ids(std::as_const(*ids).span(), ids);
}

CompactEdges compact_dense(std::vector<RawEdges> edges, std::uint64_t largest_id,
                           const std::string& display_name) {
  CompactEdges compact;
  compact.ranks = occurring_ids(edges, largest_id);
  compact.num_vertices = compact.ranks.finish();
  check_vertex_count(compact.num_vertices, display_name);
  compact.renumbered = compact.apply_ranks = compact.num_vertices != largest_id + 1;
  if (compact.renumbered) {
    compact.names = names_of(compact.ranks.words(), compact.num_vertices);
  }
  for (RawEdges& block : edges) {
    compact.chunks.push_back({std::move(block.narrow), std::move(block.weights)});
  }
  return compact;
}

}  // namespace

void check_vertex_count(std::uint64_t count, const std::string& display_name) {
  if (count >= no_vertex) {
    throw InputError({display_name}, std::to_string(count) + " different vertices are more than 4294967294",
                     "lode numbers vertices in 32 bits");
  }
}

CompactEdges compact_ids(std::vector<RawEdges> edges, std::uint64_t largest_id,
                         const std::string& display_name) {
  std::uint64_t lines = 0;
  for (const RawEdges& block : edges) lines += block.lines;
  if (largest_id <= UINT32_MAX && largest_id <= 4 * lines + dense_floor) {
    return compact_dense(std::move(edges), largest_id, display_name);
  }
  SparseNumbering<std::uint64_t> numbering = number_sparse_ids(std::move(edges));
  check_vertex_count(numbering.ids.size(), display_name);
  CompactEdges compact;
  compact.chunks = std::move(numbering.chunks);
  compact.num_vertices = numbering.ids.size();
  compact.names = VertexNames::from_ids(std::move(numbering.ids));
  compact.renumbered = true;
  return compact;
}

}  // namespace lode::detail
