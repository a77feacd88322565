#include "graph/sides/pair_exchange.hpp"
#include "graph/sides/small_sides.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::test;

TEST_CASE("exchanges find the best pair of small graphs") {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const SmallSides sides = random_sides(seed, 11);
    const auto most = sides.most_edges();
    const detail::SideRows rows = sides.side_rows();
    for (Vertex a = 1; a <= sides.left; ++a) {
      for (Vertex b = 1; b <= sides.right; ++b) {
        const auto found = exchange_pairs(rows, {a, b}, {20'000, most[a][b]}, RunContext());
        INFO("seed " << seed << ", " << a << "x" << b);
        CHECK(found.edges == most[a][b]);
        CHECK(sides.edges_of(found.sides) == found.edges);
        CHECK(found.sides[0].size() == a);
        CHECK(found.sides[1].size() == b);
      }
    }
  }
}

TEST_CASE("exchanges of one seed give one pair, and a stopped search has one") {
  const SmallSides sides = random_sides(7, 20);
  const detail::SideRows rows = sides.side_rows();
  const std::array<Vertex, 2> sizes = {std::max<Vertex>(1, sides.left / 2),
                                       std::max<Vertex>(1, sides.right / 2)};
  const auto first = exchange_pairs(rows, sizes, {50'000}, RunContext());
  CHECK(exchange_pairs(rows, sizes, {50'000}, RunContext()).sides == first.sides);
  // A clock that moves by a second at every look: the limit ends a search that has no other end.
  const FakeClock clock(1.0);
  RunOptions options;
  options.time_limit = 3.0;
  options.clock = &clock;
  const auto stopped = exchange_pairs(rows, sizes, {.work = ~std::uint64_t{0}}, RunContext(options));
  CHECK(clock.readings() < 10);
  CHECK(stopped.sides[0].size() == sizes[0]);
  CHECK(stopped.sides[1].size() == sizes[1]);
  CHECK(sides.edges_of(stopped.sides) == stopped.edges);
}
