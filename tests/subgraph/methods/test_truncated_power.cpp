#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

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

Solution run_tpm(const Problem& problem, const MethodSettings& settings = {},
                 const RunContext& run = RunContext()) {
  return method("tpm").solve(problem, settings, run);
}

/// The best set of 200 plain power steps with a dense matrix, from the vertices of largest strength.
double dense_power(const Graph& graph, Vertex s, double shift) {
  const Vertex n = graph.num_vertices();
  const auto largest = [&](const std::vector<double>& a) {
    VertexSet order(n);
    std::iota(order.begin(), order.end(), Vertex{0});
    std::stable_sort(order.begin(), order.end(), [&](Vertex u, Vertex v) { return a[u] > a[v]; });
    order.resize(s);
    return order;
  };
  std::vector<double> a(n);
  for (Vertex v = 0; v < n; ++v) a[v] = graph.strength(v);
  std::vector<double> x(n, 0.0);
  for (const Vertex v : largest(a)) x[v] = 1.0;
  double best = induced_totals(graph, largest(x)).weight;
  for (int step = 0; step < 200; ++step) {
    for (Vertex v = 0; v < n; ++v) {
      a[v] = shift * x[v];
      graph.for_each_neighbor(v, [&](Vertex u, Weight w) { a[v] += w * x[u]; });
    }
    std::fill(x.begin(), x.end(), 0.0);
    double norm = 0.0;
    for (const Vertex v : largest(a)) norm += a[v] * a[v];
    if (norm == 0.0) break;
    for (const Vertex v : largest(a)) x[v] = a[v] / std::sqrt(norm);
    best = std::max(best, induced_totals(graph, largest(x)).weight);
  }
  return best;
}

}  // namespace

TEST_CASE("tpm with a fixed shift is the truncated power iteration on a dense matrix") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    // Real weights: no ties, so rounding does not decide.
    const Graph graph = test::random_graph(40, 0.25, seed, test::TestWeights::real);
    for (const double shift : {0.0, 1.5}) {
      const Solution solution = run_tpm(make_problem(graph, 7), {{"shift", std::to_string(shift)}});
      INFO("seed " << seed << ", shift " << shift);
      CHECK(solution.weight == Approx(dense_power(graph, 7, shift)).epsilon(1e-12));
    }
  }
}

TEST_CASE("plain tpm is caught between the sides of a bipartite graph") {
  Problem problem = make_problem(complete_multipartite(std::vector<Vertex>{6, 6}), 6);
  problem.start = StartKind::given;
  problem.given = {0, 1, 2, 3, 4, 5};
  const Solution solution = run_tpm(problem, {{"shift", "0"}});
  CHECK(solution.weight == 0.0);
  CHECK(solution.iterations == 2);
  CHECK(solution.stop_reason == StopReason::converged);
}

TEST_CASE("tpm raises its shift when the objective falls, and says so") {
  // Sparse, so far from positive semidefinite: the objective of plain steps falls.
  const Graph graph = test::random_graph(60, 0.06, 12);
  std::vector<std::string> phases;
  RunOptions run_options;
  run_options.progress = [&](const Progress& progress) {
    if (phases.empty() || phases.back() != progress.phase) phases.emplace_back(progress.phase);
  };
  RunContext run(std::move(run_options));
  const Solution automatic = run_tpm(make_problem(graph, 8), {}, run);
  REQUIRE(phases.size() >= 3);
  CHECK(phases[1] == "tpm, shift 0");
  CHECK(automatic.weight >= run_tpm(make_problem(graph, 8), {{"shift", "0"}}).weight);
}

TEST_CASE("tpm on Gnutella04 is weak without a shift") {
  const auto path = test::dataset("p2p-Gnutella04.txt.gz");
  if (!path) return;
  const Graph graph = read_graph(*path, {}, RunContext()).graph;
  const Solution plain = run_tpm(make_problem(graph, 60), {{"shift", "0"}});
  CHECK(plain.weight >= 10.0);
  CHECK(plain.weight <= 25.0);
  CHECK(run_tpm(make_problem(graph, 60)).weight >= 250.0);
}
