#include <algorithm>
#include <bit>
#include <cmath>

#include <lode/core/error.hpp>
#include <lode/graph/generators.hpp>
#include <lode/io/read_graph.hpp>
#include <lode/subgraph/hybrid.hpp>
#include <lode/subgraph/registry.hpp>

#include "hybrid/stationarity.hpp"
#include "subgraph/problem/starts.hpp"
#include "support/catch.hpp"
#include "support/problem.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;
using test::make_problem;

namespace {

struct SmallCase {
  Graph graph;
  Vertex s;
  double scale;
};

/// Random graph number i: up to 18 vertices, unweighted or with real weights at scale 1e-6, 1 or 1e6.
SmallCase small_case(std::uint64_t i) {
  Rng rng(i, 41);
  const Vertex n = 2 + static_cast<Vertex>(rng.below(17));
  const double p = 0.1 + 0.8 * rng.uniform();
  const double scales[] = {1e-6, 1.0, 1e6};
  const bool weighted = i % 4 != 0;
  const double scale = weighted ? scales[i % 3] : 1.0;
  const auto kind = weighted ? test::TestWeights::real : test::TestWeights::none;
  return {test::random_graph(n, p, i, kind, scale), 1 + static_cast<Vertex>(rng.below(n)), scale};
}

/// The largest improvement by exchanging at most `pairs` members, by enumeration of all sets of s vertices.
double best_exchange(const Graph& graph, const VertexSet& vertices, int pairs) {
  const Vertex n = graph.num_vertices();
  std::uint32_t members = 0;
  for (const Vertex v : vertices) members |= 1u << v;
  std::vector<double> weights(n * std::size_t{n}, 0.0);
  for (Vertex u = 0; u < n; ++u) {
    graph.for_each_neighbor(u, [&](Vertex v, Weight w) { weights[u * std::size_t{n} + v] = w; });
  }
  const auto weight_of = [&](std::uint32_t set) {
    double sum = 0.0;
    for (Vertex u = 0; u < n; ++u) {
      for (Vertex v = 0; v < u; ++v) {
        if ((set >> u & 1u) && (set >> v & 1u)) sum += weights[u * std::size_t{n} + v];
      }
    }
    return sum;
  };
  const double now = weight_of(members);
  double best = 0.0;
  for (std::uint32_t set = 0; set < (1u << n); ++set) {
    if (std::popcount(set) != static_cast<int>(vertices.size()) || std::popcount(set & ~members) > pairs)
      continue;
    best = std::max(best, weight_of(set) - now);
  }
  return best;
}

}  // namespace

TEST_CASE("block-n HYBRID with theta 0 is optimal on 500 random graphs") {
  int graphs = 0;
  for (std::uint64_t i = 0; graphs < 500; ++i) {
    const SmallCase test_case = small_case(i);
    const Vertex n = test_case.graph.num_vertices();
    if (2 * n > 32) continue;  // blocks have at most 32 vertices
    ++graphs;
    HybridOptions options = hybrid_preset("descent");
    options.start = StartKind::random;
    options.working_set = {static_cast<int>(2 * n), 0};  // n members and n outsiders: always all of both
    RunContext run({.seed = i + 1});
    const Solution solution = hybrid_search(make_problem(test_case.graph, test_case.s), options, run);
    const double optimum = test::brute_force_densest(test_case.graph, test_case.s);
    INFO("graph " << i << ", n = " << n << ", s = " << test_case.s << ", scale " << test_case.scale);
    CHECK(std::abs(solution.weight - optimum) <= 1e-12 * std::max(1.0, 2.0 * optimum));
    if (test_case.graph.integral()) CHECK(solution.weight == optimum);
  }
}

TEST_CASE("block-k HYBRID answers are block-k stationary on 500 random graphs") {
  for (std::uint64_t i = 0; i < 500; ++i) {
    const SmallCase test_case = small_case(1000 + i);
    const int k = 2 + 2 * static_cast<int>(i % 3);
    HybridOptions options = hybrid_preset("descent");
    options.start = StartKind::random;
    options.working_set = {k / 2, k - k / 2};
    RunContext run({.seed = i + 1});
    const Solution solution = hybrid_search(make_problem(test_case.graph, test_case.s), options, run);
    REQUIRE(solution.stationarity);
    CHECK(solution.stationarity->holds);
    CHECK(solution.stationarity->mode == StationarityReport::Mode::exhaustive);
    const double improvement = best_exchange(test_case.graph, solution.vertices, k / 2);
    INFO("graph " << i << ", k = " << k << ", scale " << test_case.scale);
    CHECK(improvement <= 1e-12 * std::max(1.0, 2.0 * solution.weight));
  }
}

