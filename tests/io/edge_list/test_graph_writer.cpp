#include <algorithm>
#include <numeric>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lode/core/rng.hpp>
#include <lode/io/read_graph.hpp>
#include <lode/io/write_graph.hpp>

#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;

namespace {

const RunContext one_thread({.threads = 1});

Graph with_names(const std::vector<Edge>& edges, std::size_t n, VertexNames names) {
  return Graph::from_edges(std::span<const Edge>(edges), static_cast<Vertex>(n)).with_names(std::move(names));
}

Graph with_ids(const std::vector<Edge>& edges, const std::vector<std::uint64_t>& ids) {
  return with_names(edges, ids.size(), VertexNames::from_ids(ids));
}

Graph with_labels(const std::vector<Edge>& edges, const std::vector<std::string>& labels) {
  return with_names(edges, labels.size(), VertexNames::from_labels(labels));
}

std::string list_of(const Graph& graph, char separator = ' ') {
  std::string text;
  write_graph(
      graph, [&](std::string_view piece) { text += piece; }, {.format = "edges", .separator = separator},
      one_thread);
  return text;
}

/// Every vertex and every edge, by name.
std::set<std::pair<std::string, std::string>> content_of(const Graph& graph) {
  std::set<std::pair<std::string, std::string>> content;
  for (Vertex u = 0; u < graph.num_vertices(); ++u) {
    content.emplace(graph.name(u), "");
    graph.for_each_neighbor(u, [&](Vertex v, Weight weight) {
      content.emplace(graph.name(u), graph.name(v) + fmt::format(" {}", weight));
    });
  }
  return content;
}

/// What differs between a graph and its edge list, and the list; empty if nothing does.
std::string difference(const Graph& graph, char separator = ' ') {
  const std::string text = list_of(graph, separator);
  ReadOptions options;
  options.labels = graph.names().kind() == VertexNames::Kind::labels;
  options.weighted = graph.weighted();
  try {
    const Graph back = read_graph(std::span<const char>(text), options, one_thread).graph;
    return content_of(back) == content_of(graph) ? "" : "another graph:\n" + text;
  } catch (const std::exception& error) {
    return std::string(error.what()) + ":\n" + text;
  }
}

}  // namespace

TEST_CASE("the first edge of a written list is no header, whatever the order of the ids") {
  // The first line would be "5 7", with seven more lines. The largest id is 7, which is on no other line.
  const Graph graph =
      with_ids({{0, 1}, {0, 4}, {2, 3}, {2, 4}, {2, 5}, {2, 6}, {3, 4}, {3, 5}}, {5, 7, 0, 1, 2, 3, 4});
  CHECK(difference(graph) == "");
  CHECK(list_of(graph).starts_with("# vertices 7 edges 8\n5 7\n5 7\n"));
  CHECK(list_of(with_ids({{0, 1}}, {5, 0})) == "# vertices 2 edges 1\n5 0\n5 0\n");
  CHECK(list_of(with_ids({{0, 1}}, {5, 1})) == "# vertices 2 edges 1\n5 1\n");
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    Rng rng(seed, 31);
    const Vertex n = 1 + static_cast<Vertex>(rng.below(7));
    std::vector<std::uint64_t> ids(n);
    std::iota(ids.begin(), ids.end(), rng.below(3));
    for (Vertex v = n; v > 1; --v) std::swap(ids[v - 1], ids[rng.below(v)]);
    INFO(seed);
    CHECK(difference(test::random_graph(n, 0.4, seed).with_names(VertexNames::from_ids(ids))) == "");
  }
}

TEST_CASE("the first edge of a written list of words is no header row") {
  // Two words above more lines of ids than a reader looks at, and other words behind them.
  std::vector<std::string> labels = {"alice", "bob"};
  std::vector<Edge> edges = {{0, 1}};
  for (Vertex v = 2; v < 2500; ++v) {
    labels.push_back(std::to_string(v));
    if (v > 2) edges.push_back({v - 1, v});
  }
  labels.insert(labels.end(), {"carol", "dave"});
  edges.push_back({2500, 2501});
  CHECK(difference(with_labels(edges, labels)) == "");
  CHECK(difference(with_labels(edges, labels), ',') == "");
  // A word of an isolated vertex.
  CHECK(difference(with_labels({{1, 2}, {2, 3}}, {"alice", "1", "2", "3"})) == "");
  CHECK(list_of(with_labels({{0, 1}}, {"from", "to"}), ',') == "from,to\nfrom,to\n");
  CHECK(list_of(with_labels({{0, 1}, {0, 2}}, {"alice", "bob", "carol"}), ',') == "alice,bob\nalice,carol\n");
}

