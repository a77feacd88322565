#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/graph/generators.hpp>
#include <lode/questions/quotas.hpp>

#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

namespace {

double objective_of(const Graph& graph, const std::vector<Weight>& values, std::uint32_t set) {
  double sum = 0.0;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    if ((set >> v & 1) == 0) continue;
    if (!values.empty()) sum += values[v];
    graph.for_each_neighbor(v, [&](Vertex u, Weight w) { sum += u > v && (set >> u & 1) != 0 ? w : 0.0; });
  }
  return sum;
}

const std::vector<QuotaCount>& counts_of(const FindAnswer& answer) {
  return answer.part_as<KeptQuotas>()->counts;
}

bool keeps(std::uint32_t set, const std::vector<Quota>& quotas) {
  return std::ranges::all_of(quotas, [&](const Quota& quota) {
    const auto count = static_cast<Vertex>(std::popcount(set & test::mask_of(quota.members)));
    return quota.at_least <= count && count <= quota.at_most;
  });
}

/// The largest objective of s vertices that keep all demands; nothing where no set does.
std::optional<double> best_of_all(const Graph& graph, const FindRequest& request,
                                  const std::vector<Quota>& quotas) {
  std::optional<double> best;
  const std::uint32_t in = test::mask_of(request.include);
  const std::uint32_t out = test::mask_of(request.exclude);
  for (std::uint32_t set = 0; set < std::uint32_t{1} << graph.num_vertices(); ++set) {
    if (std::popcount(set) != static_cast<int>(request.sizes.front())) continue;
    if ((set & in) != in || (set & out) != 0 || !keeps(set, quotas)) continue;
    const double objective = objective_of(graph, request.values, set);
    if (!best || objective > *best) best = objective;
  }
  return best;
}

/// One to three groups, of members drawn for each, so that they overlap.
std::vector<Quota> drawn_quotas(Vertex n, Rng& rng) {
  std::vector<Quota> quotas(1 + rng.below(3));
  for (std::size_t g = 0; g < quotas.size(); ++g) {
    quotas[g].group = "group " + std::to_string(g);
    for (Vertex v = 0; v < n; ++v) {
      if (rng.below(2) == 0) quotas[g].members.push_back(v);
    }
    quotas[g].at_least = static_cast<Vertex>(rng.below(3));
    if (rng.below(2) == 0) quotas[g].at_most = quotas[g].at_least + static_cast<Vertex>(rng.below(3));
  }
  return quotas;
}

}  // namespace

TEST_CASE("sets that keep quotas agree with all sets, and bounds are never below them") {
  int asked = 0;
  int best_found = 0;
  int proven = 0;
  int refused = 0;
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    Rng rng(seed, 900);
    const auto n = static_cast<Vertex>(3 + seed % 9);
    const auto kind = seed % 4 == 0   ? test::TestWeights::real
                      : seed % 4 == 1 ? test::TestWeights::integral
                                      : test::TestWeights::none;
    const Graph graph = test::random_graph(n, 0.1 * static_cast<double>(seed % 10), seed, kind, 1.0);
    const std::vector<Quota> quotas = drawn_quotas(n, rng);
    FindRequest request;
    request.sizes = {static_cast<Vertex>(1 + rng.below(n - 1))};
    if (seed % 5 == 0) request.include = {static_cast<Vertex>(seed % n)};
    if (seed % 6 == 1) request.exclude = {static_cast<Vertex>((seed + 1) % n)};
    if (seed % 3 == 0) {
      for (Vertex v = 0; v < n; ++v) request.values.push_back(static_cast<double>(rng.below(7)) - 3.0);
    }
    INFO("seed " << seed);
    const std::optional<double> best = best_of_all(graph, request, quotas);
    if (!best) {
      CHECK_THROWS_AS(find_with_quotas(graph, request, quotas), InvalidArgument);
      ++refused;
      continue;
    }
    const FindAnswer answer = find_with_quotas(graph, request, quotas).answers.front();
    const std::uint32_t set = test::mask_of(answer.solution.vertices);
    CHECK(keeps(set, quotas));
    CHECK((set & test::mask_of(request.include)) == test::mask_of(request.include));
    CHECK((set & test::mask_of(request.exclude)) == 0);
    CHECK(answer.solution.objective() == Approx(objective_of(graph, request.values, set)).margin(1e-9));
    CHECK(answer.bound.value >= *best - 1e-9 * std::max(1.0, std::abs(*best)));
    REQUIRE(counts_of(answer).size() == quotas.size());
    for (std::size_t g = 0; g < quotas.size(); ++g) {
      CHECK(counts_of(answer)[g].count ==
            static_cast<Vertex>(std::popcount(set & test::mask_of(quotas[g].members))));
    }
    const bool is_best = answer.solution.objective() >= *best - 1e-9 * std::max(1.0, std::abs(*best));
    if (answer.proven_optimal) CHECK(is_best);
    ++asked;
    best_found += is_best;
    proven += answer.proven_optimal;
  }
  CHECK(best_found == asked);
  CHECK(proven > asked * 3 / 4);
  CHECK(refused > 5);
}

