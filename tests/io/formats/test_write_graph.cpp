#include <algorithm>
#include <atomic>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/io/output_file.hpp>
#include <lode/io/read_graph.hpp>
#include <lode/io/write_graph.hpp>

#include "io/formats/formats.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
namespace fs = std::filesystem;

namespace {

const RunContext run({.threads = 2});

std::string text_of(const Graph& graph, const std::string& format, const WriteOptions& more = {}) {
  WriteOptions options = more;
  options.format = format;
  std::string text;
  write_graph(
      graph, [&](std::string_view piece) { text += piece; }, options, run);
  return text;
}

/// Vertices 0..4, vertex 3 isolated, edges 0-1 0-2 1-2 2-4.
Graph small_graph(bool weighted = false) {
  if (!weighted) {
    const std::vector<Edge> edges = {{0, 1}, {0, 2}, {1, 2}, {2, 4}};
    return Graph::from_edges(std::span<const Edge>(edges), 5);
  }
  const std::vector<WeightedEdge> edges = {{0, 1, 0.1}, {0, 2, 1.0 / 3.0}, {1, 2, 7.0}, {2, 4, 1e90}};
  return Graph::from_edges(std::span<const WeightedEdge>(edges), 5);
}

Graph labelled(const std::vector<std::string>& labels) {
  std::vector<Edge> edges;
  for (Vertex v = 0; v + 1 < labels.size(); ++v) edges.push_back({v, v + 1});
  return Graph::from_edges(std::span<const Edge>(edges), static_cast<Vertex>(labels.size()))
      .with_names(VertexNames::from_labels(labels));
}

using NamedEdges = std::map<std::pair<std::string, std::string>, double>;

/// The edges between names, the smaller name first; a format without names has `shift` added to the numbers.
NamedEdges named_edges(const Graph& graph, const std::function<std::string(Vertex)>& name) {
  NamedEdges edges;
  for (Vertex u = 0; u < graph.num_vertices(); ++u) {
    graph.for_each_neighbor(u, [&](Vertex v, Weight weight) {
      if (u < v) edges[std::minmax(name(u), name(v))] = weight;
    });
  }
  return edges;
}

std::vector<std::string> sorted_names(const Graph& graph, const std::function<std::string(Vertex)>& name) {
  std::vector<std::string> names;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) names.push_back(name(v));
  std::sort(names.begin(), names.end());
  return names;
}

/// Every readable and writable format, by itself and compressed.
struct Way {
  const detail::Format* format;
  std::string ending;
};

std::vector<Way> ways() {
  std::vector<Way> all;
  for (const detail::Format* format : detail::formats()) {
    if (!format->read || !format->writer.write) continue;
    for (const std::string packed : {"", ".gz", ".zst"}) {
      if (packed.empty() || format->writer.compressible) {
        all.push_back({format, std::string(format->extensions.front()) + packed});
      }
    }
  }
  return all;
}

LoadedGraph read_back(const std::string& path, const Graph& graph, const detail::Format& format) {
  ReadOptions options;
  options.format = format.name;
  options.weighted = graph.weighted();
  options.labels =
      graph.names().kind() == VertexNames::Kind::labels && format.writer.names != detail::HeldNames::none;
  return read_graph(path, options, run);
}

/// Names of a graph that `kind` stands for; ids and labels in no order, with the extremes among them.
VertexNames some_names(VertexNames::Kind kind, detail::HeldNames held, Vertex n, Rng& rng) {
  std::vector<std::uint64_t> ids(n);
  for (Vertex v = 0; v < n; ++v) ids[v] = v * std::uint64_t{1000003} + rng.below(1000);
  if (n > 2) ids[rng.below(n)] = UINT64_MAX;
  if (kind == VertexNames::Kind::ids) return VertexNames::from_ids(ids);
  const std::string shortest = held == detail::HeldNames::all ? "" : "e";
  const std::vector<std::string> hostile = {
      shortest, " ",  "# c", "a b", "say \"x\"", "x,y",      "\u00E9\u2192\U0001F600", "%p", "graph [",
      "&amp;",  "\\", "]",   "'",   "a\"\"b",    "tab\there"};
  std::vector<std::string> labels;
  for (Vertex v = 0; v < n; ++v) {
    const bool plain = v >= hostile.size() || rng.below(2) == 0;
    labels.push_back(plain ? "v" + std::to_string(ids[v] % 1000000007) + "-" + std::to_string(v)
                           : hostile[v]);
  }
  return VertexNames::from_labels(labels);
}

