#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/graph/generators.hpp>

#include "bounds/low_rank/eigenvalue_proof.hpp"
#include "bounds/low_rank/low_rank.hpp"
#include "bounds/low_rank/sparse_sdp.hpp"
#include "core/linalg/eigen.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

namespace {

/// Multipliers that nothing has chosen well.
ClusterMultipliers random_multipliers(const Graph& graph, Vertex s, std::size_t clusters,
                                      std::uint64_t seed) {
  Rng rng(seed, 7);
  ClusterMultipliers m;
  m.s = s;
  m.clusters = clusters;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    m.vertex.push_back(4.0 * rng.uniform() - 2.0);
    m.cluster.push_back(static_cast<std::uint32_t>(rng.below(clusters)));
  }
  for (ArcIndex arc = 0; arc < graph.num_arcs(); ++arc) m.arc.push_back(0.6 * rng.uniform());
  m.between.assign(clusters * clusters, 0.0);
  for (std::size_t c = 0; c < clusters; ++c) {
    for (std::size_t d = 0; d < c; ++d) {
      m.between[c * clusters + d] = m.between[d * clusters + c] = 0.2 * rng.uniform();
    }
  }
  return m;
}

subgraph::detail::ClusteredMatrix matrix_of(const Graph& graph, ClusterMultipliers multipliers) {
  return {graph, subgraph::detail::reverse_arcs(graph), std::move(multipliers)};
}

/// M by its definition.
std::vector<double> dense_matrix(const Graph& graph, const ClusterMultipliers& m) {
  const std::size_t n = graph.num_vertices();
  std::vector<double> a(n * n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      a[i * n + j] = (m.vertex[i] + m.vertex[j]) / (2.0 * m.s);
      if (i != j) a[i * n + j] += m.between[m.cluster[i] * m.clusters + m.cluster[j]] / 2.0;
    }
    a[i * n + i] -= m.vertex[i];
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (ArcIndex arc = graph.offsets()[i]; arc < graph.offsets()[i + 1]; ++arc) {
      const std::size_t j = graph.targets()[arc];
      const double theta = m.between[m.cluster[i] * m.clusters + m.cluster[j]];
      a[i * n + i] += m.arc[arc];
      a[i * n + j] += 0.25 * graph.arc_weight(arc) - 0.5 * m.arc[arc] - 0.25 * theta;
      a[j * n + i] += 0.25 * graph.arc_weight(arc) - 0.5 * m.arc[arc] - 0.25 * theta;
    }
  }
  return a;
}

double largest_eigenvalue(const Graph& graph, const ClusterMultipliers& m) {
  const std::vector<double> dense = dense_matrix(graph, m);
  const auto n = static_cast<Eigen::Index>(graph.num_vertices());
  const Eigen::MatrixXd square = Eigen::Map<const Eigen::MatrixXd>(dense.data(), n, n);
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(square).eigenvalues().maxCoeff();
}

/// A random graph with pendant paths, so that some vertices are eliminated one by one.
Graph with_paths(Vertex n, double p, std::uint64_t seed) {
  std::vector<Edge> edges;
  const Graph middle = test::random_graph(n, p, seed);
  for (Vertex v = 0; v < n; ++v) {
    for (const Vertex u : middle.neighbors(v)) {
      if (v < u) edges.push_back({v, u});
    }
    edges.push_back({v, n + v});
    edges.push_back({n + v, 2 * n + v / 2});
  }
  return Graph::from_edges(edges);
}

/// The largest weight of the sets of every size.
std::vector<double> best_by_size(const Graph& graph) {
  const Vertex n = graph.num_vertices();
  std::vector<double> weight(std::size_t{1} << n, 0.0);
  std::vector<double> best(n + std::size_t{1}, 0.0);
  for (std::uint32_t set = 1; set < weight.size(); ++set) {
    const auto v = static_cast<Vertex>(std::countr_zero(set));
    const std::uint32_t rest = set & (set - 1);
    double added = 0.0;
    graph.for_each_neighbor(v, [&](Vertex u, Weight w) { added += (rest >> u & 1u) ? w : 0.0; });
    weight[set] = weight[rest] + added;
    double& known = best[static_cast<std::size_t>(std::popcount(set))];
    known = std::max(known, weight[set]);
  }
  return best;
}

