#include "io/csr/id_compaction.hpp"

#include <algorithm>
#include <memory>

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_sort.h>
#include <tbb/task_arena.h>

#include <lode/core/error.hpp>

#include "core/page_buffer.hpp"

namespace lode::detail {
namespace {

constexpr std::uint64_t dense_floor = std::uint64_t{1} << 20;
constexpr std::size_t most_bitmaps = 16;

/// Whether a bitmap of all numbers up to the largest id is worth its memory.
bool ids_are_dense(std::uint64_t largest_id, std::uint64_t lines) {
  return largest_id <= UINT32_MAX && largest_id <= 4 * lines + dense_floor;
}

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
  auto ids = std::make_shared<PageBuffer<std::uint64_t>>(count);
  constexpr std::size_t stretch = std::size_t{1} << 12;
  tbb::parallel_for(std::size_t{0}, (words.size() + stretch - 1) / stretch, [&](std::size_t part) {
    for (std::size_t w = part * stretch; w < std::min(words.size(), (part + 1) * stretch); ++w) {
      std::uint64_t* out = ids->data() + words[w].before;
      for (std::uint64_t rest = words[w].members; rest != 0; rest &= rest - 1) {
        *out++ = 64 * w + static_cast<std::uint64_t>(std::countr_zero(rest));
      }
    }
  });
  return VertexNames::from_ids(ids->span(), ids);
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

struct PlacedId {
  std::uint64_t id;
  std::uint64_t place;  ///< bucket by bucket
};

/// Deals out the blocks that are not, because their ids fit in 32 bits.
void deal_out_all(std::vector<RawEdges>& edges) {
  tbb::enumerable_thread_specific<Slabs> slabs;
  tbb::parallel_for(std::size_t{0}, edges.size(), [&](std::size_t b) {
    if (edges[b].narrow.empty()) return;
    const std::vector<std::uint64_t> ids(edges[b].narrow.begin(), edges[b].narrow.end());
    edges[b].narrow.reset();
    edges[b].dealt = deal_out<IdKeys<>>(ids, slabs.local());
  });
}

/// All different ids, increasing.
PageBuffer<PlacedId> sorted_ids(KeyNumberer<IdKeys<>>& numberer) {
  std::vector<std::vector<std::uint64_t>> ids(numberer.buckets());
  numberer.number([&](std::size_t b, IdTable<>&& table) { ids[b] = std::move(table).take_ids(); });
  PageBuffer<PlacedId> sorted(numberer.size());
  tbb::parallel_for(std::size_t{0}, ids.size(), [&](std::size_t b) {
    std::uint64_t place = numberer.base(b);
    for (const std::uint64_t id : std::exchange(ids[b], {})) {
      sorted[place] = {id, place};
      ++place;
    }
  });
  tbb::parallel_sort(sorted.begin(), sorted.end(),
                     [](const PlacedId& x, const PlacedId& y) { return x.id < y.id; });
  return sorted;
}

CompactEdges compact_sparse(std::vector<RawEdges> edges, const std::string& display_name) {
  deal_out_all(edges);
  KeyNumberer<IdKeys<>> numberer = numberer_of<IdKeys<>>(edges);
  PageBuffer<PlacedId> sorted = sorted_ids(numberer);
  check_vertex_count(sorted.size(), display_name);
  auto ids = std::make_shared<PageBuffer<std::uint64_t>>(sorted.size());
  PageBuffer<Vertex> ranks(sorted.size());
  constexpr std::size_t stretch = std::size_t{1} << 14;
  tbb::parallel_for(std::size_t{0}, (sorted.size() + stretch - 1) / stretch, [&](std::size_t part) {
    for (std::size_t i = part * stretch; i < std::min(sorted.size(), (part + 1) * stretch); ++i) {
      (*ids)[i] = sorted[i].id;
      ranks[sorted[i].place] = static_cast<Vertex>(i);
    }
  });
  sorted.reset();
  CompactEdges compact;
  compact.num_vertices = ids->size();
  compact.names = VertexNames::from_ids(ids->span(), ids);
  compact.renumbered = true;
  compact.chunks = chunks_of(std::move(edges), numberer.ranked(ranks));
  return compact;
}

}  // namespace

void check_vertex_count(std::uint64_t count, const std::string& display_name) {
  if (count >= no_vertex) {
    throw InputError({display_name}, std::to_string(count) + " different vertices are more than 4294967294",
                     "lode numbers vertices in 32 bits");
  }
}

std::vector<EdgeChunk> chunks_of(std::vector<RawEdges> edges, std::vector<PageBuffer<Vertex>> ends) {
  std::vector<EdgeChunk> chunks(edges.size());
  for (std::size_t b = 0; b < edges.size(); ++b)
    chunks[b] = {std::move(ends[b]), std::move(edges[b].weights)};
  return chunks;
}

CompactEdges compact_ids(std::vector<RawEdges> edges, std::uint64_t largest_id,
                         const std::string& display_name) {
  std::uint64_t lines = 0;
  for (const RawEdges& block : edges) lines += block.lines;
  if (ids_are_dense(largest_id, lines)) {
    return compact_dense(std::move(edges), largest_id, display_name);
  }
  return compact_sparse(std::move(edges), display_name);
}

}  // namespace lode::detail
