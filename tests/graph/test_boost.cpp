#include <set>
#include <unordered_set>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/boykov_kolmogorov_max_flow.hpp>
#include <boost/graph/filtered_graph.hpp>
#include <boost/graph/graph_concepts.hpp>
#include <boost/graph/push_relabel_max_flow.hpp>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
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
BOOST_CONCEPT_ASSERT((boost::AdjacencyMatrixConcept<ArcView>));
BOOST_CONCEPT_ASSERT((boost::VertexListGraphConcept<ArcView>));
BOOST_CONCEPT_ASSERT((boost::EdgeListGraphConcept<ArcView>));
BOOST_CONCEPT_ASSERT((boost::IncidenceGraphConcept<ArcView>));
BOOST_CONCEPT_ASSERT((boost::AdjacencyGraphConcept<ArcView>));
BOOST_CONCEPT_ASSERT((boost::ReadablePropertyGraphConcept<ArcView, Arc, boost::edge_index_t>));
BOOST_CONCEPT_ASSERT((boost::ReadablePropertyGraphConcept<ArcView, Arc, boost::edge_reverse_t>));

namespace {

std::vector<WeightedEdge> edge_list(const Graph& graph) {
  std::vector<WeightedEdge> edges;
  for (Vertex u = 0; u < graph.num_vertices(); ++u) {
    graph.for_each_neighbor(u, [&](Vertex v, Weight weight) {
      if (u < v) edges.push_back({u, v, weight});
    });
  }
  return edges;
}

/// Least capacity of a cut between s and t, by enumeration of all cuts.
double brute_force_cut(const Graph& graph, const std::vector<double>& capacity, Vertex s, Vertex t) {
  const Vertex n = graph.num_vertices();
  double best = std::numeric_limits<double>::infinity();
  for (std::uint32_t side = 0; side < (std::uint32_t{1} << n); ++side) {
    if (!(side >> s & 1u) || (side >> t & 1u)) continue;
    double cut = 0.0;
    for (Vertex u = 0; u < n; ++u) {
      for (ArcIndex arc = graph.offsets()[u]; arc < graph.offsets()[u + 1]; ++arc) {
        if ((side >> u & 1u) && !(side >> graph.targets()[arc] & 1u)) cut += capacity[arc];
      }
    }
    best = std::min(best, cut);
  }
  return best;
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

TEST_CASE("arcs of the arc view are the CSR positions, with their reverses") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto n = static_cast<Vertex>(seed % 11);
    const Graph graph = test::random_graph(n, 0.4, seed, test::TestWeights::integral);
    const ArcView view(graph);
    REQUIRE(num_edges(view) == graph.num_arcs());
    ArcIndex arc = 0;
    for (auto [it, end] = edges(view); it != end; ++it, ++arc) {
      REQUIRE(get(boost::edge_index, view, *it) == arc);
      REQUIRE(target(*it, view) == graph.targets()[arc]);
      const Arc reverse = get(boost::edge_reverse, view, *it);
      REQUIRE(source(reverse, view) == target(*it, view));
      REQUIRE(target(reverse, view) == source(*it, view));
      REQUIRE(graph.targets()[reverse.arc] == source(*it, view));
      REQUIRE(get(boost::edge_reverse, view, reverse) == *it);
      REQUIRE(get(boost::edge_weight, view, *it) == graph.weights()[arc]);
    }
    REQUIRE(arc == graph.num_arcs());
    for (const Vertex v : boost::make_iterator_range(vertices(view))) {
      for (const Arc& a : boost::make_iterator_range(out_edges(v, view))) REQUIRE(source(a, view) == v);
    }
  }
}

