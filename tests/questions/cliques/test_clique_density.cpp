#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/graph/generators.hpp>
#include <lode/io/read_graph.hpp>
#include <lode/questions/cliques.hpp>

#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;

namespace {

/// All cliques of k vertices as bit masks, by trying all sets.
std::vector<std::uint32_t> brute_force_cliques(const Graph& graph, Vertex k) {
  const Vertex n = graph.num_vertices();
  std::vector<std::uint32_t> cliques;
  for (std::uint32_t set = 0; set < (std::uint32_t{1} << n); ++set) {
    if (static_cast<Vertex>(std::popcount(set)) != k) continue;
    bool clique = true;
    for (Vertex u = 0; u < n && clique; ++u) {
      for (Vertex v = u + 1; v < n && clique; ++v) {
        clique = !(set >> u & 1u) || !(set >> v & 1u) || graph.adjacent(u, v);
      }
    }
    if (clique) cliques.push_back(set);
  }
  return cliques;
}

std::uint64_t cliques_within(const std::vector<std::uint32_t>& cliques, std::uint32_t set) {
  return static_cast<std::uint64_t>(
      std::ranges::count_if(cliques, [&](std::uint32_t clique) { return (clique & ~set) == 0; }));
}

/// Adds up the loads of the split by its definition. Cliques are told from each other by their masks.
std::vector<std::uint64_t> loads_by_definition(const Graph& graph, const CliqueDensest& found,
                                               const std::vector<std::uint32_t>& cliques) {
  const CliqueSplit& split = found.split;
  std::vector<std::uint64_t> load(graph.num_vertices(), 0);
  std::map<std::uint32_t, std::size_t> place;
  for (std::size_t i = 0; i < split.members.size(); i += found.k) {
    CHECK(std::is_sorted(split.members.begin() + static_cast<std::ptrdiff_t>(i),
                         split.members.begin() + static_cast<std::ptrdiff_t>(i + found.k)));
    place[test::mask_of(std::span(split.members).subspan(i, found.k))] = i;
  }
  std::size_t listed = 0;
  for (const std::uint32_t clique : cliques) {
    const auto first = std::ranges::find_if(split.outside, [&](Vertex v) { return (clique >> v & 1u) != 0; });
    if (first != split.outside.end()) {
      load[*first] += split.denominator;
      continue;
    }
    REQUIRE(place.contains(clique));
    std::uint64_t sum = 0;
    for (std::size_t i = place[clique]; i < place[clique] + found.k; ++i) {
      sum += split.shares[i];
      load[split.members[i]] += split.shares[i];
    }
    CHECK(sum == split.denominator);
    ++listed;
  }
  CHECK(listed == place.size());
  return load;
}

}  // namespace

TEST_CASE("the densest set by cliques, its split and its curve are those of trying all sets") {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const auto n = static_cast<Vertex>(seed % 10);
    const Graph graph = test::random_graph(n, 0.1 + 0.15 * static_cast<double>(seed % 7), seed);
    for (Vertex k = 3; k <= 5; ++k) {
      CAPTURE(seed, n, k);
      const std::vector<std::uint32_t> cliques = brute_force_cliques(graph, k);
      // The union of all densest sets, and the most cliques by size.
      std::uint64_t best = 0;
      std::uint64_t best_size = 1;
      std::uint32_t all_best = 0;
      std::vector<std::uint64_t> most(n + std::size_t{1}, 0);
      for (std::uint32_t set = 1; set < (std::uint32_t{1} << n); ++set) {
        const auto size = static_cast<std::uint64_t>(std::popcount(set));
        const std::uint64_t inside = cliques_within(cliques, set);
        most[size] = std::max(most[size], inside);
        if (inside * best_size > best * size) {
          best = inside;
          best_size = size;
          all_best = 0;
        }
        if (inside * best_size == best * size) all_best |= set;
      }
      const CliqueDensest found = densest_by_cliques(graph, k);
      CHECK(found.proven_optimal);
      CHECK(found.graph_cliques == cliques.size());
      CHECK(test::mask_of(found.vertices) == all_best);
      CHECK(found.cliques == cliques_within(cliques, all_best));
      CHECK(found.bound.numerator * best_size == best * found.bound.denominator);
      for (const std::uint64_t load : loads_by_definition(graph, found, cliques)) {
        CHECK(load * found.bound.denominator <= found.bound.numerator * found.split.denominator);
      }
      const std::vector<std::uint64_t> curve = clique_curve(graph, found);
      REQUIRE(curve.size() == n + std::size_t{1});
      for (std::size_t s = 0; s <= n; ++s) CHECK(curve[s] >= most[s]);
      if (n > 0) CHECK(curve[n] == cliques.size());
    }
  }
}

