#include <algorithm>
#include <atomic>
#include <bit>
#include <numeric>
#include <vector>

#include <lode/core/rng.hpp>
#include <lode/graph/densest.hpp>
#include <lode/graph/generators.hpp>

#include "graph/decomposition/load_component.hpp"
#include "graph/karate_club.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;

namespace {

struct Corner {
  Vertex size;
  double weight;
  std::uint32_t set;
};

/// Corners of the upper concave envelope of s -> most weight inside s vertices, with the set that reaches
/// each, by enumeration of all sets.
std::vector<Corner> brute_force_corners(const Graph& graph) {
  const Vertex n = graph.num_vertices();
  std::vector<Corner> best(n + std::size_t{1});
  for (Vertex s = 0; s <= n; ++s) best[s] = {s, -1.0, 0};
  for (std::uint32_t set = 0; set < (std::uint32_t{1} << n); ++set) {
    double weight = 0.0;
    for (Vertex u = 0; u < n; ++u) {
      if (!(set >> u & 1u)) continue;
      graph.for_each_neighbor(u, [&](Vertex v, Weight w) { weight += v > u && (set >> v & 1u) ? w : 0.0; });
    }
    const auto s = static_cast<std::size_t>(std::popcount(set));
    if (weight > best[s].weight) best[s] = {static_cast<Vertex>(s), weight, set};
  }
  std::vector<Corner> hull;
  for (const Corner& corner : best) {
    const auto below = [&](const Corner& a,
                           const Corner& b) {  // b lies on or below the line from a to corner
      return (b.weight - a.weight) * (corner.size - a.size) <= (corner.weight - a.weight) * (b.size - a.size);
    };
    while (hull.size() > 1 && below(hull[hull.size() - 2], hull.back())) hull.pop_back();
    hull.push_back(corner);
  }
  hull.erase(hull.begin());
  return hull;
}

DenseDecomposition decompose(const Graph& graph) {
  RunContext run;
  return dense_decomposition(graph, run);
}

void check_corners(const Graph& graph, const DenseDecomposition& decomposition) {
  const std::vector<Corner> corners = brute_force_corners(graph);
  REQUIRE(decomposition.complete());
  REQUIRE(decomposition.layers.size() == corners.size());
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const DenseLayer& layer = decomposition.layers[i];
    REQUIRE(layer.size == corners[i].size);
    REQUIRE(layer.weight == corners[i].weight);
    std::uint32_t set = 0;
    for (Vertex j = 0; j < layer.size; ++j) set |= std::uint32_t{1} << decomposition.order[j];
    REQUIRE(set == corners[i].set);  // a corner is reached by one set only
    EdgeCount edges = 0;
    for (Vertex u = 0; u < graph.num_vertices(); ++u) {
      for (const Vertex v : graph.neighbors(u)) edges += u < v && (set >> u & 1u) && (set >> v & 1u);
    }
    REQUIRE(layer.edges == edges);
  }
}

/// What holds of every decomposition, from the definition and the graph alone.
void check_invariants(const Graph& graph, const DenseDecomposition& decomposition) {
  const Vertex n = graph.num_vertices();
  REQUIRE(decomposition.complete());
  std::vector<Vertex> sorted = decomposition.order;
  std::sort(sorted.begin(), sorted.end());
  for (Vertex v = 0; v < n; ++v) REQUIRE(sorted[v] == v);
  REQUIRE(sorted.size() == n);
  REQUIRE(decomposition.layers.back().size == n);
  REQUIRE(decomposition.layers.back().edges == graph.num_edges());
  REQUIRE(decomposition.layers.back().weight == Approx(graph.total_weight()).epsilon(1e-12));
  std::vector<char> inside(n, 0);
  std::size_t i = 0;
  double weight = 0.0;
  double total_load = 0.0;
  for (Vertex at = 0; at < n; ++at) {
    const Vertex v = decomposition.order[at];
    inside[v] = 1;
    graph.for_each_neighbor(v, [&](Vertex u, Weight w) { weight += inside[u] ? w : 0.0; });
    // Loads of the split of least squares: the marginal density in every layer.
    REQUIRE(decomposition.load[v] == Approx(decomposition.marginal_density(i)).epsilon(1e-9).margin(1e-300));
    total_load += decomposition.load[v];
    if (at + 1 < decomposition.layers[i].size) continue;
    REQUIRE(weight == Approx(decomposition.layers[i].weight).epsilon(1e-12));
    if (i > 0) {
      REQUIRE(decomposition.layers[i].own_weight * decomposition.layer_size(i - 1) <
              decomposition.layers[i - 1].own_weight * decomposition.layer_size(i));
    }
    ++i;
  }
  REQUIRE(total_load == Approx(graph.total_weight()).epsilon(1e-9));
}

