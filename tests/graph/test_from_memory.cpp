#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/graph/graph.hpp>

#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using Catch::Matchers::Contains;

namespace {

void require_same_arrays(const Graph& a, const Graph& b) {
  REQUIRE(std::ranges::equal(a.offsets(), b.offsets()));
  REQUIRE(std::ranges::equal(a.targets(), b.targets()));
  REQUIRE(std::ranges::equal(a.weights(), b.weights()));
  REQUIRE(a.weight_kind() == b.weight_kind());
}

std::vector<std::uint64_t> ids_of(const Graph& graph) {
  std::vector<std::uint64_t> ids;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) ids.push_back(graph.names().id(v));
  return ids;
}

}  // namespace

TEST_CASE("the check of ranges leaves order and symmetry to the caller, and nothing else") {
  const auto made = [](std::vector<ArcIndex> offsets, std::vector<Vertex> targets,
                       std::vector<Weight> weights = {}) {
    return Graph::from_csr(std::move(offsets), std::move(targets), std::move(weights), CsrCheck::ranges);
  };
  CHECK(made({0, 1, 3, 4}, {1, 0, 2, 1}).num_edges() == 2);
  CHECK_THROWS_WITH(
      made({0, 2, 1, 4}, {1, 2, 0, 1}),
      Contains("offsets[2] must be at least the previous one and at most the number of targets, not 1"));
  CHECK_THROWS_WITH(
      made({0, 9, 3, 4}, {1, 0, 2, 1}),
      Contains("offsets[1] must be at least the previous one and at most the number of targets, not 9"));
  CHECK_THROWS_WITH(made({0, 1, 3, 4}, {1, 0, 3, 1}), Contains("targets[2] = 3 is not a vertex"));
  CHECK_THROWS_WITH(made({0, 1, 2}, {1, 0}, {1.0, -1.0}), Contains(">= 0, not -1"));
#if LODE_ASSERTION_LEVEL < 2  // heavy assertions check what the caller promises
  CHECK_NOTHROW(made({0, 1, 1}, {1}));
  CHECK_NOTHROW(made({0, 2, 3, 4}, {2, 1, 0, 0}));
#endif
  CHECK_THROWS_AS(Graph::from_csr(std::vector<ArcIndex>{0, 1, 1}, std::vector<Vertex>{1}), InvalidArgument);
}

TEST_CASE("edges can be written down where they are used") {
  const Graph plain = Graph::from_edges({{0, 1}, {1, 2}, {2, 1}});
  CHECK(plain.num_edges() == 2);
  CHECK_FALSE(plain.weighted());
  CHECK(Graph::from_edges({{0, 1}}).num_vertices() == 2);
  CHECK(Graph::from_edges({{0, 1}}, 5).num_vertices() == 5);
  const Graph weighted = Graph::from_edges({{0, 1, 2.5}, {1, 2, 0.5}});
  CHECK(weighted.edge_weight(0, 1) == 2.5);
  CHECK(Graph::from_edges(std::vector<Edge>{{0, 3}}).num_vertices() == 4);
}

TEST_CASE("edges are joined on the threads of a run, unless it should stop") {
  std::vector<WeightedEdge> edges;
  const Rng rng(3, 905);
  for (std::uint64_t i = 0; i < 300'000; ++i) {
    edges.push_back({static_cast<Vertex>(rng.uniform_at(3 * i) * 500),
                     static_cast<Vertex>(rng.uniform_at(3 * i + 1) * 500), rng.uniform_at(3 * i + 2)});
  }
  const Graph expected = Graph::from_edges(edges, 500);
  for (const int threads : {1, 2, 3}) {
    require_same_arrays(Graph::from_edges(edges, 500, RunContext({.threads = threads})), expected);
  }
  const std::vector<Edge> plain{{0, 1}, {1, 2}};
  CHECK(Graph::from_edges(plain, 4, RunContext()).num_edges() == 2);
  const std::atomic<bool> cancel = true;
  const RunContext stopped({.cancel = &cancel});
  CHECK_THROWS_AS(Graph::from_edges(plain, 4, stopped), SystemError);
  const std::vector<IdPair> pairs{{0, 1}};
  CHECK_THROWS_AS(Graph::from_ids(pairs, {}, MergeRule::error, stopped), SystemError);
}

