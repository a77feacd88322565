#include <set>
#include <utility>

#include <lode/core/rng.hpp>

#include "questions/cliques/listed.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;

namespace {

/// The edges by vertices of the graph, and that every row is increasing and later.
std::set<std::pair<Vertex, Vertex>> edges_of(const detail::LaterRows& rows) {
  std::set<std::pair<Vertex, Vertex>> edges;
  for (Vertex v = 0; v < rows.num_vertices(); ++v) {
    Vertex last = v;
    for (const Vertex u : rows.row(v)) {
      REQUIRE(u > last);
      last = u;
      edges.insert(std::minmax(rows.original.at(v), rows.original.at(u)));
    }
  }
  return edges;
}

}  // namespace

TEST_CASE("rows of the vertices that are kept have the edges among them, in the same order") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Graph graph = test::random_graph(30, 0.3, seed);
    const auto rows = detail::later_rows(graph, RunContext());
    REQUIRE(rows.has_value());
    Rng rng(seed, 5);
    std::vector<char> keep(graph.num_vertices());
    for (char& one : keep) one = rng.uniform() < 0.1 * static_cast<double>(seed % 11);
    std::vector<Vertex> originals;
    std::vector<char> kept_vertex(graph.num_vertices());
    for (Vertex v = 0; v < rows->num_vertices(); ++v) {
      if (keep[v]) originals.push_back(rows->original[v]), kept_vertex[rows->original[v]] = 1;
    }
    std::set<std::pair<Vertex, Vertex>> expected;
    for (Vertex v = 0; v < graph.num_vertices(); ++v) {
      for (const Vertex u : graph.neighbors(v)) {
        if (v < u && kept_vertex[v] && kept_vertex[u]) expected.insert({v, u});
      }
    }
    const detail::LaterRows kept = detail::kept_rows(*rows, keep);
    CHECK(kept.original == originals);
    CHECK(edges_of(kept) == expected);
  }
}