/// Edge weights that a format can hold.
Graph with_weights(const Graph& graph, detail::HeldWeights held, Rng& rng) {
  std::vector<WeightedEdge> edges;
  for (Vertex u = 0; u < graph.num_vertices(); ++u) {
    for (const Vertex v : graph.neighbors(u)) {
      if (v < u) continue;
      const std::vector<double> any = {0.0,  1e-90, 1e-100, 0.1,      1.0 / 3.0, 3.0,    1e15,
                                       1e22, 1e100, 255.5,  123456.0, 0x1p-30,   2.5e-7, 4294967297.0};
      // A fraction first, since integers must sum below 2^53.
      const double weight = held == detail::HeldWeights::all
                                ? edges.empty() ? 0.1 : any[rng.below(any.size())]
                                : static_cast<double>(1 + rng.below(5000000000));
      edges.push_back({u, v, weight});
    }
  }
  return Graph::from_edges(std::span<const WeightedEdge>(edges), graph.num_vertices())
      .with_names(graph.names());
}

}  // namespace

TEST_CASE("formats hold the graph as their definitions say") {
  const WriteOptions comment{.comment = "one\ntwo"};
  CHECK(text_of(small_graph(), "mtx", comment) ==
        "%%MatrixMarket matrix coordinate pattern symmetric\n% one\n% two\n5 5 4\n2 1\n3 1\n3 2\n5 3\n");
  CHECK(text_of(small_graph(true), "mtx") ==
        "%%MatrixMarket matrix coordinate real symmetric\n5 5 4\n2 1 0.1\n3 1 0.3333333333333333\n3 2 7\n"
        "5 3 1e+90\n");
  CHECK(text_of(small_graph(), "metis", comment) == "% one\n% two\n5 4\n2 3\n1 3\n1 2 5\n\n3\n");
  CHECK(text_of(small_graph(), "dimacs", comment) ==
        "c one\nc two\np edge 5 4\ne 2 1\ne 3 1\ne 3 2\ne 5 3\n");
  CHECK(text_of(small_graph(), "edges", comment) ==
        "# one\n# two\n# vertices 5 edges 4\n0 1\n0 2\n1 2\n2 4\n3 3\n");
  CHECK(text_of(small_graph(true), "edges", {.separator = ','}) ==
        "0,1,0.1\n0,2,0.3333333333333333\n1,2,7\n2,4,1e+90\n3,3,0\n");
  const std::vector<WeightedEdge> integral = {{0, 1, 2.0}, {0, 2, 9007199254740900.0}};
  const Graph graph = Graph::from_edges(std::span<const WeightedEdge>(integral));
  CHECK(text_of(graph, "metis") == "3 2 001\n2 2 3 9007199254740900\n1 2\n1 9007199254740900\n");
  CHECK(text_of(graph, "mtx").find("coordinate integer symmetric\n3 3 2\n2 1 2\n") != std::string::npos);
  CHECK(text_of(labelled({"a&\"\u00E9", "b"}), "gml") ==
        "graph [\n  directed 0\n  node [\n    id 0\n    label \"a&amp;&quot;&#233;\"\n  ]\n"
        "  node [\n    id 1\n    label \"b\"\n  ]\n  edge [\n    source 0\n    target 1\n  ]\n]\n");
  CHECK(
      text_of(labelled({"a \"b\"", "c\\d"}), "json") ==
      "{\"directed\": false, \"multigraph\": false, \"graph\": {},\n\"nodes\": [\n{\"id\": \"a "
      "\\\"b\\\"\"},\n"
      "{\"id\": \"c\\\\d\"}\n],\n\"links\": [\n{\"source\": \"a \\\"b\\\"\", \"target\": \"c\\\\d\"}\n]}\n");
  const std::string gml = text_of(small_graph(true), "gml", {.attributes = {{"part", {-1, 0, 1, 2, 3}}}});
  CHECK(gml.find("id 0\n    part -1\n") != std::string::npos);
  CHECK(gml.find("weight 0.1\n") != std::string::npos);
  CHECK(gml.find("weight 1.0E+90\n") != std::string::npos);
}

