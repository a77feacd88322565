#include <string>
#include <vector>

#include <lode/graph/cores.hpp>
#include <lode/graph/generators.hpp>
#include <lode/graph/hierarchy.hpp>

#include "report/svg/icicle.hpp"
#include "support/catch.hpp"

using namespace lode;

namespace {

std::size_t count_of(const std::string& text, const std::string& word) {
  std::size_t count = 0;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++count;
  return count;
}

std::string icicle_of(const Graph& graph) { return detail::icicle(core_tree(graph, core_numbers(graph))); }

}  // namespace

TEST_CASE("an icicle has a labelled rectangle for every component") {
  // Two cliques of five vertices joined by an edge, and a pair apart.
  std::vector<Edge> edges = {{0, 5}, {10, 11}};
  for (Vertex u = 0; u < 5; ++u) {
    for (Vertex v = u + 1; v < 5; ++v) {
      edges.push_back({u, v});
      edges.push_back({u + 5, v + 5});
    }
  }
  const std::string picture = icicle_of(Graph::from_edges(edges));
  CHECK(count_of(picture, "<rect ") == 2);  // the ten vertices are one component of every core
  CHECK(count_of(picture, "k = 4: 10 vertices, 21 edges") == 1);
  CHECK(count_of(picture, "k = 1: 2 vertices, 1 edge,") == 1);
  CHECK(count_of(picture, ">4: 10<") == 1);
  edges.erase(edges.begin());
  CHECK(count_of(icicle_of(Graph::from_edges(edges)), "k = 4: 5 vertices, 10 edges, density 1<") == 2);
}

TEST_CASE("icicles of large graphs stay small, and there is none of no graph") {
  const std::string picture = icicle_of(rmat({.scale = 12, .lines = 40000, .seed = 1}));
  CHECK(picture.size() < 60000);
  CHECK(count_of(picture, "<rect ") > 5);
  CHECK(icicle_of(Graph()).empty());
}
