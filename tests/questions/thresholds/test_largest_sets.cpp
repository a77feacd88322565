#include <algorithm>
#include <atomic>
#include <cstdint>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/graph/generators.hpp>
#include <lode/questions/thresholds.hpp>
#include <lode/study/verify.hpp>

#include "questions/thresholds/all_sets.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;
using lode::test::AllSets;
using lode::test::CountedSet;
using lode::test::mask_of;

namespace {

/// K6 without two edges at vertex 0, and an octahedron, which has fewer edges.
Graph clique_and_octahedron() {
  std::vector<Edge> edges;
  for (Vertex v = 0; v < 6; ++v) {
    for (Vertex u = v + 1; u < 6; ++u) {
      if (v != 0 || u > 2) edges.push_back({v, u});
      if (u != v + 3) edges.push_back({6 + v, 6 + u});
    }
  }
  return Graph::from_edges(edges);
}

test::ThresholdQuestion request_of(const DensityThreshold& threshold) {
  test::ThresholdQuestion request;
  request.thresholds = {threshold};
  return request;
}

/// The claim about the size after the largest that is possible; null if there is none.
const BoundCertificate::Claim* claim_of(const FindResult& result, const FindAnswer& answer) {
  const auto is_next = [&](const auto& claim) {
    return claim.s == answer.part_as<LargestSize>()->largest_possible + 1;
  };
  const auto claim = std::ranges::find_if(result.certificate->claims, is_next);
  return claim == result.certificate->claims.end() ? nullptr : &*claim;
}

}  // namespace

TEST_CASE("a largest plex is a plex, and several sets are refused") {
  const VertexSet octahedron = {6, 7, 8, 9, 10, 11};
  test::ThresholdQuestion request = request_of({.plex = 2});
  const FindResult result = test::largest_sets(clique_and_octahedron(), request);
  REQUIRE(result.answers.size() == 1);
  CHECK(result.answers[0].solution.vertices == octahedron);
  CHECK(result.answers[0].part_as<LargestSize>()->reached);
  request.find.top = 1;
  CHECK_THROWS_WITH(test::largest_sets(clique_and_octahedron(), request),
                    Catch::Contains("ask for several sets of the size that is found"));
}

TEST_CASE("when the time is over, answers and what is proven are kept") {
  const Graph graph = gnp({.num_vertices = 150, .probability = 0.5, .seed = 5});
  test::ThresholdQuestion request = request_of({.density = 0.8});
  request.find.keep_proofs = true;
  test::FakeClock clock(0.001);
  const FindResult result =
      test::largest_sets(graph, request, {}, RunContext({.time_limit = 1.0, .clock = &clock}));
  REQUIRE(result.answers.size() == 1);
  CHECK(result.answers[0].part_as<LargestSize>()->reached);
  REQUIRE(claim_of(result, result.answers[0]) != nullptr);
  const Vertex beyond = result.answers[0].part_as<LargestSize>()->largest_possible + 1;
  const std::vector<CheckedBound> bounds = check_certificate(graph, *result.certificate);
  REQUIRE(bounds.size() == 1);
  CHECK(bounds[0].s == beyond);
  CHECK(bounds[0].value < request.thresholds[0].need(beyond, Sums::exact));
}

TEST_CASE("a cancelled run keeps its answers, and a note says which claims are missing") {
  const Graph graph = gnp({.num_vertices = 30, .probability = 0.5, .seed = 5});
  test::ThresholdQuestion request = request_of({.density = 0.8});
  request.find.keep_proofs = true;
  const std::atomic<bool> cancel = true;
  std::vector<std::string> notes;
  FindEvents events;
  events.note = [&](std::string_view line) { notes.emplace_back(line); };
  const FindResult result = test::largest_sets(graph, request, events, RunContext({.cancel = &cancel}));
  CHECK(result.answers.size() == 1);
  CHECK(result.certificate->claims.empty());
  REQUIRE(notes.size() == 1);
  CHECK(notes[0].find("no claim about density >= 0.8 is in the certificate") == 0);
}

TEST_CASE("proofs are kept where no set reaches the threshold") {
  const Graph path = Graph::from_edges({{0, 1}, {1, 2}, {2, 3}});
  for (const DensityThreshold& threshold :
       {DensityThreshold{.average_degree = 10.0}, DensityThreshold{.plex = 1}}) {
    test::ThresholdQuestion request = request_of(threshold);
    request.find.include = {0, 1, 3};
    request.find.keep_proofs = true;
    const FindResult result = test::largest_sets(path, request);
    CHECK_FALSE(result.answers.at(0).part_as<LargestSize>()->reached);
    CHECK(result.answers.at(0).part_as<LargestSize>()->largest_possible == 0);
    for (const BoundCertificate::Claim& claim : result.certificate->claims) CHECK(claim.s == 3);
  }
}

