#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/graph/cores.hpp>
#include <lode/graph/hierarchy.hpp>
#include <lode/graph/part.hpp>
#include <lode/questions/trusses.hpp>

#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;

namespace {

/// Members of every node with those of its descendants. Parents come first.
std::vector<std::set<Vertex>> whole_members(const ComponentTree& tree) {
  std::vector<std::set<Vertex>> members(tree.nodes.size());
  for (std::size_t i = tree.nodes.size(); i-- > 0;) {
    members[i].insert(tree.members_of(i).begin(), tree.members_of(i).end());
    const std::uint32_t parent = tree.nodes[i].parent;
    if (parent == no_node) continue;
    REQUIRE(parent < i);
    CHECK(tree.nodes[parent].k < tree.nodes[i].k);
    members[parent].insert(members[i].begin(), members[i].end());
  }
  return members;
}

/// For every k, the components of the subgraph of `edges_at(k)` on `vertices_at(k)` are the nodes that hold
/// at k.
template <class VerticesAt, class EdgesAt>
void check_tree(const Graph& graph, const ComponentTree& tree, Vertex largest, const VerticesAt& vertices_at,
                const EdgesAt& edges_at) {
  const std::vector<std::set<Vertex>> members = whole_members(tree);
  for (Vertex k = 0; k <= largest; ++k) {
    const std::set<Vertex> vertices = vertices_at(k);
    const std::vector<Edge> edges = edges_at(k);
    const Components components = connected_components(Graph::from_edges(edges, graph.num_vertices()));
    std::map<Vertex, std::set<Vertex>> expected;
    std::map<Vertex, EdgeCount> edges_of;
    for (const Vertex v : vertices) expected[components.component[v]].insert(v);
    for (const Edge& edge : edges) ++edges_of[components.component[edge.u]];
    std::set<std::set<Vertex>> sets;
    for (const auto& [component, set] : expected) sets.insert(set);
    std::set<std::set<Vertex>> found;
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
      const ComponentNode& node = tree.nodes[i];
      const bool holds = node.k >= k && (node.parent == no_node || tree.nodes[node.parent].k < k);
      if (!holds) continue;
      CHECK(found.insert(members[i]).second);
      CHECK(node.vertices == members[i].size());
      if (node.k == k) CHECK(node.edges == edges_of[components.component[*members[i].begin()]]);
    }
    CAPTURE(k);
    CHECK(found == sets);
  }
}

}  // namespace

TEST_CASE("the tree of the cores holds the components of every core") {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const auto n = static_cast<Vertex>(seed % 25);
    const Graph graph = test::random_graph(n, 0.04 * static_cast<double>(1 + seed % 9), seed);
    const std::vector<Vertex> cores = core_numbers(graph);
    const ComponentTree tree = core_tree(graph, cores);
    CAPTURE(seed, n);
    CHECK(tree.members.size() == n);
    const Vertex largest = cores.empty() ? 0 : *std::ranges::max_element(cores);
    const auto vertices_at = [&](Vertex k) {
      std::set<Vertex> vertices;
      for (Vertex v = 0; v < n; ++v) {
        if (cores[v] >= k) vertices.insert(v);
      }
      return vertices;
    };
    check_tree(graph, tree, largest, vertices_at, [&](Vertex k) {
      std::vector<Edge> edges;
      for (Vertex v = 0; v < n; ++v) {
        for (const Vertex u : graph.neighbors(v)) {
          if (u < v && cores[u] >= k && cores[v] >= k) edges.push_back({u, v});
        }
      }
      return edges;
    });
  }
}

TEST_CASE("the tree of the trusses holds the components of every truss") {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const auto n = static_cast<Vertex>(seed % 25);
    const Graph graph = test::random_graph(n, 0.04 * static_cast<double>(1 + seed % 9), seed);
    const TrussDecomposition trusses = truss_numbers(graph);
    const ComponentTree tree = truss_tree(graph, trusses);
    CAPTURE(seed, n);
    const auto edges_at = [&](Vertex k) {
      std::vector<Edge> edges;
      for (std::size_t e = 0; e < trusses.edges.size(); ++e) {
        if (trusses.number[e] >= k) edges.push_back(trusses.edges[e]);
      }
      return edges;
    };
    const auto vertices_at = [&](Vertex k) {
      std::set<Vertex> vertices;
      for (const Edge& edge : edges_at(k)) vertices.insert({edge.u, edge.v});
      return vertices;
    };
    check_tree(graph, tree, trusses.largest, vertices_at, edges_at);
  }
}

TEST_CASE("numbers that are not of the graph are refused") {
  const Graph graph = Graph::from_edges({{0, 1}, {1, 2}});
  const std::vector<Vertex> two = {1, 1};
  CHECK_THROWS_AS(core_tree(graph, two), InvalidArgument);
  TrussDecomposition incomplete;
  incomplete.edges = {{0, 1}, {1, 2}};
  CHECK_THROWS_AS(truss_tree(graph, incomplete), InvalidArgument);
}
