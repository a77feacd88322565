#include <lode/core/error.hpp>
#include <lode/graph/generators.hpp>
#include <lode/subgraph/bounds/bounds.hpp>
#include <lode/subgraph/verification.hpp>

#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;

namespace {

double value_of(std::string_view name, const Graph& graph, Vertex s) {
  RunContext run;
  const Vertex sizes[] = {s};
  return bound_row(name).compute(graph, sizes, run).front().value;
}

}  // namespace

TEST_CASE("bounds have the values of their definitions") {
  const Vertex parts[] = {5, 5, 5};
  const Graph graph = complete_multipartite(parts);  // 75 edges, all degrees 10
  CHECK(value_of("trivial", graph, 1) == 0);
  CHECK(value_of("trivial", graph, 4) == 6);
  CHECK(value_of("trivial", graph, 15) == 75);
  CHECK(value_of("degree", graph, 4) == 6);
  CHECK(value_of("degree", graph, 13) == 65);
  CHECK(value_of("degree", graph, 15) == 75);

  const WeightedEdge edges[] = {{0, 1, 5}, {1, 2, 3}, {0, 2, 2}, {2, 3, 7}};
  const Graph weighted = Graph::from_edges(edges);
  CHECK(value_of("trivial", weighted, 2) == 7);
  CHECK(value_of("trivial", weighted, 3) == 15);
  CHECK(value_of("degree", weighted, 2) == 7);   // 7, 7, 5, 5
  CHECK(value_of("degree", weighted, 3) == 12);  // (10 + 8 + 7) / 2, floored
}

TEST_CASE("real weights are rounded up, never down") {
  std::vector<WeightedEdge> edges;
  for (Vertex v = 1; v < 2000; ++v) edges.push_back({0, v, 0.1});
  const Graph star = Graph::from_edges(edges);
  const double exact = 199.9;  // 1999 times the double nearest to 0.1 is above 199.9
  CHECK(value_of("trivial", star, 2000) >= exact);
  CHECK(value_of("trivial", star, 2000) == Approx(exact).epsilon(1e-9));
  CHECK(value_of("degree", star, 2000) >= exact);
}

TEST_CASE("gap and proof follow the bound") {
  const Graph graph = test::random_graph(8, 0.5, 1);
  CHECK(relative_gap(0, 0) == 0.0);
  CHECK(relative_gap(431, 294) == Approx(0.3179).epsilon(1e-3));
  CHECK(proves_optimal(graph, 10, 10));
  CHECK_FALSE(proves_optimal(graph, 10, 9));
  const Graph real = test::random_graph(8, 0.5, 1, test::TestWeights::real);
  CHECK(proves_optimal(real, 1.0, 1.0 - 1e-10));
  CHECK_FALSE(proves_optimal(real, 1.0, 1.0 - 1e-8));
}

TEST_CASE("sizes outside the graph are refused") {
  const Graph graph = test::random_graph(8, 0.5, 1);
  RunContext run;
  const Vertex zero[] = {0};
  const Vertex large[] = {3, 9};
  CHECK_THROWS_AS(cheap_bounds(graph, zero, run), InvalidArgument);
  CHECK_THROWS_AS(cheap_bounds(graph, large, run), InvalidArgument);
  const Vertex good[] = {2, 5, 8};
  const auto bounds = cheap_bounds(graph, good, run);
  REQUIRE(bounds.size() == 3);
  const auto cheap =
      std::count_if(bound_rows().begin(), bound_rows().end(), [](const BoundRow& row) { return row.cheap; });
  for (const auto& of_size : bounds) CHECK(of_size.size() == static_cast<std::size_t>(cheap));
  CHECK(best_bound(bounds[2]).value == static_cast<double>(graph.num_edges()));
}

TEST_CASE("a claim holds or is refuted, part by part") {
  const Vertex parts[] = {2, 2, 2};
  const Graph graph = complete_multipartite(parts);
  RunContext run;
  Claim claim;
  claim.vertices = {0, 2, 4, 5};
  claim.s = 4;
  claim.edges = 5;
  claim.weight = 5.0;
  claim.density = 5.0 / 6.0;
  claim.average_degree = 2.5;
  claim.upper_bound = 6.0;
  claim.bound = "trivial";
  claim.gap = 1.0 / 6.0;
  claim.proven_optimal = false;
  CHECK(verify_claim(graph, claim, run).edges == 5);

  const auto refuted = [&](auto&& change) {
    Claim wrong = claim;
    change(wrong);
    CHECK_THROWS_AS(verify_claim(graph, wrong, run), VerificationError);
  };
  refuted([](Claim& c) { c.s = 5; });
  refuted([](Claim& c) { c.edges = 6; });
  refuted([](Claim& c) { c.weight = 5.5; });
  refuted([](Claim& c) { c.density = 0.8; });
  refuted([](Claim& c) { c.average_degree = 2.0; });
  refuted([](Claim& c) { c.upper_bound = 4.0; });
  refuted([](Claim& c) { c.upper_bound = 5.0, c.gap = 0.0; });  // below what the trivial bound gives
  refuted([](Claim& c) { c.gap = 0.1; });
  refuted([](Claim& c) { c.proven_optimal = true; });
  Claim twice = claim;
  twice.vertices = {0, 0, 4, 5};
  CHECK_THROWS_AS(verify_claim(graph, twice, run), InvalidArgument);
  twice.vertices = {0, 2, 4, 6};
  CHECK_THROWS_AS(verify_claim(graph, twice, run), InvalidArgument);
}
