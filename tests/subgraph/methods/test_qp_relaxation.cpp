#include <numeric>

#include <lode/graph/generators.hpp>
#include <lode/io/read_graph.hpp>

#include "subgraph/methods/qp_relaxation.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

namespace {

Solution run_qp(const Graph& graph, Vertex s) {
  Problem problem;
  problem.graph = graph;
  problem.s = s;
  RunContext run;
  return qp_relaxation(problem, {}, run);
}

}  // namespace

TEST_CASE("s/n is stationary for qp-relaxation on a regular graph: the first vertices are the answer") {
  const Graph graph = d_regular({.num_vertices = 64, .degree = 4, .seed = 2});
  const Solution solution = run_qp(graph, 16);
  VertexSet first(16);
  std::iota(first.begin(), first.end(), Vertex{0});
  CHECK(solution.iterations == 1);
  CHECK(solution.stop_reason == StopReason::converged);
  CHECK(solution.vertices == first);
}

TEST_CASE("qp-relaxation finds the part of a union of cliques that is the only maximiser") {
  // x'Wx on the simplex scaled by s is largest on the larger clique alone.
  std::vector<Edge> edges;
  for (Vertex u = 0; u < 8; ++u) {
    for (Vertex v = 0; v < u; ++v) edges.push_back({u, v});
  }
  for (Vertex u = 20; u < 32; ++u) {
    for (Vertex v = 20; v < u; ++v) edges.push_back({u, v});
  }
  const Graph graph = Graph::from_edges(edges, 40);
  const Solution solution = run_qp(graph, 12);
  CHECK(solution.weight == 66.0);
  CHECK(solution.vertices.front() == 20);
  CHECK(solution.vertices.back() == 31);
  CHECK(solution.stop_reason == StopReason::converged);
}

TEST_CASE("qp-relaxation comes near the best known sets at s = 100") {
  struct Figure {
    const char* file;
    double least;
  };
  const Figure figures[] = {{"p2p-Gnutella08.txt.gz", 710}, {"email-Eu-core.txt.gz", 2550}};
  for (const Figure& figure : figures) {
    const auto path = test::dataset(figure.file);
    if (!path) return;
    RunContext run;
    INFO(figure.file);
    CHECK(run_qp(read_graph(*path, {}, run).graph, 100).weight >= figure.least);
  }
}
