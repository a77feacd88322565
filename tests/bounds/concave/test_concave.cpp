#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include <lode/core/rng.hpp>
#include <lode/graph/graph.hpp>
#include <lode/study/find.hpp>
#include <lode/subgraph/registry.hpp>

#include "bounds/certificate/check.hpp"
#include "bounds/checked_tree.hpp"
#include "bounds/concave/concave.hpp"
#include "bounds/distances.hpp"
#include "bounds/plan/plan.hpp"
#include "bounds/search/lifted_dual.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

namespace {

bool never() { return false; }

subgraph::detail::ConcaveShift shift_of(const Graph& graph) {
  return subgraph::detail::proven_concave_shift(subgraph::detail::dense_problem(graph, 0).weights,
                                                graph.num_vertices(), never)
      .value();
}

double quadratic(const std::vector<double>& weights, const std::vector<double>& x) {
  double sum = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t j = 0; j < x.size(); ++j) sum += x[i] * weights[i * x.size() + j] * x[j];
  }
  return sum;
}

}  // namespace

TEST_CASE("a proven shift keeps distances concave, and nearly all that can be added is") {
  const Graph graph = test::distances(30, 3, 5);
  const std::vector<double> weights = subgraph::detail::dense_problem(graph, 0).weights;
  const subgraph::detail::ConcaveShift shift = shift_of(graph);
  CHECK(shift.diagonal > 0.0);
  CHECK(shift.spread >= 0.0);
  Rng rng(1, 2);
  double least = 1e300;  // of -z'Wz / z'z over vectors of sum 0
  for (int draw = 0; draw < 300; ++draw) {
    std::vector<double> x(30);
    double sum = 0.0;
    double squares = 0.0;
    for (double& value : x) sum += value = rng.uniform() - 0.5;
    for (const double value : x) squares += value * value;
    const double form = shift.spread * sum * sum - quadratic(weights, x) - shift.diagonal * squares;
    CHECK(form >= -1e-9 * shift.spread);
    // Two vertices next to each other are nearly the vector that limits the shift.
    std::vector<double> pair(30, 0.0);
    pair[rng.below(15)] = 1.0;
    pair[15 + rng.below(15)] = -1.0;
    least = std::min(least, -quadratic(weights, pair) / 2.0);
  }
  CHECK(shift.diagonal <= least);
}

TEST_CASE("the shift of a matrix that is not concave is below zero by its largest eigenvalue") {
  // A complete graph has eigenvalue -1 on vectors of sum 0; so many times each of two blocks apart have more.
  std::vector<WeightedEdge> edges;
  for (Vertex u = 0; u < 6; ++u) {
    for (Vertex v = u + 1; v < 6; ++v) edges.push_back({u, v, (u < 3) == (v < 3) ? 2.0 : 1.0});
  }
  const Graph blocks = Graph::from_edges(std::span<const WeightedEdge>(edges), 6);
  // Of (1,1,1,-1,-1,-1): 2 * 2 - 3 * 1 = 1.
  CHECK(shift_of(blocks).diagonal == Approx(-1.0).margin(0.02));
  CHECK(shift_of(blocks).diagonal <= -1.0);
  const Graph empty = Graph::from_edges(std::span<const WeightedEdge>(), 6);
  CHECK_FALSE(
      subgraph::detail::proven_concave_shift(subgraph::detail::dense_problem(empty, 0).weights, 6, never)
          .has_value());
  CHECK_FALSE(
      subgraph::detail::proven_concave_shift(subgraph::detail::dense_problem(blocks, 0).weights, 6, [] {
        return true;
      }).has_value());
}

TEST_CASE("a concave search finds the optimum of small instances from nothing") {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const auto rounding = seed % 2 ? test::Rounding::none : test::Rounding::integral;
    const Graph graph =
        test::distances(13, 1 + static_cast<int>(seed % 3), seed, rounding, 50.0, seed > 4 ? 0.3 : 0.0);
    for (Vertex s = 1; s <= 13; ++s) {
      const double best = test::brute_force_densest(graph, s);
      for (const double aimed : {0.0, best}) {
        subgraph::detail::ConcaveSearch search(graph, s, shift_of(graph));
        search.advance(aimed, 0, RunContext());
        INFO("seed " << seed << ", s = " << s << ", aimed at " << aimed);
        CHECK(search.done());
        CHECK(search.bound() >= best * (1.0 - 1e-13));
        CHECK(proves_optimal(graph, search.bound(), best));
      }
    }
  }
}

