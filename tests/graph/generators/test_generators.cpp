#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <set>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/core/run_context.hpp>
#include <lode/graph/generators.hpp>
#include <lode/graph/graph.hpp>
#include <lode/graph/part.hpp>

#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using Catch::Matchers::Contains;

namespace {

constexpr double no_probability = std::numeric_limits<double>::quiet_NaN();

bool same(const Graph& a, const Graph& b) {
  return std::ranges::equal(a.offsets(), b.offsets()) && std::ranges::equal(a.targets(), b.targets()) &&
         std::ranges::equal(a.weights(), b.weights());
}

/// Every rule of a Graph, checked from its arrays.
void require_valid(const Graph& graph) { REQUIRE_NOTHROW(Graph::from_csr(graph.csr())); }

Graph with_threads(int threads, const std::function<Graph()>& make) {
  Graph graph;
  RunContext({.threads = threads}).parallel([&] { graph = make(); });
  return graph;
}

void require_same_for_threads(const std::function<Graph()>& make) {
  const Graph one = with_threads(1, make);
  require_valid(one);
  REQUIRE(one.num_edges() > 0);
  REQUIRE(same(one, with_threads(2, make)));
}

}  // namespace

TEST_CASE("generators give the same graph for any number of threads") {
  require_same_for_threads([] { return gnp({.num_vertices = 3000, .probability = 0.004}); });
  require_same_for_threads([] { return rmat({.scale = 12, .lines = 50000}); });
  require_same_for_threads([] { return planted({.num_vertices = 5000, .max_weight = 5}).graph; });
  require_same_for_threads([] { return d_regular({.num_vertices = 500, .degree = 7}); });
}

TEST_CASE("generators follow the seed") {
  CHECK_FALSE(same(gnp({.num_vertices = 50, .probability = 0.5}),
                   gnp({.num_vertices = 50, .probability = 0.5, .seed = 2})));
  CHECK(rmat_edges({.lines = 100}) != rmat_edges({.lines = 100, .seed = 2}));
  CHECK(planted({.seed = 1}).planted != planted({.seed = 2}).planted);
  CHECK_FALSE(same(d_regular({.num_vertices = 50, .degree = 4}),
                   d_regular({.num_vertices = 50, .degree = 4, .seed = 2})));
}

TEST_CASE("G(n,p) has the expected number of edges within five sigma") {
  for (const double p : {0.002, 0.1, 0.5, 0.97}) {
    const Vertex n = 300;
    const double runs = 60;
    const double pairs = static_cast<double>(possible_edges(n));
    double edges = 0.0;
    for (std::uint64_t seed = 1; seed <= static_cast<std::uint64_t>(runs); ++seed) {
      const Graph graph = gnp({.num_vertices = n, .probability = p, .seed = seed});
      REQUIRE(graph.num_vertices() == n);
      edges += static_cast<double>(graph.num_edges());
    }
    CHECK(std::abs(edges - runs * pairs * p) <= 5.0 * std::sqrt(runs * pairs * p * (1.0 - p)));
  }
}

TEST_CASE("G(n,p) gives every pair the same chance, independently") {
  const Vertex n = 5;
  const int runs = 4000;
  const double p = 0.3;
  std::map<std::pair<Vertex, Vertex>, int> count;
  std::map<EdgeCount, int> sizes;
  for (int seed = 1; seed <= runs; ++seed) {
    const Graph graph = gnp({.num_vertices = n, .probability = p, .seed = static_cast<std::uint64_t>(seed)});
    ++sizes[graph.num_edges()];
    for (Vertex u = 0; u < n; ++u) {
      for (const Vertex v : graph.neighbors(u)) {
        if (u < v) ++count[{u, v}];
      }
    }
  }
  CHECK(count.size() == 10);
  for (const auto& [pair, times] : count) {
    CHECK(std::abs(times - runs * p) <= 5.0 * std::sqrt(runs * p * (1.0 - p)));
  }
  double binomial = std::pow(1.0 - p, 10.0);
  for (int edges = 0; edges <= 10; ++edges) {
    CHECK(std::abs(sizes[static_cast<EdgeCount>(edges)] - runs * binomial) <=
          5.0 * std::sqrt(runs * binomial * (1.0 - binomial)) + 1.0);
    binomial *= (10.0 - edges) / (edges + 1.0) * p / (1.0 - p);
  }
}

