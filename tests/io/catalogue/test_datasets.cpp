#include <map>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include <lode/io/catalogue.hpp>
#include <lode/io/read_graph.hpp>

#include "io/stream/compressed_input.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;

namespace {

struct Published {
  const char* file;
  std::uint64_t vertices, edges, self_loops;
};

/// Fields of one CSV line; double quotes may enclose commas.
std::vector<std::string> manifest_fields(const std::string& line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      fields.emplace_back();
    } else if (c != '\r') {
      fields.back() += c;
    }
  }
  return fields;
}

/// Rows of MANIFEST.csv as columns by name.
std::vector<std::map<std::string, std::string>> manifest_rows(const std::string& path) {
  std::istringstream in(test::read_file(path));
  std::string line;
  std::getline(in, line);
  const auto columns = manifest_fields(line);
  std::vector<std::map<std::string, std::string>> rows;
  while (std::getline(in, line)) {
    const auto fields = manifest_fields(line);
    auto& row = rows.emplace_back();
    for (std::size_t c = 0; c < columns.size(); ++c) row[columns[c]] = fields.at(c);
  }
  return rows;
}

}  // namespace

TEST_CASE("published numbers of vertices and edges") {
  const Published rows[] = {
      {"CollegeMsg.txt.gz", 1899, 13838, 0},      {"email-Eu-core.txt.gz", 1005, 16064, 642},
      {"email-Enron.txt.gz", 36692, 183831, 0},   {"ca-CondMat.txt.gz", 23133, 93439, 58},
      {"p2p-Gnutella04.txt.gz", 10876, 39994, 0}, {"p2p-Gnutella08.txt.gz", 6301, 20777, 0},
      {"p2p-Gnutella09.txt.gz", 8114, 26013, 0},  {"p2p-Gnutella30.txt.gz", 36682, 88328, 0},
  };
  for (const Published& row : rows) {
    const auto path = test::dataset(row.file);
    if (!path) continue;
    for (const int threads : {1, 2}) {
      const LoadedGraph loaded = read_graph(*path, {}, RunContext({.threads = threads}));
      INFO(loaded.report.summary());
      CHECK(loaded.report.vertices == row.vertices);
      CHECK(loaded.report.edges == row.edges);
      CHECK(loaded.graph.num_edges() == row.edges);
      CHECK(loaded.report.self_loops_dropped == row.self_loops);
      CHECK(loaded.report.compression == "gzip");
      CHECK(loaded.report.edge_lines == row.edges + loaded.report.self_loops_dropped +
                                            loaded.report.duplicates_merged +
                                            loaded.report.reciprocal_merged);
    }
  }
}

TEST_CASE("every graph of the manifest has the counts and the checksum stated there") {
  const auto manifest = test::dataset("MANIFEST.csv");
  if (!manifest) return;
  std::size_t checked = 0;
  for (auto& row : manifest_rows(*manifest)) {
    const auto path = test::dataset(row["file"]);
    if (!path) continue;
    if (const std::string digest = file_sha256(*path); !digest.empty()) CHECK(digest == row["sha256"]);
    if (row["nodes"].empty()) continue;  // a file that belongs to another one
    const LoadedGraph loaded = read_graph(*path, {}, RunContext({.threads = 2}));
    const InputReport& report = loaded.report;
    INFO(row["file"] << ": " << report.summary());
    CHECK(std::to_string(report.vertices) == row["nodes"]);
    CHECK(std::to_string(report.edges) == row["undirected_edges"]);
    CHECK(std::to_string(report.self_loops_dropped) == row["self_loops"]);
    CHECK(loaded.graph.num_vertices() == report.vertices);
    CHECK(loaded.graph.num_edges() == report.edges);
    if (report.lines > 0) CHECK(std::to_string(report.lines) == row["lines"]);
    if (!row["directed_edges"].empty() && row["directed"] == "yes") {
      CHECK(std::to_string(report.edge_lines - report.duplicates_merged) == row["directed_edges"]);
    }
    if (row["format"].find("DIMACS challenge") != std::string::npos) CHECK(report.format == "METIS");
    if (row["format"].find("DIMACS clique") != std::string::npos) CHECK(report.format == "DIMACS");
    if (row["format"].find("GML") == 0) CHECK(report.format == "GML");
    ++checked;
  }
  CHECK(checked == 69);
}

