#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/graph/arithmetic.hpp>

#include "support/catch.hpp"

using namespace lode;

namespace {

using Edges = std::map<std::pair<std::uint64_t, std::uint64_t>, double>;

/// Edges by ids, and their graph.
struct Drawn {
  Edges edges;
  std::set<std::uint64_t> ids;
  Graph graph;
};

Drawn drawn(std::uint64_t seed, bool weighted) {
  Rng rng(seed, 190);
  Drawn made;
  std::vector<IdPair> pairs;
  std::vector<Weight> weights;
  for (int i = 0; i < 25; ++i) {
    const std::uint64_t u = 10 * rng.below(9);
    const std::uint64_t v = 10 * rng.below(9);
    if (u == v || !made.edges.emplace(std::minmax(u, v), 1.0).second) continue;
    made.ids.insert({u, v});
    if (weighted) made.edges[std::minmax(u, v)] = static_cast<double>(rng.below(7)) - 3.0;
    pairs.emplace_back(u, v);
    weights.push_back(made.edges[std::minmax(u, v)]);
  }
  if (!weighted) weights.clear();
  made.graph = Graph::from_ids(pairs, weights, MergeRule::error, RunContext(), WeightSigns::any);
  return made;
}

Edges edges_of(const Graph& graph) {
  Edges edges;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    graph.for_each_neighbor(
        v, [&](Vertex u, Weight w) { edges[std::minmax(graph.names().id(u), graph.names().id(v))] = w; });
  }
  return edges;
}

Edges expected(const Drawn& a, const Drawn& b, GraphOperation operation) {
  Edges result;
  const auto in = [](const Drawn& drawn, const auto& pair) { return drawn.edges.contains(pair); };
  Edges all = a.edges;
  all.insert(b.edges.begin(), b.edges.end());
  for (const auto& [pair, unused] : all) {
    const double x = in(a, pair) ? a.edges.at(pair) : 0.0;
    const double y = in(b, pair) ? b.edges.at(pair) : 0.0;
    if (operation == GraphOperation::minus && x != y) result[pair] = x - y;
    if (operation == GraphOperation::united) result[pair] = x + y;
    if (operation == GraphOperation::intersected && in(a, pair) && in(b, pair)) result[pair] = std::min(x, y);
  }
  return result;
}

std::string refusal(const Graph& a, const Graph& b, GraphOperation operation) {
  try {
    combined(a, b, operation);
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("graphs are subtracted, united and intersected by the names of their vertices") {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Drawn a = drawn(2 * seed, seed % 2 == 1);
    const Drawn b = drawn(2 * seed + 1, seed % 4 >= 2);
    for (const auto operation :
         {GraphOperation::minus, GraphOperation::united, GraphOperation::intersected}) {
      INFO("seed " << seed << ", operation " << static_cast<int>(operation));
      const CombinedGraph result = combined(a.graph, b.graph, operation);
      const bool weighted = operation == GraphOperation::minus || a.graph.weighted() || b.graph.weighted();
      CHECK((result.graph.weighted() || result.graph.num_edges() == 0) == weighted);
      Edges wanted = expected(a, b, operation);
      if (!weighted) {
        for (auto& [pair, w] : wanted) w = 1.0;
      }
      CHECK(edges_of(result.graph) == wanted);
      std::set<std::uint64_t> names;
      std::size_t common = 0;
      for (const std::uint64_t id : a.ids) common += b.ids.count(id);
      for (const std::uint64_t id : a.ids) {
        if (operation != GraphOperation::intersected || b.ids.contains(id)) names.insert(id);
      }
      if (operation != GraphOperation::intersected) names.insert(b.ids.begin(), b.ids.end());
      std::set<std::uint64_t> found;
      for (Vertex v = 0; v < result.graph.num_vertices(); ++v) found.insert(result.graph.names().id(v));
      CHECK(found == names);
      CHECK(result.common_vertices == common);
      std::size_t common_edges = 0;
      std::size_t equal = 0;
      for (const auto& [pair, w] : a.edges) {
        common_edges += b.edges.count(pair);
        equal += b.edges.contains(pair) && b.edges.at(pair) == w ? 1 : 0;
      }
      CHECK(result.common_edges == common_edges);
      CHECK(result.cancelled_edges == (operation == GraphOperation::minus ? equal : 0));
    }
  }
}

TEST_CASE("graphs with labels are matched by their labels") {
  const std::vector<LabelPair> first = {{"a", "b"}, {"b", "c"}};
  const std::vector<LabelPair> second = {{"b", "c"}, {"c", "d"}};
  const Graph a = Graph::from_labels(first);
  const Graph b = Graph::from_labels(second);
  const Graph difference = combined(a, b, GraphOperation::minus).graph;
  CHECK(difference.num_vertices() == 4);
  CHECK(difference.num_edges() == 2);
  CHECK(difference.edge_weight(*difference.vertex("c"), *difference.vertex("d")) == -1.0);
  CHECK(difference.edge_weight(*difference.vertex("a"), *difference.vertex("b")) == 1.0);
  const Graph common = combined(a, b, GraphOperation::intersected).graph;
  CHECK(common.num_vertices() == 2);
  CHECK_FALSE(common.weighted());
}

TEST_CASE("graphs that cannot be combined are refused with the reason") {
  const std::vector<LabelPair> words = {{"a", "b"}};
  const Graph labelled = Graph::from_labels(words);
  const Graph plain = Graph::from_edges({{0, 1}});
  CHECK(refusal(plain, labelled, GraphOperation::minus).find("other has labels") != std::string::npos);
  const std::vector<IdPair> far = {{70, 80}};
  CHECK(refusal(plain, Graph::from_ids(far), GraphOperation::intersected).find("vertex in common") !=
        std::string::npos);
  const Graph heavy = Graph::from_edges({{0, 1, 5e15}});
  CHECK_FALSE(combined(heavy, heavy, GraphOperation::united, RunContext()).graph.integral());
}
