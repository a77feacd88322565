#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/subgraph/problem.hpp>

#include "subgraph/state/swap_state.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"
#include "support/weight_ranges.hpp"

using namespace lode;
using namespace lode::subgraph;

namespace {

bool is_in(std::span<const Vertex> bucket, Vertex v) {
  return std::find(bucket.begin(), bucket.end(), v) != bucket.end();
}

}  // namespace

TEST_CASE("outsiders are found though only the best are in buckets") {
  for (const auto kind : {test::TestWeights::none, test::TestWeights::integral, test::TestWeights::real}) {
    const Graph graph = test::random_graph(80, 0.3, 9, kind, 1.0);
    Rng rng(5);
    SwapState state(graph, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, {3, 5});
    for (int step = 0; step < 300; ++step) {
      for (auto moves = 1 + rng.below(9); moves > 0; --moves) {
        const auto v = static_cast<Vertex>(rng.below(80));
        if (state.is_member(v) && state.members().size() > 1) {
          state.remove(v);
        } else if (state.is_outsider(v)) {
          state.add(v);
        }
      }
      const auto enough = static_cast<std::size_t>(1 + rng.below(30));
      state.file_best_outsiders(enough, 2 * enough);
      std::size_t touching = 0;
      for (Vertex u = 0; u < 80; ++u) touching += state.is_outsider(u) && state.degree_into(u) > 1e-9;
      const BucketArray& buckets = state.outsider_buckets();
      REQUIRE((buckets.size() >= std::min(enough, touching)));
      REQUIRE((state.files_all_outsiders() || buckets.size() >= enough));
      if (buckets.size() > 2 * enough) {
        std::size_t key = 0;
        while (buckets.bucket(key).empty()) ++key;
        REQUIRE(buckets.size() - buckets.bucket(key).size() < enough);
      }
      Weight least_filed = std::numeric_limits<Weight>::infinity();
      for (Vertex u = 0; u < 80; ++u) {
        if (!state.is_outsider(u) || !state.is_filed(u)) continue;
        REQUIRE(is_in(buckets.bucket(state.key(u)), u));
        least_filed = std::min(least_filed, state.degree_into(u));
      }
      for (Vertex u = 0; u < 80; ++u) {
        if (!state.is_outsider(u) || state.is_filed(u)) continue;
        REQUIRE(state.degree_into(u) <= least_filed);
      }
    }
  }
}

TEST_CASE("swap_state equals a recomputation after random moves") {
  for (const auto kind : {test::TestWeights::none, test::TestWeights::integral, test::TestWeights::real}) {
    const Graph graph = test::random_graph(60, 0.15, 8, kind, 0.5);
    Rng rng(3);
    SwapState state(graph, {0, 1, 2, 3, 4, 5, 6, 7});
    for (int step = 0; step < 400; ++step) {
      const auto v = static_cast<Vertex>(rng.below(60));
      if (state.is_member(v)) {
        if (state.members().size() > 1) state.remove(v);
      } else {
        state.add(v);
      }
      const VertexSet members = state.sorted_members();
      REQUIRE(state.weight() == Approx(induced_totals(graph, members).weight).margin(1e-12));
      const SwapState fresh(graph, members);
      Vertex lowest = no_vertex;
      Vertex highest = no_vertex;
      for (Vertex u = 0; u < 60; ++u) {
        REQUIRE(state.degree_into(u) == Approx(fresh.degree_into(u)).margin(1e-12));
        if (state.is_member(u)) {
          if (lowest == no_vertex || state.degree_into(u) < state.degree_into(lowest)) lowest = u;
          REQUIRE_FALSE(state.is_filed(u));
          REQUIRE(is_in(state.member_buckets().bucket(state.key(u)), u));
        } else {
          REQUIRE(state.is_filed(u) == (fresh.degree_into(u) > 0.0));
          if (state.is_filed(u)) REQUIRE(is_in(state.outsider_buckets().bucket(state.key(u)), u));
          if (highest == no_vertex || state.degree_into(u) > state.degree_into(highest)) highest = u;
        }
      }
      const auto& members_by_degree = state.member_buckets();
      CHECK(state.key(lowest) == members_by_degree.lowest());
      CHECK(members_by_degree.size() == members.size());
      const auto& outsiders = state.outsider_buckets();
      if (!outsiders.empty()) CHECK(state.key(highest) == outsiders.highest());
    }
  }
}

