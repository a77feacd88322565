#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>
#include <vector>

#include <lode/bounds/bounds.hpp>
#include <lode/core/error.hpp>
#include <lode/graph/densest.hpp>
#include <lode/graph/generators.hpp>
#include <lode/graph/graph.hpp>
#include <lode/study/find.hpp>

#include "bounds/plan/plan.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

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
  CHECK(relative_gap(0, -2) == 1.0);
  CHECK(relative_gap(-2, -4) == 0.5);
  CHECK(relative_gap(3, -1) == Approx(4.0 / 3.0));
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
  const auto bounds_of = [&](const std::vector<Vertex>& sizes) {
    return find_bounds(graph, sizes, Effort::cheap, Proofs::drop, run).bounds;
  };
  CHECK_THROWS_AS(bounds_of({0}), InvalidArgument);
  CHECK_THROWS_AS(bounds_of({3, 9}), InvalidArgument);
  const auto bounds = bounds_of({2, 5, 8});
  REQUIRE(bounds.size() == 3);
  const auto cheap =
      std::count_if(bound_rows().begin(), bound_rows().end(), [](const BoundRow& row) { return row.cheap; });
  for (const auto& of_size : bounds) CHECK(of_size.size() == static_cast<std::size_t>(cheap));
  CHECK(best_bound(bounds[2]).value == static_cast<double>(graph.num_edges()));
}

TEST_CASE("every bound refuses sizes outside the graph") {
  const Graph graph = test::random_graph(12, 0.4, 3);
  RunContext run({.time_limit = 5.0});
  for (const BoundRow& row : bound_rows()) {
    for (const Vertex s : {Vertex{0}, Vertex{13}}) {
      INFO(row.name << ", s = " << s);
      const Vertex sizes[] = {s};
      CHECK_THROWS_AS(row.compute(graph, sizes, run), InvalidArgument);
    }
  }
}

TEST_CASE("the degree bound of every size is half the sum of the largest capped degrees") {
  for (const auto kind : {test::TestWeights::none, test::TestWeights::integral, test::TestWeights::real}) {
    const Graph graph = test::random_graph(25, 0.3, 7, kind);
    std::vector<Vertex> sizes(25);
    std::iota(sizes.begin(), sizes.end(), Vertex{1});
    RunContext run;
    const std::vector<Bound> bounds = bound_row("degree").compute(graph, sizes, run);
    REQUIRE(bounds.size() == 25);
    for (const Bound& bound : bounds) {
      std::vector<double> capped;
      for (Vertex v = 0; v < 25; ++v) {
        std::vector<double> row;
        graph.for_each_neighbor(v, [&](Vertex, Weight w) { row.push_back(w); });
        std::sort(row.rbegin(), row.rend());
        row.resize(std::min<std::size_t>(row.size(), bound.s - 1));
        capped.push_back(std::accumulate(row.begin(), row.end(), 0.0));
      }
      std::sort(capped.rbegin(), capped.rend());
      const double twice = std::accumulate(capped.begin(), capped.begin() + bound.s, 0.0);
      const double expected = graph.integral() ? std::floor(twice / 2) : twice / 2;
      CHECK(bound.value == Approx(expected).epsilon(1e-12).margin(1e-12));
      CHECK(bound.value >= expected);
    }
  }
}

TEST_CASE("bounds whose run has ended still hold, for every kind of weights") {
  std::atomic<bool> cancel{true};
  for (const auto kind : {test::TestWeights::none, test::TestWeights::integral, test::TestWeights::real}) {
    const Graph graph = test::random_graph(14, 0.5, 9, kind);
    const Vertex sizes[] = {3, 6, 11};
    const test::FakeClock still;
    RunContext run({.clock = &still, .cancel = &cancel});
    for (const BoundRow& row : bound_rows()) {
      const std::vector<Bound> bounds = row.compute(graph, sizes, run);
      REQUIRE(bounds.size() == 3);
      for (std::size_t i = 0; i < 3; ++i) {
        INFO(row.name << ", s = " << sizes[i]);
        CHECK(bounds[i].value >= test::brute_force_densest(graph, sizes[i]) * (1.0 - 1e-12));
        CHECK(std::isfinite(bounds[i].value));
        CHECK(bounds[i].seconds == 0.0);
      }
    }
  }
}

TEST_CASE("the sort behind the trivial bound ends with its run") {
  const Graph graph = test::random_graph(700, 0.5, 5, test::TestWeights::real);
  const Vertex sizes[] = {20};
  RunContext free;
  const double sorted = bound_row("trivial").compute(graph, sizes, free).front().value;
  std::atomic<bool> cancel{true};
  RunContext run({.cancel = &cancel});
  const double stopped = bound_row("trivial").compute(graph, sizes, run).front().value;
  CHECK(stopped > sorted);
  CHECK(stopped <= 190.0 * *std::max_element(graph.weights().begin(), graph.weights().end()) * (1.0 + 1e-9));
}

TEST_CASE("a ledger answers for the sizes that it was given, and for no other") {
  const Graph graph = test::random_graph(20, 0.4, 2);
  const Vertex sizes[] = {5, 9};
  RunContext run({.time_limit = 1.0});
  BoundPlan plan(graph, sizes, run);
  CHECK_THROWS_AS(plan.ledger().best(6), InvalidArgument);
  CHECK_THROWS_AS(plan.ledger().bounds(6), InvalidArgument);
  CHECK_THROWS_AS(plan.ledger().proof(6), InvalidArgument);
  CHECK_THROWS_AS(plan.tighten(12, 0.0, run), InvalidArgument);
  CHECK_THROWS_AS(plan.ask("exact", {12}, run), InvalidArgument);
  CHECK_THROWS_AS(plan.ask("sdp", {12}, run), InvalidArgument);
  CHECK_THROWS_AS(plan.ask("capped-lp", {12}, run), InvalidArgument);
}

TEST_CASE("a part of a graph with real weights has real weights, however large") {
  // A dense part of integers that sum above 2^53, and pendant edges that make the graph real.
  std::vector<WeightedEdge> edges;
  for (Vertex u = 0; u < 12; ++u) {
    for (Vertex v = 0; v < u; ++v) edges.push_back({u, v, 1e15 + u});
  }
  edges.push_back({0, 12, 0.5});
  edges.push_back({1, 13, 0.25});
  const Graph graph = Graph::from_edges(edges);
  REQUIRE_FALSE(graph.integral());
  const std::vector<Vertex> inner = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  CHECK_FALSE(induced_subgraph(graph, inner).integral());
  const Vertex sizes[] = {8};
  RunContext run({.time_limit = 1.0});
  BoundPlan plan(graph, sizes, run);
  plan.add_cheap(run);
  plan.tighten(8, 0.0, run);
  CHECK(plan.ledger().best(8).value >= 28e15);
  CHECK(densest_subgraph(graph, run).weight > 0.0);
}
