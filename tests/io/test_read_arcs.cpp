#include <set>
#include <string>
#include <utility>

#include <lode/core/error.hpp>
#include <lode/io/read_graph.hpp>
#include <lode/io/write_graph.hpp>

#include "io/formats/declared_graph.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;

namespace {

LoadedArcs from_text(const std::string& text, const ReadOptions& options = {}) {
  return read_arcs(std::span<const char>(text.data(), text.size()), options);
}

/// The arcs by the names of their ends.
std::set<std::pair<std::string, std::string>> named(const Arcs& arcs) {
  std::set<std::pair<std::string, std::string>> list;
  for (Vertex u = 0; u < arcs.num_vertices(); ++u) {
    for (const Vertex v : arcs.successors(u)) list.insert({arcs.name(u), arcs.name(v)});
  }
  return list;
}

using Names = std::set<std::pair<std::string, std::string>>;

}  // namespace

TEST_CASE("edge lists lead from their first column to their second") {
  const LoadedArcs loaded = from_text("# x\n10 20\n20 10\n10 30\n30 30\n10 20\n");
  CHECK(named(loaded.arcs) == Names{{"10", "20"}, {"20", "10"}, {"10", "30"}, {"30", "30"}});
  CHECK(loaded.report.directed);
  CHECK(loaded.report.edges == 4);
  CHECK(loaded.report.loops_kept == 1);
  CHECK(loaded.report.self_loops_dropped == 0);
  CHECK(loaded.report.duplicates_merged == 1);
  CHECK(loaded.report.reciprocal_merged == 0);
  CHECK(loaded.report.summary() == "3 vertices, 4 arcs; 1 duplicate merged");
}

TEST_CASE("columns say where arcs begin and end, and labels are kept") {
  ReadOptions options;
  options.labels = true;
  CHECK(named(from_text("target,source\nann,bob\nbob,cid\n", options).arcs) ==
        Names{{"bob", "ann"}, {"cid", "bob"}});
  ReadOptions columns;
  columns.source = 3;
  columns.target = 1;
  CHECK(named(from_text("1 7 2\n3 7 4\n", columns).arcs) == Names{{"2", "1"}, {"4", "3"}});
  // Sparse ids, and a header 'n m'.
  CHECK(named(from_text("99999999999 2\n5 99999999999\n").arcs) ==
        Names{{"99999999999", "2"}, {"5", "99999999999"}});
  CHECK(named(from_text("9 2\n5 4\n4 9\n").arcs) == Names{{"5", "4"}, {"4", "9"}});
}

TEST_CASE("a general matrix leads from row to column; a symmetric one holds no directions") {
  const std::string entries = "3 3 3\n1 2 5\n2 1 4\n3 3 1\n";
  const std::string general = "%%MatrixMarket matrix coordinate real general\n" + entries;
  CHECK(named(from_text(general).arcs) == Names{{"1", "2"}, {"2", "1"}, {"3", "3"}});
  CHECK(from_text(general).report.notes == std::vector<std::string>{"entry values ignored"});
  CHECK_THROWS_WITH(from_text("%%MatrixMarket matrix coordinate pattern symmetric\n3 3 1\n2 1\n"),
                    Catch::Matchers::Contains("symmetric matrix holds no directions") &&
                        Catch::Matchers::Contains("general"));
}

TEST_CASE("GML says whether it is directed") {
  const std::string rest =
      " node [ id 1 label \"a\" ] node [ id 2 label \"b\" ] edge [ source 2 target 1 ] edge [ source 2 "
      "target 2 ] ]";
  CHECK(named(from_text("graph [ directed 1" + rest).arcs) == Names{{"b", "a"}, {"b", "b"}});
  for (const char* said : {"", " directed 0", " directed [ x 1 ]"}) {
    CHECK_THROWS_WITH(
        from_text(std::string("graph [") + said + rest),
        Catch::Matchers::Contains("not declared as directed") && Catch::Matchers::Contains("directed 1"));
  }
}

TEST_CASE("shortest-path files hold arcs") {
  CHECK(named(from_text("p sp 3 3\na 1 2 7\na 2 1 8\na 3 3 1\n").arcs) ==
        Names{{"1", "2"}, {"2", "1"}, {"3", "3"}});
}

TEST_CASE("formats without directions are refused by their names") {
  CHECK_THROWS_WITH(
      from_text("p edge 2 1\ne 1 2\n"),
      Catch::Matchers::Contains("DIMACS clique or colouring") && Catch::Matchers::Contains("no directions"));
  ReadOptions metis;
  metis.format = "metis";
  CHECK_THROWS_WITH(from_text("2 1\n2\n1\n", metis), Catch::Matchers::Contains("METIS"));
  const test::TemporaryFolder folder;
  const std::string path = (folder.path() / "graph.lode").string();
  write_graph(Graph::from_edges({{0, 1}, {1, 2}}), path);
  CHECK_THROWS_AS(read_arcs(path), InputError);
}

TEST_CASE("more vertices than directed graphs have are refused before anything is built") {
  detail::CompressedInput input("x", "input");
  const RunContext run({.threads = 1});
  detail::DeclaredGraph declared{.vertices = Arcs::most_vertices + std::uint64_t{1}};
  declared.arcs.add(0, 1);
  CHECK_THROWS_WITH(detail::assemble_arcs({input, ReadOptions(), run}, std::move(declared)),
                    Catch::Matchers::Contains("2147483648 vertices are too many with directions"));
}

TEST_CASE("arcs have no weights, and other options are those of graphs") {
  ReadOptions weighted;
  weighted.weighted = true;
  CHECK_THROWS_AS(from_text("1 2 3\n", weighted), InvalidArgument);
  CHECK_THROWS_AS(from_text("1 2\nx y\n"), InputError);
  ReadOptions lenient;
  lenient.lenient = true;
  CHECK(from_text("1 2\nx y\n", lenient).report.bad_lines_skipped == 1);
  CHECK_THROWS_AS(from_text("# nothing\n"), InputError);
}
