#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/io/read_graph.hpp>

#include "io/edge_list/graph_reader.hpp"
#include "io/naive_reader.hpp"
#include "io/stream/compressed_input.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using test::NaiveGraph;
using test::NaiveLine;

namespace {

LoadedGraph read(const std::string& path, const ReadOptions& options, int threads, std::size_t block_bytes) {
  const RunContext run({.threads = threads});
  detail::CompressedInput input(path);
  return detail::EdgeListReader({input, options, run}, block_bytes).read();
}

LoadedGraph read_text(const std::string& text, const ReadOptions& options = {}) {
  const test::TemporaryFolder folder;
  return read_graph(folder.write("graph.txt", text), options, RunContext({.threads = 2}));
}

template <class Id>
void require_same(const LoadedGraph& loaded, const NaiveGraph<Id>& expected, bool weighted) {
  const Graph& graph = loaded.graph;
  REQUIRE(graph.num_vertices() == expected.vertices.size());
  REQUIRE(graph.num_arcs() == expected.rows.size());
  CHECK(loaded.report.vertices == expected.vertices.size());
  CHECK(loaded.report.edges == expected.rows.size() / 2);
  CHECK(loaded.report.self_loops_dropped == expected.self_loops);
  CHECK(loaded.report.duplicates_merged == expected.duplicates);
  CHECK(loaded.report.reciprocal_merged == expected.reciprocal);
  CHECK(loaded.report.weighted == weighted);
  CHECK(graph.weighted() == (weighted && graph.num_edges() > 0));
  for (const auto& [id, vertex] : expected.vertices) {
    const std::string name = fmt::format("{}", id);
    REQUIRE(graph.name(vertex) == name);
    REQUIRE(graph.names().find(name, graph.num_vertices()) == vertex);
  }
  auto next = expected.rows.begin();
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    graph.for_each_neighbor(v, [&](Vertex u, Weight weight) {
      REQUIRE(next->first == std::pair(v, u));
      REQUIRE(weight == (weighted ? next->second : 1.0));
      ++next;
    });
  }
  Graph::from_csr(graph.csr());  // checks every invariant
}

/// One way to write the one separator of a file.
std::string separator(Rng& rng, std::uint64_t kind) {
  constexpr const char* all[][4] = {{" ", "  ", " ", "   "},
                                    {"\t", " \t ", "\t ", " \t"},
                                    {",", " , ", ", ", " ,"},
                                    {";", " ; ", "; ", " ;"},
                                    {"|", " | ", "| ", " |"}};
  return all[kind][rng.below(4)];
}

std::string filler(Rng& rng) {
  constexpr const char* all[] = {"# comment 1 2\n",      "% 3 4\n", "\n", "   \t\n",
                                 "  # indented 5 6\r\n", "\r\n"};
  return all[rng.below(6)];
}

template <class Id>
std::string text_of(const std::vector<NaiveLine<Id>>& lines, Rng& rng, bool weighted) {
  std::string text = rng.below(2) ? "\xef\xbb\xbf" : "";
  const std::uint64_t kind = rng.below(5);
  while (rng.below(2)) text += filler(rng);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (rng.below(8) == 0) text += " ";
    const auto name = [&](const Id& id) {
      if (rng.below(12) == 0) return fmt::format("\"{}\"", id);
      return fmt::format("{}{}", std::is_integral_v<Id> && rng.below(15) == 0 ? "00" : "", id);
    };
    text += name(lines[i].u) + separator(rng, kind) + name(lines[i].v);
    if (weighted) text += fmt::format("{}{}", separator(rng, kind), lines[i].weight);
    if (rng.below(8) == 0) text += "  ";
    if (i + 1 < lines.size() || rng.below(2)) text += rng.below(4) ? "\n" : rng.below(4) ? "\r\n" : "\r\r\n";
    if (text.back() == '\n' && rng.below(8) == 0) text += filler(rng);
  }
  return text;
}