TEST_CASE("G(n,p) at its limits") {
  CHECK(gnp({.num_vertices = 0, .probability = 0.5}).num_vertices() == 0);
  CHECK(gnp({.num_vertices = 1, .probability = 1.0}).num_edges() == 0);
  CHECK(gnp({.num_vertices = 40, .probability = 0.0}).num_edges() == 0);
  CHECK(gnp({.num_vertices = 40, .probability = 1.0}).num_edges() == 780);
  CHECK(gnp({.num_vertices = 1000, .probability = 1e-300}).num_edges() == 0);
  for (const double p : {-0.1, 1.1, no_probability}) {
    CHECK_THROWS_AS(gnp({.num_vertices = 5, .probability = p}), InvalidArgument);
  }
  CHECK_THROWS_WITH(gnp({.num_vertices = 5, .probability = 1.5}), Contains("0 to 1, not 1.5"));
  CHECK_THROWS_AS(gnp({.num_vertices = no_vertex}), InvalidArgument);
}

TEST_CASE("blocks of an R-MAT list are parts of the whole list") {
  const RmatOptions options{.scale = 9, .lines = 20000, .seed = 4};
  const std::vector<Edge> all = rmat_edges(options);
  REQUIRE(all.size() == 20000);
  std::vector<Edge> part(7001);
  rmat_lines(options, 5000, part);
  CHECK(std::equal(part.begin(), part.end(), all.begin() + 5000));
  CHECK(std::ranges::all_of(all, [](const Edge& e) { return e.u < 512 && e.v < 512; }));
  CHECK_THROWS_WITH(rmat_lines(options, 13000, part), Contains("only 20000 lines"));
  CHECK_THROWS_AS(rmat_lines(options, 20001, {}), InvalidArgument);
  CHECK_NOTHROW(rmat_lines(options, 20000, {}));
}

TEST_CASE("R-MAT quadrants have their probabilities at every level") {
  const RmatOptions options{
      .scale = 6, .lines = 100000, .a = 0.5, .b = 0.25, .c = 0.15, .d = 0.1, .permute = false};
  const double probability[] = {0.5, 0.25, 0.15, 0.1};
  const std::vector<Edge> lines = rmat_edges(options);
  for (Vertex level = 0; level < 6; ++level) {
    double count[4] = {};
    for (const Edge& e : lines) count[2 * (e.u >> level & 1u) + (e.v >> level & 1u)] += 1.0;
    for (int q = 0; q < 4; ++q) {
      const double p = probability[q];
      CHECK(std::abs(count[q] - 1e5 * p) <= 5.0 * std::sqrt(1e5 * p * (1.0 - p)));
    }
  }
}

TEST_CASE("permuting an R-MAT list renames its vertices one to one") {
  for (const int scale : {0, 1, 2, 7, 12}) {
    RmatOptions options{.scale = scale, .lines = 30000, .permute = false};
    const std::vector<Edge> plain = rmat_edges(options);
    options.permute = true;
    const std::vector<Edge> permuted = rmat_edges(options);
    std::map<Vertex, Vertex> name;
    std::set<Vertex> names;
    for (std::size_t i = 0; i < plain.size(); ++i) {
      for (const auto& [from, to] :
           {std::pair(plain[i].u, permuted[i].u), std::pair(plain[i].v, permuted[i].v)}) {
        REQUIRE(to < (1u << scale));
        REQUIRE(name.try_emplace(from, to).first->second == to);
        names.insert(to);
      }
    }
    REQUIRE(names.size() == name.size());
  }
  const Graph graph = rmat({.scale = 10, .lines = 20000});
  CHECK(graph.num_vertices() == 1024);
  CHECK(graph.num_edges() <= 20000);
  CHECK(graph.num_edges() > 8000);
}