Graph path(Vertex n) {
  std::vector<Edge> edges;
  for (Vertex v = 0; v + 1 < n; ++v) edges.push_back({v, v + 1});
  return Graph::from_edges(std::span<const Edge>(edges), n);
}

/// Edges inside layers put together from parts whose densities differ as little as fractions can.
Graph near_ties(std::uint64_t seed) {
  Rng rng(seed, 903);
  std::vector<Edge> edges;
  Vertex begin = 0;
  for (int part = 0; part < 6; ++part) {
    const auto size = static_cast<Vertex>(20 + rng.below(4));
    for (Vertex v = 0; v < size; ++v) {
      for (Vertex step = 1; step <= 3; ++step) edges.push_back({begin + v, begin + (v + step) % size});
    }
    for (std::uint64_t extra = rng.below(3); extra > 0; --extra) {
      edges.push_back({begin + static_cast<Vertex>(rng.below(size / 2)), begin + size - 5});
    }
    if (part > 0) edges.push_back({begin, begin - 1});
    begin += size;
  }
  return Graph::from_edges(std::span<const Edge>(edges));
}

}  // namespace

TEST_CASE("the layers are the corners of the envelope, by enumeration") {
  for (const auto kind : {test::TestWeights::none, test::TestWeights::integral}) {
    for (std::uint64_t seed = 1; seed <= 120; ++seed) {
      const auto n = static_cast<Vertex>(1 + seed % 12);
      const Graph graph = test::random_graph(n, 0.05 + 0.008 * static_cast<double>(seed), seed, kind);
      INFO("seed " << seed);
      const DenseDecomposition decomposition = decompose(graph);
      check_corners(graph, decomposition);
      check_invariants(graph, decomposition);
    }
  }
}

TEST_CASE("real weights at any scale give the corners up to rounding") {
  for (const double scale : {1e-90, 1e-6, 1.0, 1e6, 1e12}) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      const auto n = static_cast<Vertex>(2 + seed % 10);
      const Graph graph = test::random_graph(n, 0.5, seed, test::TestWeights::real, scale);
      const std::vector<Corner> corners = brute_force_corners(graph);
      const DenseDecomposition decomposition = decompose(graph);
      check_invariants(graph, decomposition);
      REQUIRE(decomposition.layers.size() == corners.size());
      for (std::size_t i = 0; i < corners.size(); ++i) {
        REQUIRE(decomposition.layers[i].size == corners[i].size);
        REQUIRE(decomposition.layers[i].weight == Approx(corners[i].weight).epsilon(1e-12));
      }
    }
  }
}

TEST_CASE("decompositions of known graphs") {
  const auto sizes = [](const Graph& graph) {
    std::vector<Vertex> list;
    for (const DenseLayer& layer : decompose(graph).layers) list.push_back(layer.size);
    return list;
  };
  CHECK(sizes(path(1)) == std::vector<Vertex>{1});
  CHECK(sizes(path(5000)) == std::vector<Vertex>{5000});  // a tree is uniformly dense
  CHECK(sizes(d_regular({.num_vertices = 400, .degree = 6})) == std::vector<Vertex>{400});
  CHECK(sizes(complete_multipartite(std::vector<Vertex>(12, 1))) == std::vector<Vertex>{12});
  // A square of fewer edges hangs on a clique by one edge; an isolated vertex comes last.
  const std::vector<Edge> edges{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3},
                                {3, 4}, {4, 5}, {5, 6}, {6, 7}, {7, 4}};
  CHECK(sizes(Graph::from_edges(std::span<const Edge>(edges), 9)) == std::vector<Vertex>{4, 8, 9});
  CHECK(decompose(Graph()).complete());
  CHECK(decompose(Graph()).layers.empty());
  const DenseDecomposition none = decompose(Graph::from_edges(std::span<const Edge>(), 4));
  REQUIRE(none.layers.size() == 1);
  CHECK(none.layers[0].size == 4);
  const std::vector<WeightedEdge> zeros{{0, 1, 0.0}, {1, 2, 0.0}, {2, 3, 4.0}};
  const DenseDecomposition partly = decompose(Graph::from_edges(std::span<const WeightedEdge>(zeros)));
  REQUIRE(partly.layers.size() == 2);
  CHECK(partly.order == std::vector<Vertex>{2, 3, 0, 1});
  CHECK(partly.layers[1].edges == 3);
}

