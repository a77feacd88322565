#include <algorithm>
#include <atomic>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/graph/cores.hpp>
#include <lode/graph/generators.hpp>
#include <lode/graph/graph.hpp>
#include <lode/io/read_graph.hpp>
#include <lode/io/write_graph.hpp>

#include "core/sequential_pass.hpp"
#include "graph/cores/core_in_passes.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using detail::core_in_passes;
using detail::PassedCore;

namespace {

constexpr std::uint64_t all_of_it = std::uint64_t{1} << 40;

/// What PassLimits::most_bytes counts for the k-core, by true core numbers.
std::uint64_t counted_bytes(const Graph& graph, const std::vector<Vertex>& core, Vertex k) {
  std::uint64_t bytes = 8;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    if (core[v] < k) continue;
    bytes += 12;
    for (const Vertex u : graph.neighbors(v)) bytes += core[u] >= k ? 4 : 0;
  }
  return bytes;
}

void require_core_of_passes(const Graph& graph, const PassedCore& found) {
  const Part expected = *k_core(graph, found.k);
  REQUIRE(found.core.outside == found.k - 1.0);
  REQUIRE(found.core.original == expected.original);
  REQUIRE(std::ranges::equal(found.core.graph.offsets(), expected.graph.offsets()));
  REQUIRE(std::ranges::equal(found.core.graph.targets(), expected.graph.targets()));
}

std::uint64_t bytes_of_core(const Part& core) {
  return 4 * core.graph.num_arcs() + 8 * (core.original.size() + 1) + 4 * core.original.size();
}

/// With passes enough: the least k that fits.
void require_least_core(const Graph& graph, std::uint64_t most_bytes) {
  CAPTURE(graph.num_vertices(), graph.num_edges(), most_bytes);
  const PassedCore found = core_in_passes(graph, most_bytes, RunContext(), 1'000'000);
  REQUIRE_FALSE(found.cut_short);
  require_core_of_passes(graph, found);
  const std::vector<Vertex> core = core_numbers(graph);
  const Vertex k = found.k;
  if (!found.core.original.empty()) {
    REQUIRE(counted_bytes(graph, core, k) <= most_bytes);
    REQUIRE(bytes_of_core(found.core) <= most_bytes);
  }
  REQUIRE(k >= 1);
  if (k > 1) REQUIRE(counted_bytes(graph, core, k - 1) > most_bytes);
}

void require_valid_when_cut(const Graph& graph, std::uint64_t most_bytes, int most_passes) {
  CAPTURE(graph.num_vertices(), graph.num_edges(), most_bytes, most_passes);
  const PassedCore found = core_in_passes(graph, most_bytes, RunContext(), most_passes);
  REQUIRE(found.passes <= most_passes);
  require_core_of_passes(graph, found);
  if (!found.core.original.empty()) REQUIRE(bytes_of_core(found.core) <= most_bytes);
}

/// A strip of triangles: all of it is in the 2-core, and it peels from its ends to an empty 3-core. In the
/// order of the strip, or shuffled.
Graph strip_of_triangles(Vertex n, bool shuffled) {
  std::vector<Vertex> name(n);
  std::iota(name.begin(), name.end(), Vertex{0});
  Rng random(1);
  for (Vertex i = n; shuffled && i > 1; --i) std::swap(name[i - 1], name[random.below(i)]);
  std::vector<Edge> edges;
  for (Vertex v = 0; v + 1 < n; ++v) edges.push_back({name[v], name[v + 1]});
  for (Vertex v = 0; v + 2 < n; ++v) edges.push_back({name[v], name[v + 2]});
  return Graph::from_edges(std::span<const Edge>(edges));
}

}  // namespace

TEST_CASE("passes end at the core of least minimum degree that fits") {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const auto n = static_cast<Vertex>(2 + seed % 59);
    const Graph graph = test::random_graph(n, 0.03 * static_cast<double>(1 + seed % 21), seed);
    const std::uint64_t whole = 8 * graph.num_arcs() + 12 * n + 8;
    for (const std::uint64_t part : {0, 1, 2, 4, 7, 9, 10}) require_least_core(graph, whole * part / 10);
  }
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const Graph skewed = rmat({.scale = 12, .lines = 15'000 * seed, .seed = seed});
    for (std::uint64_t bytes = 64; bytes < 16 * skewed.num_arcs(); bytes *= 2)
      require_least_core(skewed, bytes);
  }
}

