#include <algorithm>
#include <memory>

#include <tbb/parallel_for.h>

#include "core/page_buffer.hpp"
#include "io/csr/id_compaction.hpp"
#include "io/csr/label_order.hpp"

namespace lode::detail {
namespace {

constexpr std::size_t stretch = std::size_t{1} << 12;

using Tables = std::vector<LabelTable<>>;

/// All different labels, increasing; their numbers become places, bucket by bucket. They stay in `tables`.
PageBuffer<OrderedLabel> sorted_labels(KeyNumberer<LabelKeys<>>& numberer, Tables& tables) {
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

/// Takes the labels from anywhere in memory.
VertexNames names_of(const PageBuffer<OrderedLabel>& sorted, PageBuffer<Vertex>& ranks) {
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
  tbb::parallel_for(std::size_t{0}, (sorted.size() + stretch - 1) / stretch, [&](std::size_t part) {
    const std::size_t end = std::min(sorted.size(), (part + 1) * stretch);
    for (std::size_t i = part * stretch; i < end; ++i) {
      if (i + ahead < end) __builtin_prefetch(sorted[i + ahead].record.words());
      std::ranges::copy(sorted[i].record.label(), names->characters.data() + names->begin[i]);
    }
  });
  return VertexNames::from_labels(names->begin.span(), {names->characters.data(), names->characters.size()},
                                  names);
}

}  // namespace

CompactEdges compact_labels(std::vector<RawEdges> edges, const std::string& display_name) {
  KeyNumberer<LabelKeys<>> numberer = numberer_of<LabelKeys<>>(edges);
  CompactEdges compact;
  PageBuffer<Vertex> ranks;
  {
    Tables tables;
    const PageBuffer<OrderedLabel> sorted = sorted_labels(numberer, tables);
    check_vertex_count(sorted.size(), display_name);
    ranks = PageBuffer<Vertex>(sorted.size());
    compact.names = names_of(sorted, ranks);
  }
  compact.num_vertices = numberer.size();
  compact.renumbered = true;
  compact.chunks = chunks_of(std::move(edges), numberer.ranked(ranks));
  return compact;
}

}  // namespace lode::detail
