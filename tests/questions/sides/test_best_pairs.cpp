#include <algorithm>
#include <cmath>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/questions/directed.hpp>
#include <lode/questions/sides.hpp>

#include "questions/sides/pairs.hpp"
#include "questions/sides/small_sides.hpp"
#include "support/catch.hpp"

using namespace lode;
using lode::test::random_sides;
using lode::test::SmallSides;

namespace {

EdgeCount recount(const SidedGraph& sides, const SidedAnswer& answer) {
  EdgeCount edges = 0;
  for (const Vertex u : answer.left) {
    for (const Vertex v : answer.right) edges += std::ranges::binary_search(sides.graph.neighbors(u), v);
  }
  return edges;
}

}  // namespace

TEST_CASE("bounds of pairs by degrees and multipliers are never below brute force") {
  for (std::uint64_t seed = 1; seed <= 120; ++seed) {
    const SmallSides small = random_sides(seed, 11);
    const auto most = small.most_edges();
    const SidedGraph sides = sided(small);
    const lode::detail::SideRows rows = lode::detail::side_rows(sides.graph, sides.left);
    Rng rng(seed, 992);
    const SideSizes sizes{static_cast<Vertex>(1 + rng.below(sides.left)),
                          static_cast<Vertex>(1 + rng.below(sides.right()))};
    for (const auto effort : {subgraph::Effort::none, subgraph::Effort::cheap, subgraph::Effort::automatic}) {
      const SidedAnswer answer = lode::detail::search_pair(sides, rows, sizes, effort, RunContext());
      INFO("seed " << seed << ", " << sizes.left << "x" << sizes.right << ", by " << answer.bound_name << " "
                   << answer.rule);
      CHECK(answer.bound >= most[sizes.left][sizes.right]);
      CHECK(answer.edges == most[sizes.left][sizes.right]);
      CHECK(answer.proven_optimal == (answer.edges == answer.bound));
      CHECK(recount(sides, answer) == answer.edges);
      CHECK(answer.left.size() == sizes.left);
      CHECK(answer.right.size() == sizes.right);
    }
  }
}

TEST_CASE("the public calls agree with brute force on graphs with isolated vertices") {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const SmallSides small = random_sides(seed, 11);
    const auto most = small.most_edges();
    const SidedGraph sides = sided(small);
    PairRequest request;
    for (Vertex a = 1; a <= sides.left; ++a) {
      for (Vertex b = 1; b <= sides.right(); ++b) request.sizes.push_back({a, b});
    }
    const std::vector<SidedAnswer> answers = best_pairs(sides, request);
    REQUIRE(answers.size() == request.sizes.size());
    double densest = 0.0;
    for (std::size_t i = 0; i < answers.size(); ++i) {
      const auto [a, b] = request.sizes[i];
      CHECK(answers[i].edges == most[a][b]);
      CHECK(answers[i].bound == most[a][b]);
      CHECK(recount(sides, answers[i]) == most[a][b]);
      densest = std::max(densest, static_cast<double>(most[a][b]) / std::sqrt(static_cast<double>(a) * b));
    }
    CHECK(densest_pair(sides).rho() == Approx(densest));
    const SidedAnswer area = largest_area(sides);
    std::uint64_t largest = 0;
    small.for_each_pair([&](Vertex a, Vertex b, std::uint64_t e) {
      if (e == std::uint64_t{a} * b) largest = std::max(largest, std::uint64_t{a} * b);
    });
    CHECK(area.area() == largest);
    CHECK(area.proven_optimal);
    CHECK(recount(sides, area) == area.edges);
  }
}

TEST_CASE("sides are read from arcs and from left vertices") {
  const SidedGraph columns = sides_of(Arcs::from_arcs({{0, 0}, {0, 2}, {2, 2}}));
  CHECK(columns.left == 2);
  CHECK(columns.right() == 2);
  CHECK(columns.graph.num_edges() == 3);
  CHECK(columns.graph.name(1) == "2");
  CHECK(columns.graph.name(2) == "0");
  const SidedGraph matrix = sides_of(Arcs::from_arcs({{0, 0}, {0, 2}, {2, 2}}, 4), {3, 4});
  CHECK(matrix.left == 3);
  CHECK(matrix.right() == 4);
  CHECK(matrix.graph.num_edges() == 3);
  CHECK(matrix.graph.name(4) == "1");
  CHECK_THROWS_AS(sides_of(Arcs::from_arcs({{0, 0}, {0, 2}}), {3, 2}), InvalidArgument);
  CHECK_THROWS_AS(sides_of(Arcs::from_arcs({{0, 0}, {0, 2}}), {3, 4}), InvalidArgument);
  const Graph path = Graph::from_edges({{0, 1}, {1, 2}, {2, 3}}, 5);
  const SidedGraph sides = sides_of(path, std::vector<Vertex>{3, 1});
  CHECK(sides.left == 2);
  CHECK(sides.right() == 3);
  CHECK(sides.graph.name(0) == "1");
  CHECK(sides.graph.name(4) == "4");
  CHECK_THROWS_WITH(sides_of(path, std::vector<Vertex>{1, 2}),
                    Catch::Contains("the edge 1 2 does not cross"));
  CHECK_THROWS_AS(sides_of(path, std::vector<Vertex>{}), InvalidArgument);
  CHECK_THROWS_AS(sides_of(path, std::vector<Vertex>{0, 1, 2, 3, 4}), InvalidArgument);
  CHECK_THROWS_AS(sides_of(path, std::vector<Vertex>{1, 1}), InvalidArgument);
  CHECK_THROWS_AS(sides_of(path, std::vector<Vertex>{9}), InvalidArgument);
  CHECK_THROWS_AS(sides_of(Arcs::from_arcs({}, 3)), InvalidArgument);
}

TEST_CASE("impossible requests are refused") {
  const SidedGraph sides = sides_of(Arcs::from_arcs({{0, 0}, {1, 0}}));
  CHECK_THROWS_AS(best_pairs(sides, {}), InvalidArgument);
  CHECK_THROWS_AS(best_pairs(sides, {{{3, 1}}}), InvalidArgument);
  CHECK_THROWS_AS(best_pairs(sides, {{{1, 0}}}), InvalidArgument);
  CHECK_THROWS_AS(best_pairs(sides, {{{1, 1}, {1, 1}}}), InvalidArgument);
  CHECK_THROWS_AS(largest_area(sides, {1, 2}), InvalidArgument);
  CHECK_THROWS_AS(largest_area(sides, {0, 1}), InvalidArgument);
}