TEST_CASE("Graphviz holds every vertex, edge, label and exact weight") {
  const std::string text = text_of(small_graph(true).with_names(VertexNames::from_labels(
                                       {"say \"x\"", "back\\slash\\", "graph", "3", "e\n"})),
                                   "dot", {.attributes = {{"part", {-1, 0, 1, 2, 3}}}});
  CHECK(text ==
        "graph G {\n0 [label=\"say \\\"x\\\"\", part=-1];\n1 [label=\"back\\\\slash\\\\\", part=0];\n"
        "2 [label=\"graph\", part=1];\n3 [label=\"3\", part=2];\n4 [label=\"e\uFFFD\", part=3];\n"
        "0--1 [weight=\"0.1\"];\n0--2 [weight=\"0.3333333333333333\"];\n1--2 [weight=\"7\"];\n"
        "2--4 [weight=\"1e+90\"];\n}\n");
}

TEST_CASE("what is read back is what was written, in every format and compression") {
  const test::TemporaryFolder folder;
  REQUIRE(ways().size() >= 4);
  for (const auto& [format, ending] : ways()) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
      Rng rng(seed, 77);
      const auto kind = static_cast<VertexNames::Kind>(seed % 3);
      const Vertex n = 1 + static_cast<Vertex>(rng.below(30));
      const double p = seed % 5 == 0 ? 0.0 : 0.2;
      Graph graph = test::random_graph(n, p, seed);
      if (kind != VertexNames::Kind::numbers)
        graph = graph.with_names(some_names(kind, format->writer.names, n, rng));
      if (seed % 2 == 1 && format->writer.weights != detail::HeldWeights::none) {
        graph = with_weights(graph, format->writer.weights, rng);
      }
      const std::string path = (folder.path() / ("graph" + ending)).string();
      CAPTURE(format->name, ending, seed, n);
      // Labels with tabs are those that a format with printable names changes.
      const bool changes = format->writer.names == detail::HeldNames::printable;
      const OutputReport report =
          write_graph(graph, path, {.format = std::string(format->name), .overwrite = Overwrite::yes}, run);
      CHECK(report.bytes == fs::file_size(path));
      const LoadedGraph back = read_back(path, graph, *format);
      const bool nameless = format->writer.names == detail::HeldNames::none;
      const auto name = [&](Vertex v) {
        if (nameless) return std::to_string(v + 1);
        std::string text = graph.name(v);
        if (changes && text == "tab\there") text = "tab\uFFFDhere";
        return text;
      };
      const auto back_name = [&](Vertex v) { return back.graph.name(v); };
      REQUIRE(sorted_names(back.graph, back_name) == sorted_names(graph, name));
      REQUIRE(named_edges(back.graph, back_name) == named_edges(graph, name));
      CHECK(back.graph.weighted() == graph.weighted());
      // One line may come twice.
      CHECK(back.report.self_loops_dropped + back.report.duplicates_merged <= graph.num_vertices() + 1);
      CHECK(back.report.compression == report.compression);
    }
  }
}

