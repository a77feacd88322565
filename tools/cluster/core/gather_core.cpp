#include "core/gather_core.hpp"

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>

namespace lode::cluster {
namespace {

constexpr std::uint64_t not_in_core = UINT64_MAX;

struct CoreArrays {
  std::vector<std::uint64_t> ids;
  std::vector<ArcIndex> offsets;
  std::vector<Vertex> targets;
};

/// Numbers within the core: own vertices, then ghosts.
std::vector<std::uint64_t> core_numbers(const Rows& rows, const Ghosts& ghosts, const Peeling& peeling,
                                        const Ranks& ranks) {
  std::uint64_t count = 0;
  for (std::size_t v = 0; v < rows.own(); ++v) count += peeling.has(v) ? 1 : 0;
  std::uint64_t next = ranks.sum_before(count);
  std::vector<std::uint64_t> numbers;
  ranks.together([&] {
    numbers.assign(rows.own() + rows.ghosts.size(), not_in_core);
    for (std::size_t v = 0; v < rows.own(); ++v) {
      if (peeling.has(v)) numbers[v] = next++;
    }
  });
  const std::span<std::uint64_t> all(numbers);
  ghosts.fetch(all.first(rows.own()), all.subspan(rows.own()));
  return numbers;
}

}  // namespace

Graph gather_core(const Rows& rows, const Ghosts& ghosts, const Peeling& peeling, const PeelLevel& core,
                  const Ranks& ranks) {
  ranks.on_first([&] {
    if (core.vertices >= no_vertex) throw SystemError("the core has 2^32 - 1 vertices or more");
  });
  const std::vector<std::uint64_t> numbers = core_numbers(rows, ghosts, peeling, ranks);
  CoreArrays mine;
  ranks.together([&] {
    for (std::size_t v = 0; v < rows.own(); ++v) {
      if (!peeling.has(v)) continue;
      mine.ids.push_back(rows.ids[v]);
      mine.offsets.push_back(peeling.degree(v));
      const auto begin = static_cast<std::ptrdiff_t>(mine.targets.size());
      rows.for_each(v, [&](std::uint32_t u) {
        if (numbers[u] != not_in_core) mine.targets.push_back(static_cast<Vertex>(numbers[u]));
      });
      std::sort(mine.targets.begin() + begin, mine.targets.end());
    }
  });
  const auto arrays = std::make_shared<CoreArrays>();
  arrays->ids = ranks.to_first<std::uint64_t>(mine.ids);
  arrays->offsets = ranks.to_first<ArcIndex>(mine.offsets);
  arrays->targets = ranks.to_first<Vertex>(mine.targets);
  mine = {};
  Graph graph;
  ranks.on_first([&] {
    arrays->offsets.insert(arrays->offsets.begin(), 0);
    std::partial_sum(arrays->offsets.begin(), arrays->offsets.end(), arrays->offsets.begin());
    // A core that is the whole graph, with ids equal to numbers, needs no ids.
    const bool plain = core.vertices == rows.vertices && arrays->ids.back() + 1 == core.vertices;
    graph =
        Graph::from_csr(CsrArrays{arrays->offsets, arrays->targets, {}, arrays},
                        plain ? VertexNames() : VertexNames::from_ids(arrays->ids, arrays), CsrCheck::full);
  });
  return graph;
}

void write_core_numbers(const Rows& rows, Peeling& peeling, const std::string& path, Overwrite overwrite,
                        const Ranks& ranks) {
  for (std::uint64_t left = 1; left > 0;) {
    const std::uint64_t least = peeling.least_degree();
    if (least == UINT64_MAX) break;
    left = peeling.peel_to(least + 1).vertices;
  }
  std::optional<OutputFile> file;
  ranks.on_first([&] {
    file.emplace(path, overwrite);
    file->write("id,degree,core\n");
  });
  // In pieces of some MB, so that rank 0 never holds the text of a whole rank.
  constexpr std::size_t piece = std::size_t{1} << 18;
  for (int source = 0; source < ranks.size(); ++source) {
    const bool is_source = ranks.rank() == source;
    const std::uint64_t count = ranks.max(is_source ? rows.own() : 0);
    for (std::uint64_t begin = 0; begin < count; begin += piece) {
      std::string text;
      ranks.together([&] {
        for (std::uint64_t v = begin; is_source && v < std::min(begin + piece, count); ++v)
          text += fmt::format("{},{},{}\n", rows.ids[v], rows.degree(v), peeling.core_number(v));
      });
      const std::vector<char> come = ranks.to_first<char>(text);
      ranks.on_first([&] { file->write({come.data(), come.size()}); });
    }
  }
  ranks.on_first([&] { file->commit(); });
}

}  // namespace lode::cluster
