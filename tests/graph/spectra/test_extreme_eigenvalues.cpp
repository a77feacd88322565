#include <Eigen/Dense>
#include <algorithm>
#include <atomic>
#include <cmath>
#include <numbers>

#include <lode/graph/generators.hpp>

#include "graph/spectra/spectra.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using detail::EigenvalueEstimate;
using detail::largest_eigenvalue;
using detail::smallest_eigenvalue;

namespace {

constexpr double outside = 3e-8;  ///< how far an estimate may lie outside, relative

/// Checks both ends: never inside the spectrum (up to rounding), hardly outside.
void check_ends(const Graph& graph, double smallest, double largest) {
  const RunContext run;
  const double size = std::max(std::abs(smallest), std::abs(largest));
  const EigenvalueEstimate top = largest_eigenvalue(graph, run);
  const EigenvalueEstimate bottom = smallest_eigenvalue(graph, run);
  CHECK(top.converged);
  CHECK(bottom.converged);
  CHECK(top.value >= largest - 1e-13 * size);
  CHECK(top.value <= largest + outside * size);
  CHECK(bottom.value <= smallest + 1e-13 * size);
  CHECK(bottom.value >= smallest - outside * size);
}

Graph cycle(Vertex n) {
  std::vector<Edge> edges;
  for (Vertex v = 0; v < n; ++v) edges.push_back({v, (v + 1) % n});
  return Graph::from_edges(edges);
}

Eigen::VectorXd dense_spectrum(const Graph& graph) {
  const auto n = static_cast<Eigen::Index>(graph.num_vertices());
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(n, n);
  for (Vertex u = 0; u < graph.num_vertices(); ++u) {
    graph.for_each_neighbor(u, [&](Vertex v, Weight w) { matrix(u, v) = w; });
  }
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(matrix, Eigen::EigenvaluesOnly).eigenvalues();
}

}  // namespace

TEST_CASE("extreme eigenvalues of graphs with a known spectrum") {
  for (const Vertex n : {2u, 3u, 4u, 10u, 100u}) {
    INFO("n = " << n);
    check_ends(complete_multipartite(std::vector<Vertex>(n, 1)), -1.0, n - 1.0);
    const double star = std::sqrt(n - 1.0);
    check_ends(complete_multipartite(std::vector<Vertex>{1, n - 1}), -star, star);
    check_ends(complete_multipartite(std::vector<Vertex>{n, 7}), -std::sqrt(7.0 * n), std::sqrt(7.0 * n));
  }
  check_ends(cycle(64), -2.0, 2.0);
  check_ends(cycle(65), -2.0 * std::cos(std::numbers::pi / 65.0), 2.0);
  check_ends(complete_multipartite(std::vector<Vertex>(5, 6)), -6.0, 24.0);
  // Two cliques and three isolated vertices.
  std::vector<Edge> edges;
  for (Vertex u = 0; u < 6; ++u) {
    for (Vertex v = 0; v < u; ++v) edges.insert(edges.end(), {{u, v}, {u + 8, v + 8}});
  }
  check_ends(Graph::from_edges(edges, 17), -1.0, 5.0);
}

TEST_CASE("graphs without edges or without positive weights have the spectrum 0") {
  check_ends(Graph::from_edges(std::span<const Edge>(), 1), 0.0, 0.0);
  check_ends(Graph::from_edges(std::span<const Edge>(), 50), 0.0, 0.0);
  const WeightedEdge zero[] = {{0, 1, 0.0}, {1, 2, 0.0}};
  check_ends(Graph::from_edges(std::span<const WeightedEdge>(zero)), 0.0, 0.0);
}

TEST_CASE("extreme eigenvalues agree with a dense solver at every scale of weights") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const auto kind = static_cast<test::TestWeights>(seed % 3);
    const double scales[] = {1e-9, 1.0, 1e9};
    const Vertex n = 2 + static_cast<Vertex>(seed);
    const double p = 0.03 + 0.015 * static_cast<double>(seed);
    const Graph graph =
        test::random_graph(n, p, seed, kind, kind == test::TestWeights::real ? scales[seed % 9 / 3] : 1.0);
    const Eigen::VectorXd spectrum = dense_spectrum(graph);
    INFO("seed " << seed);
    check_ends(graph, spectrum[0], spectrum[spectrum.size() - 1]);
  }
}

TEST_CASE("a run that should stop gets the row-sum bound, which encloses the spectrum") {
  const Graph graph = test::random_graph(60, 0.2, 3, test::TestWeights::real);
  const Eigen::VectorXd spectrum = dense_spectrum(graph);
  double largest_strength = 0.0;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    largest_strength = std::max(largest_strength, graph.strength(v));
  }
  std::atomic<bool> cancel{true};
  const RunContext run({.cancel = &cancel});
  const EigenvalueEstimate top = largest_eigenvalue(graph, run);
  CHECK_FALSE(top.converged);
  CHECK(top.value >= spectrum[59]);
  CHECK(top.value <= largest_strength * (1.0 + 1e-11));
  const EigenvalueEstimate bottom = smallest_eigenvalue(graph, run);
  CHECK_FALSE(bottom.converged);
  CHECK(bottom.value == -top.value);
}

TEST_CASE("extreme eigenvalues are the same for any number of threads") {
  const Graph graph = rmat({.scale = 12, .lines = 50'000, .seed = 2});
  std::vector<double> values;
  for (const int threads : {1, 2, 3}) {
    const RunContext run({.threads = threads});
    run.parallel([&] {
      values.push_back(largest_eigenvalue(graph, run).value);
      values.push_back(smallest_eigenvalue(graph, run).value);
    });
  }
  CHECK(values[0] == values[2]);
  CHECK(values[0] == values[4]);
  CHECK(values[1] == values[3]);
  CHECK(values[1] == values[5]);
  CHECK(values[1] >= -values[0]);
}