TEST_CASE("two large cliques of nearly the same density are told apart, on any number of threads") {
  std::vector<Edge> edges;
  constexpr Vertex size = 60;
  for (Vertex u = 0; u < size; ++u) {
    for (Vertex v = u + 1; v < size; ++v) {
      edges.push_back({u, v});
      if (u > 0 || v > 2) edges.push_back({u + size, v + size});  // two edges are missing
    }
  }
  edges.push_back({0, size});
  const Graph graph = Graph::from_edges(edges);
  for (const int threads : {1, 2}) {
    const CliqueDensest found = densest_by_cliques(graph, 3, RunContext({.threads = threads}));
    CHECK(found.proven_optimal);
    CHECK(found.vertices.size() == size);
    CHECK(found.vertices.back() == size - 1);
    CHECK(found.cliques == 34220);
  }
}

TEST_CASE("answers do not depend on the threads") {
  const Graph graph = rmat({.scale = 9, .lines = 8000, .seed = 3});
  const CliqueDensest one = densest_by_cliques(graph, 4, RunContext({.threads = 1}));
  const CliqueDensest two = densest_by_cliques(graph, 4, RunContext({.threads = 2}));
  CHECK(one.vertices == two.vertices);
  CHECK(one.split.outside == two.split.outside);
  CHECK(one.split.shares == two.split.shares);
  CHECK(clique_curve(graph, one, RunContext({.threads = 1})) ==
        clique_curve(graph, two, RunContext({.threads = 2})));
}

TEST_CASE("a run that is stopped at any time gives bounds that hold") {
  const Graph graph = rmat({.scale = 7, .lines = 1500, .seed = 5});
  const CliqueDensest whole = densest_by_cliques(graph, 3);
  REQUIRE(whole.proven_optimal);
  double before = std::numeric_limits<double>::infinity();
  for (int readings = 1; readings < 60; readings += 3) {
    test::FakeClock clock(1.0);
    const RunContext run({.threads = 1, .time_limit = static_cast<double>(readings), .clock = &clock});
    const CliqueDensest found = densest_by_cliques(graph, 3, run);
    CAPTURE(readings);
    CHECK(found.bound.value() >= whole.ratio());
    CHECK(found.bound.value() <= before);
    before = found.bound.value();
    CHECK(found.ratio() > 0.0);
    CHECK_FALSE(found.vertices.empty());
    CHECK(found.ratio() <= whole.ratio());
    if (found.proven_optimal) CHECK(found.vertices == whole.vertices);
    const std::vector<std::uint64_t> curve = clique_curve(graph, found, run);
    CHECK(curve[whole.vertices.size()] >= whole.cliques);
  }
}

TEST_CASE("the clock is read while cliques are counted") {
  const Graph graph = gnp({.num_vertices = 150, .probability = 0.6, .seed = 3});
  test::FakeClock clock(1.0);  // a second for each reading
  const CliqueDensest stopped =
      densest_by_cliques(graph, 4, RunContext({.threads = 1, .time_limit = 8.5, .clock = &clock}));
  CHECK_FALSE(stopped.proven_optimal);
  // Counting takes more than twenty readings.
  CHECK(stopped.graph_cliques == 0);
}

TEST_CASE("sizes of cliques that are not counted are refused") {
  const Graph graph = Graph::from_edges({{0, 1}, {1, 2}, {0, 2}});
  for (const Vertex k : {0u, 1u, 2u, 7u}) CHECK_THROWS_AS(densest_by_cliques(graph, k), InvalidArgument);
  CHECK(densest_by_cliques(graph, 6).cliques == 0);
}

TEST_CASE("published densest sets by cliques") {
  struct Known {
    const char* file;
    Vertex k;
    std::uint64_t cliques;
    std::uint64_t size;
  };
  for (const Known& known : {Known{"karate.gml.gz", 3, 16, 6},
                             {"dolphins.gml.gz", 3, 19, 7},
                             {"lesmis.gml.gz", 3, 205, 13},
                             {"polbooks.gml.gz", 3, 173, 20},
                             {"adjnoun.gml.gz", 3, 195, 39},
                             {"football.gml.gz", 3, 84, 9},
                             {"netscience.gml.gz", 3, 1140, 20},
                             {"karate.gml.gz", 4, 9, 6},
                             {"dolphins.gml.gz", 4, 9, 6},
                             {"football.gml.gz", 4, 126, 9},
                             {"adjnoun.gml.gz", 4, 16, 8}}) {
    const auto path = test::dataset(known.file);
    if (!path) return;
    const CliqueDensest found = densest_by_cliques(read_graph(*path).graph, known.k);
    CAPTURE(known.file, known.k);
    CHECK(found.proven_optimal);
    CHECK(found.bound.numerator * known.size == known.cliques * found.bound.denominator);
  }
}