TEST_CASE("densities that are almost equal are told apart, equal ones are one layer") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Graph graph = near_ties(seed);
    INFO("seed " << seed);
    check_invariants(graph, decompose(graph));
  }
  // Copies of one graph share their layers, whatever their weights' unit.
  for (const double unit : {1.0, 0.1}) {
    std::vector<WeightedEdge> edges;
    for (Vertex copy = 0; copy < 5; ++copy) {
      for (Vertex u = 0; u < 6; ++u) {
        for (Vertex v = u + 1; v < 6; ++v)
          edges.push_back({6 * copy + u, 6 * copy + v, unit * (u == 5 || v == 5 ? 1 : 2)});
      }
    }
    const DenseDecomposition copies = decompose(Graph::from_edges(std::span<const WeightedEdge>(edges)));
    CHECK(copies.layers.size() == 1);
  }
}

TEST_CASE("larger graphs keep the invariants, weighted or not") {
  for (const double scale : {1e-6, 1.0, 1e6}) {
    for (const auto kind : {test::TestWeights::none, test::TestWeights::integral, test::TestWeights::real}) {
      const Graph graph =
          test::random_graph(300, 0.02, 3, kind, kind == test::TestWeights::real ? scale : 1.0);
      check_invariants(graph, decompose(graph));
    }
  }
  const Graph karate = test::karate_club();
  check_invariants(karate, decompose(karate));
  const Graph planted_graph = planted({.num_vertices = 3000, .seed = 2}).graph;
  check_invariants(planted_graph, decompose(planted_graph));
}

TEST_CASE("a stopped run gives loads of a split") {
  const Graph graph = test::random_graph(200, 0.1, 4);
  const DenseDecomposition full = decompose(graph);
  std::vector<double> best = full.load;
  std::sort(best.begin(), best.end(), std::greater<>());
  const auto check_stopped = [&](const DenseDecomposition& stopped) {
    REQUIRE_FALSE(stopped.complete());
    REQUIRE(stopped.order.size() == 200);
    CHECK(std::accumulate(stopped.load.begin(), stopped.load.end(), 0.0) ==
          Approx(static_cast<double>(graph.num_edges())).epsilon(1e-12));
    std::vector<double> loads = stopped.load;
    std::sort(loads.begin(), loads.end(), std::greater<>());
    double sum = 0.0;
    double least = 0.0;
    for (std::size_t i = 0; i < loads.size(); ++i) {
      sum += loads[i];
      least += best[i];
      REQUIRE(sum >= least * (1.0 - 1e-12));
      REQUIRE(stopped.load[stopped.order[i]] == loads[i]);
    }
  };
  std::atomic<bool> cancel{true};
  RunContext cancelled({.cancel = &cancel});
  check_stopped(dense_decomposition(graph, cancelled));
  test::FakeClock clock(0.001);
  RunContext late({.time_limit = 0.01, .clock = &clock});
  check_stopped(dense_decomposition(graph, late));
  CHECK(clock.readings() < 60);
}

TEST_CASE("parts too large for 64 bits end incomplete, with loads of a split") {
  std::vector<WeightedEdge> edges;
  const Vertex n = 3000;
  for (Vertex v = 0; v < n; ++v) edges.push_back({v, (v + 1) % n, v == 0 ? 0x1p40 + 1 : 0x1p40});
  const Graph graph = Graph::from_edges(std::span<const WeightedEdge>(edges));
  REQUIRE(graph.integral());
  const DenseDecomposition decomposition = decompose(graph);
  CHECK_FALSE(decomposition.complete());
  CHECK(std::accumulate(decomposition.load.begin(), decomposition.load.end(), 0.0) ==
        Approx(graph.total_weight()).epsilon(1e-12));
}

