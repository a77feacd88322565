#include <lode/graph/generators.hpp>
#include <lode/io/read_graph.hpp>

#include "subgraph/methods/l2box_admm.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

namespace {

Solution run_admm(const Graph& graph, Vertex s, const L2boxAdmmOptions& options = {}) {
  Problem problem;
  problem.graph = graph;
  problem.s = s;
  RunContext run;
  return l2box_admm(problem, options, run);
}

}  // namespace

TEST_CASE("l2box-admm solves small planted problems and converges") {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    PlantedOptions options;
    options.num_vertices = 200;
    options.average_degree = 4.0;
    options.planted_size = 12;
    options.planted_density = 1.0;
    options.seed = seed;
    const PlantedGraph instance = planted(options);
    const Solution solution = run_admm(instance.graph, 12);
    INFO("seed " << seed);
    CHECK(solution.vertices == instance.planted);
    CHECK(solution.stop_reason == StopReason::converged);
  }
}

TEST_CASE("l2box-admm survives a sphere step from the centre of the sphere") {
  // s = n/2 on a regular graph: the first x is 1/2 everywhere, the centre.
  const Graph graph = complete_multipartite(std::vector<Vertex>(10, 1));
  const Solution solution = run_admm(graph, 5);
  CHECK(solution.weight == 10.0);
}

TEST_CASE("l2box-admm reaches the published figures at s = 100") {
  struct Figure {
    const char* file;
    double least;
    double most;
  };
  const Figure figures[] = {{"p2p-Gnutella08.txt.gz", 695, 734}, {"email-Eu-core.txt.gz", 2550, 2556}};
  for (const Figure& figure : figures) {
    const auto path = test::dataset(figure.file);
    if (!path) return;
    RunContext run;
    const Solution solution = run_admm(read_graph(*path, {}, run).graph, 100);
    INFO(figure.file);
    CHECK(solution.weight >= figure.least);
    CHECK(solution.weight <= figure.most);
    CHECK(solution.stop_reason == StopReason::converged);
  }
}