TEST_CASE("quotas that cannot be met and demands that do not go with them are refused") {
  const Graph graph = gnp({.num_vertices = 12, .probability = 0.5, .seed = 1});
  const auto refused = [&](const FindRequest& request, const std::vector<Quota>& quotas) {
    CHECK_THROWS_AS(find_with_quotas(graph, request, quotas), InvalidArgument);
  };
  const std::vector<Quota> two = {{"a", {0, 1, 2}, 2, 3}};
  FindRequest plain;
  plain.sizes = {4};
  CHECK(counts_of(find_with_quotas(graph, plain, two).answers.front()).front().count >= 2);
  refused(plain, {});
  refused(plain, {{"a", {0, 1, 2}, 4, no_vertex}});
  refused(plain, {{"a", {0, 1, 2}, 3, 2}});
  refused(plain, {{"a", {0, 0}, 1, 2}});
  refused(plain, {{"a", {0, 99}, 1, 2}});
  refused(plain, {{"a", {0, 1, 2, 3}, 3, 4}, {"b", {4, 5, 6}, 3, 3}});
  FindRequest connected = plain;
  connected.connected = true;
  refused(connected, two);
  FindRequest several = plain;
  several.top = 2;
  refused(several, two);
  FindRequest other = plain;
  other.method = "peeling";
  refused(other, two);
}

TEST_CASE("a search with quotas is the same for any number of threads and ends with its time", "[slow]") {
  const Graph graph = gnp({.num_vertices = 120, .probability = 0.2, .seed = 3});
  VertexSet half;
  for (Vertex v = 0; v < 60; ++v) half.push_back(v);
  const std::vector<Quota> quotas = {{"half", half, 3, 3}};
  FindRequest request;
  request.sizes = {20};
  request.effort = Effort::cheap;
  const auto solve = [&](int threads) {
    return find_with_quotas(graph, request, quotas, {}, RunContext({.threads = threads})).answers.front();
  };
  CHECK(solve(1).solution.vertices == solve(2).solution.vertices);
  test::FakeClock clock(0.01);
  const RunContext stopped({.time_limit = 0.0, .clock = &clock});
  const FindAnswer answer = find_with_quotas(graph, request, quotas, {}, stopped).answers.front();
  CHECK(counts_of(answer).front().count == 3);
}

TEST_CASE("bounds by multipliers scale with the weights", "[slow]") {
  constexpr Vertex n = 90;
  const Graph graph = test::random_graph(n, 0.3, 5, test::TestWeights::real, 1.0);
  std::vector<Quota> quotas(2);
  for (Vertex v = 0; v < n; ++v) quotas[v % 3 == 0].members.push_back(v);
  quotas[0].at_most = 4;
  quotas[1].at_least = 3;
  FindRequest request{.sizes = {12}};
  request.effort = Effort::cheap;
  const double gap = find_with_quotas(graph, request, quotas).answers.front().gap;
  CHECK(gap > 0.0);
  for (const int exponent : {-300, -40, 300}) {
    std::vector<Weight> weights;
    for (const Weight weight : graph.weights()) weights.push_back(std::ldexp(weight, exponent));
    const Graph scaled = Graph::from_csr({graph.offsets(), graph.targets(), weights, nullptr});
    CHECK(find_with_quotas(scaled, request, quotas).answers.front().gap == Approx(gap).epsilon(1e-9));
  }
}
