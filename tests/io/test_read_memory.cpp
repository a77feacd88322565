#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/io/catalogue.hpp>
#include <lode/io/read_graph.hpp>
#include <lode/io/vertex_set.hpp>

#include "io/gzip.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;

namespace {

const std::string karate_path = std::string(LODE_REPOSITORY) + "/datasets/karate.txt";

LoadedGraph from_memory(const std::string& bytes, const ReadOptions& options = {}) {
  return read_graph(std::span<const char>(bytes), options);
}

void require_same(const Graph& a, const Graph& b) {
  REQUIRE(a.num_vertices() == b.num_vertices());
  CHECK(std::equal(a.offsets().begin(), a.offsets().end(), b.offsets().begin(), b.offsets().end()));
  CHECK(std::equal(a.targets().begin(), a.targets().end(), b.targets().begin(), b.targets().end()));
  CHECK(std::equal(a.weights().begin(), a.weights().end(), b.weights().begin(), b.weights().end()));
  for (Vertex v = 0; v < a.num_vertices(); ++v) CHECK(a.name(v) == b.name(v));
}

}  // namespace

TEST_CASE("bytes in memory give the graph and the report of the file") {
  const std::string text = test::read_file(karate_path);
  const LoadedGraph file = read_graph(karate_path);
  const LoadedGraph plain = from_memory(text);
  const LoadedGraph packed = from_memory(test::gzip(text));
  REQUIRE(plain.graph.num_edges() == 78);
  require_same(plain.graph, file.graph);
  require_same(packed.graph, file.graph);
  CHECK(plain.report.path == "<memory>");
  CHECK(plain.report.compression.empty());
  CHECK(packed.report.compression == "gzip");
  CHECK(plain.report.lines == file.report.lines);
  CHECK(packed.report.bytes == text.size());
}

TEST_CASE("errors of bytes in memory name line and column") {
  CHECK_THROWS_WITH(from_memory("0 1\n1 2\n1 x\n"), Catch::StartsWith("<memory>:3:3: 'x' is not a number"));
  CHECK_THROWS_WITH(from_memory(""), "<memory>: is empty; a graph needs at least one edge");
  const std::string packed = test::gzip(test::read_file(karate_path));
  CHECK_THROWS_WITH(from_memory(packed.substr(0, packed.size() / 2)),
                    Catch::StartsWith("<memory>: the gzip data is truncated at byte"));
  CHECK_THROWS_WITH(from_memory(test::gzip("")),
                    Catch::StartsWith("<memory>: is empty once unpacked (gzip)"));
  CHECK_THROWS_WITH(from_memory("PAR1\x15"), Catch::StartsWith("<memory>: is a Parquet file"));
  ReadOptions options;
  options.weighted = true;
  for (const bool gzip : {false, true}) {
    const std::string text = "0 1 2\n1 0 3\n";
    CHECK_THROWS_WITH(
        from_memory(gzip ? test::gzip(text) : text, options),
        "<memory>:2: edge 0 1 has weight 2 (line 1) but 1 0 has weight 3 (line 2); say with option "
        "'merge' which holds: sum, max or min");
  }
  options = {};
  options.format = "webgraph";
  CHECK_THROWS_WITH(from_memory("0 1\n", options),
                    Catch::StartsWith("<memory>: has no .properties file beside it"));
}

TEST_CASE("sets of vertices are read from memory") {
  const Graph graph = from_memory("10 20\n20 30\n").graph;
  const std::string set = "# edges 1\n30\n20\n";
  const VertexSetFile read = read_vertex_set(std::span<const char>(set), graph);
  CHECK(read.vertices == std::vector<Vertex>{2, 1});
  CHECK(read.edges == EdgeCount{1});
  const std::string bad = "20\n 40\n";
  CHECK_THROWS_WITH(read_vertex_set(std::span<const char>(bad), graph),
                    Catch::StartsWith("<memory>:2:2: '40' is not a vertex of the graph"));
  CHECK_THROWS_WITH(read_vertex_set(std::span<const char>(), graph),
                    "<memory>: is empty; write one vertex per line");
}

TEST_CASE("a graph is loaded by its name or its path") {
  require_same(load_graph("Karate").graph, read_graph(karate_path).graph);
  CHECK(load_graph(karate_path).report.path == karate_path);
  CHECK_THROWS_AS(load_graph("no-such-graph-anywhere"), InputError);
}