TEST_CASE("R-MAT parameters are checked") {
  CHECK_THROWS_WITH(rmat({.scale = 32}), Contains("scale must be from 0 to 31, not 32"));
  CHECK_THROWS_AS(rmat({.scale = -1}), InvalidArgument);
  CHECK_THROWS_WITH(rmat({.a = 0.5}), Contains("a + b + c + d"));
  CHECK_THROWS_AS(rmat({.a = no_probability}), InvalidArgument);
  CHECK_THROWS_AS(rmat({.a = 1.2, .b = -0.2, .c = 0.0, .d = 0.0}), InvalidArgument);
  CHECK_THROWS_AS(rmat_edges({.lines = std::numeric_limits<std::uint64_t>::max()}), InvalidArgument);
  const std::vector<Edge> corner = rmat_edges({.scale = 5, .a = 0, .b = 0, .c = 1, .d = 0, .permute = false});
  CHECK(std::ranges::all_of(corner, [](const Edge& e) { return e == Edge{31, 0}; }));
}

TEST_CASE("the planted set has exactly the stated density") {
  for (const double density : {0.0, 0.37, 0.8, 1.0}) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      const PlantedGraph made =
          planted({.num_vertices = 400, .planted_size = 41, .planted_density = density, .seed = seed});
      require_valid(made.graph);
      REQUIRE(made.graph.num_vertices() == 400);
      REQUIRE(made.planted.size() == 41);
      REQUIRE(std::ranges::is_sorted(made.planted));
      const Graph inside = induced_subgraph(made.graph, made.planted);
      REQUIRE(inside.num_edges() == made.planted_edges);
      REQUIRE(made.planted_edges == static_cast<EdgeCount>(std::llround(density * 820.0)));
    }
  }
}

TEST_CASE("the planted pairs and the planted vertices are uniform") {
  const int runs = 3000;
  std::vector<int> member(20, 0);
  std::map<std::pair<Vertex, Vertex>, int> pair_count;
  for (int seed = 1; seed <= runs; ++seed) {
    const PlantedGraph made = planted({.num_vertices = 20,
                                       .average_degree = 3.0,
                                       .planted_size = 5,
                                       .planted_density = 0.4,
                                       .seed = static_cast<std::uint64_t>(seed)});
    for (const Vertex v : made.planted) ++member[v];
    for (Vertex i = 0; i < 5; ++i) {
      for (Vertex j = i + 1; j < 5; ++j) {
        if (made.graph.adjacent(made.planted[i], made.planted[j])) ++pair_count[{i, j}];
      }
    }
  }
  for (const int times : member) CHECK(std::abs(times - runs * 0.25) <= 5.0 * std::sqrt(runs * 0.1875));
  CHECK(pair_count.size() == 10);
  for (const auto& [pair, times] : pair_count) {
    CHECK(std::abs(times - runs * 0.4) <= 5.0 * std::sqrt(runs * 0.24));
  }
}

TEST_CASE("around the planted set degrees follow the power law asked for") {
  const Vertex n = 20000;
  const Graph graph =
      planted({.num_vertices = n, .average_degree = 8.0, .exponent = 2.5, .planted_size = 0, .seed = 3})
          .graph;
  CHECK(2.0 * static_cast<double>(graph.num_edges()) / n == Approx(8.0).epsilon(0.03));
  CHECK(graph.max_degree() > 250);
  CHECK(graph.max_degree() < 520);
  // Tail of an exponent of 2.5: P(degree >= x) falls as x^-1.5.
  const auto tail = [&](Vertex x) {
    double count = 0.0;
    for (Vertex v = 0; v < n; ++v) count += graph.degree(v) >= x ? 1.0 : 0.0;
    return count;
  };
  const double slope = std::log(tail(80) / tail(20)) / std::log(4.0);
  CHECK(slope < -1.2);
  CHECK(slope > -1.9);
}

TEST_CASE("without a cap on a pair the expected number of edges is that of Chung and Lu") {
  // Expected degrees at most sqrt(sum): no probability is capped, and only the self-pairs are lost.
  const double n = 400, average = 6.0;
  const int runs = 100;
  double edges = 0.0;
  for (int seed = 1; seed <= runs; ++seed) {
    edges += static_cast<double>(planted({.num_vertices = 400,
                                          .average_degree = average,
                                          .exponent = 4.0,
                                          .max_degree = 12.0,
                                          .planted_size = 0,
                                          .seed = static_cast<std::uint64_t>(seed)})
                                     .graph.num_edges());
  }
  // Self-pairs: half the sum of squares over the sum, between the average and the largest degree over 2.
  const double sigma = std::sqrt(n * average / 2.0 / runs);
  CHECK(edges / runs < n * average / 2.0 - average / 2.0 + 5.0 * sigma);
  CHECK(edges / runs > n * average / 2.0 - 12.0 - 5.0 * sigma);
}

