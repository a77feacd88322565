#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "graph/sides/biclique.hpp"
#include "graph/sides/biclique_block.hpp"
#include "graph/sides/small_sides.hpp"
#include "support/catch.hpp"

using namespace lode;
using namespace lode::test;

namespace {

struct Outcome {
  std::uint64_t area = 0;
  detail::SidePair sides;
  bool complete = false;
};

/// Searches the whole block for more than `area`, with no biclique known before.
Outcome search(const SmallSides& graph, const detail::SizeRange& range, std::size_t side, Vertex first,
               std::uint64_t area, std::uint64_t nodes = 1'000'000) {
  const detail::SideRows rows = graph.side_rows();
  const detail::BitBlock block(rows);
  Outcome outcome;
  outcome.area = area;
  const RunContext run;
  std::uint64_t last = area;
  detail::BicliqueBlockSearch searcher(block, run, [&](const detail::SidePair& pair) {
    const std::uint64_t found = std::uint64_t{pair[0].size()} * pair[1].size();
    CHECK(found > last);
    CHECK(graph.edges_of(pair) == found);
    last = found;
    outcome.sides = pair;
  });
  outcome.complete = searcher.search(range, side, first, outcome.area, nodes);
  CHECK(outcome.area == last);
  return outcome;
}

SmallSides complete_but(Vertex n, const std::vector<std::pair<Vertex, Vertex>>& missing) {
  SmallSides graph{n, n, std::vector<std::uint32_t>(n, (1u << n) - 1)};
  for (const auto& [u, v] : missing) graph.rows[u] &= ~(1u << v);
  return graph;
}

}  // namespace

TEST_CASE("a block alone is searched for its largest biclique, from any area known before") {
  std::size_t with_first = 0;
  for (std::uint64_t seed = 1; seed <= 1500; ++seed) {
    const SmallSides graph = random_sides(seed, 11);
    INFO("seed " << seed);
    detail::SizeRange range{{1, 1}, {graph.left, graph.right}};
    Rng rng(seed, 17);
    for (std::size_t side = 0; side < 2; ++side) {
      const Vertex size = side == 0 ? graph.left : graph.right;
      if (rng.below(2) == 0) range.low[side] = static_cast<Vertex>(1 + rng.below(std::min<Vertex>(size, 3)));
    }
    const std::size_t side = rng.below(2);
    const Vertex first =
        rng.below(3) == 0 ? static_cast<Vertex>(rng.below(side == 0 ? graph.left : graph.right)) : no_vertex;
    std::uint64_t largest = 0;
    for (std::uint32_t s = 1; s < 1u << graph.left; ++s) {
      for (std::uint32_t t = 1; t < 1u << graph.right; ++t) {
        const auto a = static_cast<Vertex>(std::popcount(s)), b = static_cast<Vertex>(std::popcount(t));
        const std::uint32_t of_side = side == 0 ? s : t;
        if (first != no_vertex && (of_side >> first & 1) == 0) continue;
        if (a < range.low[0] || b < range.low[1] || graph.edges(s, t) != std::uint64_t{a} * b) continue;
        largest = std::max(largest, std::uint64_t{a} * b);
      }
    }
    const Outcome all = search(graph, range, side, first, 0);
    CHECK(all.complete);
    CHECK(all.area == largest);
    with_first += first != no_vertex && largest > 0;
    if (largest == 0) continue;
    CHECK(search(graph, range, side, first, largest - 1).area == largest);
    CHECK(search(graph, range, side, first, largest).sides[0].empty());
  }
  CHECK(with_first > 200);
}

TEST_CASE("a complete block is its own biclique, in one node") {
  const SmallSides graph = complete_but(6, {});
  const Outcome whole = search(graph, {{1, 1}, {6, 6}}, 0, no_vertex, 0, 1);
  CHECK(whole.complete);
  CHECK(whole.area == 36);
  CHECK(whole.sides[0].size() == 6);
}

TEST_CASE("where every vertex misses one of the other side the best halves are taken, in one node") {
  // Of each missing pair one end is in: i left and n - i right vertices.
  for (const Vertex n : {2u, 5u, 8u}) {
    std::vector<std::pair<Vertex, Vertex>> missing;
    for (Vertex u = 0; u < n; ++u) missing.emplace_back(u, (3 * u + 1) % n);
    const Outcome halves = search(complete_but(n, missing), {{1, 1}, {n, n}}, 0, no_vertex, 0, 1);
    INFO("n = " << n);
    CHECK(halves.complete);
    CHECK(halves.area == std::uint64_t{n / 2} * (n - n / 2));
    CHECK(search(complete_but(n, missing), {{1, 1}, {n, n}}, 0, no_vertex, halves.area).sides[0].empty());
  }
  // Two left vertices that miss none are in beside the halves: (2 + i) (6 - i) is largest for i = 2.
  const Outcome more =
      search(complete_but(6, {{0, 1}, {1, 0}, {2, 3}, {3, 2}}), {{1, 1}, {6, 6}}, 0, no_vertex, 0, 1);
  CHECK(more.complete);
  CHECK(more.area == 16);
  CHECK(more.sides[0].size() == 4);
}

TEST_CASE("the best halves are large enough on both sides") {
  const SmallSides crown = complete_but(8, {{0, 0}, {1, 1}, {2, 2}, {3, 3}, {4, 4}, {5, 5}, {6, 6}, {7, 7}});
  CHECK(search(crown, {{6, 1}, {8, 8}}, 0, no_vertex, 0).area == 12);
  CHECK(search(crown, {{1, 7}, {8, 8}}, 0, no_vertex, 0).area == 7);
  CHECK(search(crown, {{6, 3}, {8, 8}}, 0, no_vertex, 0).area == 0);
  // 4 x 4 has 16.
  for (const std::array<Vertex, 2>& least : {std::array<Vertex, 2>{6, 1}, {1, 6}}) {
    const detail::SideRows rows = crown.side_rows();
    const auto found = largest_biclique(rows, least, RunContext());
    CHECK(found.area == 12);
    CHECK(found.bound == 12);
    CHECK(found.sides[0].size() >= least[0]);
    CHECK(found.sides[1].size() >= least[1]);
  }
}

TEST_CASE("a search of a block ends when its nodes are used up, and says so") {
  const SmallSides graph = complete_but(8, {{0, 0},
                                            {0, 1},
                                            {1, 1},
                                            {1, 2},
                                            {2, 2},
                                            {2, 3},
                                            {3, 3},
                                            {3, 4},
                                            {4, 4},
                                            {4, 5},
                                            {5, 5},
                                            {5, 6},
                                            {6, 6},
                                            {6, 7},
                                            {7, 7},
                                            {7, 0}});
  const Outcome stopped = search(graph, {{1, 1}, {8, 8}}, 0, no_vertex, 0, 1);
  CHECK_FALSE(stopped.complete);
  const Outcome whole = search(graph, {{1, 1}, {8, 8}}, 0, no_vertex, 0);
  CHECK(whole.complete);
  std::uint64_t largest = 0;
  graph.for_each_pair([&](Vertex a, Vertex b, std::uint64_t e) {
    if (e == std::uint64_t{a} * b) largest = std::max(largest, e);
  });
  CHECK(whole.area == largest);
}