TEST_CASE("the claim about a size is strong enough for every threshold that it rules out") {
  int proven = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    Rng rng(seed, 31);
    const auto n = static_cast<Vertex>(6 + rng.below(9));
    const Graph graph = test::random_graph(n, 0.01 * static_cast<double>(30 + rng.below(60)), seed);
    const std::uint64_t high = 60 + rng.below(38);
    const std::uint64_t low = high - 1 - rng.below(10);
    test::ThresholdQuestion request;
    request.thresholds = {{.density = static_cast<double>(high) / 100},
                          {.density = static_cast<double>(low) / 100}};
    request.find.keep_proofs = true;
    const FindResult result = test::largest_sets(graph, request);
    INFO("seed " << seed);
    for (const FindAnswer& answer : result.answers) {
      if (answer.part_as<LargestSize>()->next_possible != 0 || answer.s == n) continue;
      const BoundCertificate::Claim* claim = claim_of(result, answer);
      REQUIRE(claim != nullptr);
      CHECK(claim->steps.back().value < answer.part_as<LargestSize>()->threshold.need(claim->s, Sums::exact));
      ++proven;
    }
    check_certificate(graph, *result.certificate);
  }
  CHECK(proven > 300);
}

TEST_CASE("an answer of a cancelled run keeps to the vertices that are not excluded") {
  std::vector<Edge> edges;
  for (Vertex v = 1; v < 300'000; ++v) edges.push_back({v - 1, v});
  const Graph path = Graph::from_edges(edges);
  const std::atomic<bool> cancel = true;
  test::ThresholdQuestion request = request_of({.plex = 2});
  request.find.exclude = {0};
  const FindResult result = test::largest_sets(path, request, {}, RunContext({.cancel = &cancel}));
  CHECK(result.answers.at(0).solution.vertices.front() != 0);
}

TEST_CASE("a request that excludes every vertex is refused") {
  const Graph path = Graph::from_edges({{0, 1}, {1, 2}});
  for (const DensityThreshold& threshold : {DensityThreshold{.density = 0.5}, DensityThreshold{.plex = 2}}) {
    test::ThresholdQuestion request = request_of(threshold);
    request.find.exclude = {2, 0, 1};
    CHECK_THROWS_WITH(test::largest_sets(path, request), Catch::Matchers::Contains("names every vertex"));
  }
}

TEST_CASE("a threshold that is said to be reached is reached by weight and by every member") {
  const Graph graph =
      Graph::from_edges({Edge{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}, {3, 4}, {4, 5}}, 6);
  LargestSize claim;
  const auto accepts = [&](const Graph& of, const VertexSet& vertices) {
    const Claim whole{.vertices = vertices, .part = std::make_shared<LargestSize>(claim)};
    try {
      return verify_claim(of, {}, whole).unchecked.empty();
    } catch (const VerificationError&) {
      return false;
    }
  };
  const auto reaches = [&](const VertexSet& vertices, const DensityThreshold& threshold) {
    claim.threshold = threshold;
    return accepts(graph, vertices);
  };
  CHECK(reaches({0, 1, 2, 3}, {.density = 1.0}));
  CHECK(reaches({0, 1, 2, 3}, {.average_degree = 3.0}));
  CHECK(reaches({0, 1, 2, 3}, {.missing = 0}));
  CHECK(reaches({0, 1, 2, 3, 4}, {.missing = 3}));
  CHECK(reaches({0, 1, 2, 3}, {.plex = 1}));
  CHECK(reaches({0, 1, 2, 3, 4}, {.plex = 4}));
  CHECK_FALSE(reaches({0, 1, 2, 3, 4}, {.density = 0.71}));
  CHECK_FALSE(reaches({0, 1, 2, 3, 4}, {.density = 1e308}));
  CHECK_FALSE(reaches({0, 1, 2, 3, 4}, {.average_degree = 3.0}));
  CHECK_FALSE(reaches({0, 1, 2, 3, 4}, {.missing = 2}));
  CHECK_FALSE(reaches({0, 1, 2, 3, 4}, {.plex = 3}));  // enough edges, and vertex 4 misses three others
  const Graph weighted = Graph::from_edges(std::vector<WeightedEdge>{{0, 1, 10.0}, {1, 2, 10.0}});
  claim.threshold = {.missing = 0};
  CHECK_FALSE(accepts(weighted, {0, 1, 2}));
  claim = {};
  claim.threshold = {.density = 0.9};
  claim.reached = false;
  CHECK(accepts(graph, {0, 5}));
}
