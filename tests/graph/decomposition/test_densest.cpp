#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/graph/densest.hpp>
#include <lode/graph/generators.hpp>
#include <lode/graph/graph.hpp>

#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;

namespace {

enum class TermKind { none, integral, decimal, real };

/// Numbers between -spread and spread, or between 1/8 and spread where they must be positive.
std::vector<double> random_terms(Vertex n, TermKind kind, bool positive, std::uint64_t seed) {
  std::vector<double> numbers;
  if (kind == TermKind::none) return numbers;
  for (Vertex v = 0; v < n; ++v) {
    const double unit =
        static_cast<double>((seed * 2654435761u + v * 40503u + (seed ^ v) * 97u) % 10007) / 10007.0;
    double x = positive ? 0.125 + 4.0 * unit : 6.0 * unit - 3.0;
    if (kind == TermKind::integral) x = positive ? std::floor(x) + 1.0 : std::round(x);
    if (kind == TermKind::decimal) x = std::round(x * 100.0) / 100.0;
    numbers.push_back(x);
  }
  return numbers;
}

struct Optimum {
  long double ratio = 0.0L;
  std::uint32_t largest = 0;  ///< the union of all sets of that ratio, up to rounding
};

Optimum brute_force(const Graph& graph, const DensityTerms& terms) {
  const Vertex n = graph.num_vertices();
  std::vector<long double> ratio(std::size_t{1} << n);
  Optimum optimum;
  for (std::uint32_t set = 1; set < ratio.size(); ++set) {
    long double sum = 0.0L;
    long double cost = 0.0L;
    for (Vertex v = 0; v < n; ++v) {
      if ((set >> v & 1) == 0) continue;
      graph.for_each_neighbor(v, [&](Vertex u, Weight w) { sum += u > v && (set >> u & 1) != 0 ? w : 0.0; });
      sum += terms.values.empty() ? 0.0 : terms.values[v];
      cost += terms.costs.empty() ? 1.0 : terms.costs[v];
    }
    ratio[set] = sum / cost;
    if (set == 1 || ratio[set] > optimum.ratio) optimum.ratio = ratio[set];
  }
  const long double margin = 1e-9L * std::max(1.0L, std::abs(optimum.ratio));
  for (std::uint32_t set = 1; set < ratio.size(); ++set) {
    if (ratio[set] >= optimum.ratio - margin) optimum.largest |= set;
  }
  return optimum;
}

/// What a split proves, by the definition alone.
double proven_bound(const Graph& graph, const DensityTerms& terms, const EdgeSplit& split) {
  std::vector<long double> load(graph.num_vertices(), 0.0L);
  std::size_t edge = 0;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    graph.for_each_neighbor(v, [&](Vertex u, Weight w) {
      if (u < v) return;
      REQUIRE(edge < split.share.size());
      const long double share = static_cast<long double>(split.share[edge++]) / split.denominator;
      REQUIRE(share >= 0.0L);
      REQUIRE(share <= static_cast<long double>(w) * (1.0L + 1e-15L));
      load[v] += share;
      load[u] += static_cast<long double>(w) - share;
    });
  }
  REQUIRE(edge == split.share.size());
  long double bound = -INFINITY;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    const long double value = terms.values.empty() ? 0.0 : terms.values[v];
    const long double cost = terms.costs.empty() ? 1.0 : terms.costs[v];
    bound = std::max(bound, (load[v] + value) / cost);
  }
  return static_cast<double>(bound);
}

/// An answer near 0 is not exact to 1e-9 of itself where numbers are rounded: its error is said.
void check_proven(const DensestSubgraph& found, const Optimum& optimum) {
  constexpr long double near = 1e-6L;
  REQUIRE((found.proven_optimal || std::abs(optimum.ratio) < near));
  REQUIRE(found.optimality_tolerance <= 1e-12 * std::max(1.0, std::abs(found.ratio())));
}