TEST_CASE("both directions of an arc agree, or a rule decides") {
  const std::vector<WeightedEdge> agreeing{{0, 1, 2.0}, {1, 0, 2.0}, {1, 2, 1.0}, {1, 2, 3.0}};
  const Graph graph = Graph::from_arcs(agreeing);
  CHECK(graph.edge_weight(0, 1) == 2.0);
  CHECK(graph.edge_weight(1, 2) == 4.0);
  CHECK(graph.total_weight() == 6.0);
  const std::vector<WeightedEdge> differing{{0, 1, 2.0}, {1, 0, 3.0}};
  CHECK_THROWS_AS(Graph::from_arcs(differing), InvalidArgument);
  CHECK_THROWS_WITH(Graph::from_arcs(differing), Contains("weights of 0 1 and 1 0 differ: 2 and 3"));
  const auto merged = [&](MergeRule rule) {
    return Graph::from_arcs(differing, Graph::automatic, rule).edge_weight(1, 0);
  };
  CHECK(merged(MergeRule::sum) == 5.0);
  CHECK(merged(MergeRule::max) == 3.0);
  CHECK(merged(MergeRule::min) == 2.0);
}

TEST_CASE("a sum of both directions is a sum, whether they agree or not") {
  // Of 3 and 3, 3 and 4, 1 + 2 and 3, 0 and 2, 5 alone.
  const std::vector<WeightedEdge> arcs{{0, 1, 3.0}, {1, 0, 3.0}, {0, 2, 3.0}, {2, 0, 4.0}, {0, 3, 1.0},
                                       {0, 3, 2.0}, {3, 0, 3.0}, {1, 2, 0.0}, {2, 1, 2.0}, {1, 3, 5.0}};
  const auto weights = [&](MergeRule rule) {
    const Graph graph = Graph::from_arcs(arcs, Graph::automatic, rule);
    std::vector<Weight> found;
    for (const auto& [u, v] :
         {std::pair{0, 1}, std::pair{0, 2}, std::pair{0, 3}, std::pair{1, 2}, std::pair{1, 3}}) {
      found.push_back(graph.edge_weight(static_cast<Vertex>(u), static_cast<Vertex>(v)).value());
      CHECK(graph.edge_weight(static_cast<Vertex>(v), static_cast<Vertex>(u)) == found.back());
    }
    return found;
  };
  CHECK(weights(MergeRule::sum) == std::vector<Weight>{6.0, 7.0, 6.0, 2.0, 5.0});
  CHECK(weights(MergeRule::max) == std::vector<Weight>{3.0, 4.0, 3.0, 2.0, 5.0});
  CHECK(weights(MergeRule::min) == std::vector<Weight>{3.0, 3.0, 3.0, 0.0, 5.0});
}

TEST_CASE("ids of 64 bits are numbered by increasing id and stay the names") {
  constexpr std::uint64_t huge = ~std::uint64_t{0};
  for (const std::uint64_t last : {std::uint64_t{4'000}, std::uint64_t{4'000'000'000}, huge}) {
    const std::vector<IdPair> pairs{{70, last}, {9, 70}, {70, 9}, {800, 800}, {last, 9}, {9, 70}};
    const Graph graph = Graph::from_ids(pairs);
    REQUIRE(ids_of(graph) == std::vector<std::uint64_t>{9, 70, 800, last});
    CHECK(graph.num_edges() == 3);
    CHECK(graph.degree(2) == 0);
    CHECK(graph.adjacent(0, 3));
    CHECK(graph.name(3) == std::to_string(last));
    CHECK(graph.vertex(last) == Vertex{3});
    CHECK(graph.vertex(70) == Vertex{1});
    CHECK(graph.vertex("800") == Vertex{2});
    CHECK_FALSE(graph.vertex(71));
    CHECK_FALSE(graph.vertex(0));
    CHECK_FALSE(graph.vertex("9 "));
  }
  const std::vector<IdPair> numbers{{1, 0}, {2, 0}};
  const Graph plain = Graph::from_ids(numbers);
  CHECK(plain.names().kind() == VertexNames::Kind::numbers);
  CHECK(plain.vertex(2) == Vertex{2});
  CHECK_FALSE(plain.vertex(3));
  CHECK_FALSE(plain.vertex(std::uint64_t{1} << 32));
  CHECK(Graph::from_ids({}).num_vertices() == 0);
}