TEST_CASE("a chain through every format ends in the same graph") {
  const test::TemporaryFolder folder;
  std::vector<const detail::Format*> chain;
  for (const detail::Format* format : detail::formats()) {
    if (format->read && format->writer.write) chain.push_back(format);
  }
  for (const detail::Format* from : chain) {
    for (const detail::Format* to : chain) {
      const Graph graph = test::random_graph(40, 0.1, 5);
      const std::string first = (folder.path() / "first").string();
      const std::string second = (folder.path() / "second").string();
      WriteOptions options{.overwrite = Overwrite::yes};
      options.format = from->name;
      write_graph(graph, first, options, run);
      const Graph middle = read_back(first, graph, *from).graph;
      options.format = to->name;
      write_graph(middle, second, options, run);
      const Graph last = read_back(second, middle, *to).graph;
      CAPTURE(from->name, to->name);
      REQUIRE(last.num_vertices() == graph.num_vertices());
      CHECK(std::equal(last.offsets().begin(), last.offsets().end(), graph.offsets().begin()));
      CHECK(std::equal(last.targets().begin(), last.targets().end(), graph.targets().begin(),
                       graph.targets().end()));
    }
  }
}

TEST_CASE("endings name formats, separators and compressions") {
  const test::TemporaryFolder folder;
  const auto path = [&](const std::string& name) { return (folder.path() / name).string(); };
  CHECK(output_format("a/b.MTX.gz", {}) == "mtx");
  CHECK(output_format("b.clq.zst", {}) == "dimacs");
  CHECK(output_format("b.graph", {}) == "metis");
  CHECK(output_format("b.lode", {}) == "lode");
  CHECK(output_format("b.json.xz", {}) == "json");
  CHECK(output_format("b.gv", {}) == "dot");
  CHECK(output_format("b.dat", {.format = "edges"}) == "edges");
  for (const std::string bad : {"b", "b.dat", "-", "b.txt.lz4", "b.gz", "folder.mtx/b"}) {
    CAPTURE(bad);
    CHECK_THROWS_AS(output_format(bad, {}), InvalidArgument);
    CHECK_THROWS_WITH(output_format(bad, {}),
                      Catch::Contains("option 'WriteOptions::format'") && Catch::Contains("mtx"));
  }
  CHECK_THROWS_WITH(output_format("b.lode.gz", {}), Catch::Contains("cannot be compressed"));
  CHECK_THROWS_WITH(output_format("b", {.format = "webgraph"}), Catch::Contains("not a format lode writes"));
  write_graph(small_graph(), path("a.csv"), {}, run);
  CHECK(test::read_file(path("a.csv")) == "0,1\n0,2\n1,2\n2,4\n3,3\n");
  write_graph(small_graph(), path("a.tsv"), {}, run);
  CHECK(test::read_file(path("a.tsv")) == "# vertices 5 edges 4\n0\t1\n0\t2\n1\t2\n2\t4\n3\t3\n");
  write_graph(small_graph(), path("a.mtx.gz"), {}, run);
  CHECK(test::read_file(path("a.mtx.gz")).substr(0, 2) == "\x1f\x8b");
  write_graph(small_graph(), path("a.mtx.zst"), {}, run);
  CHECK(test::read_file(path("a.mtx.zst")).substr(0, 4) == "\x28\xb5\x2f\xfd");
  CHECK_THROWS_AS(text_of(small_graph(), "edges", {.separator = ';'}), InvalidArgument);
}

TEST_CASE("a compressed file of many pieces is the text") {
  const test::TemporaryFolder folder;
  const Graph graph = test::random_graph(1500, 0.2, 3);
  const std::string text = text_of(graph, "metis");
  REQUIRE(text.size() > 1000000);
  for (const std::string ending : {".gz", ".zst"}) {
    const std::string path = (folder.path() / ("g.graph" + ending)).string();
    const OutputReport report = write_graph(graph, path, {}, run);
    CHECK(report.bytes < text.size());
    detail::CompressedInput input(path);
    std::string unpacked(text.size() + 1, '\0');
    unpacked.resize(input.read(unpacked.data(), unpacked.size()));
    CHECK(unpacked == text);
  }
}