/// `ties`: whether all numbers are integers, so that equal densities are seen to be equal.
void check_against_brute_force(const Graph& graph, const DensityTerms& terms, bool ties = true) {
  const Optimum optimum = brute_force(graph, terms);
  const DensestSubgraph found = densest_subgraph(graph, terms, RunContext(), KeepSplit::yes);
  check_proven(found, optimum);
  std::uint32_t set = 0;
  for (const Vertex v : found.vertices) set |= std::uint32_t{1} << v;
  REQUIRE((set & ~optimum.largest) == 0);
  if (ties) REQUIRE(set == optimum.largest);
  const double ratio = static_cast<double>(optimum.ratio);
  REQUIRE(found.ratio() == Approx(ratio).epsilon(1e-9).margin(1e-9));
  REQUIRE(found.bound >= found.ratio());
  REQUIRE(found.bound - found.ratio() <= found.optimality_tolerance);
  REQUIRE(found.split);
  REQUIRE(proven_bound(graph, terms, *found.split) == Approx(ratio).epsilon(1e-9).margin(1e-9));
  const DenseDecomposition decomposition = dense_decomposition(graph, terms);
  REQUIRE(decomposition.complete());
  const DenseLayer& first = decomposition.layers.front();
  REQUIRE(decomposition.marginal_density(0) == Approx(ratio).epsilon(1e-9).margin(1e-9));
  if (ties) REQUIRE(first.size == found.vertices.size());
}

Graph path_graph(Vertex n) {
  std::vector<Edge> edges;
  for (Vertex v = 1; v < n; ++v) edges.push_back({v - 1, v});
  return Graph::from_edges(edges);
}

/// Rows and columns joined to their neighbours.
Graph grid_graph(Vertex rows, Vertex columns) {
  std::vector<Edge> edges;
  for (Vertex i = 0; i < rows; ++i) {
    for (Vertex j = 0; j < columns; ++j) {
      const Vertex v = i * columns + j;
      if (j + 1 < columns) edges.push_back({v, v + 1});
      if (i + 1 < rows) edges.push_back({v, v + columns});
    }
  }
  return Graph::from_edges(edges);
}

}  // namespace

TEST_CASE("the densest set with values and costs is the best of all sets, with a split that proves it") {
  std::uint64_t seed = 0;
  for (const auto weights : {test::TestWeights::none, test::TestWeights::integral, test::TestWeights::real}) {
    for (const auto values : {TermKind::none, TermKind::integral, TermKind::decimal, TermKind::real}) {
      for (const auto costs : {TermKind::none, TermKind::integral, TermKind::decimal, TermKind::real}) {
        for (int repeat = 0; repeat < 24; ++repeat) {
          ++seed;
          const auto n = static_cast<Vertex>(1 + seed % 10);
          const Graph graph =
              test::random_graph(n, 0.05 * static_cast<double>(seed % 17), seed, weights, 1.0);
          const DensityTerms terms{random_terms(n, values, false, seed),
                                   random_terms(n, costs, true, seed + 7)};
          INFO("seed " << seed);
          const bool ties = weights != test::TestWeights::real && values <= TermKind::integral &&
                            costs <= TermKind::integral;
          check_against_brute_force(graph, terms, ties);
        }
      }
    }
  }
}

TEST_CASE("sets of all negative values have a densest one, too") {
  const Graph graph = Graph::from_edges({{0, 1}, {1, 2}});
  const DensityTerms terms{{-5.0, -2.0, -3.0}, {}};
  const DensestSubgraph found = densest_subgraph(graph, terms);
  CHECK(found.vertices == std::vector<Vertex>{1, 2});
  CHECK(found.ratio() == -2.0);
  check_against_brute_force(graph, terms);
}

TEST_CASE("thin graphs are one densest set each") {
  for (const Graph& graph : {path_graph(20000), grid_graph(2, 10000), grid_graph(120, 130)}) {
    const DensestSubgraph found = densest_subgraph(graph, {}, RunContext(), KeepSplit::yes);
    CHECK(found.proven_optimal);
    CHECK(found.vertices.size() == graph.num_vertices());
    CHECK(proven_bound(graph, {}, *found.split) == Approx(found.ratio()).epsilon(1e-12));
  }
}