TEST_CASE("planted weights are integers, the heavier half inside the set") {
  const PlantedGraph made = planted({.num_vertices = 500, .planted_size = 30, .max_weight = 9});
  REQUIRE(made.graph.weight_kind() == WeightKind::integral);
  std::vector<std::uint8_t> inside(500, 0);
  for (const Vertex v : made.planted) inside[v] = 1;
  std::set<double> light, heavy;
  for (Vertex u = 0; u < 500; ++u) {
    made.graph.for_each_neighbor(
        u, [&](Vertex v, Weight w) { (inside[u] && inside[v] ? heavy : light).insert(w); });
  }
  CHECK(light == std::set<double>{1, 2, 3, 4, 5, 6, 7, 8, 9});
  CHECK(heavy == std::set<double>{5, 6, 7, 8, 9});
  const Graph ones = planted({.num_vertices = 100, .max_weight = 1}).graph;
  CHECK(std::ranges::all_of(ones.weights(), [](double w) { return w == 1.0; }));
  CHECK(ones.weighted());
  CHECK_FALSE(planted({.num_vertices = 100}).graph.weighted());
}

TEST_CASE("planted parameters are checked") {
  CHECK_THROWS_WITH(planted({.num_vertices = 10, .average_degree = 2.0, .planted_size = 11}),
                    Contains("planted size must be at most"));
  CHECK_THROWS_AS(planted({.planted_density = 1.5}), InvalidArgument);
  CHECK_THROWS_AS(planted({.planted_density = no_probability}), InvalidArgument);
  CHECK_THROWS_AS(planted({.exponent = 2.0}), InvalidArgument);
  CHECK_THROWS_AS(planted({.exponent = no_probability}), InvalidArgument);
  CHECK_THROWS_AS(planted({.average_degree = -1.0}), InvalidArgument);
  CHECK_THROWS_AS(planted({.average_degree = 1e6}), InvalidArgument);
  CHECK_THROWS_AS(planted({.max_degree = 2.0}), InvalidArgument);
  CHECK_THROWS_AS(planted({.num_vertices = no_vertex}), InvalidArgument);
  CHECK(planted({.num_vertices = 0, .average_degree = 0.0, .planted_size = 0}).graph.num_vertices() == 0);
  CHECK(planted({.num_vertices = 6, .average_degree = 0.0, .planted_size = 6, .planted_density = 1.0})
            .graph.num_edges() == 15);
}

TEST_CASE("regular graphs are simple and regular for every n and d") {
  for (Vertex n = 1; n <= 24; ++n) {
    for (Vertex d = 0; d < n; ++d) {
      if (n % 2 == 1 && d % 2 == 1) continue;
      for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        const Graph graph = d_regular({.num_vertices = n, .degree = d, .seed = seed});
        require_valid(graph);
        REQUIRE(graph.num_vertices() == n);
        for (Vertex v = 0; v < n; ++v) REQUIRE(graph.degree(v) == d);
      }
    }
  }
  const Graph large = d_regular({.num_vertices = 20000, .degree = 10});
  require_valid(large);
  CHECK(large.num_edges() == 100000);
  CHECK(connected_components(large).count() == 1);
  const Graph dense = d_regular({.num_vertices = 300, .degree = 149});
  require_valid(dense);
  CHECK(dense.num_edges() == 300 * 149 / 2);
}

TEST_CASE("two-regular graphs on six vertices come up with their frequencies") {
  // 60 hexagons and 10 pairs of triangles; the switched pairing is close to uniform, not exactly so.
  int triangles = 0;
  for (std::uint64_t seed = 1; seed <= 4000; ++seed) {
    const Graph graph = d_regular({.num_vertices = 6, .degree = 2, .seed = seed});
    triangles += connected_components(graph).count() == 2 ? 1 : 0;
  }
  CHECK(triangles > 4000 / 7 / 2);
  CHECK(triangles < 4000 / 7 * 2);
}