template <class Id, class Draw>
void compare_on_random_files(const Draw& draw, ReadOptions options, std::uint64_t tag, int rounds) {
  const test::TemporaryFolder folder;
  for (int round = 0; round < rounds; ++round) {
    Rng rng(static_cast<std::uint64_t>(round), tag);
    std::vector<NaiveLine<Id>> lines(3 + rng.below(round % 10 == 0 ? 4000 : 60));
    const std::uint64_t spread = 2 + rng.below(lines.size());
    for (auto& line : lines) {
      line.u = draw(rng, spread);
      line.v = draw(rng, spread);
      line.weight = rng.below(2) ? static_cast<double>(rng.below(5)) : rng.uniform();
    }
    lines[0].u = lines[0].v;  // a self-loop with a small id is never a header
    lines[1] = {lines[2].v, lines[2].u, lines[2].weight};
    const std::string path = folder.write("graph.txt", text_of(lines, rng, options.weighted));
    const NaiveGraph<Id> expected(lines, options.merge);
    const LoadedGraph first = read(path, options, 1, std::size_t{1} << 20);
    if (first.report.header_counts) continue;
    INFO("round " << round);
    require_same(first, expected, options.weighted);
    for (const std::size_t block : {std::size_t{1} + rng.below(40), std::size_t{1000}}) {
      for (const int threads : {1, 2}) {
        const LoadedGraph again = read(path, options, threads, block);
        require_same(again, expected, options.weighted);
        CHECK(again.report.lines == first.report.lines);
        CHECK(again.report.comment_lines == first.report.comment_lines);
        CHECK(again.report.bytes == first.report.bytes);
      }
    }
  }
}

std::uint64_t small_id(Rng& rng, std::uint64_t spread) { return rng.below(spread); }
std::uint64_t medium_id(Rng& rng, std::uint64_t spread) { return 1000 + 977 * rng.below(spread); }
std::uint64_t wide_id(Rng& rng, std::uint64_t spread) { return ~Rng::mix(rng.below(spread)); }
std::uint64_t mixed_id(Rng& rng, std::uint64_t spread) {
  return rng.below(3) ? rng.below(spread) : UINT64_MAX - rng.below(3);
}
std::string label(Rng& rng, std::uint64_t spread) {
  constexpr const char* stems[] = {"v", "Zebra", "a", "\xc3\xa9", "10", "-", "n.1", "x:y"};
  return fmt::format("{}{}", stems[rng.below(8)], rng.below(1 + spread / 4));
}

/// Of one to `longest` bytes; many share their first eight or sixteen.
template <std::size_t longest>
std::string sized_label(Rng& rng, std::uint64_t spread) {
  constexpr std::string_view letters = "abcdefghABCDEFGH012345";
  const std::size_t size = 1 + rng.below(longest);
  const std::uint64_t tail = rng.below(1 + spread / 4);
  std::string text(letters.substr(0, std::min(letters.size(), size)));
  text.resize(size, '~');
  text.back() = static_cast<char>('(' + tail % 80);
  if (size > 2) text.replace(size / 2, 2, std::string("\xc3") + static_cast<char>(0x80 + tail / 80 % 64));
  for (char& c : text) {
    if (c == ',' || c == ';') c = '+';
  }
  return text;
}

}  // namespace

TEST_CASE("unweighted files match the naive reader") {
  compare_on_random_files<std::uint64_t>(small_id, {}, 1, 60);
  compare_on_random_files<std::uint64_t>(medium_id, {}, 2, 40);
  compare_on_random_files<std::uint64_t>(wide_id, {}, 3, 60);
  compare_on_random_files<std::uint64_t>(mixed_id, {}, 4, 60);
}

TEST_CASE("weighted files match the naive reader under every merge rule") {
  for (const MergeRule merge : {MergeRule::sum, MergeRule::max, MergeRule::min}) {
    ReadOptions options;
    options.weighted = true;
    options.merge = merge;
    compare_on_random_files<std::uint64_t>(small_id, options, 5, 30);
    compare_on_random_files<std::uint64_t>(wide_id, options, 6, 30);
  }
}

TEST_CASE("labelled files match the naive reader") {
  ReadOptions options;
  options.labels = true;
  compare_on_random_files<std::string>(label, options, 7, 60);
  options.weighted = true;
  options.merge = MergeRule::sum;
  compare_on_random_files<std::string>(label, options, 8, 40);
  for (const bool weighted : {false, true}) {
    options.weighted = weighted;
    compare_on_random_files<std::string>(sized_label<8>, options, 9, 30);
    compare_on_random_files<std::string>(sized_label<16>, options, 10, 30);
    compare_on_random_files<std::string>(sized_label<20>, options, 11, 30);
  }
}

