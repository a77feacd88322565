#include <string>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/io/read_graph.hpp>

#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;

namespace {

LoadedGraph read_metis_text(const std::string& text, ReadOptions options = {}) {
  const test::TemporaryFolder folder;
  return read_graph(folder.write("a.graph", text), options, RunContext({.threads = 1}));
}

ReadOptions weighted_metis(MergeRule merge = MergeRule::error) {
  ReadOptions options;
  options.weighted = true;
  options.merge = merge;
  return options;
}

/// A METIS text with lists in random order, and comments; `format` as in the header.
std::string metis_text(const Graph& graph, const std::string& format, int vertex_weights, Rng& rng) {
  std::string text = "% made up\n" + fmt::format("{} {} {}", graph.num_vertices(), graph.num_edges(), format);
  if (vertex_weights > 1) text += fmt::format(" {}", vertex_weights);
  text += '\n';
  const bool sizes = format.size() == 3 && format[0] == '1';
  const bool edge_weights = !format.empty() && format.back() == '1';
  for (Vertex u = 0; u < graph.num_vertices(); ++u) {
    if (rng.below(5) == 0) text += "% a comment\n";
    for (int i = 0; i < vertex_weights + (sizes ? 1 : 0); ++i) text += fmt::format("{} ", 100 + rng.below(9));
    std::vector<std::string> items;
    graph.for_each_neighbor(u, [&](Vertex v, Weight w) {
      items.push_back(fmt::format("{}", v + 1) + (edge_weights ? fmt::format(" {}", w) : ""));
    });
    for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[rng.below(i)]);
    for (const std::string& item : items) text += item + " ";
    text += '\n';
  }
  return text;
}

}  // namespace

TEST_CASE("METIS: random graphs come back, in every format of the header") {
  Rng rng(8);
  for (const char* format : {"", "0", "00", "1", "001", "10", "011", "100", "111"}) {
    const std::string word = format;
    const int vertex_weights =
        word.size() > 1 && word[word.size() - 2] == '1' ? 1 + static_cast<int>(rng.below(3)) : 0;
    const bool edge_weights = !word.empty() && word.back() == '1';
    const Graph graph = test::random_graph(30, 0.15, 7, test::TestWeights::integral);
    const std::string text = metis_text(graph, word, vertex_weights, rng);
    INFO(text);
    const LoadedGraph plain = read_metis_text(text);
    CHECK(std::equal(graph.targets().begin(), graph.targets().end(), plain.graph.targets().begin(),
                     plain.graph.targets().end()));
    CHECK(plain.graph.num_vertices() == 30);
    CHECK(plain.report.reciprocal_merged == 0);
    CHECK(plain.report.edge_lines == graph.num_edges());
    CHECK_FALSE(plain.graph.weighted());
    CHECK((plain.report.summary().find("edge weights ignored") != std::string::npos) == edge_weights);
    CHECK((plain.report.summary().find("vertex weights ignored") != std::string::npos) ==
          (vertex_weights > 0));
    if (edge_weights) {
      const LoadedGraph weighted = read_metis_text(text, weighted_metis());
      CHECK(std::equal(graph.weights().begin(), graph.weights().end(), weighted.graph.weights().begin(),
                       weighted.graph.weights().end()));
    } else {
      CHECK_THROWS_AS(read_metis_text(text, weighted_metis()), InputError);
    }
  }
}

TEST_CASE("METIS: isolated vertices, self-loops, repeated neighbours and blank lines at the end") {
  const LoadedGraph isolated = read_metis_text("4 1\n2\n1\n\n\n\n \n");
  CHECK(isolated.graph.num_vertices() == 4);
  CHECK(isolated.graph.num_edges() == 1);
  for (const int declared : {1, 2}) {  // with or without the self-loop
    const LoadedGraph loop = read_metis_text(fmt::format("2 {}\n1 2\n1\n", declared));
    CHECK(loop.graph.num_edges() == 1);
    CHECK(loop.report.self_loops_dropped == 1);
  }
  const LoadedGraph twice = read_metis_text("3 3\n2 3 2\n1 1\n1\n");
  CHECK(twice.graph.num_edges() == 2);
  CHECK(twice.report.duplicates_merged == 2);
  const LoadedGraph sums = read_metis_text("2 2 1\n2 3 2 4\n1 4 1 3\n", weighted_metis());
  CHECK(sums.graph.edge_weight(0, 1) == 7.0);
}

TEST_CASE("METIS: an edge must stand in both lists, at the same weight unless merged") {
  const test::TemporaryFolder folder;
  const auto error_of = [&](const std::string& text, const ReadOptions& options = {}) {
    try {
      read_graph(folder.write("a.graph", text), options, RunContext({.threads = 1}));
    } catch (const InputError& error) {
      return error.position().line > 0 ? fmt::format("{}: {}", error.position().line, error.problem())
                                       : error.problem();
    }
    return std::string("no error");
  };
  CHECK(error_of("3 2\n2 3\n1\n2\n") == "an edge is in the list of one of its ends only");
  CHECK(error_of("% c\n3 2\n\n1 3\n% c\n2 1\n") == "an edge is in the list of one of its ends only");
  CHECK(error_of("3 2\n2\n1\n1 2\n") == "an edge is in the list of one of its ends only");
  const std::string uneven = "2 1 1\n2 3\n1 5\n";
  CHECK(error_of(uneven, weighted_metis()) == "edge 1 2 has weight 3 but 2 1 has weight 5");
  CHECK(read_metis_text(uneven, weighted_metis(MergeRule::max)).graph.edge_weight(1, 0) == 5.0);
  CHECK(read_metis_text(uneven, weighted_metis(MergeRule::min)).graph.edge_weight(0, 1) == 3.0);
  CHECK(read_metis_text(uneven, weighted_metis(MergeRule::sum)).graph.edge_weight(0, 1) == 4.0);
}

TEST_CASE("METIS: damage to any byte is an error or a graph with the declared vertices") {
  Rng rng(12);
  const Graph graph = test::random_graph(12, 0.3, 3);
  const std::string text = metis_text(graph, "", 0, rng);
  const test::TemporaryFolder folder;
  int errors = 0;
  for (int i = 0; i < 400; ++i) {
    std::string damaged = text;
    damaged[rng.below(damaged.size())] = "0123456789 \n%-x"[rng.below(15)];
    try {
      const LoadedGraph loaded = read_graph(folder.write("a.graph", damaged), {}, RunContext({.threads = 1}));
      CHECK_NOTHROW(Graph::from_csr(loaded.graph.csr()));
    } catch (const InputError&) {
      ++errors;
    }
  }
  CHECK(errors > 100);
}
