#include <algorithm>
#include <bit>
#include <cmath>

#include <lode/core/error.hpp>
#include <lode/graph/generators.hpp>
#include <lode/hybrid/stationarity.hpp>
#include <lode/io/read_graph.hpp>
#include <lode/subgraph/hybrid.hpp>
#include <lode/subgraph/registry.hpp>

#include "subgraph/problem/starts.hpp"
#include "subgraph/state/graph_objective.hpp"
#include "subgraph/state/swap_state.hpp"
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
  for (std::uint64_t i = 0; i < 500; ++i) {
    const SmallCase test_case = small_case(i);
    const Vertex n = test_case.graph.num_vertices();
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

TEST_CASE("published figures: default at least equals peeling on the paper's graphs") {
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

bool holds(std::span<const Vertex> bucket, Vertex v) {
  return std::find(bucket.begin(), bucket.end(), v) != bucket.end();
}

TEST_CASE("hints of any size are starts") {
  // A clique that noise of density 1/2 hides from a short search.
  const Vertex n = 700;
  const Vertex s = 16;
  std::vector<Edge> edges;
  Rng rng(3);
  for (Vertex u = 0; u < n; ++u) {
    for (Vertex v = 0; v < u; ++v) {
      if (rng.below(2) == 0 || (u % 43 == 5 && v % 43 == 5 && u < s * 43)) edges.push_back({v, u});
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

TEST_CASE("swap_state files the outsiders that are asked for") {
  for (const auto kind : {test::TestWeights::none, test::TestWeights::real}) {
    const Graph graph = test::random_graph(80, 0.3, 9, kind, 1.0);
    Rng rng(4);
    SwapState state(graph, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, {3, 5});
    Weight least = 0.0;
    for (int step = 0; step < 600; ++step) {
      const auto v = static_cast<Vertex>(rng.below(80));
      if (step % 7 == 0) {
        least = 0.5 * static_cast<Weight>(rng.below(12));
        state.file_outsiders_from(least);
      } else if (state.is_member(v) && state.members().size() > 1) {
        state.remove(v);
      } else if (state.is_outsider(v)) {
        state.add(v);
      }
      std::size_t filed = 0;
      for (Vertex u = 0; u < 80; ++u) {
        if (!state.is_outsider(u)) continue;
        filed += state.is_filed(u);
        if (state.degree_into(u) >= std::max(least, 1e-9)) REQUIRE(state.is_filed(u));
        if (!state.is_filed(u)) continue;
        REQUIRE(holds(state.outsider_buckets().bucket(state.key(u)), u));
        REQUIRE(state.degree_into(u) >= std::floor(least) * 16.0 / 17.0);
      }
      REQUIRE(state.outsider_buckets().size() == filed);
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
          REQUIRE(holds(state.member_buckets().bucket(state.key(u)), u));
        } else {
          REQUIRE(state.is_filed(u) == (fresh.degree_into(u) > 0.0));
          if (state.is_filed(u)) REQUIRE(holds(state.outsider_buckets().bucket(state.key(u)), u));
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

TEST_CASE("bit blocks and dense blocks describe the same graph objective") {
  const Graph graph = test::random_graph(80, 0.2, 10);
  SwapState state(graph, {1, 4, 9, 16, 25, 36, 49, 64});
  GraphObjective<hybrid::BitBlock> bits(state);
  GraphObjective<hybrid::DenseBlock> dense(state);
  Rng rng(2);
  hybrid::BalancedWorkingSet rule({8, 4});
  std::vector<Vertex> set;
  for (int round = 0; round < 100; ++round) {
    rule.select(bits, rng, set);
    const auto& b = bits.block(set);
    const auto& d = dense.block(set);
    REQUIRE(b.size == d.size);
    for (int i = 0; i < b.size; ++i) {
      const auto index = static_cast<std::size_t>(i);
      CHECK(d.linear[index] == -2.0 * static_cast<double>(b.gain[index]));
      CHECK((b.current >> i & 1u) == (d.current[index] != 0.0));
      for (int j = 0; j < b.size; ++j) {
        CHECK(d.q(i, j) == ((b.rows[index] >> j & 1u) ? -2.0 : 0.0));
        if (i != j) CHECK(d.q(i, j) == bits.coupling(set[index], set[static_cast<std::size_t>(j)]));
      }
    }
  }
}

TEST_CASE("starts are sets of s vertices as defined") {
  const Graph graph = test::random_graph(50, 0.2, 12);
  Problem problem = make_problem(graph, 10);
  const VertexSet degree = make_start(problem, StartKind::degree, 5);
  for (Vertex v = 0; v < 50; ++v) {
    if (std::binary_search(degree.begin(), degree.end(), v)) continue;
    for (const Vertex u : degree) {
      CHECK((graph.degree(u) > graph.degree(v) || (graph.degree(u) == graph.degree(v) && u < v)));
    }
  }
  const VertexSet random = make_start(problem, StartKind::random, 5);
  CHECK(random.size() == 10);
  CHECK(random == make_start(problem, StartKind::random, 5));
  CHECK(random != make_start(problem, StartKind::random, 6));

  problem.given = {3, 1, 4};
  const VertexSet grown = make_start(problem, StartKind::given, 5);
  CHECK(grown.size() == 10);
  for (const Vertex v : problem.given) CHECK(std::binary_search(grown.begin(), grown.end(), v));
  VertexSet all(50);
  for (Vertex v = 0; v < 50; ++v) all[v] = v;
  CHECK(repair_to_size(graph, all, 10).size() == 10);
  CHECK(repair_to_size(graph, {}, 2).size() == 2);
  // Dropping from all vertices one by one is peeling, up to ties.
  CHECK(induced_totals(graph, repair_to_size(graph, all, 49)).edges ==
        graph.num_edges() - graph.degree(*std::min_element(all.begin(), all.end(), [&](Vertex a, Vertex b) {
          return graph.degree(a) < graph.degree(b);
        })));
}

TEST_CASE("peeling removes a vertex of least remaining degree at every step") {
  for (const auto kind : {test::TestWeights::none, test::TestWeights::integral}) {
    const Graph graph = test::random_graph(40, 0.15, 21, kind);
    for (Vertex s = 1; s < 40; ++s) {
      const VertexSet larger = peel(graph, s + 1);
      const VertexSet smaller = peel(graph, s);
      VertexSet removed;
      std::set_difference(larger.begin(), larger.end(), smaller.begin(), smaller.end(),
                          std::back_inserter(removed));
      REQUIRE(removed.size() == 1);
      const SwapState state(graph, larger);
      for (const Vertex v : larger) CHECK(state.degree_into(removed[0]) <= state.degree_into(v));
    }
  }
}