TEST_CASE("many buckets, a hub and sorted input give the rows of the naive reader", "[slow]") {
  const test::TemporaryFolder folder;
  for (const bool sorted : {false, true}) {
    for (const std::uint64_t scale : {std::uint64_t{1}, std::uint64_t{1} << 40}) {
      Rng rng(3, sorted);
      std::vector<NaiveLine<std::uint64_t>> lines(150000);
      for (auto& line : lines) {
        line.u = scale * (rng.below(5) ? rng.below(100000) : 77);
        line.v = scale * rng.below(100000);
      }
      if (sorted) {
        std::sort(lines.begin(), lines.end(),
                  [](const auto& a, const auto& b) { return std::pair(a.u, a.v) < std::pair(b.u, b.v); });
      }
      std::string text;
      for (const auto& line : lines) text += fmt::format("{}\t{}\n", line.u, line.v);
      const std::string path = folder.write("graph.txt", text);
      const NaiveGraph<std::uint64_t> expected(lines);
      require_same(read(path, {}, 2, std::size_t{1} << 16), expected, false);
      require_same(read(path, {}, 1, std::size_t{1} << 20), expected, false);
    }
  }
}

TEST_CASE("a first line n m with the right m and a large enough n is a header") {
  const LoadedGraph loaded = read_text("# c\n9 2\n3 4\n4 5\n");
  CHECK(loaded.report.header_counts);
  CHECK(loaded.report.edge_lines == 2);
  CHECK(loaded.graph.name(0) == "3");
  CHECK(read_text("5 2\n3 4\n4 5\n").report.header_counts);
  for (const char* text : {"9 3\n3 4\n4 5\n", "4 2\n3 4\n4 5\n", "9 2 1\n3 4 1\n4 5 1\n", "0 1\n"}) {
    const InputReport report = read_text(text).report;
    CHECK_FALSE(report.header_counts);
    CHECK(report.edge_lines == static_cast<std::uint64_t>(std::count(text, text + std::strlen(text), '\n')));
  }
  const LoadedGraph weighted = read_text("5 1\n3 4 2.5\n", {.weighted = true});
  CHECK(weighted.report.header_counts);
  CHECK(weighted.graph.total_weight() == 2.5);
  CHECK(read_text("9 2\n3 4\n4 5\n", {.labels = true}).report.edges == 3);
}

TEST_CASE("header rows, columns and comments are reported") {
  const LoadedGraph loaded = read_text("\xef\xbb\xbfsource,target,time\n% c\n1,2,7,8\n2,1,\n2,3\n");
  CHECK(loaded.report.header_row);
  CHECK(loaded.report.ignored_columns == 2);
  CHECK(loaded.report.lines == 5);
  CHECK(loaded.report.comment_lines == 1);
  CHECK(loaded.report.edge_lines == 3);
  CHECK(loaded.report.reciprocal_merged == 1);
  CHECK(loaded.report.ids_remapped);
  CHECK(loaded.report.summary() ==
        "3 vertices, 2 edges; 1 reciprocal merged; 2 further columns ignored; first line is a header row");
  CHECK(loaded.report.details().starts_with(
      "edge list, 5 lines, 1 comment line, separated by commas, ids renumbered inside, "));
  CHECK(read_text("0 1\n1 2\n").report.summary() == "3 vertices, 2 edges");
}

TEST_CASE("weights: sums, agreement of directions, columns") {
  ReadOptions options;
  options.weighted = true;
  SECTION("repeated ordered pairs are summed before the directions are compared") {
    const LoadedGraph loaded = read_text("0 1 1\n0 1 2\n1 0 3\n1 2 0.5\n", options);
    CHECK(loaded.graph.edge_weight(0, 1) == 3.0);
    CHECK(loaded.report.duplicates_merged == 1);
    CHECK(loaded.report.reciprocal_merged == 1);
    CHECK(loaded.graph.weight_kind() == WeightKind::real);
  }
  SECTION("another column") {
    options.weight_column = 5;
    const LoadedGraph loaded = read_text("0,1,x,y,4\n1,2,,,5\n", options);
    CHECK(loaded.graph.edge_weight(0, 1) == 4.0);
    CHECK(loaded.graph.edge_weight(1, 2) == 5.0);
    CHECK(loaded.report.ignored_columns == 2);
    CHECK(loaded.graph.weight_kind() == WeightKind::integral);
  }
  SECTION("zero and minus zero are zero") {
    const LoadedGraph loaded = read_text("0 1 -0.0\n1 0 0\n", options);
    CHECK_FALSE(std::signbit(*loaded.graph.edge_weight(0, 1)));
  }
  SECTION("a plus sign") {
    options.signs = WeightSigns::any;
    const LoadedGraph loaded = read_text("0 1 +1\n1 2 -1\n2 3 +.5\n", options);
    CHECK(loaded.graph.edge_weight(0, 1) == 1.0);
    CHECK(loaded.graph.edge_weight(2, 3) == 0.5);
  }
  SECTION("the largest exact sum is accepted") {
    CHECK(read_text("0 1 9007199254740991\n", options).graph.total_weight() == 9007199254740991.0);
  }
}

