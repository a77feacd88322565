#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/graph/clique.hpp>
#include <lode/graph/generators.hpp>
#include <lode/questions/thresholds.hpp>
#include <lode/study/question.hpp>

#include "questions/asked.hpp"
#include "questions/thresholds/all_sets.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

namespace {

/// In whole numbers: what is asked of sets of s vertices, by the definition.
bool reaches(double weight, int s, std::uint64_t hundredths, std::uint64_t average_degree_tenths) {
  const bool dense = 200.0 * weight >= static_cast<double>(hundredths) * s * (s - 1) * (1.0 - 1e-12);
  return dense && 20.0 * weight >= static_cast<double>(average_degree_tenths) * s * (1.0 - 1e-12);
}

/// The size of the largest set; 0: none.
int largest_size(const Graph& graph, const FindRequest& demands, std::uint64_t hundredths,
                 std::uint64_t average_degree_tenths) {
  const std::uint32_t in = test::mask_of(demands.include);
  const std::uint32_t out = test::mask_of(demands.exclude);
  int best = 0;
  for (std::uint32_t set = 1; set < std::uint32_t{1} << graph.num_vertices(); ++set) {
    if ((set & in) != in || (set & out) != 0 || std::popcount(set) <= best) continue;
    if (demands.connected && !test::induces_connected(graph, set)) continue;
    if (reaches(test::weight_inside(graph, set), std::popcount(set), hundredths, average_degree_tenths)) {
      best = std::popcount(set);
    }
  }
  return best;
}

}  // namespace

TEST_CASE("largest sets of a density agree with all sets, and proofs are never false") {
  int asked = 0;
  int equal = 0;
  int proven = 0;
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    const auto n = static_cast<Vertex>(2 + seed % 9);
    const auto kind = seed % 5 == 0   ? test::TestWeights::real
                      : seed % 5 == 1 ? test::TestWeights::integral
                                      : test::TestWeights::none;
    const Graph graph = test::random_graph(n, 0.1 * static_cast<double>(1 + seed % 9), seed, kind, 1.0);
    const std::uint64_t hundredths[] = {50, 60, 67, 85, 90, 100};
    const std::uint64_t density = seed % 7 == 0 ? 0 : hundredths[seed % 6];
    const std::uint64_t degree = seed % 7 == 0 || seed % 11 == 0 ? 5 + 5 * (seed % 6) : 0;
    test::ThresholdQuestion request;
    request.thresholds = {
        {.density = static_cast<double>(density) / 100, .average_degree = static_cast<double>(degree) / 10}};
    if (seed % 3 == 0) request.find.include = {static_cast<Vertex>(seed % n)};
    if (seed % 4 == 1 && n > 3) request.find.exclude = {static_cast<Vertex>((seed + 1) % n)};
    request.find.connected = seed % 8 == 2 || seed % 8 == 3;
    INFO("seed " << seed);
    const FindResult result = test::largest_sets(graph, request);
    REQUIRE(result.answers.size() == 1);
    const FindAnswer& answer = result.answers.front();
    REQUIRE(answer.part_as<LargestSize>());
    const int best = largest_size(graph, request.find, density, degree);
    const std::uint32_t set = test::mask_of(answer.solution.vertices);
    CHECK(reaches(test::weight_inside(graph, set), std::popcount(set), density, degree) ==
          answer.part_as<LargestSize>()->reached);
    CHECK((set & test::mask_of(request.find.include)) == test::mask_of(request.find.include));
    CHECK((set & test::mask_of(request.find.exclude)) == 0);
    if (request.find.connected) CHECK(test::induces_connected(graph, set));
    if (answer.part_as<LargestSize>()->reached) CHECK(static_cast<int>(answer.s) <= best);
    CHECK(static_cast<int>(answer.part_as<LargestSize>()->largest_possible) >= best);
    if (answer.part_as<LargestSize>()->reached && answer.part_as<LargestSize>()->next_possible == 0) {
      CHECK(static_cast<int>(answer.s) == best);
      ++proven;
    }
    ++asked;
    equal += static_cast<int>(answer.part_as<LargestSize>()->reached ? answer.s : 0) == best;
  }
  CHECK(equal > asked * 99 / 100);
  CHECK(proven > asked * 3 / 4);
}