TEST_CASE("Boost's max-flows on the arc view equal the least cut") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const Vertex n = 8;
    const Graph graph = test::random_graph(n, 0.45, seed);
    const ArcView view(graph);
    Rng rng(seed, 902);
    std::vector<double> capacity(graph.num_arcs());
    for (double& c : capacity) c = static_cast<double>(rng.below(12));
    const double expected = brute_force_cut(graph, capacity, 0, n - 1);

    std::vector<double> residual(capacity.size());
    std::vector<Arc> predecessor(n);
    std::vector<boost::default_color_type> color(n);
    std::vector<long> distance(n);
    const double kolmogorov = boost::boykov_kolmogorov_max_flow(
        view, arc_values(std::span<const double>(capacity)), arc_values(std::span<double>(residual)),
        get(boost::edge_reverse, view), predecessor.data(), color.data(), distance.data(),
        get(boost::vertex_index, view), Vertex{0}, Vertex{n - 1});
    REQUIRE(kolmogorov == expected);
    double cut = 0.0;
    for (const Arc& a : boost::make_iterator_range(edges(view))) {
      if (color[a.source] == color[0] && color[a.target] != color[0]) cut += capacity[a.arc];
    }
    REQUIRE(color[n - 1] != color[0]);
    REQUIRE(cut == expected);

    // One arc of every pair without capacity, as Boost's push-relabel asks for.
    std::vector<double> one_way = capacity;
    for (const Arc& a : boost::make_iterator_range(edges(view))) {
      const ArcIndex reverse = get(boost::edge_reverse, view, a).arc;
      if (capacity[a.arc] < capacity[reverse]) one_way[a.arc] = 0.0;
      if (capacity[a.arc] == capacity[reverse] && a.arc < reverse) one_way[a.arc] = 0.0;
    }
    const double expected_one_way = brute_force_cut(graph, one_way, 0, n - 1);
    const double push_relabel = boost::push_relabel_max_flow(
        view, Vertex{0}, Vertex{n - 1}, arc_values(std::span<const double>(one_way)),
        arc_values(std::span<double>(residual)), get(boost::edge_reverse, view),
        get(boost::vertex_index, view));
    REQUIRE(push_relabel == expected_one_way);
    for (Vertex v = 0; v < n; ++v) {
      double balance = 0.0;
      for (const Arc& a : boost::make_iterator_range(out_edges(v, view))) {
        REQUIRE(residual[a.arc] >= 0.0);
        balance += one_way[a.arc] - residual[a.arc];
      }
      REQUIRE(balance == (v == 0 ? expected_one_way : v == n - 1 ? -expected_one_way : 0.0));
    }
  }
}

TEST_CASE("a view keeps the arrays of its graph alive") {
  const UndirectedView view(test::random_graph(20, 0.5, 3));
  const ArcView arcs(UndirectedView(view).graph());
  CHECK(static_cast<std::size_t>(std::distance(edges(view).first, edges(view).second)) == num_edges(view));
  CHECK(num_edges(arcs) == 2 * num_edges(view));
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
    require_same_graph(from_boost(to_boost<PlainList>(plain)), plain);
    require_same_graph(from_boost(to_boost<NodeList>(plain)), plain);
    const Graph graph = test::random_graph(n, 0.4, seed, test::TestWeights::real);
    const auto list = to_boost<WeightedList>(graph);
    REQUIRE(num_edges(list) == graph.num_edges());
    require_same_graph(from_boost(list, get(boost::edge_weight, list)), graph);
    // Vertices that are pointers, and both directions.
    const auto nodes = to_boost<NodeList>(graph);
    REQUIRE(num_edges(nodes) == graph.num_arcs());
    require_same_graph(from_boost(nodes, get(boost::edge_weight, nodes)), graph);
    const auto roads = to_boost<RoadList>(
        graph, [](RoadList& copy, const auto& e, Weight weight) { copy[e].length = weight; });
    require_same_graph(from_boost(roads, get(&Road::length, roads)), graph);
  }
  const Graph weighted = test::random_graph(5, 0.9, 1, test::TestWeights::real);
  CHECK_THROWS_AS(to_boost<PlainList>(weighted), InvalidArgument);
  CHECK_THROWS_AS(to_boost<RoadList>(weighted), InvalidArgument);
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