TEST_CASE("a set that is hardly denser than another is told from it") {
  constexpr Vertex size = 200;
  std::vector<Edge> edges;
  for (Vertex clique = 0; clique < 2; ++clique) {
    for (Vertex u = 0; u < size; ++u) {
      for (Vertex v = u + 1; v < size; ++v) {
        if (clique == 1 && u == 0 && v <= 5) continue;
        edges.push_back({clique * size + u, clique * size + v});
      }
    }
  }
  edges.push_back({0, size});
  const DensestSubgraph found = densest_subgraph(Graph::from_edges(edges));
  CHECK(found.proven_optimal);
  CHECK(found.vertices.size() == size);
  CHECK(found.vertices.back() == size - 1);
  CHECK(found.edges == size * (size - 1) / 2);
}

TEST_CASE("a run that is stopped has a bound that holds") {
  const Graph graph = test::random_graph(60, 0.2, 11, test::TestWeights::real);
  const DensityTerms terms{random_terms(60, TermKind::real, false, 3),
                           random_terms(60, TermKind::real, true, 4)};
  const DensestSubgraph best = densest_subgraph(graph, terms);
  for (double limit = 0.5; limit < 40.0; limit += 1.0) {
    test::FakeClock clock(1.0);
    const RunContext run({.time_limit = limit, .clock = &clock});
    const DensestSubgraph stopped = densest_subgraph(graph, terms, run);
    CHECK(stopped.bound >= best.ratio() * (1.0 - 1e-12));
    CHECK(stopped.ratio() <= best.ratio() * (1.0 + 1e-12));
    CHECK_FALSE(stopped.vertices.empty());
  }
}

TEST_CASE("terms that are none of the graph are refused") {
  const Graph graph = path_graph(3);
  const auto refused = [&](const DensityTerms& terms, const char* part) {
    CHECK_THROWS_AS(densest_subgraph(graph, terms), InvalidArgument);
    CHECK_THROWS_WITH(dense_decomposition(graph, terms), Catch::Matchers::Contains(part));
  };
  refused({{1.0, 2.0}, {}}, "one for each of the 3 vertices");
  refused({{1.0, NAN, 2.0}, {}}, "values[1]");
  refused({{1.0, 1e101, 2.0}, {}},
          "values[1] must be 0 or between 1e-100 and 1e100 in magnitude, not 1e+101");
  refused({{}, {1.0, 1e-101, 1.0}}, "costs[1] must be from 1e-100 to 1e100, not 1e-101");
  refused({{}, {1.0, 1.0, 0.0}}, "costs[2]");
  refused({{}, {1.0, -1.0, 1.0}}, "costs[1]");
  refused({{}, {INFINITY, 1.0, 1.0}}, "costs[0]");
}

TEST_CASE("costs and values of all magnitudes end in an answer") {
  const Graph graph = test::random_graph(12, 0.4, 5);
  for (const double small : {1e-90, 1e-12, 1e-3}) {
    for (const double large : {1.0, 1e12, 1e90}) {
      DensityTerms terms;
      for (Vertex v = 0; v < 12; ++v) {
        terms.costs.push_back(v % 3 == 0 ? small : large);
        terms.values.push_back(v % 4 == 0 ? -3.0 : 1e-6);
      }
      const DensestSubgraph found = densest_subgraph(graph, terms);
      CHECK(found.proven_optimal);
      CHECK(found.ratio() == Approx(static_cast<double>(brute_force(graph, terms).ratio)).epsilon(1e-9));
    }
  }
}

TEST_CASE("costs that are no decimals leave a set behind, which is the best one") {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    Rng rng(seed, 3);
    const auto n = static_cast<Vertex>(1 + rng.below(9));
    const Graph graph = test::random_graph(n, 0.1 * static_cast<double>(rng.below(8)), seed);
    DensityTerms terms;
    const double cost = std::array{0.1234567, 1.0 / 3.0, 3.14159265}[rng.below(3)];
    for (Vertex v = 0; v < n; ++v) {
      terms.values.push_back(rng.below(2) == 0 ? 1.0 : static_cast<double>(rng.below(5)) - 2.0);
      terms.costs.push_back(rng.below(3) == 0 ? 0.1 + rng.uniform() : cost);
    }
    const Optimum optimum = brute_force(graph, terms);
    INFO("seed " << seed);
    const DensestSubgraph found = densest_subgraph(graph, terms);
    check_proven(found, optimum);
    CHECK_FALSE(found.vertices.empty());
    CHECK(found.ratio() == Approx(static_cast<double>(optimum.ratio)).epsilon(1e-12).margin(1e-12));
    test::FakeClock clock(1.0);
    const DensestSubgraph stopped =
        densest_subgraph(graph, terms, RunContext({.time_limit = 2.5, .clock = &clock}));
    CHECK(stopped.bound >= static_cast<double>(optimum.ratio) * (1.0 - 1e-15));
  }
}

