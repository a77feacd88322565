#include <numeric>
#include <set>
#include <sstream>
#include <unordered_set>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/filtered_graph.hpp>
#include <boost/graph/graph_concepts.hpp>
#include <boost/graph/graphviz.hpp>
#include <boost/graph/kruskal_min_spanning_tree.hpp>

#include <lode/core/error.hpp>
#include <lode/graph/boost.hpp>

#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;

BOOST_CONCEPT_ASSERT((boost::VertexListGraphConcept<UndirectedView>));
BOOST_CONCEPT_ASSERT((boost::EdgeListGraphConcept<UndirectedView>));
BOOST_CONCEPT_ASSERT((boost::IncidenceGraphConcept<UndirectedView>));
BOOST_CONCEPT_ASSERT((boost::AdjacencyGraphConcept<UndirectedView>));
BOOST_CONCEPT_ASSERT((boost::ReadablePropertyGraphConcept<UndirectedView, Vertex, boost::vertex_index_t>));
BOOST_CONCEPT_ASSERT(
    (boost::ReadablePropertyGraphConcept<UndirectedView, UndirectedEdge, boost::edge_index_t>));
BOOST_CONCEPT_ASSERT(
    (boost::ReadablePropertyGraphConcept<UndirectedView, UndirectedEdge, boost::edge_weight_t>));
BOOST_CONCEPT_ASSERT((boost::AdjacencyMatrixConcept<UndirectedView>));

namespace {

struct DisjointSets {
  std::vector<Vertex> parent;
  explicit DisjointSets(Vertex n) : parent(n) { std::iota(parent.begin(), parent.end(), Vertex{0}); }
  Vertex find(Vertex v) {
    while (parent[v] != v) v = parent[v];
    return v;
  }
  bool join(Vertex u, Vertex v) {
    u = find(u);
    v = find(v);
    parent[u] = v;
    return u != v;
  }
};

std::vector<WeightedEdge> edge_list(const Graph& graph) {
  std::vector<WeightedEdge> edges;
  for (Vertex u = 0; u < graph.num_vertices(); ++u) {
    graph.for_each_neighbor(u, [&](Vertex v, Weight weight) {
      if (u < v) edges.push_back({u, v, weight});
    });
  }
  return edges;
}

}  // namespace

TEST_CASE("edges of the undirected view come once, in order, and are numbered") {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const auto n = static_cast<Vertex>(seed % 13);
    const Graph graph = test::random_graph(n, 0.3, seed, test::TestWeights::real);
    const UndirectedView view(graph);
    const auto expected = edge_list(graph);
    REQUIRE(num_vertices(view) == n);
    REQUIRE(num_edges(view) == expected.size());
    std::size_t i = 0;
    for (auto [it, end] = edges(view); it != end; ++it, ++i) {
      REQUIRE(i < expected.size());
      REQUIRE(source(*it, view) == expected[i].u);
      REQUIRE(target(*it, view) == expected[i].v);
      REQUIRE(get(boost::edge_index, view, *it) == i);
      REQUIRE(get(boost::edge_weight, view, *it) == expected[i].weight);
    }
    REQUIRE(i == expected.size());
  }
}

TEST_CASE("an edge is the same edge from both ends") {
  const Graph graph = test::random_graph(14, 0.4, 5, test::TestWeights::real);
  const UndirectedView view(graph);
  std::set<UndirectedEdge> ordered;
  std::unordered_set<UndirectedEdge, boost::hash<UndirectedEdge>> hashed;
  std::vector<std::vector<UndirectedEdge>> seen(graph.num_edges());
  for (const Vertex v : boost::make_iterator_range(vertices(view))) {
    Vertex degree = 0;
    for (const UndirectedEdge& e : boost::make_iterator_range(out_edges(v, view))) {
      REQUIRE(source(e, view) == v);
      REQUIRE(target(e, view) == graph.neighbors(v)[degree++]);
      REQUIRE(get(boost::edge_weight, view, e) == graph.edge_weight(e.source, e.target));
      ordered.insert(e);
      hashed.insert(e);
      seen.at(get(boost::edge_index, view, e)).push_back(e);
    }
    REQUIRE(out_degree(v, view) == degree);
  }
  CHECK(ordered.size() == graph.num_edges());
  CHECK(hashed.size() == graph.num_edges());
  for (const auto& ends : seen) {
    REQUIRE(ends.size() == 2);
    CHECK(ends[0] == ends[1]);
    CHECK(ends[0].source == ends[1].target);
  }
  for (std::size_t i = 1; i < seen.size(); ++i) CHECK_FALSE(seen[i][0] == seen[i - 1][0]);
}

TEST_CASE("Boost's Kruskal on the undirected view finds the least spanning forest") {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const Graph graph = test::random_graph(25, 0.15, seed, test::TestWeights::real);
    const UndirectedView view(graph);
    std::vector<UndirectedEdge> tree;
    boost::kruskal_minimum_spanning_tree(view, std::back_inserter(tree));
    double weight = 0.0;
    for (const auto& e : tree) weight += get(boost::edge_weight, view, e);

    auto edges = edge_list(graph);
    std::ranges::sort(edges, {}, &WeightedEdge::weight);
    DisjointSets sets(25);
    double expected = 0.0;
    std::size_t size = 0;
    for (const auto& e : edges) {
      if (!sets.join(e.u, e.v)) continue;
      expected += e.weight;
      ++size;
    }
    REQUIRE(tree.size() == size);
    REQUIRE(weight == Approx(expected).epsilon(1e-12));
  }
}