TEST_CASE("regular graphs that cannot be are refused") {
  CHECK_THROWS_WITH(d_regular({.num_vertices = 5, .degree = 3}), Contains("5, is odd"));
  CHECK_THROWS_WITH(d_regular({.num_vertices = 4, .degree = 4}), Contains("must be below"));
  CHECK_THROWS_AS(d_regular({.num_vertices = 0, .degree = 1}), InvalidArgument);
  CHECK_THROWS_AS(d_regular({.num_vertices = no_vertex, .degree = 2}), InvalidArgument);
  CHECK(d_regular({}).num_vertices() == 0);
}

TEST_CASE("complete multipartite graphs join exactly the different parts") {
  const std::vector<Vertex> sizes{3, 0, 1, 4};
  const std::vector<Vertex> part{0, 0, 0, 2, 3, 3, 3, 3};
  const Graph graph = complete_multipartite(sizes);
  require_valid(graph);
  REQUIRE(graph.num_vertices() == 8);
  CHECK(graph.num_edges() == 3 + 12 + 4);
  for (Vertex u = 0; u < 8; ++u) {
    for (Vertex v = 0; v < 8; ++v) CHECK(graph.adjacent(u, v) == (part[u] != part[v]));
  }
  CHECK(complete_multipartite(std::vector<Vertex>(9, 1)).num_edges() == 36);
  CHECK(complete_multipartite(std::vector<Vertex>{7}).num_edges() == 0);
  CHECK(complete_multipartite({}).num_vertices() == 0);
  const std::vector<Vertex> too_many{1u << 31, 1u << 31};
  CHECK_THROWS_WITH(complete_multipartite(too_many), Contains("2^32-1, not 4294967296"));
}

TEST_CASE("generators stop when they are asked to") {
  std::atomic<bool> cancel{true};
  const RunContext stopped({.cancel = &cancel});
  std::vector<Edge> lines(10);
  const std::vector<Vertex> parts = {2, 3};
  const std::function<void()> calls[] = {[&] { gnp({.num_vertices = 10, .probability = 0.5}, stopped); },
                                         [&] { rmat_lines({.lines = 10}, 0, lines, stopped); },
                                         [&] { rmat({.scale = 4, .lines = 10}, stopped); },
                                         [&] { planted({.num_vertices = 40}, stopped); },
                                         [&] { d_regular({.num_vertices = 10, .degree = 3}, stopped); },
                                         [&] { complete_multipartite(parts, stopped); }};
  for (const auto& call : calls) CHECK_THROWS_AS(call(), SystemError);
  cancel = false;
  for (const auto& call : calls) CHECK_NOTHROW(call());
}

TEST_CASE("bipartite graphs have two sides, as many edges as asked, and weights that fall") {
  const BipartiteOptions options{200, 300, 6000.0, 2.5, 3.0, 7};
  const Graph graph = bipartite(options);
  REQUIRE(graph.num_vertices() == 500);
  CHECK(std::abs(static_cast<double>(graph.num_edges()) - 6000.0) < 5 * std::sqrt(6000.0));
  EdgeCount first = 0, second = 0;
  for (Vertex u = 0; u < 200; ++u) {
    for (const Vertex v : graph.neighbors(u)) CHECK(v >= 200);
    (u < 100 ? first : second) += graph.degree(u);
  }
  CHECK(first > 2 * second);
  CHECK(graph.degree(0) > 10 * graph.degree(199));
  CHECK(bipartite({1, 1, 0.0}).num_edges() == 0);
  for (const BipartiteOptions& bad :
       {BipartiteOptions{0, 3, 1.0}, BipartiteOptions{3, 0, 1.0}, BipartiteOptions{3, 3, 8.5},
        BipartiteOptions{3, 3, -1.0}, BipartiteOptions{3, 3, 1.0, 1.0}}) {
    CHECK_THROWS_AS(bipartite(bad), InvalidArgument);
  }
}
