#include <string>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/io/read_graph.hpp>

#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;

namespace {

LoadedGraph read_dimacs_text(const std::string& text, ReadOptions options = {},
                             const std::string& name = "a.clq") {
  const test::TemporaryFolder folder;
  return read_graph(folder.write(name, text), options, RunContext({.threads = 1}));
}

LoadedGraph read_shortest_paths(const std::string& text, const ReadOptions& options = {},
                                const std::string& name = "a.gr") {
  return read_dimacs_text(text, options, name);
}

}  // namespace

TEST_CASE("DIMACS: the edges of a random graph come back") {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const Graph graph = test::random_graph(25, 0.3, seed);
    std::string text = "c a random graph\nc\n" + fmt::format("p edge 25 {}\n", graph.num_edges());
    for (Vertex u = 0; u < 25; ++u) {
      for (const Vertex v : graph.neighbors(u)) {
        if (v > u) text += fmt::format("e {} {}\n", v + 1, u + 1);
      }
    }
    const LoadedGraph loaded = read_dimacs_text(text, {}, "no-extension");
    REQUIRE(loaded.report.format == "DIMACS");
    CHECK(loaded.graph.num_vertices() == 25);
    CHECK(std::equal(graph.targets().begin(), graph.targets().end(), loaded.graph.targets().begin(),
                     loaded.graph.targets().end()));
    CHECK(loaded.report.comment_lines == 2);
    CHECK(loaded.graph.name(24) == "25");
  }
}

TEST_CASE("DIMACS: loops, repetitions, both directions, node lines and blank lines") {
  const LoadedGraph loaded = read_dimacs_text(
      "p col 6 6\r\nn 1 5\r\n\r\ne 1 2\r\ne 2 1\r\ne 1 2\r\ne 3 3\r\ne\t4  5 \r\ne 5 4\r\n", {}, "a.col");
  CHECK(loaded.graph.num_vertices() == 6);
  CHECK(loaded.graph.num_edges() == 2);
  CHECK(loaded.report.self_loops_dropped == 1);
  CHECK(loaded.report.duplicates_merged == 1);
  CHECK(loaded.report.reciprocal_merged == 2);
  CHECK_THAT(loaded.report.summary(), Catch::Contains("1 line n, d, v or x ignored"));
}

TEST_CASE("DIMACS: the p line may count lines, edges or arcs; the report says when it is not lines") {
  const std::string lines = "e 1 2\ne 2 1\ne 2 3\n";
  CHECK(read_dimacs_text("p edge 3 3\n" + lines).report.notes.empty());
  CHECK_THAT(read_dimacs_text("p edge 3 2\n" + lines).report.summary(),
             Catch::Contains("counts distinct edges"));
  CHECK_THAT(read_dimacs_text("p edge 3 4\n" + lines).report.summary(),
             Catch::Contains("counts both directions"));
  CHECK_THROWS_AS(read_dimacs_text("p edge 3 5\n" + lines), InputError);
  CHECK_THROWS_AS(read_dimacs_text("p edge 3 1\n" + lines), InputError);
}

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
      const LoadedGraph loaded = read_shortest_paths(text, options, "no-extension");
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
  const LoadedGraph loaded = read_shortest_paths("p sp 5 3\na 1 2 5\na 2 3 0.5\na 3 3 9\n");
  CHECK(loaded.graph.num_vertices() == 5);
  CHECK(loaded.graph.num_edges() == 2);
  CHECK(loaded.report.self_loops_dropped == 1);
  CHECK(loaded.report.summary().find("weights of arcs ignored") != std::string::npos);
}

TEST_CASE("an edge list called .gr is read, and says what it is") {
  const LoadedGraph loaded = read_shortest_paths("1 2\n2 3\n");
  CHECK(loaded.graph.num_edges() == 2);
  CHECK(loaded.report.summary().find("not marked as a .gr file, read as an edge list") != std::string::npos);
}

TEST_CASE("shortest-path files: costs below 0 matter only where weights are read") {
  const std::string text = "p sp 3 2\na 1 2 -5\na 2 3 7\n";
  CHECK(read_shortest_paths(text).graph.num_edges() == 2);
  ReadOptions weighted;
  weighted.weighted = true;
  CHECK_THROWS_AS(read_shortest_paths(text, weighted), InputError);
  CHECK_THROWS_AS(read_shortest_paths("p sp 3 2\na 1 2 x\na 2 3 7\n"), InputError);
  CHECK_THROWS_AS(read_shortest_paths("p sp 3 2\na 1 2\na 2 3 7\n"), InputError);
}