TEST_CASE("random ids and labels agree with a map of pairs, for any number of threads") {
  for (const std::uint64_t gap : {std::uint64_t{1}, std::uint64_t{3}, std::uint64_t{1} << 40}) {
    Rng rng(11, 906);
    std::vector<IdPair> pairs;
    std::vector<Weight> weights;
    std::vector<std::string> words;
    std::map<IdPair, Weight> expected;
    for (int i = 0; i < 20'000; ++i) {
      const std::uint64_t u = 5 + gap * rng.below(200);
      const std::uint64_t v = 5 + gap * rng.below(200);
      pairs.emplace_back(u, v);
      weights.push_back(rng.uniform());
      words.push_back(std::to_string(u));
      words.push_back(std::to_string(v));
      if (u < v) expected[{u, v}] += weights.back();
      if (v < u) expected[{u, v}] += weights.back();
    }
    std::vector<LabelPair> labels;
    for (std::size_t i = 0; i < pairs.size(); ++i) labels.emplace_back(words[2 * i], words[2 * i + 1]);
    for (const int threads : {1, 2}) {
      const RunContext run({.threads = threads});
      const Graph graph = Graph::from_ids(pairs, weights, MergeRule::max, run);
      const Graph lettered = Graph::from_labels(labels, weights, MergeRule::max, run);
      REQUIRE(graph.num_vertices() == 200);
      REQUIRE(lettered.num_edges() == graph.num_edges());
      REQUIRE(lettered.names().kind() == VertexNames::Kind::labels);
      for (const auto& [pair, weight] : expected) {
        const auto other = expected.find({pair.second, pair.first});
        const Weight larger = other == expected.end() ? weight : std::max(weight, other->second);
        REQUIRE(graph.edge_weight(*graph.vertex(pair.first), *graph.vertex(pair.second)) == larger);
        REQUIRE(lettered.edge_weight(*lettered.vertex(std::to_string(pair.first)),
                                     *lettered.vertex(std::to_string(pair.second))) == larger);
      }
      for (Vertex v = 1; v < 200; ++v) REQUIRE(lettered.names().label(v - 1) < lettered.names().label(v));
    }
  }
}

TEST_CASE("labels are numbered by their bytes") {
  std::string word = "beta";
  const std::vector<LabelPair> pairs{{word, "alpha"}, {"", word}, {"alpha", "alpha"}, {"Zeta", ""}};
  const Graph graph = Graph::from_labels(pairs);
  word = "gone";  // the graph has its own copies
  REQUIRE(graph.num_vertices() == 4);
  CHECK(graph.name(0).empty());
  CHECK(graph.name(1) == "Zeta");
  CHECK(graph.name(3) == "beta");
  CHECK(graph.num_edges() == 3);
  CHECK(graph.vertex("alpha") == Vertex{2});
  CHECK_FALSE(graph.vertex("gamma"));
  CHECK_FALSE(graph.vertex(2));
}

TEST_CASE("pairs that make no graph are refused by their names") {
  const std::vector<IdPair> pairs{{7, 9}, {9, 7}};
  const std::vector<LabelPair> labels{{"a", "b"}, {"b", "a"}};
  const std::vector<Weight> differing{1.0, 2.0};
  CHECK_THROWS_AS(Graph::from_ids(pairs, differing), InvalidArgument);
  CHECK_THROWS_WITH(Graph::from_ids(pairs, differing), Contains("weights of 7 9 and 9 7 differ: 1 and 2"));
  CHECK_THROWS_WITH(Graph::from_labels(labels, differing), Contains("b a differ: 1 and 2"));
  CHECK(Graph::from_labels(labels, differing, MergeRule::min).total_weight() == 1.0);
  const std::vector<Weight> one{1.0};
  CHECK_THROWS_WITH(Graph::from_ids(pairs, one), Contains("pairs, 2, not 1"));
  const std::vector<Weight> negative{1.0, -2.0};
  CHECK_THROWS_WITH(Graph::from_labels(labels, negative), Contains(">= 0, not -2"));
}

TEST_CASE("a number far above the edges is refused by its edge, unless so many vertices are asked for") {
  const std::vector<Edge> far = {{0, 1}, {4'000'000'000u, 2}, {1, 2}};
  CHECK_THROWS_WITH(
      Graph::from_edges(far),
      "edges[1] = {4000000000, 2} asks for 4000000001 vertices, far more than the number of edges, 3; give "
      "num_vertices if that is meant, or call from_ids, which numbers the ids that occur");
  const std::vector<WeightedEdge> weighted = {{7, 4'000'000'000u, 2.0}};
  CHECK_THROWS_WITH(Graph::from_edges(weighted), Contains("edges[0] = {7, 4000000000} asks"));
  CHECK_THROWS_WITH(Graph::from_edges({{0, 4000000000u}}), Contains("edges[0] = {0, 4000000000} asks"));
  CHECK_THROWS_AS(Graph::from_arcs(weighted), InvalidArgument);
  CHECK_THROWS_AS(Graph::from_edges(far, Graph::automatic, RunContext()), InvalidArgument);
  // A million is no harm, nor a thousand for every edge.
  CHECK(Graph::from_edges({{0, 999'999}}).num_vertices() == 1'000'000);
  CHECK_THROWS_AS(Graph::from_edges({{0, 1'000'000}}), InvalidArgument);
  std::vector<Edge> many(1500, Edge{0, 1});
  many.back() = {0, 1'500'000};
  CHECK(Graph::from_edges(many).num_vertices() == 1'500'001);
  many.back() = {0, 1'501'000};
  CHECK_THROWS_AS(Graph::from_edges(many), InvalidArgument);
  CHECK(Graph::from_edges(many, 3'000'000).num_vertices() == 3'000'000);
  CHECK(Graph::from_ids(std::vector<IdPair>{{0, 4'000'000'000u}}).num_vertices() == 2);
}
