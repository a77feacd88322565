#include <string>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/io/read_graph.hpp>

#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;

namespace {

LoadedGraph read_arcs(const std::string& text, const ReadOptions& options = {},
                      const std::string& name = "a.gr") {
  const test::TemporaryFolder folder;
  return read_graph(folder.write(name, text), options, RunContext({.threads = 1}));
}

}  // namespace

TEST_CASE("shortest-path files: the edges and weights of random graphs come back") {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const Graph graph = test::random_graph(25, 0.3, seed);
    const auto weight_of = [](Vertex u, Vertex v) { return 1 + (7 * u + 7 * v) % 11; };
    std::string text = fmt::format("c a random graph\nc\n\np sp 25 {}\n", graph.num_arcs());
    for (Vertex u = 0; u < 25; ++u) {
      for (const Vertex v : graph.neighbors(u))
        text += fmt::format("a {} {} {}\n", u + 1, v + 1, weight_of(u, v));
    }
    for (const bool weighted : {false, true}) {
      ReadOptions options;
      options.weighted = weighted;
      const LoadedGraph loaded = read_arcs(text, options, "no-extension");
      REQUIRE(loaded.report.format == "DIMACS shortest paths");
      CHECK(loaded.report.reciprocal_merged == graph.num_edges());
      CHECK(loaded.report.comment_lines == 2);
      CHECK(loaded.graph.num_vertices() == 25);
      CHECK(loaded.graph.name(24) == "25");
      CHECK(loaded.graph.weighted() == weighted);
      REQUIRE(std::equal(graph.targets().begin(), graph.targets().end(), loaded.graph.targets().begin(),
                         loaded.graph.targets().end()));
      for (Vertex u = 0; u < 25; ++u) {
        for (const Vertex v : graph.neighbors(u))
          CHECK(loaded.graph.edge_weight(u, v) == (weighted ? weight_of(u, v) : 1.0));
      }
    }
  }
}

TEST_CASE("shortest-path files: one direction is enough, and isolated vertices stay") {
  const LoadedGraph loaded = read_arcs("p sp 5 3\na 1 2 5\na 2 3 0.5\na 3 3 9\n");
  CHECK(loaded.graph.num_vertices() == 5);
  CHECK(loaded.graph.num_edges() == 2);
  CHECK(loaded.report.self_loops_dropped == 1);
  CHECK(loaded.report.summary().find("weights of arcs ignored") != std::string::npos);
}

TEST_CASE("an edge list called .gr is read, and says what it is") {
  const LoadedGraph loaded = read_arcs("1 2\n2 3\n");
  CHECK(loaded.graph.num_edges() == 2);
  CHECK(loaded.report.summary().find("not marked as a .gr file, read as an edge list") != std::string::npos);
}

TEST_CASE("shortest-path files: costs below 0 matter only where weights are read") {
  const std::string text = "p sp 3 2\na 1 2 -5\na 2 3 7\n";
  CHECK(read_arcs(text).graph.num_edges() == 2);
  ReadOptions weighted;
  weighted.weighted = true;
  CHECK_THROWS_AS(read_arcs(text, weighted), InputError);
  CHECK_THROWS_AS(read_arcs("p sp 3 2\na 1 2 x\na 2 3 7\n"), InputError);
  CHECK_THROWS_AS(read_arcs("p sp 3 2\na 1 2\na 2 3 7\n"), InputError);
}
