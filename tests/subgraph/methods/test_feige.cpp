#include <algorithm>
#include <numeric>

#include <lode/graph/generators.hpp>
#include <lode/io/read_graph.hpp>
#include <lode/subgraph/registry.hpp>

#include "support/catch.hpp"
#include "support/problem.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;
using test::make_problem;

namespace {

Solution run_feige(const Graph& graph, Vertex s, const MethodSettings& settings = {}) {
  return method("feige").solve(make_problem(graph, s), settings, RunContext());
}

Solution run_greedy(const Graph& graph, Vertex s) {
  return method("feige-greedy").solve(make_problem(graph, s), {}, RunContext());
}

/// The `count` vertices of largest score outside `taken`, by sorting everything.
VertexSet top(const std::vector<double>& score, const std::vector<Vertex>& candidates, std::size_t count,
              const VertexSet& taken) {
  VertexSet left;
  for (const Vertex v : candidates) {
    if (std::find(taken.begin(), taken.end(), v) == taken.end()) left.push_back(v);
  }
  std::sort(left.begin(), left.end(),
            [&](Vertex a, Vertex b) { return score[a] != score[b] ? score[a] > score[b] : a < b; });
  left.resize(std::min(count, left.size()));
  return left;
}

using Matrix = std::vector<std::vector<double>>;

Matrix matrix_of(const Graph& graph) {
  const Vertex n = graph.num_vertices();
  Matrix w(n, std::vector<double>(n, 0.0));
  for (Vertex u = 0; u < n; ++u) {
    graph.for_each_neighbor(u, [&](Vertex v, Weight weight) { w[u][v] = weight; });
  }
  return w;
}

std::vector<double> into(const Matrix& w, const VertexSet& set) {
  std::vector<double> score(w.size(), 0.0);
  for (std::size_t v = 0; v < w.size(); ++v) {
    for (const Vertex u : set) score[v] += w[u][v];
  }
  return score;
}

void append(VertexSet& set, const VertexSet& more) { set.insert(set.end(), more.begin(), more.end()); }

/// The third procedure for one vertex, from the matrix.
VertexSet walk_set(const Graph& graph, const Matrix& w, Vertex v, Vertex s) {
  const auto n = static_cast<Vertex>(w.size());
  std::vector<Vertex> all(n);
  std::iota(all.begin(), all.end(), Vertex{0});
  std::vector<double> walks(n, 0.0);
  for (Vertex end = 0; end < n; ++end) {
    for (Vertex middle = 0; middle < n; ++middle) walks[end] += w[v][middle] * w[middle][end];
  }
  VertexSet set = top(walks, all, s - s / 2, {});
  const VertexSet neighbours(graph.neighbors(v).begin(), graph.neighbors(v).end());
  append(set, top(into(w, set), neighbours, s - set.size(), set));
  append(set, top(into(w, set), all, s - set.size(), set));
  return set;
}

double weight_of(const Matrix& w, const VertexSet& set) {
  double sum = 0.0;
  for (const Vertex u : set) {
    for (const Vertex v : set) sum += w[u][v] / 2;
  }
  return sum;
}

/// Ends of a matching taken from the sorted list of all edges.
VertexSet matching_set(const Graph& graph, const Matrix& w, Vertex s) {
  const auto n = static_cast<Vertex>(w.size());
  std::vector<WeightedEdge> edges;
  for (Vertex u = 0; u < n; ++u) {
    for (Vertex v = u + 1; v < n; ++v) {
      if (graph.adjacent(u, v)) edges.push_back({u, v, w[u][v]});
    }
  }
  std::stable_sort(edges.begin(), edges.end(),
                   [](const WeightedEdge& a, const WeightedEdge& b) { return a.weight > b.weight; });
  VertexSet set;
  for (const WeightedEdge& edge : edges) {
    const bool used = std::find(set.begin(), set.end(), edge.u) != set.end() ||
                      std::find(set.begin(), set.end(), edge.v) != set.end();
    if (!used && set.size() + 2 <= s) append(set, {edge.u, edge.v});
  }
  std::vector<Vertex> all(n);
  std::iota(all.begin(), all.end(), Vertex{0});
  append(set, top(into(w, all), all, s - set.size(), set));
  return set;
}

}  // namespace

TEST_CASE("feige and feige-greedy equal their definitions on random graphs") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const auto kind = seed % 2 == 0 ? test::TestWeights::none : test::TestWeights::integral;
    const Vertex n = 4 + static_cast<Vertex>(seed % 23);
    const Graph graph = test::random_graph(n, 0.02 * static_cast<double>(1 + seed % 40), seed, kind);
    const Matrix w = matrix_of(graph);
    std::vector<Vertex> all(n);
    std::iota(all.begin(), all.end(), Vertex{0});
    for (const Vertex s : {Vertex{1}, Vertex{2}, Vertex{3}, n / 2, n - 1, n}) {
      INFO("seed " << seed << ", n = " << n << ", s = " << s);
      VertexSet greedy = top(into(w, all), all, s / 2, {});
      append(greedy, top(into(w, greedy), all, s - greedy.size(), greedy));
      std::sort(greedy.begin(), greedy.end());
      CHECK(run_greedy(graph, s).vertices == greedy);

      double best = std::max(weight_of(w, greedy), weight_of(w, matching_set(graph, w, s)));
      for (Vertex v = 0; v < n; ++v) best = std::max(best, weight_of(w, walk_set(graph, w, v, s)));
      const Solution solution = run_feige(graph, s);
      CHECK(solution.weight == best);
      CHECK(solution.iterations == n);
      CHECK(solution.note.empty());
    }
  }
}

TEST_CASE("feige tells how many vertices it tried when the work limit ends it") {
  const Graph graph = test::random_graph(200, 0.1, 3);
  const Solution some = run_feige(graph, 20, {{"work-limit", "20000"}});
  REQUIRE(some.iterations > 0);
  REQUIRE(some.iterations < 200);
  CHECK(some.note == "two-step walks from " + std::to_string(some.iterations) + " of 200 vertices");
  const Solution all = run_feige(graph, 20);
  CHECK(all.iterations == 200);
  CHECK(all.weight >= some.weight);
}

TEST_CASE("feige-greedy finds 336 edges in p2p-Gnutella04 at s = 100") {
  const auto path = test::dataset("p2p-Gnutella04.txt.gz");
  if (!path) return;
  const Graph graph = read_graph(*path, {}, RunContext()).graph;
  CHECK(run_greedy(graph, 100).edges == 336);
  CHECK(run_feige(graph, 100).edges >= 336);
}