SparseSdpResult bound_of(const Graph& graph, Vertex s, int threads, std::uint64_t evaluations) {
  const RunContext run({.threads = threads});
  return sparse_sdp_bound(graph, s, {.max_evaluations = evaluations}, run);
}

}  // namespace

TEST_CASE("x'Mx is the weight of a set and what the multipliers add") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const Graph graph = test::random_graph(17, 0.3, seed, static_cast<test::TestWeights>(seed % 3));
    const ClusterMultipliers m = random_multipliers(graph, 5, 1 + seed % 5, seed);
    const subgraph::detail::ClusteredMatrix matrix = matrix_of(graph, m);
    Rng rng(seed, 3);
    std::vector<double> x(graph.num_vertices());
    for (double& value : x) value = rng.below(3) == 0 ? 1.0 : 0.0;
    double size = 0.0;
    double expected = 0.0;
    for (const double value : x) size += value;
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (x[i] == 0.0) continue;
      expected += (size / m.s - 1.0) * m.vertex[i];
      for (ArcIndex arc = graph.offsets()[i]; arc < graph.offsets()[i + 1]; ++arc) {
        const std::size_t j = graph.targets()[arc];
        expected += x[j] == 0.0 ? m.arc[arc] : 0.5 * graph.arc_weight(arc);
      }
      for (std::size_t j = 0; j < i; ++j) {
        const auto row = graph.neighbors(static_cast<Vertex>(i));
        const bool edge = std::binary_search(row.begin(), row.end(), static_cast<Vertex>(j));
        if (x[j] == 1.0 && !edge) expected += m.between[m.cluster[i] * m.clusters + m.cluster[j]];
      }
    }
    std::vector<double> y(x.size());
    matrix.multiply(x, y);
    double found = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i) found += x[i] * y[i];
    CHECK(found == Approx(expected).margin(1e-9));
  }
}

TEST_CASE("the Lagrangian's gradient is that of its value, and its multipliers make -2 M V") {
  const Graph graph = test::random_graph(30, 0.2, 5);
  const std::size_t n = graph.num_vertices();
  const auto reverse = subgraph::detail::reverse_arcs(graph);
  subgraph::detail::LowRankLagrangian lagrangian(graph, reverse, 6, 1.0);
  std::vector<std::uint32_t> cluster;
  for (std::uint32_t v = 0; v < n; ++v) cluster.push_back(v % 4);
  lagrangian.set_clusters(cluster, 4);
  const ClusterMultipliers start = random_multipliers(graph, 6, 4, 9);
  subgraph::detail::SolverMultipliers centre;
  centre.vertex.assign(start.vertex.begin(), start.vertex.end());
  centre.arc.assign(start.arc.begin(), start.arc.end());
  centre.between.assign(start.between.begin(), start.between.end());
  const Rng rng(3, 4);
  std::vector<float> v(n * subgraph::detail::low_rank);
  for (std::size_t i = 0; i < v.size(); ++i) v[i] = static_cast<float>(0.1 * rng.normal_at(i));
  std::vector<float> gradient(v.size());
  std::vector<float> other(v.size());
  subgraph::detail::SolverMultipliers next;
  lagrangian.evaluate(v, centre, 0.5, 1.5, next, gradient);
  ClusterMultipliers m = start;
  m.cluster = cluster;
  m.vertex.assign(next.vertex.begin(), next.vertex.end());
  m.arc.assign(next.arc.begin(), next.arc.end());
  m.between.assign(next.between.begin(), next.between.end());
  for (const double u : m.vertex) CHECK(u <= 1.5);
  const std::vector<double> dense = dense_matrix(graph, m);
  for (std::size_t i = 0; i < n; ++i) {
    for (const std::size_t k : {std::size_t{0}, subgraph::detail::low_rank - 1}) {
      double sum = 0.0;
      for (std::size_t j = 0; j < n; ++j) {
        sum += dense[i * n + j] * static_cast<double>(v[j * subgraph::detail::low_rank + k]);
      }
      CHECK(static_cast<double>(gradient[i * subgraph::detail::low_rank + k]) ==
            Approx(-2.0 * sum).margin(1e-4));
    }
  }
  subgraph::detail::SolverMultipliers unused;
  for (std::size_t i = 5; i < v.size(); i += 97) {
    std::vector<float> moved = v;
    const float step = 0.02F;
    moved[i] = v[i] + step;
    const double up = lagrangian.evaluate(moved, centre, 0.5, 1.5, unused, other).lagrangian;
    moved[i] = v[i] - step;
    const double down = lagrangian.evaluate(moved, centre, 0.5, 1.5, unused, other).lagrangian;
    CHECK((up - down) / 0.04 == Approx(static_cast<double>(gradient[i])).margin(0.02));
  }
}