TEST_CASE("what a format cannot hold is an error or a reported loss") {
  const test::TemporaryFolder folder;
  const auto weighted = [](double w) {
    const std::vector<WeightedEdge> edges = {{0, 1, 3.0}, {1, 2, w}};
    return Graph::from_edges(std::span<const WeightedEdge>(edges));
  };
  CHECK_THROWS_AS(text_of(weighted(1.0), "dimacs"), InvalidArgument);
  CHECK_THROWS_WITH(text_of(weighted(1.0), "dimacs"), Catch::Contains("holds no weights"));
  CHECK_THROWS_WITH(text_of(weighted(0.5), "metis"), Catch::Contains("edge 1 2 has 0.5"));
  CHECK_THROWS_WITH(text_of(weighted(0.0), "metis"), Catch::Contains("edge 1 2 has 0"));
  CHECK_THROWS_WITH(text_of(weighted(1.5), "metis"), Catch::Contains("edge 1 2 has 1.5"));
  CHECK_NOTHROW(text_of(weighted(1.0), "metis"));
  CHECK_THROWS_WITH(text_of(labelled({"a\nb", "c"}), "edges"),
                    Catch::Contains("cannot hold control characters"));
  CHECK_THROWS_WITH(text_of(labelled({"a", ""}), "edges"), Catch::Contains("cannot hold empty labels"));
  CHECK_THROWS_WITH(text_of(Graph(), "edges"), Catch::Contains("graph has no vertices"));
  CHECK_THROWS_WITH(text_of(small_graph(), "mtx", {.attributes = {{"part", {0, 0, 0, 0, 0}}}}),
                    Catch::Contains("holds no attributes"));
  CHECK_THROWS_WITH(text_of(small_graph(), "graphml", {.attributes = {{"part", {0}}}}),
                    Catch::Contains("must have one per vertex, 5"));
  CHECK_THROWS_WITH(text_of(small_graph(), "graphml", {.attributes = {{"label", {0, 0, 0, 0, 0}}}}),
                    Catch::Contains("cannot be the name"));

  const auto lost = [&](const Graph& graph, const std::string& format) {
    return write_graph(
               graph, [](std::string_view) {}, {.format = format}, run)
        .lost;
  };
  const std::vector<std::string> numbered = {"names dropped: vertices are numbered 1..n"};
  for (const std::string format : {"mtx", "metis", "dimacs"}) {
    CHECK(lost(small_graph(), format) == numbered);
    CHECK(lost(labelled({"a", "b"}), format) == numbered);
    const std::vector<std::uint64_t> from_one = {1, 2, 3, 4, 5};
    CHECK(lost(small_graph().with_names(VertexNames::from_ids(from_one)), format).empty());
  }
  for (const std::string format : {"edges", "lode", "gml", "graphml", "dot", "json"}) {
    CHECK(lost(labelled({"a", "b"}), format).empty());
  }
  for (const std::string format : {"gml", "graphml", "dot", "json"}) {
    CHECK(lost(labelled({"a\n", "b", "\xff"}), format).front().find("2 labels changed") == 0);
  }
  CHECK(lost(labelled({"a\n", "b", "\xff"}), "lode").empty());
}

TEST_CASE("labels that JSON would make equal are refused: they tell its vertices apart") {
  const auto text_of = [](std::string_view first, std::string_view second, const char* format) {
    const std::vector<LabelPair> edges = {{first, second}};
    const Graph graph = Graph::from_labels(edges);
    std::string text;
    write_graph(graph, [&](std::string_view part) { text += part; }, {.format = format});
    return text;
  };
  CHECK_THROWS_WITH(text_of("a\xEF\xBF\xBE", "a\xEF\xBF\xBF", "json"),
                    Catch::Contains("would call two vertices 'a\xEF\xBF\xBD': characters of their labels") &&
                        Catch::Contains("use one of: lode"));
  CHECK(text_of("a\xEF\xBF\xBE", "b", "json").find("\"a\xEF\xBF\xBD\"") != std::string::npos);
  CHECK(text_of("a\xEF\xBF\xBE", "a\xEF\xBF\xBF", "graphml").find("<node") != std::string::npos);
}