TEST_CASE("several thresholds are answered in one call, with a certificate that holds") {
  const Graph graph = gnp({.num_vertices = 60, .probability = 0.3, .seed = 2});
  test::ThresholdQuestion request;
  request.thresholds = {{.density = 0.9}, {.density = 0.7}, {.density = 0.5}};
  request.find.keep_proofs = true;
  const FindResult result = test::largest_sets(graph, request);
  REQUIRE(result.answers.size() == 3);
  CHECK(result.answers[0].s <= result.answers[1].s);
  CHECK(result.answers[1].s <= result.answers[2].s);
  REQUIRE(!result.certificate->claims.empty());
  for (const CheckedBound& bound : check_certificate(graph, *result.certificate)) {
    const auto rules_out = [&](const FindAnswer& answer) {
      return answer.part_as<LargestSize>()->largest_possible + 1 == bound.s &&
             bound.value < answer.part_as<LargestSize>()->threshold.need(bound.s, Sums::exact);
    };
    CHECK(std::ranges::any_of(result.answers, rules_out));
  }
}

TEST_CASE("certificates of largest sets claim of all sets what holds of all sets") {
  int claims = 0;
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    const Graph graph = test::random_graph(9, 0.2 + 0.004 * static_cast<double>(seed), seed);
    test::ThresholdQuestion request;
    const std::vector<DensityThreshold> asked = {{.plex = 2}, {.missing = 1}, {.density = 0.8}, {.plex = 3}};
    request.thresholds = {asked[seed % asked.size()]};
    request.find.keep_proofs = true;
    request.find.connected = seed % 2 == 0;
    INFO("seed " << seed);
    const FindResult result = test::largest_sets(graph, request);
    for (const BoundCertificate::Claim& claim : result.certificate->claims) {
      CHECK(claim.steps.back().value >= test::brute_force_densest(graph, claim.s));
      ++claims;
    }
  }
  CHECK(claims > 20);
}

TEST_CASE("a largest clique is found by one search under its three names") {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const Graph graph =
        gnp({.num_vertices = 70, .probability = 0.05 * static_cast<double>(4 + seed), .seed = seed});
    FindRequest demands;
    if (seed % 3 == 1) demands.include = {static_cast<Vertex>(seed)};
    if (seed % 4 == 1) demands.exclude = {0, 2};
    std::vector<FindAnswer> answers;
    for (const DensityThreshold& threshold :
         {DensityThreshold{.plex = 1}, DensityThreshold{.missing = 0}, DensityThreshold{.density = 1.0}}) {
      answers.push_back(test::largest_sets(graph, {{threshold}, demands}).answers.at(0));
      CHECK(answers.back().solution.vertices == answers.front().solution.vertices);
      CHECK(answers.back().part_as<LargestSize>()->next_possible == 0);
      CHECK(answers.back().part_as<LargestSize>()->by == "members");
    }
    if (demands.include.empty() && demands.exclude.empty())
      CHECK(answers.front().s == maximum_clique(graph).size());
  }
}