TEST_CASE("bounds of stopped runs hold for real weights, which are rounded to units") {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    Rng rng(seed, 4);
    const auto n = static_cast<Vertex>(3 + rng.below(5));
    std::vector<WeightedEdge> edges;
    DensityTerms terms;  // take almost all of the weights off
    for (Vertex v = 0; v < n; ++v) terms.values.push_back((static_cast<double>(rng.below(7)) - 3.0) / 7.0);
    for (Vertex u = 0; u < n; ++u) {
      for (Vertex v = 0; v < u; ++v) {
        if (rng.below(4) == 0) continue;
        const double weight = static_cast<double>(1'000'000 + rng.below(8'000'000)) / 7.0;
        edges.push_back({v, u, weight});
        for (const Vertex end : {u, v}) terms.values[end] -= weight / 2.0;
      }
    }
    const Graph graph = Graph::from_edges(edges, n);
    const long double best = brute_force(graph, terms).ratio;
    for (int reading = 0; reading < 60; ++reading) {
      test::FakeClock clock(1.0);
      const DensestSubgraph found =
          densest_subgraph(graph, terms, RunContext({.time_limit = reading + 0.5, .clock = &clock}));
      INFO("seed " << seed << ", reading " << reading);
      if (found.proven_optimal) break;
      CHECK(found.bound >= best - 0x1p-53L * std::abs(best));
    }
  }
}

TEST_CASE("thousands of parts are proven by one split") {
  for (const Vertex parts : {4096u, 9001u}) {
    std::vector<Edge> pairs;
    for (Vertex i = 0; i < parts; ++i) pairs.push_back({2 * i, 2 * i + 1});
    for (const auto& [graph, ratio] : {std::pair{Graph::from_edges(std::vector<Edge>(), parts), 0.0},
                                       {Graph::from_edges(pairs, 2 * parts), 0.5}}) {
      const DensestSubgraph found = densest_subgraph(graph, DensityTerms(), RunContext(), KeepSplit::yes);
      CHECK(found.vertices.size() == graph.num_vertices());
      CHECK(found.bound == ratio);
      REQUIRE(found.split);
      CHECK(found.split->share.size() == graph.num_edges());
    }
  }
}

namespace {

/// Two paths of `columns` vertices side by side: vertices 2 c and 2 c + 1 are column c. Every edge weighs
/// about 1000, and slightly more around two fifths of the length.
std::vector<WeightedEdge> ladder(Vertex columns, double tilt, double spread, std::uint64_t seed) {
  Rng rng(seed, 31);
  std::vector<WeightedEdge> edges;
  for (Vertex c = 0; c < columns; ++c) {
    const double x = static_cast<double>(c) / columns - 0.4;
    const auto weight = [&] { return std::floor(1000.0 - tilt * x * x + spread * rng.uniform()); };
    edges.push_back({2 * c, 2 * c + 1, weight()});
    if (c + 1 == columns) break;
    for (Vertex row = 0; row < 2; ++row) edges.push_back({2 * c + row, 2 * c + row + 2, weight()});
  }
  return edges;
}

struct LadderOptimum {
  std::int64_t weight = 0, size = 0;
};

/// The densest set of a ladder with integer weights, the largest of equals. Dinkelbach's steps: the set of
/// most weight * size' - weight' * size, (weight', size') the best set so far, column by column for each of
/// the four ways to take vertices of the last column.
LadderOptimum densest_of_ladder(Vertex columns, const std::vector<WeightedEdge>& edges) {
  std::vector<std::array<std::int64_t, 3>> column(columns,
                                                  {0, 0, 0});  // rung, and rails to the column before
  for (const WeightedEdge& e : edges) {
    const bool rung = e.v == e.u + 1;
    column[e.v / 2][rung ? 0 : 1 + e.v % 2] = static_cast<std::int64_t>(e.weight);
  }
  struct State {
    std::int64_t gain = 0, weight = 0, size = 0;
    bool operator<(const State& other) const {
      return gain != other.gain ? gain < other.gain : size < other.size;
    }
  };
  LadderOptimum best{0, 1};
  for (;;) {
    std::array<State, 4> states = {};
    for (const auto& [rung, upper, lower] : column) {
      std::array<State, 4> next;
      for (std::uint32_t taken = 0; taken < 4; ++taken) {
        for (std::uint32_t before = 0; before < 4; ++before) {
          State state = states[before];
          const std::int64_t weight = (taken == 3 ? rung : 0) + ((taken & before & 1) != 0 ? upper : 0) +
                                      ((taken & before & 2) != 0 ? lower : 0);
          const int size = std::popcount(taken);
          state.weight += weight;
          state.size += size;
          state.gain += weight * best.size - best.weight * size;
          if (before == 0 || next[taken] < state) next[taken] = state;
        }
      }
      states = next;
    }
    const State most = *std::max_element(states.begin(), states.end());
    if (most.gain == 0) return {most.weight, most.size};
    best = {most.weight, most.size};
  }
}

}  // namespace

