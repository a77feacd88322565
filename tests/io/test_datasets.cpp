#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include <lode/io/read_graph.hpp>

#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;

namespace {

struct Published {
  const char* file;
  std::uint64_t vertices, edges, self_loops;
};

/// Fields of one CSV line; double quotes may enclose commas.
std::vector<std::string> csv_fields(const std::string& line) {
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

bool is_edge_list(const std::string& file) {
  return file.find(".txt") != std::string::npos || file.find(".csv") != std::string::npos ||
         file.find(".mtx") != std::string::npos;
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

TEST_CASE("every edge list of the manifest has the counts stated there") {
  const auto manifest = test::dataset("MANIFEST.csv");
  if (!manifest) return;
  std::istringstream in(test::read_file(*manifest));
  std::string line;
  std::getline(in, line);
  const auto columns = csv_fields(line);
  const auto column = [&](const std::string& name) {
    return static_cast<std::size_t>(std::find(columns.begin(), columns.end(), name) - columns.begin());
  };
  int checked = 0;
  while (std::getline(in, line)) {
    const auto fields = csv_fields(line);
    const std::string& file = fields.at(column("file"));
    if (!is_edge_list(file)) continue;
    const auto path = test::dataset(file);
    if (!path) continue;
    const LoadedGraph loaded = read_graph(*path, {}, RunContext({.threads = 2}));
    INFO(file << ": " << loaded.report.summary());
    CHECK(std::to_string(loaded.report.vertices) == fields.at(column("nodes")));
    CHECK(std::to_string(loaded.report.edges) == fields.at(column("undirected_edges")));
    CHECK(std::to_string(loaded.report.self_loops_dropped) == fields.at(column("self_loops")));
    ++checked;
  }
  CHECK(checked > 0);
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
  for (const char* file : {"karate.gml.gz", "jazz.graph.gz", "keller4.clq.gz"}) {
    if (const auto path = test::dataset(file)) {
      CHECK_THROWS_WITH(read_graph(*path, {}, run), Catch::Contains("a format lode does not read"));
    }
  }
}