TEST_CASE("a proof takes no longer if there is more time") {
  const Graph graph = gnp({.num_vertices = 60, .probability = 0.4, .seed = 2});
  for (const DensityThreshold& threshold :
       {DensityThreshold{.missing = 3}, DensityThreshold{.density = 0.8}}) {
    const auto seconds = [&](double limit) {
      test::FakeClock clock(0.0001);
      const FindResult result = test::largest_sets(
          graph, {{threshold}, {}}, {}, RunContext({.threads = 1, .time_limit = limit, .clock = &clock}));
      CHECK(result.answers.at(0).part_as<LargestSize>()->next_possible == 0);
      return result.seconds;
    };
    CHECK(seconds(10'000.0) <= 1.01 * seconds(1000.0));
  }
}

TEST_CASE("largest sets are the same for any number of threads") {
  const Graph graph = gnp({.num_vertices = 60, .probability = 0.4, .seed = 5});
  test::ThresholdQuestion request;
  request.thresholds = {{.density = 0.75}};
  const auto solve = [&](int threads) {
    return test::largest_sets(graph, request, {}, RunContext({.threads = threads})).answers.front();
  };
  const FindAnswer one = solve(1);
  const FindAnswer two = solve(2);
  CHECK(one.solution.vertices == two.solution.vertices);
  CHECK(one.part_as<LargestSize>()->largest_possible == two.part_as<LargestSize>()->largest_possible);
}

TEST_CASE("a run that is stopped leaves a set and sizes that are still possible") {
  const Graph graph = gnp({.num_vertices = 40, .probability = 0.5, .seed = 1});
  test::ThresholdQuestion request;
  request.thresholds = {{.density = 0.9}};
  test::FakeClock clock(0.01);
  const FindAnswer answer =
      test::largest_sets(graph, request, {}, RunContext({.time_limit = 0.0, .clock = &clock}))
          .answers.front();
  CHECK(answer.part_as<LargestSize>()->reached);
  CHECK(answer.part_as<LargestSize>()->largest_possible >= answer.s);
}

TEST_CASE("the weight that a threshold needs is exact") {
  const DensityThreshold threshold{.density = 0.85};
  CHECK(threshold.need(100, Sums::exact) == 4208);  // 4207.5
  CHECK(threshold.need(1, Sums::exact) == 0);
  CHECK(threshold.need(20, Sums::exact) == 162);  // 161.5
  CHECK(DensityThreshold{.density = 1.0}.need(4'000'000'000u, Sums::exact) == 7.999999998e18);
  CHECK(DensityThreshold{.average_degree = 2.5}.need(5, Sums::exact) == 7);  // 6.25
  const auto variant_of = [](const char* text) {
    return test::question_of("find", "--min-density").find(test::Asked("", {{"--min-density", text}}));
  };
  for (const char* text :
       {".", "-1", "0", "0,5", "2/", "/3", "1/0", "0/0", "2/3/4", "nan", "inf", "1e-400", "0x1"}) {
    CHECK_THROWS_AS(variant_of(text), InvalidArgument);
  }
  const Graph edge = Graph::from_edges({{0, 1}});
  const auto found = variant_of("2/3,1e-12").find(edge, {}, {}, RunContext()).answers;
  CHECK((found.at(0).part_as<LargestSize>()->threshold.density == 2.0 / 3.0 &&
         found.at(1).part_as<LargestSize>()->threshold.density == 1e-12));
  // Weights of 1e-60: the pair is the largest set of its density.
  const Graph tiny = Graph::from_edges(std::vector<WeightedEdge>{{0, 1, 3e-60}, {1, 2, 2e-60}});
  CHECK(test::largest_sets(tiny, {{{.density = 2.5e-60}}, {}}).answers.at(0).solution.vertices ==
        VertexSet{0, 1});
  const Graph graph = Graph::from_edges({{0, 1}, {1, 2}});
  const auto refused = [&](const DensityThreshold& asked, const FindRequest& demands) {
    test::ThresholdQuestion request{.thresholds = {asked}, .find = demands};
    CHECK_THROWS_AS(test::largest_sets(graph, request), InvalidArgument);
  };
  refused({}, {});
  refused({.density = 1.1}, {});
  refused({.average_degree = 1e-101}, {});
  refused({.average_degree = -1.0}, {});
  refused({.density = 0.5}, {.sizes = {}, .values = {1, 2, 3}});
  refused({.density = 0.5}, {.sizes = {}, .target = 3.0});
  CHECK_THROWS_AS(test::largest_sets(graph, test::ThresholdQuestion{}), InvalidArgument);
}
