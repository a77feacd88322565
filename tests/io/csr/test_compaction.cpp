#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <tbb/task_arena.h>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>

#include "io/csr/compaction.hpp"
#include "support/catch.hpp"

using namespace lode;
using namespace lode::detail;

namespace {

template <class Name>
using Blocks = std::vector<std::vector<Name>>;  ///< ends u0 v0 u1 v1 ... of each

RawEdges raw(const std::vector<std::uint64_t>& ends) {
  RawEdges edges;
  edges.lines = ends.size() / 2;
  if (!ends.empty() && *std::max_element(ends.begin(), ends.end()) > UINT32_MAX) {
    edges.wide = PageBuffer<std::uint64_t>(ends.size());
    std::copy(ends.begin(), ends.end(), edges.wide.begin());
  } else {
    edges.narrow = PageBuffer<std::uint32_t>(ends.size());
    std::copy(ends.begin(), ends.end(), edges.narrow.begin());
  }
  return edges;
}

RawEdges raw(const std::vector<std::string>& ends) {
  RawEdges edges;
  edges.lines = ends.size() / 2;
  edges.labels = label_records(std::vector<std::string_view>(ends.begin(), ends.end()));
  return edges;
}

CompactEdges compact(std::vector<RawEdges> edges, const Blocks<std::uint64_t>& blocks) {
  std::uint64_t largest = 0;
  for (const auto& block : blocks) {
    for (const std::uint64_t id : block) largest = std::max(largest, id);
  }
  return compact_ids(std::move(edges), largest, "test");
}
CompactEdges compact(std::vector<RawEdges> edges, const Blocks<std::string>&) {
  return compact_labels(std::move(edges), "test");
}

std::string name_of(std::uint64_t id) { return std::to_string(id); }
std::string name_of(const std::string& label) { return label; }

/// Vertices are the names that occur, in increasing order, and every end is in its place.
template <class Name>
void check_numbers(const Blocks<Name>& blocks, int threads) {
  std::set<Name> names;
  for (const auto& block : blocks) names.insert(block.begin(), block.end());
  const std::vector<Name> sorted(names.begin(), names.end());
  std::vector<RawEdges> edges;
  for (const auto& block : blocks) edges.push_back(raw(block));
  CompactEdges numbered;
  tbb::task_arena(threads).execute([&] { numbered = compact(std::move(edges), blocks); });
  REQUIRE(numbered.num_vertices == sorted.size());
  REQUIRE(numbered.chunks.size() == blocks.size());
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    REQUIRE(numbered.chunks[b].ends.size() == blocks[b].size());
    for (std::size_t i = 0; i < blocks[b].size(); ++i) {
      const std::uint32_t end = numbered.chunks[b].ends[i];
      const Vertex v = numbered.ranks ? numbered.ranks->rank(end) : end;
      REQUIRE(sorted[v] == blocks[b][i]);
    }
  }
  for (Vertex v = 0; v < sorted.size(); ++v) REQUIRE(numbered.names.name(v) == name_of(sorted[v]));
}

template <class Name, class Make>
Blocks<Name> random_blocks(Rng& rng, std::size_t count, const Make& make) {
  Blocks<Name> blocks(count);
  for (auto& block : blocks) {
    for (std::uint64_t i = 2 * rng.below(3000); i > 0; --i) block.push_back(make());
  }
  blocks[0].insert(blocks[0].end(), {make(), make()});
  return blocks;
}

}  // namespace

TEST_CASE("ids are numbered in increasing order, dense or not, narrow or wide") {
  Rng rng(7);
  for (const int threads : {1, 2}) {
    for (const std::uint64_t range : {std::uint64_t{1}, std::uint64_t{50}, std::uint64_t{1} << 20,
                                      std::uint64_t{1} << 31, std::uint64_t{1} << 62}) {
      check_numbers(random_blocks<std::uint64_t>(rng, 5, [&] { return rng.below(range); }), threads);
    }
    // Nearly all ids differ: the first table is too small.
    check_numbers(random_blocks<std::uint64_t>(rng, 40, [&] { return rng.below(UINT64_MAX); }), threads);
    // Blocks of both kinds: some ids do not fit in 32 bits.
    Blocks<std::uint64_t> mixed = random_blocks<std::uint64_t>(rng, 4, [&] { return rng.below(1000); });
    mixed.push_back({UINT64_MAX, 3, 7, UINT64_MAX - 1});
    check_numbers(mixed, threads);
  }
}

TEST_CASE("labels are numbered by increasing bytes, whatever they share") {
  Rng rng(8);
  const std::string stem(300, 's');
  const auto make = [&] {  // empty, long, with bytes of any kind, and different in one byte
    std::string label = stem.substr(0, rng.below(2) == 0 ? 8 * rng.below(6) : rng.below(stem.size()));
    if (!label.empty() && rng.below(4) == 0) label[rng.below(label.size())] = 'y';
    if (rng.below(2) == 0) label += std::to_string(rng.below(2000));
    if (rng.below(9) == 0) label += std::string(rng.below(3), '\0');
    if (rng.below(9) == 0) label += static_cast<char>(0xe4);
    return label;
  };
  for (const int threads : {1, 2}) check_numbers(random_blocks<std::string>(rng, 5, make), threads);
}

TEST_CASE("every byte of a text counts in its hash") {
  for (const std::size_t size : {2, 7, 8, 9, 16, 17, 63, 100}) {
    const std::string text(size, 'a');
    for (std::size_t i = 0; i < size; ++i) {
      std::string other = text;
      other[i] = 'b';
      CAPTURE(size, i);
      CHECK(text_hash(other) != text_hash(text));
    }
  }
}

TEST_CASE("vertices beyond 32 bits are refused") {
  CHECK_NOTHROW(check_vertex_count(no_vertex - 1, "g.txt"));
  CHECK_THROWS_WITH(check_vertex_count(no_vertex, "g.txt"),
                    Catch::Contains("g.txt: 4294967295 different vertices are more than 4294967294"));
}