TEST_CASE("Boost writes the undirected view as Graphviz") {
  const std::vector<Edge> edges{{2, 0}, {0, 1}};
  std::ostringstream out;
  boost::write_graphviz(out, UndirectedView(Graph::from_edges(std::span<const Edge>(edges), 4)));
  CHECK(out.str() == "graph G {\n0;\n1;\n2;\n3;\n0--1 ;\n0--2 ;\n}\n");
}

TEST_CASE("an edge is found by its ends") {
  const Graph graph = test::random_graph(12, 0.4, 8);
  const UndirectedView view(graph);
  for (Vertex u = 0; u < 12; ++u) {
    for (Vertex v = 0; v < 12; ++v) {
      const auto [e, found] = edge(u, v, view);
      REQUIRE(found == graph.adjacent(u, v));
      if (!found) continue;
      REQUIRE((source(e, view) == u && target(e, view) == v));
      REQUIRE(e == edge(v, u, view).first);
    }
  }
}

TEST_CASE("a view keeps the arrays of its graph alive") {
  const UndirectedView view(UndirectedView(test::random_graph(20, 0.5, 3)).graph());
  CHECK(static_cast<std::size_t>(std::distance(edges(view).first, edges(view).second)) == num_edges(view));
}

namespace {

using WeightProperty = boost::property<boost::edge_weight_t, double>;
using PlainList = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS>;
using WeightedList = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS, boost::no_property,
                                           boost::property<boost::edge_index_t, int, WeightProperty>>;
using NodeList = boost::adjacency_list<boost::setS, boost::listS, boost::bidirectionalS,
                                       boost::property<boost::vertex_index_t, int>, WeightProperty>;
struct Road {
  double length = 0.0;
};
using RoadList =
    boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS, boost::no_property, Road>;

/// For copies whose weights are internal properties, and for copies without weights.
constexpr auto put_weight = [](auto& copy, const auto& e, Weight weight) {
  put(boost::edge_weight, copy, e, weight);
};
constexpr auto no_weight = [](auto&, const auto&, Weight) {};

void require_same_graph(const Graph& a, const Graph& b) {
  REQUIRE(std::ranges::equal(a.offsets(), b.offsets()));
  REQUIRE(std::ranges::equal(a.targets(), b.targets()));
  REQUIRE(std::ranges::equal(a.weights(), b.weights()));
}

}  // namespace

TEST_CASE("graphs go to Boost's adjacency lists and come back") {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const auto n = static_cast<Vertex>(seed % 9);
    const Graph plain = test::random_graph(n, 0.4, seed);
    require_same_graph(from_boost(to_boost<PlainList>(plain, no_weight)), plain);
    require_same_graph(from_boost(to_boost<NodeList>(plain, no_weight)), plain);
    const Graph graph = test::random_graph(n, 0.4, seed, test::TestWeights::real);
    const auto list = to_boost<WeightedList>(graph, put_weight);
    REQUIRE(num_edges(list) == graph.num_edges());
    require_same_graph(from_boost(list, get(boost::edge_weight, list)), graph);
    // Vertices that are pointers, and both directions.
    const auto nodes = to_boost<NodeList>(graph, put_weight);
    REQUIRE(num_edges(nodes) == graph.num_arcs());
    require_same_graph(from_boost(nodes, get(boost::edge_weight, nodes)), graph);
    const auto roads = to_boost<RoadList>(
        graph, [](RoadList& copy, const auto& e, Weight weight) { copy[e].length = weight; });
    require_same_graph(from_boost(roads, get(&Road::length, roads)), graph);
  }
}

TEST_CASE("loops, parallel edges and opposite arcs of Boost's graphs become simple edges") {
  WeightedList list(3);
  add_edge(0, 1, {0, WeightProperty(2.0)}, list);
  add_edge(1, 0, {1, WeightProperty(3.0)}, list);
  add_edge(2, 2, {2, WeightProperty(1.0)}, list);
  const Graph summed = from_boost(list, get(boost::edge_weight, list));
  CHECK(summed.num_edges() == 1);
  CHECK(summed.edge_weight(0, 1) == 5.0);
  CHECK_FALSE(from_boost(list).weighted());

  boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS, boost::no_property, WeightProperty> arcs(
      3);
  add_edge(0, 1, WeightProperty(2.0), arcs);
  add_edge(1, 0, WeightProperty(2.0), arcs);
  CHECK(from_boost(arcs, get(boost::edge_weight, arcs)).edge_weight(0, 1) == 2.0);
  add_edge(1, 0, WeightProperty(1.0), arcs);
  CHECK_THROWS_AS(from_boost(arcs, get(boost::edge_weight, arcs)), InvalidArgument);
  CHECK(from_boost(arcs, get(boost::edge_weight, arcs), MergeRule::max).edge_weight(0, 1) == 3.0);
}

TEST_CASE("a part of a Boost graph is numbered in its order") {
  PlainList path(5);
  for (int v = 0; v < 4; ++v) add_edge(v, v + 1, path);
  const std::function<bool(std::size_t)> all_but_one = [](std::size_t v) { return v != 1; };
  const boost::filtered_graph<PlainList, boost::keep_all, std::function<bool(std::size_t)>> part(
      path, boost::keep_all(), all_but_one);
  const Graph graph = from_boost(part);
  REQUIRE(graph.num_vertices() == 4);  // 0, 2, 3, 4
  CHECK(graph.num_edges() == 2);
  CHECK(graph.adjacent(1, 2));
  CHECK(graph.adjacent(2, 3));
}