TEST_CASE("passes over graphs without edges, cliques and stars") {
  require_least_core(Graph(), 0);
  require_least_core(Graph(), all_of_it);
  require_least_core(Graph::from_edges(std::span<const Edge>(), 7), all_of_it);
  std::vector<Edge> clique, star;
  for (Vertex v = 1; v < 20; ++v) {
    star.push_back({0, v});
    for (Vertex u = 0; u < v; ++u) clique.push_back({u, v});
  }
  for (const std::uint64_t bytes : {std::uint64_t{100}, all_of_it}) {
    require_least_core(Graph::from_edges(std::span<const Edge>(clique)), bytes);
    require_least_core(Graph::from_edges(std::span<const Edge>(star)), bytes);
  }
  const PassedCore whole =
      core_in_passes(Graph::from_edges(std::span<const Edge>(clique), 25), all_of_it, RunContext());
  CHECK(whole.k == 1);
  CHECK(whole.core.original.size() == 20);
  const PassedCore nothing =
      core_in_passes(Graph::from_edges(std::span<const Edge>(clique)), 100, RunContext());
  CHECK(nothing.core.original.empty());
  CHECK(nothing.k == 20);
}

TEST_CASE("passes that are cut short leave a whole core that fits") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const Graph graph = rmat({.scale = 10, .lines = 500 * seed, .seed = seed});
    for (const int passes : {1, 2, 3, 4, 5, 7}) {
      for (const std::uint64_t part : {1, 3, 6})
        require_valid_when_cut(graph, graph.num_arcs() * part, passes);
    }
  }
  for (const bool shuffled : {false, true}) {
    const Graph graph = strip_of_triangles(3000, shuffled);
    for (const int passes : {1, 2, 3, 10}) require_valid_when_cut(graph, 8 * graph.num_arcs(), passes);
  }
}

TEST_CASE("what peels along the order of the vertices falls in a pass, what does not is cut short") {
  const std::uint64_t little = 1000;
  const PassedCore rising = core_in_passes(strip_of_triangles(20'000, false), little, RunContext());
  CHECK(rising.k == 3);
  CHECK(rising.core.original.empty());
  CHECK_FALSE(rising.cut_short);
  CHECK(rising.passes <= 4);
  const PassedCore shuffled = core_in_passes(strip_of_triangles(20'000, true), little, RunContext());
  CHECK(shuffled.core.original.empty());
  CHECK(shuffled.cut_short);
  CHECK(shuffled.passes >= 31);
  CHECK(shuffled.passes <= 32);
}

TEST_CASE("passes count what they read") {
  const Graph graph = rmat({.scale = 12, .lines = 40'000, .seed = 3});
  const std::uint64_t rows = 4 * graph.num_arcs() + 8 * std::uint64_t{graph.num_vertices()};
  const PassedCore once = core_in_passes(graph, all_of_it, RunContext(), 1);
  CHECK(once.passes == 1);
  CHECK(once.cut_short);
  CHECK(once.bytes_read <= rows);
  CHECK(once.bytes_read >= 4 * graph.num_arcs());
  const PassedCore found = core_in_passes(graph, graph.num_arcs(), RunContext());
  CHECK(found.passes > 2);
  CHECK(found.bytes_read >= 4 * graph.num_arcs());
  CHECK(found.bytes_read < static_cast<std::uint64_t>(found.passes) * rows);
}

TEST_CASE("passes over a mapped file find what passes over memory find, and leave the file readable") {
  const Graph graph = rmat({.scale = 17, .lines = 3'000'000, .seed = 9});  // rows of more than two windows
  REQUIRE(4 * graph.num_arcs() > std::uint64_t{16} << 20);
  const test::TemporaryFolder folder;
  const std::string path = (folder.path() / "graph.lode").string();
  write_graph(graph, path);
  const Graph mapped = read_graph(path).graph;
  REQUIRE(detail::is_mapped_file(mapped.csr().owner));
  REQUIRE_FALSE(detail::is_mapped_file(graph.csr().owner));
  const PassedCore expected = core_in_passes(graph, graph.num_arcs(), RunContext());
  const PassedCore found = core_in_passes(mapped, graph.num_arcs(), RunContext());
  CHECK(found.k == expected.k);
  CHECK(found.core.original == expected.core.original);
  CHECK(std::ranges::equal(found.core.graph.targets(), expected.core.graph.targets()));
  CHECK(found.passes == expected.passes);
  CHECK(found.bytes_read == expected.bytes_read);
  CHECK(std::ranges::equal(mapped.targets(), graph.targets()));
}

TEST_CASE("passes refuse weights and end when cancelled") {
  const Graph weighted = Graph::from_edges({{0, 1, 2.5}, {1, 2, 1.0}});
  CHECK_THROWS_AS(core_in_passes(weighted, all_of_it, RunContext()), InvalidArgument);
  const Graph graph = test::random_graph(20, 0.5, 1);
  const std::atomic<bool> cancel = true;
  CHECK_THROWS_AS(core_in_passes(graph, all_of_it, RunContext({.cancel = &cancel})), SystemError);
}