TEST_CASE("a written list of words is never taken for another format") {
  const std::vector<std::vector<std::string>> beginnings = {{"graph", "[x", "y"},
                                                            {"graph", "[", "y"},
                                                            {"Creator", "x", "graph", "[y"},
                                                            {"a -> b", "c", "d"},
                                                            {"a \"\" -> b", "c"},
                                                            {"a->b", "c"},
                                                            {"->", "a", "b"},
                                                            {"a", "->", "b"},
                                                            {"\xEF\xBB\xBFx", "y"},
                                                            {"\xEF\xBB\xBF", "y"},
                                                            {"*Vertices", "3"},
                                                            {"p", "edge", "3"},
                                                            {"{", "\"nodes\": [", "x"},
                                                            {"insert into x", "y"},
                                                            {"<a:b>", "<c:d>", "."},
                                                            {"R&D\tsales", "ann", "bob"},
                                                            {"ann", "R&D\tsales", "b"},
                                                            {"ann", "x;y", "x|y", "x,y", "x y"},
                                                            {"%%MatrixMarket matrix", "x"},
                                                            {"version https://git-lfs", "x"},
                                                            {"GIF89a", "SQLite format 3"}};
  for (const std::vector<std::string>& labels : beginnings) {
    std::vector<Edge> path;
    for (Vertex v = 1; v < labels.size(); ++v) path.push_back({v - 1, v});
    std::vector<Edge> pairs;
    for (Vertex v = 1; v < labels.size(); v += 2) pairs.push_back({v - 1, v});
    for (const char separator : {' ', '\t', ','}) {
      INFO(labels[0]);
      CHECK(difference(with_labels(path, labels), separator) == "");
      CHECK(difference(with_labels(pairs, labels), separator) == "");
    }
  }
}

TEST_CASE("lists of hostile words and unsorted ids are read back as the graphs that they hold") {
  const std::vector<std::string> words = {
      "source", "target",  "node1",  "node2",  "graph",  "[x",     "[",     "1",      "2",      "007",
      "0",      "#a",      "%b",     "a b",    "a,b",    "\"q\"",  "x;y",   "|",      "p",      "edge",
      "c",      "e",       "{",      "{}",     "(1",     "2)",     "->",    "--",     "nan",    "weight",
      "\u00e9", "-",       "<x>",    "y",      "x,\"z",  "\"",     "\"\"",  "'",      "\\",     "from",
      "to",     "user_id", "id",     "N/A",    "NULL",   "1.5",    "-1",    "+3",     "label",  "name",
      "w",      "value",   "  lead", "trail ", "insert", "into",   "x{",    "a {",    "tab\tx", "a -> b",
      "a--b",   "x|y",     "#",      "##",     "% c",    "a  b",   " ",     ",",      ";",      "//",
      "5\"",    "Creator", "\tx y",  "\"a",    "a\"",    "a, \"b", "x \"y", "*Edges", "p edge", "1 2"};
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    Rng rng(seed, 5);
    const std::size_t n = 1 + rng.below(rng.below(3) == 0 ? 3 : 8);
    const auto weights = seed % 2 == 0 ? test::TestWeights::none : test::TestWeights::integral;
    Graph graph = test::random_graph(static_cast<Vertex>(n), 0.5, seed, weights);
    if (rng.below(3) == 0) {
      std::set<std::uint64_t> ids;
      while (ids.size() < n) ids.insert(rng.below(4) == 0 ? rng.next() : rng.below(12));
      std::vector<std::uint64_t> order(ids.begin(), ids.end());
      for (std::size_t i = n; i > 1; --i) std::swap(order[i - 1], order[rng.below(i)]);
      graph = graph.with_names(VertexNames::from_ids(order));
    } else {
      std::vector<std::string> labels;
      while (labels.size() < n) {
        const std::string& word = words[rng.below(words.size())];
        if (std::find(labels.begin(), labels.end(), word) == labels.end()) labels.push_back(word);
      }
      graph = graph.with_names(VertexNames::from_labels(labels));
    }
    INFO(seed);
    for (const char separator : {' ', '\t', ','}) CHECK(difference(graph, separator) == "");
  }
}