TEST_CASE("uk-2007-05@100000 decodes to the published list of arcs") {
  const auto path = test::dataset("uk-2007-05@100000.graph.gz");
  if (!path) return;
  const LoadedArcs loaded = read_arcs(*path, {}, RunContext({.threads = 1}));
  std::string text;
  for (Vertex u = 0; u < loaded.arcs.num_vertices(); ++u) {
    for (const Vertex v : loaded.arcs.successors(u)) {
      text += std::to_string(u) + '\t' + std::to_string(v) + '\n';
    }
  }
  CHECK(loaded.arcs.num_arcs() == 3050615);
  const test::TemporaryFolder folder;
  const std::string digest = file_sha256(folder.write("arcs.txt", text));
  if (!digest.empty()) CHECK(digest == "ff318dc7e3196113bf154c24aa2bebfd6b6974c0efb7077f786af83126866626");
}

TEST_CASE("names, isolated vertices and weights of real files") {
  const RunContext run({.threads = 1});
  if (const auto path = test::dataset("lesmis.gml.gz")) {
    const LoadedGraph plain = read_graph(*path, {}, run);
    CHECK(plain.report.labels);
    CHECK(plain.graph.names().find("Valjean", plain.graph.num_vertices()).has_value());
    CHECK(plain.report.summary().find("edge weights ignored") != std::string::npos);
    ReadOptions weighted;
    weighted.weighted = true;
    const Graph graph = read_graph(*path, weighted, run).graph;
    CHECK(graph.total_weight() == 820.0);  // co-appearances, Knuth, The Stanford GraphBase
    const auto valjean = graph.names().find("Valjean", graph.num_vertices());
    const auto cosette = graph.names().find("Cosette", graph.num_vertices());
    REQUIRE((valjean && cosette));
    CHECK(graph.edge_weight(*valjean, *cosette) == 31.0);
  }
  if (const auto path = test::dataset("karate.gml.gz")) {
    const LoadedGraph loaded = read_graph(*path, {}, run);
    CHECK_FALSE(loaded.report.labels);
    CHECK(loaded.graph.name(0) == "1");
    CHECK(loaded.graph.name(33) == "34");
    CHECK(loaded.graph.degree(33) == 17);
  }
  if (const auto path = test::dataset("netscience.gml.gz")) {
    const Graph graph = read_graph(*path, {}, run).graph;
    Vertex isolated = 0;
    for (Vertex v = 0; v < graph.num_vertices(); ++v) isolated += graph.degree(v) == 0;
    CHECK(isolated == 128);
  }
  if (const auto path = test::dataset("polblogs.graph.gz")) {
    const Graph graph = read_graph(*path, {}, run).graph;
    Vertex touched = 0;
    for (Vertex v = 0; v < graph.num_vertices(); ++v) touched += graph.degree(v) > 0;
    CHECK(touched == 1224);
    CHECK(graph.name(0) == "1");
  }
  if (const auto path =
          test::dataset("brock200_2.clq.gz")) {  // the planted clique is in its comments, from 0
    const Graph graph = read_graph(*path, {}, run).graph;
    const Vertex clique[] = {26, 120, 119, 157, 69, 182, 47, 148, 104, 134, 54, 144};
    for (const Vertex u : clique) {
      for (const Vertex v : clique) CHECK((u == v || graph.adjacent(u, v)));
    }
  }
}

TEST_CASE("self-loops, headers, ignored columns and banners of real files") {
  const RunContext run({.threads = 2});
  if (const auto path = test::dataset("email-Eu-core.txt.gz")) {
    CHECK(read_graph(*path, {}, run).report.self_loops_dropped == 642);
  }
  if (const auto path = test::dataset("CollegeMsg.txt.gz")) {
    const auto report = read_graph(*path, {}, run).report;
    CHECK(report.ignored_columns == 1);
    CHECK(report.duplicates_merged == 59835 - 20296);
    CHECK(report.reciprocal_merged == 20296 - 13838);
  }
  if (const auto path = test::dataset("ppi.txt.gz")) {
    const auto report = read_graph(*path, {}, run).report;
    CHECK(report.header_counts);
    CHECK(report.vertices == 3860);
  }
  if (const auto path = test::dataset("musae_DE_edges.csv.gz"))
    CHECK(read_graph(*path, {}, run).report.header_row);
  if (const auto path = test::dataset("bio-dmela.mtx.gz"))
    CHECK(read_graph(*path, {}, run).report.banner_missing);
}
