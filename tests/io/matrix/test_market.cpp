#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/io/read_graph.hpp>

#include "io/formats/networks/network_texts.hpp"
#include "io/naive_reader.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;

namespace {

const RunContext& one_thread() {
  static const RunContext context({.threads = 1});
  return context;
}

LoadedGraph read_mtx_text(const std::string& text, ReadOptions options = {},
                          const std::string& name = "a.mtx") {
  const test::TemporaryFolder folder;
  return read_graph(folder.write(name, text), options, one_thread());
}

}  // namespace

TEST_CASE("Matrix Market: general matrices equal a naive reading, weights and all") {
  Rng rng(41);
  for (int round = 0; round < 40; ++round) {
    const std::uint64_t n = 2 + rng.below(30);
    std::vector<test::NaiveLine<std::uint64_t>> lines;
    std::string entries;
    for (std::uint64_t i = 0, count = 1 + rng.below(120); i < count; ++i) {
      lines.push_back({1 + rng.below(n), 1 + rng.below(n), static_cast<double>(rng.below(50)) / 4.0});
      entries += fmt::format("{} {}\t{}\n", lines.back().u, lines.back().v, lines.back().weight);
      if (rng.below(9) == 0) entries += "\n";
    }
    const std::string text = fmt::format(
        "%%MatrixMarket matrix coordinate real general\n% note\n\n{} {} {}\n{}", n, n, lines.size(), entries);
    const test::NaiveGraph<std::uint64_t> naive(lines, MergeRule::max);
    ReadOptions options;
    options.weighted = true;
    options.merge = MergeRule::max;
    const LoadedGraph loaded = read_mtx_text(text, options);
    INFO(text);
    REQUIRE(loaded.graph.num_vertices() == n);
    CHECK(loaded.graph.num_arcs() == naive.rows.size());
    CHECK(loaded.report.self_loops_dropped == naive.self_loops);
    CHECK(loaded.report.duplicates_merged == naive.duplicates);
    CHECK(loaded.report.reciprocal_merged == naive.reciprocal);
    CHECK(loaded.report.edge_lines == lines.size());
    for (const auto& [id, number] : naive.vertices)
      CHECK(loaded.graph.name(static_cast<Vertex>(id - 1)) == std::to_string(id));
    for (const auto& u : naive.vertices) {
      for (const auto& v : naive.vertices) {
        const auto found = naive.rows.find({u.second, v.second});
        const auto weight =
            loaded.graph.edge_weight(static_cast<Vertex>(u.first - 1), static_cast<Vertex>(v.first - 1));
        REQUIRE(weight.has_value() == (found != naive.rows.end()));
        if (weight) CHECK(*weight == found->second);
      }
    }
  }
}

TEST_CASE("Matrix Market: symmetric patterns, banners in any case, CRLF and isolated vertices") {
  const std::string text =
      "%%matrixmarket MATRIX Coordinate Pattern SYMMETRIC\r\n%a\r\n  5 5 4\r\n2 1\r\n3 3\r\n 4\t2 \r\n2 "
      "1\r\n\r\n";
  const LoadedGraph loaded = read_mtx_text(text, {}, "any.name");
  CHECK(loaded.report.format == "Matrix Market");
  CHECK(loaded.graph.num_vertices() == 5);
  CHECK(loaded.graph.num_edges() == 2);
  CHECK(loaded.report.self_loops_dropped == 1);
  CHECK(loaded.report.duplicates_merged == 1);
  CHECK(loaded.report.reciprocal_merged == 0);
  CHECK(loaded.report.comment_lines == 1);
  CHECK(loaded.graph.adjacent(1, 3));
  CHECK(loaded.graph.degree(4) == 0);
  CHECK(loaded.graph.names().find("5", 5) == Vertex{4});
}

TEST_CASE("Matrix Market: values are ignored unless asked for, and this is reported") {
  const std::string text = "%%MatrixMarket matrix coordinate integer symmetric\n3 3 2\n2 1 -4\n3 1 5\n";
  const LoadedGraph plain = read_mtx_text(text);
  CHECK(plain.graph.num_edges() == 2);
  CHECK_FALSE(plain.graph.weighted());
  CHECK_THAT(plain.report.summary(), Catch::Contains("entry values ignored"));
  ReadOptions weighted;
  weighted.weighted = true;
  CHECK_THROWS_AS(read_mtx_text(text, weighted), InputError);  // -4
  const LoadedGraph graph = read_mtx_text(
      "%%MatrixMarket matrix coordinate integer symmetric\n3 3 3\n2 1 4\n3 1 5\n2 1 1\n", weighted);
  CHECK(graph.graph.edge_weight(0, 1) == 5.0);
  CHECK(graph.graph.weight_kind() == WeightKind::integral);
}

TEST_CASE("Matrix Market: a matrix without entries is a graph of isolated vertices") {
  const LoadedGraph loaded = read_mtx_text("%%MatrixMarket matrix coordinate pattern general\n4 4 0\n");
  CHECK(loaded.graph.num_vertices() == 4);
  CHECK(loaded.graph.num_edges() == 0);
}

TEST_CASE("Matrix Market: blanks may stand before comments and the size line") {
  const std::string entries = "2 1\n3 1\n  % by hand\n 3 2\n\t%\n4 3\n";
  const LoadedGraph loaded = read_mtx_text(
      "%%MatrixMarket matrix coordinate pattern symmetric\n  % made by hand\n \n   4 4 4\n" + entries);
  CHECK(loaded.graph.num_vertices() == 4);
  CHECK(loaded.graph.num_edges() == 4);
  CHECK(loaded.report.comment_lines == 3);
}

TEST_CASE("Matrix Market: rows and columns of two sides are arcs") {
  const std::string banner = "%%MatrixMarket matrix coordinate pattern general\n";
  CHECK(test::arcs_of_text(banner + "2 3 4\n1 1\n1 2\n2 2\n2 3\n") == "1 2 3: 1->1, 1->2, 2->2, 2->3");
  CHECK(test::arcs_of_text(banner + "3 1 2\n1 1\n3 1\n") == "1 2 3: 1->1, 3->1");
  CHECK_THROWS_WITH(test::arcs_of_text(banner + "2 3 1\n3 1\n"),
                    Catch::Contains(":3:1: row 3 is not declared"));
  CHECK_THROWS_WITH(test::arcs_of_text(banner + "3 2 1\n1 3\n"),
                    Catch::Contains(":3:3: column 3 is not declared"));
  CHECK_THROWS_WITH(test::arcs_of_text(banner + "3 0 0\n"), Catch::Contains(":2:3: 0 columns are too few"));
  const std::string text = banner + "2 3 1\n1 2\n";
  const LoadedArcs loaded = read_arcs(std::span<const char>(text));
  CHECK(loaded.report.notes ==
        std::vector<std::string>{"2 rows and 3 columns: what is called alike in both is one vertex"});
}