TEST_CASE("flows find what passes over long and thin graphs do not") {
  int rose = 0;
  for (const Vertex columns : {900u, 2500u}) {
    for (const double tilt : {1.0, 20.0, 400.0}) {
      for (const double spread : {1.0, 10.0, 100.0}) {
        INFO(columns << " columns, tilt " << tilt << ", spread " << spread);
        std::vector<WeightedEdge> edges = ladder(columns, tilt, spread, 5);
        const LadderOptimum optimum = densest_of_ladder(columns, edges);
        const DensestSubgraph found = densest_subgraph(Graph::from_edges(edges, 2 * columns));
        CHECK(found.proven_optimal);
        CHECK(found.vertices.size() == static_cast<std::size_t>(optimum.size));
        CHECK(found.weight == static_cast<double>(optimum.weight));
        // The last flow says that nothing is denser; those before it found something.
        rose += found.flows > 1;
        for (WeightedEdge& e : edges) e.weight *= 0.37;
        const DensestSubgraph real = densest_subgraph(Graph::from_edges(edges, 2 * columns));
        CHECK(real.proven_optimal);
        CHECK(real.ratio() ==
              Approx(0.37 * static_cast<double>(optimum.weight) / static_cast<double>(optimum.size))
                  .epsilon(1e-12));
      }
    }
  }
  CHECK(rose >= 6);
}

TEST_CASE("edges without weight carry nothing between parts of almost equal density") {
  constexpr double weight = 844424930131968.0;
  const WeightedEdge edges[] = {{0, 1, weight}, {0, 2, 0.0}, {0, 3, 0.0},
                                {1, 2, 0.0},    {1, 3, 0.0}, {2, 3, weight + 1.0}};
  CHECK(densest_subgraph(Graph::from_edges(edges, 4)).vertices == std::vector<Vertex>{2, 3});
  const WeightedEdge even[] = {{0, 1, weight}, {0, 2, 0.0}, {1, 3, 0.0}, {2, 3, weight}};
  CHECK(dense_decomposition(Graph::from_edges(even, 4)).layers.size() == 1);
}

TEST_CASE("the largest trees of a forest are its densest set, and each size of tree is a layer") {
  std::vector<Edge> edges = {{0, 1}, {1, 2}, {3, 4}, {4, 5}, {6, 7}};
  for (Vertex v = 10; v < 40000; ++v) edges.push_back({v, v + 1});
  const Graph graph = Graph::from_edges(std::span<const Edge>(edges));
  const DensestSubgraph found = densest_subgraph(graph, {}, RunContext(), KeepSplit::yes);
  CHECK(density_certificate(graph, {}, *found.split).bound == found.ratio());
  CHECK(found.proven_optimal);
  CHECK(found.flows == 0);
  CHECK(found.vertices.size() == 39991);
  const DenseDecomposition layers = dense_decomposition(graph);
  CHECK(layers.flows == 0);
  REQUIRE(layers.layers.size() ==
          4);  // the path, two paths of three vertices, an edge, and two vertices alone
  CHECK(layers.layers[1].size == 39997);
  CHECK(layers.layers[2].size == 39999);
}