TEST_CASE("descent on a sphere ends at the smallest eigenvalue of a form") {
  constexpr std::size_t n = 40;
  std::vector<float> v(n * subgraph::detail::low_rank, 0.25F);
  v[7] = 1.0F;
  const auto form = [](std::span<const float> x, std::span<float> gradient) {
    double sum = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const float factor = static_cast<float>(1 + i / subgraph::detail::low_rank) / 8.0F;
      gradient[i] = 2.0F * factor * x[i];
      sum += static_cast<double>(factor * x[i] * x[i]);
    }
    return sum;
  };
  subgraph::detail::minimise_on_sphere(v, 3.0, form, 300, 0.0, [] { return false; });
  std::vector<float> unused(v.size());
  CHECK(form(v, unused) == Approx(9.0 / 8.0).epsilon(1e-3));
  double square = 0.0;
  for (const float x : v) square += static_cast<double>(x * x);
  CHECK(square == Approx(9.0).epsilon(1e-5));
}

TEST_CASE("eigenvalues are proven above the largest and refused below, with and without a border") {
  using subgraph::detail::ProofOutcome;
  using subgraph::detail::prove_eigenvalue;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const Graph graph = with_paths(30 + 8 * static_cast<Vertex>(seed), 0.08, seed);
    const std::size_t left = subgraph::detail::rows_left_dense(graph, RunContext());
    CHECK(left > 10);
    CHECK(4 * left < 3 * graph.num_vertices());
    for (const std::size_t clusters : {1, 3, 20}) {
      const ClusterMultipliers m = random_multipliers(graph, 12, clusters, seed);
      const subgraph::detail::ClusteredMatrix matrix = matrix_of(graph, m);
      const double largest = largest_eigenvalue(graph, m);
      for (const double below : {1e-5, 1e-2, 1.0}) {
        INFO("seed " << seed << ", " << clusters << " clusters, below by " << below);
        CHECK(prove_eigenvalue(matrix, largest - below, RunContext()).outcome == ProofOutcome::refused);
      }
      const auto result = prove_eigenvalue(matrix, largest * (1.0 + 1e-4) + 1e-4, RunContext());
      CHECK(result.outcome == ProofOutcome::proven);
      CHECK(result.eigenvalue >= largest);
      CHECK(result.eigenvalue <= largest * (1.0 + 2e-4) + 2e-4);
    }
  }
}

TEST_CASE("proofs of many dense rows are stopped at once") {
  const Graph graph = test::random_graph(900, 0.05, 3);
  const ClusterMultipliers m = random_multipliers(graph, 12, 5, 2);
  const subgraph::detail::ClusteredMatrix matrix = matrix_of(graph, m);
  CHECK(subgraph::detail::rows_left_dense(graph, RunContext()) > 700);
  const std::atomic<bool> cancelled{true};
  const auto result = subgraph::detail::prove_eigenvalue(matrix, 1e3, RunContext({.cancel = &cancelled}));
  CHECK(result.outcome == subgraph::detail::ProofOutcome::stopped);
  const test::FakeClock clock(1.0);
  for (const double limit : {2.0, 10.0}) {
    const RunContext run({.time_limit = limit, .clock = &clock});
    CHECK(subgraph::detail::prove_eigenvalue(matrix, 1e3, run).outcome ==
          subgraph::detail::ProofOutcome::stopped);
    CHECK(run.elapsed() < limit + 20.0);
  }
}