TEST_CASE("sums and search states refuse vertices that do not exist or stand twice") {
  const Graph graph = test::random_graph(30, 0.2, 1);
  CHECK_THROWS_AS(induced_totals(graph, {1, 30}), InvalidArgument);
  CHECK_THROWS_AS(induced_totals(graph, {1, 2, 1}), InvalidArgument);
  CHECK(induced_totals(graph, {}).edges == 0);
  CHECK_THROWS_AS(SwapState(graph, {1, 30}), InternalError);
  CHECK_THROWS_AS(SwapState(graph, {1, 1}), InternalError);
  CHECK_THROWS_AS(SwapState(graph, {1, 2}, {40}), InternalError);
  CHECK_THROWS_AS(SwapState(graph, {1, 2}, {3}), InternalError);
  CHECK(SwapState(graph, {1, 2}, {2}).anchors() == VertexSet{2});
}

TEST_CASE("a search state refuses moves of members, outsiders and anchors that are none, and stays") {
  const Graph graph = test::random_graph(30, 0.2, 1);
  SwapState state(graph, {1, 2, 3}, {3});
  const Weight weight = state.weight();
  for (const Vertex v : {1u, 3u, 30u, 99'999'999u}) CHECK_THROWS_AS(state.add(v), InternalError);
  for (const Vertex v : {3u, 4u, 99'999'999u}) CHECK_THROWS_AS(state.remove(v), InternalError);
  CHECK(state.weight() == weight);
  CHECK(state.sorted_members() == VertexSet{1, 2, 3});
  state.move_to({4, 5});
  CHECK(state.sorted_members() == VertexSet{3, 4, 5});
}

TEST_CASE("anchors stay through moves to other sets, given in any order") {
  const Graph graph = test::random_graph(20, 0.4, 5);
  SwapState state(graph, {1, 4, 7, 9}, {9, 4});
  CHECK(state.anchors() == VertexSet{4, 9});
  state.move_to(state.anchors());
  CHECK(state.sorted_members() == VertexSet{4, 9});
  state.move_to({0, 4, 9, 19});
  CHECK(state.weight() == induced_totals(graph, {0, 4, 9, 19}).weight);
  CHECK(state.members().size() == 2);
}

TEST_CASE("outsiders are filed by weights of any size") {
  for (const test::WeightRange range : test::weight_ranges) {
    const Graph graph = test::graph_of_range(range, 12, 0.7, 3);
    const SwapState state(graph, {0, 1, 2, 3});
    INFO("range " << static_cast<int>(range));
    for (const Vertex u : state.outsiders()) CHECK(state.is_filed(u) == (state.degree_into(u) > 0.0));
  }
}

TEST_CASE("no degree is below the least one of its key, however far below zero") {
  const WeightedEdge edges[] = {{0, 1, -8.0}, {1, 2, 0.5}, {2, 3, 3.0}};
  const DegreeKeys keys(Graph::from_edges(edges, 4, RunContext(), WeightSigns::any));
  REQUIRE(keys.with_signs());
  for (const double degree : {-1e300, -100.0, -9.0, -8.5, -8.0, -3.0, -0.5, 0.0, 0.5, 3.0, 8.5}) {
    CAPTURE(degree);
    CHECK(keys.least_degree(keys(degree)) <= degree);
  }
}

TEST_CASE("the sums of real weights do not drift, however many moves there are") {
  for (const test::WeightRange range : test::weight_ranges) {
    const Graph graph = test::graph_of_range(range, 9, 0.6, 2);
    SwapState state(graph, {0, 1, 2, 3}, {2});
    Rng rng(8);
    INFO("range " << static_cast<int>(range));
    for (int step = 0; step < 300'000; ++step) {
      const auto v = static_cast<Vertex>(rng.below(9));
      if (state.is_member(v)) {
        state.remove(v);
      } else if (state.is_outsider(v)) {
        state.add(v);
      }
    }
    const double room = 1e-13 * graph.total_weight();
    SwapState fresh(graph, state.sorted_members(), {2});
    CHECK(std::abs(state.weight() - fresh.weight()) <= room);
    for (Vertex v = 0; v < 9; ++v) CHECK(std::abs(state.degree_into(v) - fresh.degree_into(v)) <= room);
    CHECK(state.recount() == induced_totals(graph, state.sorted_members()).weight);
  }
}