TEST_CASE("a concave search of vertices with values bounds every set after each node") {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const auto rounding = seed % 2 ? test::Rounding::none : test::Rounding::integral;
    const Graph graph = test::distances(11, 2, seed, rounding);
    std::vector<Weight> values(11);
    for (std::size_t v = 0; v < 11; ++v) values[v] = 17.0 * static_cast<double>((v * seed) % 4);
    for (Vertex s = 2; s <= 10; ++s) {
      double best = 0.0;
      for (std::uint32_t mask = 0; mask < 1u << 11; ++mask) {
        if (std::popcount(mask) != static_cast<int>(s)) continue;
        std::vector<Vertex> set;
        for (Vertex v = 0; v < 11; ++v) {
          if (mask >> v & 1u) set.push_back(v);
        }
        double weight = induced_totals(graph, set).weight;
        for (const Vertex v : set) weight += values[v];
        best = std::max(best, weight);
      }
      subgraph::detail::ConcaveSearch search(graph, s, shift_of(graph), values);
      INFO("seed " << seed << ", s = " << s);
      for (int part = 0; !search.done(); ++part) {
        REQUIRE(part < 2000);
        search.advance(0.0, 1, RunContext());
        CHECK(search.bound() >= best * (1.0 - 1e-13));
        subgraph::detail::DenseProblem problem = subgraph::detail::dense_problem(graph, s);
        problem.linear = values;
        const auto proven = test::checked_tree(problem, *search.tree());
        CHECK(proven >= best * (1.0 - 1e-13));
        CHECK(proven <= search.bound() * (1.0 + 1e-13));
      }
      CHECK(search.bound() <= best * (1.0 + 1e-9));
    }
  }
}

TEST_CASE("a concave search that is stopped has a bound, and goes on from there") {
  const Graph graph = test::distances(60, 4, 9);
  const Solution best = solve("hybrid", {.graph = graph, .s = 12}, {}, RunContext());
  subgraph::detail::ConcaveSearch at_once(graph, 12, shift_of(graph));
  at_once.advance(best.weight, 0, RunContext());
  REQUIRE(at_once.done());
  CHECK(proves_optimal(graph, at_once.bound(), best.weight));
  subgraph::detail::ConcaveSearch in_parts(graph, 12, shift_of(graph));
  double before = graph.total_weight() * 2.0;
  int parts = 0;
  for (; !in_parts.done(); ++parts) {
    in_parts.advance(best.weight, 1, RunContext());
    CHECK(in_parts.bound() >= best.weight);
    CHECK(in_parts.bound() <= before);
    before = in_parts.bound();
  }
  CHECK(parts > 1);
  CHECK(in_parts.bound() == at_once.bound());
  CHECK(in_parts.nodes() == at_once.nodes());
}

TEST_CASE("the rule proves sets of points, and leaves other graphs to others") {
  const Graph graph = test::distances(40, 2, 3);
  const RunContext run;
  const Vertex sizes[] = {7, 20};
  BoundPlan plan(graph, sizes, run);
  plan.add_cheap(run);
  for (const Vertex s : sizes) {
    const Solution best = solve("hybrid", {.graph = graph, .s = s}, {}, run);
    plan.ask("concave", {s, best.weight}, run);
    CHECK(proves_optimal(graph, plan.ledger().best(s).value, best.weight));
    CHECK(plan.ledger().best(s).name == "concave");
  }
  const FindResult found = find(graph, {.sizes = {7}}, run);
  CHECK(found.answers.front().proven_optimal);
  const Graph drawn = test::random_graph(40, 1.0, 4, test::TestWeights::real);
  BoundPlan other(drawn, sizes, run);
  other.add_cheap(run);
  const double before = other.ledger().best(7).value;
  other.ask("concave", {7}, run);
  CHECK(other.ledger().best(7).value == before);
}