TEST_CASE("no low-rank bound is below the optimum of any size") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const auto kind = static_cast<test::TestWeights>(seed % 3);
    const Vertex n = 6 + static_cast<Vertex>(seed % 9);
    const double scales[] = {1.0, 1e-9, 1e9};
    const Graph graph =
        test::random_graph(n, 0.2 + 0.01 * static_cast<double>(seed % 60), seed, kind, scales[seed % 7 % 3]);
    if (graph.num_edges() == 0) continue;
    const std::vector<double> optimum = best_by_size(graph);
    const Vertex s = 2 + static_cast<Vertex>(seed % (n - 2));
    INFO("seed " << seed);
    const SparseSdpResult result = bound_of(graph, s, 2, 150);
    REQUIRE(result.certificate);
    const std::vector<double> bounds =
        subgraph::detail::bounds_inside(result.certificate->multipliers, result.certificate->eigenvalue, n);
    for (Vertex t = 1; t <= n; ++t) {
      INFO("seed " << seed << ", s = " << s << ", t = " << t);
      CHECK(bounds[t] >= optimum[t] * (1.0 - 1e-13));
      CHECK(checked_sparse_sdp_value(graph, *result.certificate, t) >=
            static_cast<long double>(optimum[t] * (1.0 - 1e-13)));
    }
    // Not far from it where it was aimed at: the relaxation has this accuracy on graphs this small.
    if (s >= 5) CHECK(bounds[s] <= 1.5 * optimum[s]);
    check_sparse_sdp_eigenvalue(graph, *result.certificate, RunContext());
  }
}

TEST_CASE("multipliers are the same for any number of threads") {
  const Graph graph = test::random_graph(700, 0.012, 6);
  const SparseSdpResult one = bound_of(graph, 25, 1, 400);
  REQUIRE(one.certificate);
  CHECK(one.certificate->multipliers.clusters > 50);
  for (const int threads : {2, 3}) {
    const SparseSdpResult other = bound_of(graph, 25, threads, 400);
    REQUIRE(other.certificate);
    CHECK(one.evaluations == other.evaluations);
    CHECK(one.certificate->eigenvalue == other.certificate->eigenvalue);
    CHECK(one.certificate->multipliers.vertex == other.certificate->multipliers.vertex);
    CHECK(one.certificate->multipliers.arc == other.certificate->multipliers.arc);
    CHECK(one.certificate->multipliers.cluster == other.certificate->multipliers.cluster);
    CHECK(one.certificate->multipliers.between == other.certificate->multipliers.between);
  }
}

TEST_CASE("runs that are interrupted prove nothing or something true") {
  const Graph graph = test::random_graph(300, 0.03, 8);
  const std::atomic<bool> cancelled{true};
  CHECK_FALSE(sparse_sdp_bound(graph, 20, {}, RunContext({.cancel = &cancelled})).certificate);
  const test::FakeClock clock(0.01);
  for (const double limit : {0.5, 5.0, 20.0, 80.0}) {
    const SparseSdpResult result =
        sparse_sdp_bound(graph, 20, {}, RunContext({.time_limit = limit, .clock = &clock}));
    if (!result.certificate) continue;
    CHECK(result.certificate->eigenvalue >= largest_eigenvalue(graph, result.certificate->multipliers));
  }
}

TEST_CASE("a first proof is made early, and time is left for the last one") {
  const Graph graph = test::random_graph(600, 0.015, 4);
  test::FakeClock clock(5e-3);
  double last = 0.0;  // when multipliers were found
  const RunContext run(
      {.threads = 1, .time_limit = 40.0, .clock = &clock, .progress = [&](const Progress& news) {
         if (news.iteration > 0) last = news.seconds;
       }});
  const SparseSdpResult result = sparse_sdp_bound(graph, 20, {}, run);
  REQUIRE(result.certificate);
  CHECK(last > 16.0);
  CHECK(last < 40.0);
  CHECK_FALSE(run.should_stop());
}

TEST_CASE("runs with time for a few proofs end with one, never above the first") {
  const Graph graph = test::random_graph(600, 0.015, 4);
  for (const double limit : {0.3, 0.6}) {
    const test::FakeClock clock(1e-4);
    const RunContext run({.threads = 1, .time_limit = limit, .clock = &clock});
    const SparseSdpResult result = sparse_sdp_bound(graph, 20, {}, run);
    INFO("limit " << limit);
    REQUIRE(result.certificate);
    CHECK(result.certificate->eigenvalue >= largest_eigenvalue(graph, result.certificate->multipliers));
  }
}
