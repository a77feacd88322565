#include <algorithm>

#include <lode/graph/generators.hpp>
#include <lode/subgraph/registry.hpp>

#include "bounds/plan/plan.hpp"
#include "subgraph/part/dense_part.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

namespace {

std::shared_ptr<const DensePart> part_of(const Graph& graph, Vertex smallest, Vertex largest,
                                         int threads = 1) {
  return find_dense_part(graph, smallest, largest, RunContext({.threads = threads}), {.least_arcs = 0});
}

}  // namespace

TEST_CASE("a dense part is a core with room for the sizes") {
  const Graph graph = rmat({.scale = 12, .lines = 60'000, .seed = 2});
  const CoreDecomposition cores = core_decomposition(graph);
  for (const auto& [smallest, largest] : {std::pair<Vertex, Vertex>{1, 1}, {10, 10}, {40, 40}, {10, 200}}) {
    const auto part = part_of(graph, smallest, largest);
    CAPTURE(smallest, largest);
    REQUIRE(part);
    REQUIRE(part->core.original.size() >= 4 * largest);
    REQUIRE(part->core.graph.num_arcs() <= graph.num_arcs() / 8 * 7);
    REQUIRE(part->cores.degeneracy == cores.degeneracy);
    for (Vertex i = 0; i < part->core.original.size(); ++i) {
      REQUIRE(part->cores.core[i] == cores.core[part->core.original[i]]);
    }
    CHECK(part->serves(graph, smallest, largest));
    CHECK_FALSE(part->serves(graph, smallest, largest + 1));
    CHECK_FALSE(part->serves(rmat({.scale = 12, .lines = 60'000, .seed = 2}), smallest, largest));
    const auto again = part_of(graph, smallest, largest, 2);
    CHECK(again->core.original == part->core.original);
    CHECK(again->cores.order == part->cores.order);
  }
}

TEST_CASE("a dense part is as small as is asked for") {
  const Graph graph = rmat({.scale = 12, .lines = 60'000, .seed = 2});
  const auto part = part_of(graph, 10, 10);
  const ArcIndex fewer = graph.num_arcs() / 4 * 3;
  const auto smaller = find_dense_part(graph, 10, 10, RunContext(), {.least_arcs = 0, .most_arcs = fewer});
  REQUIRE(smaller);
  CHECK(smaller->core.outside > part->core.outside);
  CHECK(smaller->core.graph.num_arcs() <= fewer);
  CHECK_FALSE(find_dense_part(graph, 10, 10, RunContext(), {.least_arcs = 0, .most_arcs = 10}));
}

TEST_CASE("graphs without a dense part") {
  const Graph regular = d_regular({.num_vertices = 200, .degree = 6});
  CHECK_FALSE(part_of(regular, 5, 5));  // all or nothing
  const Graph weighted = test::random_graph(60, 0.4, 1, test::TestWeights::integral);
  CHECK_FALSE(part_of(weighted, 3, 3));
  const Graph graph = rmat({.scale = 10, .lines = 9000, .seed = 2});
  CHECK_FALSE(part_of(graph, 900, 900));                    // four vertices for each are not there
  CHECK_FALSE(find_dense_part(graph, 5, 5, RunContext()));  // not worth it
  CHECK_FALSE(part_of(Graph(), 1, 1));
}

TEST_CASE("bounds with a dense part are as good where cliques are as large as the part is dense") {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const Graph graph = rmat({.scale = 11, .lines = 30'000, .seed = seed});
    const Vertex degeneracy = core_decomposition(graph).degeneracy;
    for (const Vertex s : {Vertex{5}, degeneracy / 2, degeneracy + 1, degeneracy + 2, Vertex{120}}) {
      const auto part = part_of(graph, s, s);
      REQUIRE(part);
      RunContext run;
      BoundPlan all(graph, {&s, 1}, run);
      all.add_cheap(run);
      BoundPlan fewer(graph, {&s, 1}, run);
      fewer.add_cheap(part, std::numeric_limits<double>::infinity(), run);
      CAPTURE(seed, s, degeneracy);
      REQUIRE(fewer.ledger().clique_limit() >= all.ledger().clique_limit());
      if (all.ledger().clique_limit() < s) {
        REQUIRE(fewer.ledger().clique_limit() ==
                std::max(static_cast<Vertex>(part->core.outside) + 2, all.ledger().clique_limit()));
      }
      REQUIRE(fewer.ledger().best(s).value >= all.ledger().best(s).value);
      if (part->core.outside + 1.0 < all.ledger().clique_limit())
        REQUIRE(fewer.ledger().best(s).value == all.ledger().best(s).value);
      const auto bounds = fewer.ledger().bounds(s);
      const bool has_lp = std::ranges::any_of(bounds, [](const Bound& bound) { return bound.name == "lp"; });
      REQUIRE(has_lp == (s > degeneracy + 1));
    }
  }
}

TEST_CASE("hybrid searches a dense part for the same answer with any number of threads") {
  const Graph graph = rmat({.scale = 12, .lines = 60'000, .seed = 9});
  Problem problem{.graph = graph, .s = 30};
  const auto search = [&](std::shared_ptr<const DensePart> part, int threads) {
    problem.dense_part = std::move(part);
    RunContext run({.seed = 4, .threads = threads});
    return solve("hybrid", problem, {{"preset", "fast"}}, run);
  };
  const auto part = part_of(graph, 30, 30);
  REQUIRE(part);
  const Solution with = search(part, 1);
  CHECK(with.vertices.size() == 30);
  CHECK(search(part, 2).vertices == with.vertices);
  const Solution without = search(nullptr, 1);
  CHECK(search(part_of(graph, 20, 40), 1).vertices == without.vertices);  // not one for this size
  CHECK(with.weight == without.weight);  // the optimum, as far as anybody knows
}
