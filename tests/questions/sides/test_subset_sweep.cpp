#include "questions/sides/pairs.hpp"
#include "questions/sides/small_sides.hpp"
#include "support/catch.hpp"

using namespace lode;
using namespace lode::test;

TEST_CASE("all sizes by the subsets of either side are those of brute force") {
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    const SmallSides sides = random_sides(seed, 11);
    const auto most = sides.most_edges();
    const detail::SideRows rows = sides.side_rows();
    std::vector<std::array<Vertex, 2>> sizes;
    for (Vertex a = 1; a <= sides.left; ++a) {
      for (Vertex b = 1; b <= sides.right; ++b) sizes.push_back({a, b});
    }
    for (std::size_t side = 0; side < 2; ++side) {
      const auto answer = sweep_subsets(rows, side, sizes, RunContext());
      REQUIRE(answer);
      REQUIRE(answer->size() == sizes.size());
      for (std::size_t i = 0; i < sizes.size(); ++i) {
        const auto [a, b] = sizes[i];
        const detail::CountedPair& pair = (*answer)[i];
        INFO("seed " << seed << ", side " << side << ", " << a << "x" << b);
        CHECK(pair.edges == most[a][b]);
        CHECK(sides.edges_of(pair.sides) == most[a][b]);
        CHECK(pair.sides[0].size() == a);
        CHECK(pair.sides[1].size() == b);
        CHECK(detail::degree_cap(rows, {a, b}) >= most[a][b]);
      }
    }
  }
}

TEST_CASE("subsets give the same sets for any number of threads") {
  SmallSides sides{15, 16, {}};
  Rng rng(5);
  for (Vertex u = 0; u < 15; ++u)
    sides.rows.push_back(static_cast<std::uint32_t>(rng.next() & rng.next() & 0xFFFF));
  const std::vector<std::array<Vertex, 2>> sizes = {{3, 4}, {7, 7}, {15, 2}};
  RunOptions one, two;
  one.threads = 1;
  two.threads = 2;
  const auto a = sweep_subsets(sides.side_rows(), 0, sizes, RunContext(one));
  const auto b = sweep_subsets(sides.side_rows(), 0, sizes, RunContext(two));
  REQUIRE((a && b));
  for (std::size_t i = 0; i < 3; ++i) CHECK((*a)[i].sides == (*b)[i].sides);
}