TEST_CASE("the flow finds what is one level") {
  using namespace lode::detail;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const Graph graph = test::random_graph(10, 0.5, seed);
    RunContext run;
    LoadComponent component = *whole_graph(graph, DensityUnits(graph), run);
    const ExactDensity density = component_density(component);
    const std::vector<Corner> corners = brute_force_corners(graph);
    double work = std::numeric_limits<double>::infinity();
    const auto cut = cut_by_flow(component, density, run, work);
    REQUIRE(cut);
    REQUIRE((cut->count == 1) == (corners.size() == 1));
    const double target = static_cast<double>(density.numerator) / static_cast<double>(density.denominator);
    if (cut->count == 1) {
      for (const double load : component.load) REQUIRE(load == Approx(target).epsilon(1e-12));
    } else {
      // The inner level is the union of the layers denser than the whole.
      std::size_t i = 0;
      while (corners[i + 1].weight - corners[i].weight > target * (corners[i + 1].size - corners[i].size))
        ++i;
      for (Vertex v = 0; v < 10; ++v) {
        REQUIRE((cut->level[v] == 0) == ((corners[i].set >> component.vertices[v] & 1u) == 1));
      }
    }
  }
}

TEST_CASE("the densest subgraph is the first layer, by an independent flow") {
  RunContext run;
  for (const auto kind : {test::TestWeights::none, test::TestWeights::integral, test::TestWeights::real}) {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
      const auto n = static_cast<Vertex>(1 + seed % 12);
      const Graph graph = test::random_graph(n, 0.1 + 0.014 * static_cast<double>(seed), seed, kind, 1.0);
      const Corner corner = brute_force_corners(graph).front();
      const DensestSubgraph densest = densest_subgraph(graph, run);
      INFO("seed " << seed);
      REQUIRE(densest.proven_optimal);
      REQUIRE(densest.vertices.size() == corner.size);
      std::uint32_t set = 0;
      for (const Vertex v : densest.vertices) set |= std::uint32_t{1} << v;
      REQUIRE(set == corner.set);
      REQUIRE(densest.weight == Approx(corner.weight).epsilon(1e-12));
    }
  }
  const std::vector<Graph> graphs{test::karate_club(),
                                  test::random_graph(400, 0.03, 5),
                                  test::random_graph(200, 0.05, 6, test::TestWeights::integral),
                                  test::random_graph(200, 0.05, 6, test::TestWeights::real, 1e-6),
                                  test::random_graph(200, 0.05, 6, test::TestWeights::real, 1e6),
                                  planted({.num_vertices = 4000, .seed = 3}).graph,
                                  Graph::from_edges(std::span<const Edge>(), 7)};
  for (const Graph& graph : graphs) {
    const DensestSubgraph densest = densest_subgraph(graph, run);
    const DenseDecomposition decomposition = decompose(graph);
    std::vector<Vertex> first(decomposition.order.begin(),
                              decomposition.order.begin() + decomposition.layers[0].size);
    CHECK(densest.vertices == first);
    CHECK(densest.edges == decomposition.layers[0].edges);
    CHECK(densest.weight == Approx(decomposition.layers[0].weight).epsilon(1e-12));
    CHECK(densest.proven_optimal);
  }
  CHECK(densest_subgraph(Graph(), run).vertices.empty());
}

TEST_CASE("a stopped search for the densest subgraph says so") {
  const Graph graph = test::random_graph(100, 0.1, 4);
  std::atomic<bool> cancel{true};
  RunContext cancelled({.cancel = &cancel});
  const DensestSubgraph peeled = densest_subgraph(graph, cancelled);
  CHECK_FALSE(peeled.proven_optimal);
  CHECK(peeled.flows == 0);
  RunContext run;
  const DensestSubgraph densest = densest_subgraph(graph, run);
  CHECK(2.0 * peeled.ratio() >= densest.ratio());
  CHECK(peeled.ratio() <= densest.ratio());
}

