#include <cmath>

#include <lode/graph/generators.hpp>
#include <lode/io/read_graph.hpp>

#include "subgraph/methods/mpec.hpp"
#include "support/catch.hpp"
#include "support/problem.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;
using test::make_problem;

namespace {

Solution run_epm(const Graph& graph, Vertex s, const MpecOptions& options = {}) {
  RunContext run;
  return mpec_epm(make_problem(graph, s), options, run);
}

Solution run_adm(const Graph& graph, Vertex s, const MpecOptions& options = {}) {
  RunContext run;
  return mpec_adm(make_problem(graph, s), options, run);
}

}  // namespace

TEST_CASE("mpec methods end by their own rule within the penalty's bound") {
  // rho goes from 0.01 to 2 sqrt(s)(c - lambda_min) by factors of sqrt(10), ten alternations each.
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Graph graph = test::random_graph(70, 0.12, seed);
    const double spread = 2.0 * graph.max_degree();
    const double penalties = std::ceil(2.0 * std::log10(2.0 * std::sqrt(9.0) * spread / 0.01)) + 1.0;
    for (const Solution& solution : {run_epm(graph, 9), run_adm(graph, 9)}) {
      INFO("seed " << seed);
      CHECK(solution.stop_reason == StopReason::converged);
      CHECK(static_cast<double>(solution.iterations) <= 10.0 * penalties);
    }
  }
}

TEST_CASE("mpec ends with the first penalty when it is already exact") {
  const Graph graph = test::random_graph(70, 0.12, 3);
  MpecOptions options;
  options.penalty = 1e6;
  options.alternations = 4;
  CHECK(run_epm(graph, 9, options).iterations <= 4);
}

TEST_CASE("a looser gap ends mpec earlier") {
  const Graph graph = test::random_graph(200, 0.08, 5);
  MpecOptions loose;
  loose.gap = 15.0;
  CHECK(run_epm(graph, 20, loose).iterations < run_epm(graph, 20).iterations);
  MpecOptions loose_adm;
  loose_adm.gap = 15.0;
  CHECK(run_adm(graph, 20, loose_adm).iterations < run_adm(graph, 20).iterations);
}

TEST_CASE("the multiplier of mpec-adm closes the gap in fewer alternations than the penalty") {
  PlantedOptions planted_options;
  planted_options.num_vertices = 500;
  planted_options.planted_size = 20;
  const Graph graph = planted(planted_options).graph;
  CHECK(run_adm(graph, 20).iterations < run_epm(graph, 20).iterations);
}

TEST_CASE("mpec reaches the published figures at s = 100") {
  struct Figure {
    const char* file;
    double least;
    double most;
  };
  const Figure figures[] = {{"p2p-Gnutella08.txt.gz", 705, 734}, {"email-Eu-core.txt.gz", 2545, 2556}};
  for (const Figure& figure : figures) {
    const auto path = test::dataset(figure.file);
    if (!path) return;
    RunContext run;
    const Graph graph = read_graph(*path, {}, run).graph;
    INFO(figure.file);
    for (const Solution& solution : {run_epm(graph, 100), run_adm(graph, 100)}) {
      CHECK(solution.weight >= figure.least);
      CHECK(solution.weight <= figure.most);
      CHECK(solution.stop_reason == StopReason::converged);
    }
  }
}
