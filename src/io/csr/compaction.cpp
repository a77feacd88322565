#include "io/csr/compaction.hpp"

#include <algorithm>
#include <bit>
#include <memory>
#include <string_view>

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_sort.h>
#include <tbb/task_arena.h>

#include <lode/core/error.hpp>

#include "core/page_buffer.hpp"

namespace lode::detail {
namespace {

// --- ids ---

constexpr std::uint64_t dense_floor = std::uint64_t{1} << 20;
constexpr std::size_t most_bitmaps = 16;

/// Whether a bitmap of all numbers up to the largest id is worth its memory.
bool ids_are_dense(std::uint64_t largest_id, std::uint64_t lines) {
  return largest_id <= UINT32_MAX && largest_id <= 4 * lines + dense_floor;
}

std::size_t threads() { return static_cast<std::size_t>(tbb::this_task_arena::max_concurrency()); }

std::vector<std::size_t> groups_of(const std::vector<RawEdges>& edges, std::size_t parts) {
  std::vector<std::size_t> sizes;
  sizes.reserve(edges.size());
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

/// The ids in increasing order as names; ranks[place] becomes the number of the id of that place.
VertexNames rank_ids(KeyNumberer<IdKeys<>>& numberer, PageBuffer<Vertex>& ranks) {
  const PageBuffer<PlacedId> sorted = sorted_ids(numberer);
  auto ids = std::make_shared<PageBuffer<std::uint64_t>>(sorted.size());
  ranks = PageBuffer<Vertex>(sorted.size());
  constexpr std::size_t stretch = std::size_t{1} << 14;
  tbb::parallel_for(std::size_t{0}, (sorted.size() + stretch - 1) / stretch, [&](std::size_t part) {
    for (std::size_t i = part * stretch; i < std::min(sorted.size(), (part + 1) * stretch); ++i) {
      (*ids)[i] = sorted[i].id;
      ranks[sorted[i].place] = static_cast<Vertex>(i);
    }
  });
  return VertexNames::from_ids(ids->span(), ids);
}

// --- labels ---

constexpr std::size_t small_group = 24;
constexpr std::size_t deepest = 256;  ///< bytes
constexpr std::size_t labels_per_part = std::size_t{1} << 12;

/// The eight bytes from `depth` on, the first one highest, zeros behind the end. depth <= label.size().
std::uint64_t prefix_at(std::string_view label, std::size_t depth) {
  char bytes[8] = {};
  std::copy_n(label.data() + depth, std::min<std::size_t>(8, label.size() - depth), bytes);
  return __builtin_bswap64(std::bit_cast<std::uint64_t>(bytes));
}

void sort_from(std::span<OrderedLabel> labels, std::size_t depth);

/// Sorts labels that agree in their first `depth` bytes, where labels that end before are taken to go on with
/// zeros.
void sort_group(std::span<OrderedLabel> group, std::size_t depth) {
  if (group.size() <= small_group || depth >= deepest) {
    std::sort(group.begin(), group.end(), [](const OrderedLabel& x, const OrderedLabel& y) {
      return x.record.label() < y.record.label();
    });
    return;
  }
  // Those that end here differ in nothing but the number of zero bytes at their end.
  const auto rest = std::partition(group.begin(), group.end(),
                                   [&](const OrderedLabel& x) { return x.record.label().size() <= depth; });
  std::sort(group.begin(), rest, [](const OrderedLabel& x, const OrderedLabel& y) {
    return x.record.label().size() < y.record.label().size();
  });
  sort_from({rest, group.end()}, depth);
}

void sort_from(std::span<OrderedLabel> labels, std::size_t depth) {
  const std::size_t parts = (labels.size() + labels_per_part - 1) / labels_per_part;
  tbb::parallel_for(std::size_t{0}, parts, [&](std::size_t part) {
    const std::size_t end = std::min(labels.size(), (part + 1) * labels_per_part);
    for (std::size_t i = part * labels_per_part; i < end; ++i)
      labels[i].prefix = prefix_at(labels[i].record.label(), depth);
  });
  tbb::parallel_sort(labels.begin(), labels.end(),
                     [](const OrderedLabel& x, const OrderedLabel& y) { return x.prefix < y.prefix; });
  std::vector<std::span<OrderedLabel>> groups;
  for (std::size_t begin = 0, end = 0; begin < labels.size(); begin = end) {
    while (end < labels.size() && labels[end].prefix == labels[begin].prefix) ++end;
    if (end - begin > 1) groups.push_back(labels.subspan(begin, end - begin));
  }
  tbb::parallel_for(std::size_t{0}, groups.size(), [&](std::size_t g) { sort_group(groups[g], depth + 8); });
}

/// All different labels, increasing; their numbers become places, bucket by bucket. They stay in `tables`.
PageBuffer<OrderedLabel> sorted_labels(KeyNumberer<LabelKeys<>>& numberer,
                                       std::vector<LabelTable<>>& tables) {
  tables.resize(numberer.buckets());
  numberer.number([&](std::size_t b, LabelTable<>&& table) {
    table.close();
    tables[b] = std::move(table);
  });
  PageBuffer<OrderedLabel> sorted(numberer.size());
  tbb::parallel_for(std::size_t{0}, tables.size(), [&](std::size_t b) {
    std::uint64_t place = numberer.base(b);
    tables[b].for_each([&](LabelRecord record) {
      record.set_number(static_cast<std::uint32_t>(place));
      sorted[place++] = {0, record};
    });
  });
  sort_labels({sorted.data(), sorted.size()});
  return sorted;
}

/// The labels in increasing order as names, and ranks as of ids. Takes the labels from anywhere in memory.
VertexNames rank_labels(KeyNumberer<LabelKeys<>>& numberer, PageBuffer<Vertex>& ranks) {
  std::vector<LabelTable<>> tables;
  const PageBuffer<OrderedLabel> sorted = sorted_labels(numberer, tables);
  ranks = PageBuffer<Vertex>(sorted.size());
  struct Names {
    PageBuffer<std::uint64_t> begin;
    PageBuffer<char> characters;
  };
  constexpr std::size_t ahead = 24;
  auto names = std::make_shared<Names>();
  names->begin = PageBuffer<std::uint64_t>(sorted.size() + 1);
  names->begin[0] = 0;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    if (i + ahead < sorted.size()) __builtin_prefetch(sorted[i + ahead].record.words());
    ranks[sorted[i].record.number()] = static_cast<Vertex>(i);
    names->begin[i + 1] = names->begin[i] + sorted[i].record.label().size();
  }
  names->characters = PageBuffer<char>(names->begin[sorted.size()]);
  tbb::parallel_for(
      std::size_t{0}, (sorted.size() + labels_per_part - 1) / labels_per_part, [&](std::size_t part) {
        const std::size_t end = std::min(sorted.size(), (part + 1) * labels_per_part);
        for (std::size_t i = part * labels_per_part; i < end; ++i) {
          if (i + ahead < end) __builtin_prefetch(sorted[i + ahead].record.words());
          std::ranges::copy(sorted[i].record.label(), names->characters.data() + names->begin[i]);
        }
      });
  return VertexNames::from_labels(names->begin.span(), {names->characters.data(), names->characters.size()},
                                  names);
}

// --- both ---

/// Numbers the keys of edges that are dealt out as `rank` orders them.
template <class Keys>
CompactEdges compact_dealt(std::vector<RawEdges> edges, const std::string& display_name,
                           VertexNames (*rank)(KeyNumberer<Keys>&, PageBuffer<Vertex>&)) {
  std::vector<DealtKeys> blocks;
  blocks.reserve(edges.size());
  for (RawEdges& block : edges) blocks.push_back(std::move(block.dealt));
  KeyNumberer<Keys> numberer(std::move(blocks));
  CompactEdges compact;
  PageBuffer<Vertex> ranks;
  compact.names = rank(numberer, ranks);
  compact.num_vertices = numberer.size();
  check_vertex_count(compact.num_vertices, display_name);
  compact.renumbered = true;
  std::vector<PageBuffer<Vertex>> ends = numberer.ranked(ranks);
  for (std::size_t b = 0; b < edges.size(); ++b) {
    compact.chunks.push_back({std::move(ends[b]), std::move(edges[b].weights)});
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

void sort_labels(std::span<OrderedLabel> labels) { sort_from(labels, 0); }

CompactEdges compact_ids(std::vector<RawEdges> edges, std::uint64_t largest_id,
                         const std::string& display_name) {
  std::uint64_t lines = 0;
  for (const RawEdges& block : edges) lines += block.lines;
  if (ids_are_dense(largest_id, lines)) {
    return compact_dense(std::move(edges), largest_id, display_name);
  }
  deal_out_all(edges);
  return compact_dealt<IdKeys<>>(std::move(edges), display_name, rank_ids);
}

CompactEdges compact_labels(std::vector<RawEdges> edges, const std::string& display_name) {
  return compact_dealt<LabelKeys<>>(std::move(edges), display_name, rank_labels);
}

}  // namespace lode::detail