TEST_CASE("preset paper is what the paper's text says") {
  const HybridOptions paper = hybrid_preset("paper");
  CHECK(paper.start == StartKind::random);
  CHECK(paper.working_set == hybrid::WorkingSetSize{6, 6});
  CHECK(paper.theta == 1e-3);
  CHECK(paper.epsilon == 1e-5);
  CHECK(paper.window == 50);
  CHECK(paper.max_iterations == 1000);
  CHECK(paper.stop == HybridStop::relative_decrease);
  CHECK_THROWS_AS(hybrid_preset("thesis"), InvalidArgument);

  const Graph graph = test::random_graph(200, 0.05, 2);
  RunContext run;
  const Solution solution = hybrid_search(make_problem(graph, 20), paper, run);
  CHECK(solution.iterations >= 50);
  CHECK(solution.iterations <= 1000);
}

TEST_CASE("the default preset finds a planted set and is at least peeling") {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    PlantedOptions options;
    options.num_vertices = 3000;
    options.planted_size = 25;
    options.planted_density = 0.9;
    options.seed = seed;
    const PlantedGraph made = planted(options);
    RunContext run;
    const Problem problem = make_problem(made.graph, 25);
    const Solution solution = hybrid_search(problem, hybrid_preset("default"), run);
    CHECK(solution.edges >= made.planted_edges);
    CHECK(solution.weight >= induced_totals(made.graph, peel(made.graph, 25)).weight);
    REQUIRE(solution.stationarity);
    CHECK(solution.stationarity->holds);
    CHECK(solution.stationarity->mode == StationarityReport::Mode::sampled);
    CHECK(solution.stationarity->k == 12);
  }
}

TEST_CASE("published figures: default at least equals peeling on the paper's graphs", "[slow]") {
  for (const char* name : {"CollegeMsg", "email-Eu-core", "email-Enron", "ca-CondMat", "p2p-Gnutella04",
                           "p2p-Gnutella08", "p2p-Gnutella09", "p2p-Gnutella30"}) {
    const auto path = test::dataset(std::string(name) + ".txt.gz");
    if (!path) return;
    RunContext run;
    const Graph graph = read_graph(*path, {}, run).graph;
    for (const Vertex s : {20u, 50u, 100u}) {
      const Solution solution = hybrid_search(make_problem(graph, s), hybrid_preset("default"), run);
      INFO(name << ", s = " << s);
      CHECK(solution.weight >= induced_totals(graph, peel(graph, s)).weight);
    }
  }
}

TEST_CASE("hints of any size are starts") {
  // A clique that noise of density 1/2 hides from a short search: its vertices have fewer neighbours.
  const Vertex n = 700;
  const Vertex s = 16;
  std::vector<Edge> edges;
  Rng rng(3);
  const auto in_clique = [](Vertex v) { return v % 43 == 5 && v < s * 43; };
  for (Vertex u = 0; u < n; ++u) {
    for (Vertex v = 0; v < u; ++v) {
      const int ends = in_clique(u) + in_clique(v);
      if (rng.below(10) < 5u - static_cast<unsigned>(ends) || ends == 2) edges.push_back({v, u});
    }
  }
  const Graph graph = Graph::from_edges(edges, n);
  VertexSet clique;
  for (Vertex i = 0; i < s; ++i) clique.push_back(5 + 43 * i);
  const auto search = [&](std::vector<VertexSet> hints, VertexSet exclude = {}) {
    Problem problem;
    problem.graph = graph;
    problem.s = s;
    problem.hints = std::move(hints);
    problem.exclude = std::move(exclude);
    RunContext run({.threads = 1});
    return solve("hybrid", problem, {{"preset", "fast"}}, run);
  };
  const Weight all = s * (s - 1) / 2.0;
  CHECK(search({}).weight < all);
  CHECK(search({clique}).vertices == clique);
  VertexSet more = clique;
  more.insert(more.end(), {0, 1, 2});  // in no order
  VertexSet fewer(clique.begin() + 2, clique.end());
  CHECK(search({{}, fewer}).vertices == clique);
  CHECK(search({more}).vertices == clique);
  CHECK(search({VertexSet{7}, clique}, {1, 99}).vertices == clique);
  CHECK(search({clique}, {clique[3]}).weight < all);
  CHECK_THROWS_AS(search({{n}}), InvalidArgument);
  CHECK_THROWS_AS(search({{4, 4}}), InvalidArgument);
}