TEST_CASE("an R-MAT graph's flow runs on a core of it and agrees with the decomposition") {
  const std::vector<Edge> edges = rmat_edges({.scale = 10, .lines = 12000, .seed = 2});
  const Graph graph = Graph::from_edges(std::span<const Edge>(edges));
  RunContext run;
  const DensestSubgraph densest = densest_subgraph(graph, run);
  const DenseDecomposition decomposition = decompose(graph);
  check_invariants(graph, decomposition);
  CHECK(densest.vertices.size() == decomposition.layers[0].size);
  CHECK(densest.core_vertices < graph.num_vertices());
}

TEST_CASE("large graphs give the same layers and loads on any number of threads") {
  const std::vector<Edge> edges = rmat_edges({.scale = 14, .lines = 420000, .seed = 5});
  const auto weigh = [&](double unit, std::uint64_t seed) {
    Rng rng(seed, 904);
    std::vector<WeightedEdge> weighted;
    Graph simple = Graph::from_edges(std::span<const Edge>(edges));
    for (Vertex v = 0; v < simple.num_vertices(); ++v) {
      for (const Vertex u : simple.neighbors(v)) {
        if (u > v) weighted.push_back({v, u, unit * static_cast<double>(1 + rng.below(1000003))});
      }
    }
    return Graph::from_edges(std::span<const WeightedEdge>(weighted));
  };
  for (const Graph& graph :
       {Graph::from_edges(std::span<const Edge>(edges)), weigh(1.0, 1), weigh(1e-7, 2)}) {
    const DenseDecomposition one = dense_decomposition(graph, RunContext({.threads = 1}));
    if (graph.integral()) {
      check_invariants(graph, one);
    } else {  // so many weights are rounded too coarsely to tell layers apart in doubles
      REQUIRE(one.complete());
      std::size_t layer = 0;
      for (Vertex i = 0; i < graph.num_vertices(); ++i) {
        if (i == one.layers[layer].size) ++layer;
        REQUIRE(one.load[one.order[i]] == Approx(one.marginal_density(layer)).epsilon(1e-7));
      }
    }
    for (const int threads : {2, 4}) {
      const DenseDecomposition several = dense_decomposition(graph, RunContext({.threads = threads}));
      CHECK(several.order == one.order);
      CHECK(several.load == one.load);
      CHECK(several.passes == one.passes);
      CHECK(several.flows == one.flows);
    }
  }
}

TEST_CASE("a large part keeps its edges when it is cut out of a graph") {
  // Two random graphs of different density, with edges between them.
  Rng rng(7, 905);
  std::vector<Edge> edges;
  const Vertex half = 6000;
  for (int i = 0; i < 300000; ++i)
    edges.push_back({static_cast<Vertex>(rng.below(half)), static_cast<Vertex>(rng.below(half))});
  for (int i = 0; i < 600000; ++i) {
    edges.push_back(
        {half + static_cast<Vertex>(rng.below(half)), half + static_cast<Vertex>(rng.below(half))});
  }
  for (Vertex v = 0; v < half; ++v) edges.push_back({v, half + v});
  const Graph graph = Graph::from_edges(std::span<const Edge>(edges));
  RunContext run;
  const detail::LoadComponent whole = *detail::whole_graph(graph, detail::DensityUnits(graph), run);
  detail::Levels levels{std::vector<Vertex>(graph.num_vertices()), 2};
  for (Vertex v = 0; v < graph.num_vertices(); ++v) levels.level[v] = whole.vertices[v] >= half ? 0 : 1;
  const detail::Parts parts = detail::split(whole, levels);
  std::size_t kept = 0;
  for (const detail::LoadComponent& part : parts.components) {
    std::size_t wrong = 0;
    for (const detail::SplitEdge& e : part.edges) {
      const Vertex u = part.vertices[e.u];
      const Vertex v = part.vertices[e.v];
      wrong += e.u >= e.v || (u < half) != (v < half) || !graph.adjacent(u, v);
    }
    CHECK(wrong == 0);
    kept += part.edges.size();
  }
  REQUIRE(parts.components.size() == 2);
  CHECK(kept == graph.num_edges() - half);  // each vertex has one edge across
  const DenseDecomposition decomposition = dense_decomposition(graph, run);
  check_invariants(graph, decomposition);
}
