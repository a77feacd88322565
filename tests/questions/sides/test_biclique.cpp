#include <atomic>
#include <utility>

#include "questions/sides/pairs.hpp"
#include "questions/sides/small_sides.hpp"
#include "support/catch.hpp"

using namespace lode;
using namespace lode::test;

namespace {

std::uint64_t largest_area_of(const SmallSides& sides, const std::array<Vertex, 2>& least) {
  std::uint64_t largest = 0;
  sides.for_each_pair([&](Vertex a, Vertex b, std::uint64_t e) {
    if (a >= least[0] && b >= least[1] && e == std::uint64_t{a} * b) largest = std::max(largest, e);
  });
  return largest;
}

/// Left vertex u and right vertex v are joined unless (u * 7 + v * 13) % 10 < `holes`; ten more of each side
/// have one edge. A complete a x b block is planted on the first vertices.
SmallSides planted(Vertex n, std::uint32_t holes, Vertex a, Vertex b) {
  SmallSides sides{n, n, std::vector<std::uint32_t>(n, 0)};
  for (Vertex u = 0; u < n; ++u) {
    for (Vertex v = 0; v < n; ++v) {
      if ((u < a && v < b) || (u * u * 7 + v * 13 + u * v) % 10 >= holes) sides.rows[u] |= 1u << v;
    }
  }
  return sides;
}

}  // namespace

TEST_CASE("the largest biclique is that of brute force, for any least sizes") {
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    const SmallSides sides = random_sides(seed, 11);
    const detail::SideRows rows = sides.side_rows();
    for (const std::array<Vertex, 2>& least : {std::array<Vertex, 2>{1, 1}, {2, 2}, {1, 3}}) {
      if (least[0] > sides.left || least[1] > sides.right) continue;
      const std::uint64_t area = largest_area_of(sides, least);
      const auto found = largest_biclique(rows, least, RunContext());
      INFO("seed " << seed << ", least " << least[0] << "x" << least[1]);
      CHECK(found.area == area);
      CHECK(found.bound == area);
      CHECK(found.sides[0].size() * found.sides[1].size() == area);
      CHECK(sides.edges_of(found.sides) == area);
      const auto exchanged = largest_biclique(rows.exchanged(), {least[1], least[0]}, RunContext());
      CHECK(exchanged.area == area);
    }
  }
}

TEST_CASE("bicliques of graphs that need branching are those of all subsets") {
  for (std::uint32_t holes = 2; holes <= 6; ++holes) {
    const SmallSides sides = planted(17, holes, 4, 5);
    std::uint64_t largest = 0;  // the common neighbours of every left set
    for (std::uint32_t s = 1; s < 1u << 17; ++s) {
      std::uint32_t common = (1u << 17) - 1;
      for (Vertex u = 0; u < 17; ++u) common &= s >> u & 1 ? sides.rows[u] : ~0u;
      largest = std::max<std::uint64_t>(largest,
                                        static_cast<std::uint64_t>(std::popcount(s) * std::popcount(common)));
    }
    const auto found = largest_biclique(sides.side_rows(), {1, 1}, RunContext());
    INFO("holes " << holes);
    CHECK(found.area == largest);
    CHECK(found.bound == largest);
    CHECK(sides.edges_of(found.sides) == largest);
  }
}

TEST_CASE("a search for bicliques that is stopped has a bound that holds") {
  const std::atomic<bool> cancel = true;
  RunOptions options;
  options.cancel = &cancel;
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const SmallSides sides = random_sides(seed, 11);
    const std::uint64_t area = largest_area_of(sides, {1, 1});
    const auto found = largest_biclique(sides.side_rows(), {1, 1}, RunContext(options));
    CHECK(found.bound >= area);
    CHECK(found.area <= area);
    CHECK(sides.edges_of(found.sides) == found.area);
  }
}

TEST_CASE("where every vertex misses one of the other side the best halves are taken, large enough on both") {
  // Of each missing pair one end is in: i left and n - i right vertices.
  for (const Vertex n : {2u, 5u, 8u}) {
    SmallSides crown{n, n, std::vector<std::uint32_t>(n, (1u << n) - 1)};
    for (Vertex u = 0; u < n; ++u) crown.rows[u] ^= 1u << (3 * u + 1) % n;
    for (Vertex a = 1; a < n; ++a) {
      const auto found = largest_biclique(crown.side_rows(), {a, 1}, RunContext());
      const Vertex left = std::max(a, n / 2);
      INFO("n = " << n << ", at least " << a);
      CHECK(found.area == std::uint64_t{left} * (n - left));
      CHECK(found.bound == found.area);
      CHECK(found.sides[0].size() >= a);
      CHECK(crown.edges_of(found.sides) == found.area);
    }
  }
  // Two left vertices that miss none are in beside the halves: (2 + i) (6 - i) is largest for i = 2.
  SmallSides more{6, 6, std::vector<std::uint32_t>(6, 63)};
  for (const auto [u, v] : {std::array{0, 1}, {1, 0}, {2, 3}, {3, 2}})
    more.rows[static_cast<std::size_t>(u)] ^= 1u << v;
  CHECK(largest_biclique(more.side_rows(), {1, 1}, RunContext()).area == 16);
}
