#include <algorithm>
#include <numeric>

#include <lode/graph/generators.hpp>
#include <lode/io/read_graph.hpp>

#include "subgraph/methods/frank_wolfe.hpp"
#include "support/catch.hpp"
#include "support/problem.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;
using test::make_problem;

namespace {

Solution run_frank_wolfe(const Graph& graph, Vertex s, FrankWolfeStep step = FrankWolfeStep::lipschitz) {
  FrankWolfeOptions options;
  options.step = step;
  RunContext run;
  return frank_wolfe(make_problem(graph, s), options, run);
}

VertexSet first(Vertex s) {
  VertexSet set(s);
  std::iota(set.begin(), set.end(), Vertex{0});
  return set;
}

}  // namespace

TEST_CASE("s/n is stationary for frank-wolfe on a regular graph") {
  const Graph graph = d_regular({.num_vertices = 64, .degree = 4, .seed = 2});
  for (const FrankWolfeStep step : {FrankWolfeStep::lipschitz, FrankWolfeStep::exact}) {
    const Solution solution = run_frank_wolfe(graph, 16, step);
    CHECK(solution.iterations == 0);
    CHECK(solution.stop_reason == StopReason::converged);
    CHECK(solution.vertices == first(16));
  }
}

TEST_CASE("exact steps of frank-wolfe finish at once where the objective is convex along them") {
  // One clique beside isolated vertices: the first corner is the clique, and the way to it is convex.
  std::vector<Edge> edges;
  for (Vertex u = 10; u < 20; ++u) {
    for (Vertex v = 10; v < u; ++v) edges.push_back({u, v});
  }
  const Graph graph = Graph::from_edges(edges, 50);
  const Solution exact = run_frank_wolfe(graph, 10, FrankWolfeStep::exact);
  CHECK(exact.weight == 45.0);
  CHECK(exact.iterations == 1);
  const Solution lipschitz = run_frank_wolfe(graph, 10);
  CHECK(lipschitz.weight == 45.0);
  CHECK(lipschitz.iterations > 1);
}

TEST_CASE("frank-wolfe ends at a set that no single exchange along the gradient improves") {
  // At a 0/1 point x the rule g'(v - x) <= 0 means: no outsider has more weight into S than a member, the
  // loading counted for members.
  int ended_at_corner = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const Graph graph = test::random_graph(60, 0.15, seed);
    const Solution solution = run_frank_wolfe(graph, 12, FrankWolfeStep::exact);
    if (solution.stop_reason != StopReason::converged) continue;
    std::vector<double> degree_into(60, 0.0);
    std::vector<char> inside(60, 0);
    for (const Vertex v : solution.vertices) {
      inside[v] = 1;
      graph.for_each_neighbor(v, [&](Vertex u, Weight w) { degree_into[u] += w; });
    }
    double worst_member = 60.0;
    double best_outsider = 0.0;
    for (Vertex v = 0; v < 60; ++v) {
      if (inside[v]) worst_member = std::min(worst_member, degree_into[v]);
      if (!inside[v]) best_outsider = std::max(best_outsider, degree_into[v]);
    }
    ended_at_corner += worst_member + 1.0 >= best_outsider ? 1 : 0;
  }
  CHECK(ended_at_corner >= 35);
}

TEST_CASE("frank-wolfe reaches the published figures at s = 100") {
  struct Figure {
    const char* file;
    double least;
    double most;
  };
  const Figure figures[] = {{"p2p-Gnutella04.txt.gz", 491, 496},
                            {"email-Enron.txt.gz", 2528, 2530},
                            {"facebook_combined.txt.gz", 4871, 4873}};
  for (const Figure& figure : figures) {
    const auto path = test::dataset(figure.file);
    if (!path) return;
    RunContext run;
    const Graph graph = read_graph(*path, {}, run).graph;
    for (const FrankWolfeStep step : {FrankWolfeStep::lipschitz, FrankWolfeStep::exact}) {
      const Solution solution = run_frank_wolfe(graph, 100, step);
      INFO(figure.file << ", " << (step == FrankWolfeStep::exact ? "exact" : "lipschitz"));
      CHECK(solution.weight >= figure.least);
      CHECK(solution.weight <= figure.most);
      CHECK(solution.stop_reason == StopReason::converged);
    }
  }
}
