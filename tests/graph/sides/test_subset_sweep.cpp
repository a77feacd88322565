#include "graph/sides/degree_caps.hpp"
#include "graph/sides/dense_area.hpp"
#include "graph/sides/small_sides.hpp"
#include "graph/sides/subset_sweep.hpp"
#include "support/catch.hpp"

using namespace lode;
using namespace lode::test;
using detail::DenseEnough;

namespace {

const DenseEnough demands[] = {{9, 10, 0}, {8, 10, 0}, {7, 10, 0},  {1, 3, 0},
                               {1, 1, 1},  {1, 1, 4},  {85, 100, 2}};

std::uint64_t largest_dense(const SmallSides& sides, const DenseEnough& dense,
                            const std::array<Vertex, 2>& least) {
  std::uint64_t largest = 0;
  sides.for_each_pair([&](Vertex a, Vertex b, std::uint64_t e) {
    // e >= numerator / denominator a b - missing, without fractions
    const bool enough = static_cast<std::int64_t>(e + dense.missing) * dense.denominator >=
                        dense.numerator * static_cast<std::int64_t>(std::uint64_t{a} * b);
    if (a >= least[0] && b >= least[1] && enough) largest = std::max(largest, std::uint64_t{a} * b);
  });
  return largest;
}

}  // namespace

TEST_CASE("all sizes by the subsets of either side are those of brute force") {
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    const SmallSides sides = random_sides(seed, 11);
    const auto most = sides.most_edges();
    const detail::SideRows rows = sides.side_rows();
    const detail::DegreeCaps caps(rows);
    detail::SweepQuestion question;
    for (Vertex a = 1; a <= sides.left; ++a) {
      for (Vertex b = 1; b <= sides.right; ++b) question.sizes.push_back({a, b});
    }
    for (int side = 0; side < 2; ++side) {
      const auto answer = sweep_subsets(rows, side, question, RunContext());
      REQUIRE(answer);
      REQUIRE(answer->pairs.size() == question.sizes.size());
      for (std::size_t i = 0; i < question.sizes.size(); ++i) {
        const auto [a, b] = question.sizes[i];
        const detail::SweptPair& pair = answer->pairs[i];
        INFO("seed " << seed << ", side " << side << ", " << a << "x" << b);
        CHECK(pair.edges == most[a][b]);
        CHECK(sides.edges_of(pair.sides) == most[a][b]);
        CHECK(pair.sides[0].size() == a);
        CHECK(pair.sides[1].size() == b);
        CHECK(caps.edges(a, b) >= most[a][b]);
      }
    }
  }
}

TEST_CASE("largest areas by the subsets of either side are those of brute force") {
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    const SmallSides sides = random_sides(seed, 10);
    const detail::SideRows rows = sides.side_rows();
    const detail::DegreeCaps caps(rows);
    const DenseEnough& dense = demands[seed % std::size(demands)];
    const std::array<Vertex, 2> least = {std::min(sides.left, static_cast<Vertex>(1 + seed % 3)),
                                         std::min(sides.right, static_cast<Vertex>(1 + seed / 3 % 2))};
    const std::uint64_t largest = largest_dense(sides, dense, least);
    INFO("seed " << seed << ", " << dense.numerator << "/" << dense.denominator << " - " << dense.missing);
    for (int side = 0; side < 2; ++side) {
      const auto answer = sweep_subsets(rows, side, {{}, dense, least}, RunContext());
      REQUIRE(answer);
      const auto& pair = answer->largest;
      CHECK(pair.sides[0].size() * pair.sides[1].size() == largest);
      CHECK(sides.edges_of(pair.sides) == pair.edges);
      CHECK(largest_dense(sides, dense, least) >= largest);
      if (largest > 0) CHECK(dense.holds(pair.sides[0].size(), pair.sides[1].size(), pair.edges));
    }
    CHECK(caps.area(dense, least) >= largest);
    const auto grown = grow_dense_area(rows, dense, least, {}, RunContext());
    CHECK(grown.sides[0].size() * grown.sides[1].size() <= largest);
    CHECK(sides.edges_of(grown.sides) == grown.edges);
    if (!grown.sides[0].empty())
      CHECK(dense.holds(grown.sides[0].size(), grown.sides[1].size(), grown.edges));
  }
}

TEST_CASE("subsets give the same sets for any number of threads") {
  SmallSides sides{15, 16, {}};
  Rng rng(5);
  for (Vertex u = 0; u < 15; ++u)
    sides.rows.push_back(static_cast<std::uint32_t>(rng.next() & rng.next() & 0xFFFF));
  const detail::SweepQuestion question{{{3, 4}, {7, 7}, {15, 2}}, demands[1], {2, 2}};
  RunOptions one, two;
  one.threads = 1;
  two.threads = 2;
  const auto a = sweep_subsets(sides.side_rows(), 0, question, RunContext(one));
  const auto b = sweep_subsets(sides.side_rows(), 0, question, RunContext(two));
  REQUIRE((a && b));
  for (std::size_t i = 0; i < 3; ++i) CHECK(a->pairs[i].sides == b->pairs[i].sides);
  CHECK(a->largest.sides == b->largest.sides);
}