TEST_CASE("integer weights whose sums may be rounded are real weights") {
  ReadOptions options;
  options.weighted = true;
  options.signs = WeightSigns::any;
  const auto read = [&](std::string_view text) {
    return read_graph(std::span<const char>(text.data(), text.size()), options, RunContext({.threads = 1}));
  };
  for (const std::string_view text : {"0 1 9007199254740992\n0 1 1\n0 1 -9007199254740992\n",
                                      "0 1 4503599627370496\n0 1 -4503599627370496\n1 2 1\n"}) {
    INFO(text);
    CHECK(read(text).graph.weight_kind() == WeightKind::real);
  }
  const Graph exact = read("0 1 4503599627370495\n0 1 1\n0 1 -4503599627370495\n").graph;
  CHECK(exact.total_weight() == 1.0);
  CHECK(exact.weight_kind() == WeightKind::integral);
  const LoadedGraph large = read("1 2 1e16\n2 3 2e16\n1 3 3e16\n");
  CHECK(large.graph.weight_kind() == WeightKind::real);
  CHECK(large.graph.total_weight() == 6e16);
  CHECK(large.report.summary().find("sums of them are rounded, with relative errors") != std::string::npos);
  CHECK(read("1 2 1e16\n2 3 2.5\n").report.notes.empty());
  options.merge = MergeRule::sum;
  CHECK_FALSE(read("0 1 9007199254740991\n1 0 -9007199254740990\n").graph.integral());
  const std::vector<WeightedEdge> edges = {
      {0, 1, 9007199254740991.0}, {0, 1, 2.0}, {0, 1, -9007199254740991.0}};
  CHECK_FALSE(
      Graph::from_arcs(edges, 2, MergeRule::error, RunContext({.threads = 1}), WeightSigns::any).integral());
}

TEST_CASE("a graph of self-loops has vertices and no edges") {
  const LoadedGraph loaded = read_text("3 3\n8 8\n3 3\n");
  CHECK(loaded.report.vertices == 2);
  CHECK(loaded.report.edges == 0);
  CHECK(loaded.report.self_loops_dropped == 3);
}

TEST_CASE("a .mtx file without its banner is an edge list and says so") {
  const test::TemporaryFolder folder;
  const std::string path = folder.write("a.mtx", "\n2 1\n3 1\n");
  const LoadedGraph loaded = read_graph(path, {}, RunContext({.threads = 1}));
  CHECK(loaded.report.banner_missing);
  CHECK(loaded.report.edges == 2);
  CHECK(loaded.report.summary().find("not marked as a .mtx file, read as an edge list") != std::string::npos);
  ReadOptions options;
  options.format = "edges";
  CHECK(read_graph(folder.write("b.clq", "2 1\n3 1\n"), options, RunContext({.threads = 1})).report.edges ==
        2);
}

TEST_CASE("the readable formats are those with a reader") {
  CHECK(readable_formats() == std::vector<std::string_view>{"lode", "mtx", "npy", "matrix-csv", "dimacs",
                                                            "gr", "gml", "webgraph", "metis", "graphml",
                                                            "json", "sif", "edges"});
}

TEST_CASE("ids at the edges of 32 and 64 bits, in the plain form and others") {
  const test::TemporaryFolder folder;
  const std::string path = folder.write(
      "ids.txt",
      "0 1\n10000000000000000000 9999999999999999999\n18446744073709551615 00000000000000000007\n"
      "18446744073709551614 1\n4294967296 00000000000000000000000004294967295\n");
  const Graph graph = read_graph(path, {}, RunContext()).graph;
  std::vector<std::string> names;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) names.push_back(graph.name(v));
  CHECK(names == std::vector<std::string>{"0", "1", "7", "4294967295", "4294967296", "9999999999999999999",
                                          "10000000000000000000", "18446744073709551614",
                                          "18446744073709551615"});
  for (const char* bad : {"18446744073709551616", "28446744073709551615", "99999999999999999999",
                          "19999999999999999999", "100000000000000000000"}) {
    CAPTURE(bad);
    const std::string bad_path = folder.write("bad.txt", "0 1\n1 2\n3 " + std::string(bad) + "\n");
    CHECK_THROWS_WITH(read_graph(bad_path, {}, RunContext()), Catch::Contains(":3:3"));
  }
}