TEST_CASE("no attribute is read back as the names of the vertices") {
  const WriteOptions options{.attributes = {{"name", {10, 20, 30, 40, 50}}}};
  for (const detail::Format* format : detail::formats()) {
    if (!format->read || !format->writer.attributes) continue;
    INFO(format->name);
    std::string text;
    try {
      text = text_of(small_graph(), std::string(format->name), options);
    } catch (const InvalidArgument& error) {
      CHECK(format->name == "json");
      CHECK_THAT(error.what(), Catch::Contains("'name'") || Catch::Contains("would be read as the names"));
      continue;
    }
    const Graph back = read_graph(std::span<const char>(text), {}, run).graph;
    CHECK(back.name(0) != "10");
  }
}

TEST_CASE("a sink is a function") {
  const Graph graph = Graph::from_edges(std::vector<Edge>{{0, 1}});
  for (const std::string_view format : writable_formats()) {
    WriteOptions options;
    options.format = format;
    CHECK_THROWS_AS(write_graph(graph, TextSink{}, options, run), InvalidArgument);
  }
  CHECK_THROWS_AS(write_edge_lines(std::vector<Edge>{{0, 1}}, TextSink{}), InvalidArgument);
}

TEST_CASE("the table of names has the numbers of the format") {
  const test::TemporaryFolder folder;
  const std::string path = (folder.path() / "names.csv").string();
  const Graph graph = labelled({"a", "b,c", "say \"x\""});
  write_vertex_names(graph, "mtx", path, Overwrite::no);
  CHECK(test::read_file(path) == "vertex,name\n1,a\n2,\"b,c\"\n3,\"say \"\"x\"\"\"\n");
  write_vertex_names(graph, "dot", path, Overwrite::yes);
  CHECK(test::read_file(path).substr(0, 16) == "vertex,name\n0,a\n");
  CHECK_THROWS_AS(write_vertex_names(graph, "mtx", path, Overwrite::no), InvalidArgument);
  CHECK_THROWS_AS(write_vertex_names(graph, "xml", path, Overwrite::yes), InvalidArgument);
}

TEST_CASE("nothing is left of a file that could not be written") {
  const test::TemporaryFolder folder;
  const std::string path = folder.write("graph.mtx", "old");
  const auto files = [&] {
    return std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator());
  };
  CHECK_THROWS_AS(write_graph(small_graph(), path, {}, run), InvalidArgument);
  const std::atomic<bool> cancelled = true;
  const RunContext cancelled_run({.threads = 1, .cancel = &cancelled});
  for (const std::string format : {"mtx", "graphml", "dot", "lode", "edges"}) {
    CHECK_THROWS_AS(
        write_graph(small_graph(), path, {.format = format, .overwrite = Overwrite::yes}, cancelled_run),
        SystemError);
  }
  CHECK(test::read_file(path) == "old");
  CHECK(files() == 1);
  if (fs::exists("/dev/full")) {
    const Graph large = test::random_graph(300, 0.5, 1);
    for (const std::string_view format : writable_formats()) {
      CHECK_THROWS_WITH(write_graph(large, "/dev/full", {.format = std::string(format)}, run),
                        Catch::Contains("No space left on device"));
    }
  }
}

TEST_CASE("formats that are only written are refused by name") {
  const test::TemporaryFolder folder;
  for (const std::string format : {"dot"}) {
    for (const std::string& ending : {"." + format, std::string(".unknown")}) {
      const std::string path = (folder.path() / ("graph" + ending)).string();
      write_graph(small_graph(), path, {.format = format, .overwrite = Overwrite::yes}, run);
      CHECK_THROWS_AS(read_graph(path, {}, run), InputError);
      CHECK_THROWS_WITH(read_graph(path, {}, run),
                        Catch::Contains("a format lode does not read") && Catch::Contains("edges"));
    }
  }
}
