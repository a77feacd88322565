#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/graph/densest.hpp>
#include <lode/graph/generators.hpp>
#include <lode/graph/graph.hpp>

#include "core/linalg/dense_kernels.hpp"
#include "subgraph/bounds/sdp/sdp.hpp"
#include "subgraph/bounds/sdp/sdp_proof.hpp"
#include "subgraph/bounds/sdp/sdp_rows.hpp"
#include "subgraph/lp_value.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

namespace {

SdpResult sdp_bound_of(const Graph& graph, Vertex s, SdpOptions options = {}) {
  options.certificate = true;
  RunContext run;
  return sdp_bound(graph, s, options, run);
}

double squares(std::span<const double> a, std::span<const double> b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return sum;
}

/// A point of the row's polyhedron: t times a random mixture of 0/1 rows of s - 1 ones.
std::vector<double> row_point(std::size_t n, std::size_t own, std::size_t s, std::uint64_t seed) {
  std::vector<double> point(n, 0.0);
  const double t = static_cast<double>(seed % 11) / 10.0;
  for (std::uint64_t part = 0; part < 4; ++part) {
    std::size_t chosen = 0;
    for (std::size_t j = (seed * 7 + part * 3) % n; chosen < s - 1; j = (j + 1) % n) {
      if (j == own) continue;
      point[j] += t / 4.0;
      ++chosen;
    }
  }
  point[own] = t;
  return point;
}

}  // namespace

TEST_CASE("eigenpairs of the largest eigenvalues agree with the full decomposition") {
  const std::size_t n = 37;
  std::vector<double> a(n * n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      a[i * n + j] = a[j * n + i] = std::sin(static_cast<double>(i * j + 3 * i + 3 * j));
    }
  }
  const lode::detail::SymmetricEigen all = lode::detail::symmetric_eigen(a, n);
  for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{9}, n}) {
    const lode::detail::SymmetricEigen some =
        lode::detail::largest_eigenpairs(a, n, [&](std::span<const double>) { return count; });
    REQUIRE(some.vectors.size() == count * n);
    for (std::size_t i = 0; i < n; ++i) CHECK(some.values[i] == Approx(all.values[i]).margin(1e-12));
    for (std::size_t c = 0; c < count; ++c) {
      const std::size_t column = n - count + c;
      for (std::size_t i = 0; i < n; ++i) {
        double product = 0.0;
        for (std::size_t j = 0; j < n; ++j) product += a[i * n + j] * some.vectors[c * n + j];
        CHECK(product == Approx(all.values[column] * some.vectors[c * n + i]).margin(1e-11));
      }
    }
  }
  std::vector<double> positive = a;
  for (std::size_t i = 0; i < n; ++i) positive[i * n + i] += 1e-9 - all.values.front();
  CHECK(lode::detail::cholesky_succeeds(positive, n) == true);
  positive = a;
  for (std::size_t i = 0; i < n; ++i) positive[i * n + i] -= 1e-9 + all.values.front();
  CHECK(lode::detail::cholesky_succeeds(positive, n) == false);
}

TEST_CASE("large matrices are factorised block by block") {
  const std::size_t n = 450;
  const Rng rng(9);
  std::vector<double> a(n * n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j) a[i * n + j] = a[j * n + i] = rng.normal_at(i * n + j);
  }
  const double least = lode::detail::symmetric_eigen(a, n).values.front();
  const auto shifted = [&](double by) {
    std::vector<double> result = a;
    for (std::size_t i = 0; i < n; ++i) result[i * n + i] += by;
    return result;
  };
  std::vector<double> matrix = shifted(1e-9 - least);
  CHECK(lode::detail::cholesky_succeeds(matrix, n) == true);
  // The factor's square is the matrix.
  const std::vector<double> given = shifted(1e-9 - least);
  for (const auto& [i, j] : {std::pair<std::size_t, std::size_t>{3, 440}, {200, 201}, {449, 449}, {7, 7}}) {
    double product = 0.0;
    for (std::size_t k = 0; k <= std::min(i, j); ++k) product += matrix[i * n + k] * matrix[j * n + k];
    CHECK(product == Approx(given[i * n + j]).margin(1e-9));
  }
  matrix = shifted(-1e-9 - least);
  CHECK(lode::detail::cholesky_succeeds(matrix, n) == false);
  matrix = shifted(1.0 - least);
  CHECK_FALSE(lode::detail::cholesky_succeeds(matrix, n, [] { return true; }).has_value());
}

TEST_CASE("rows are projected onto the nearest point of their polyhedron") {
  std::vector<double> scratch;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const std::size_t n = 3 + seed % 9;
    const std::size_t s = 2 + seed % (n - 1);
    const std::size_t own = seed % n;
    std::vector<double> row(n);
    for (std::size_t j = 0; j < n; ++j) {
      row[j] = (seed % 3 == 0 ? 0.2 : 1.5) * std::sin(static_cast<double>(seed * 31 + j * j * 17));
    }
    const std::vector<double> given = row;
    subgraph::detail::project_row(row, own, static_cast<double>(s), seed % 2 == 0 ? 0.5 : 0.0);
    INFO("seed " << seed << ", n = " << n << ", s = " << s);
    CHECK(row[own] >= 0.0);
    CHECK(row[own] <= 1.0);
    double sum = 0.0;
    for (std::size_t j = 0; j < n; ++j) {
      CHECK(row[j] >= 0.0);
      CHECK(row[j] <= row[own] + 1e-15);
      sum += row[j];
    }
    CHECK(sum == Approx(static_cast<double>(s) * row[own]).margin(1e-10));
    // The angle towards every other point of the polyhedron is not acute.
    for (std::uint64_t other = 0; other < 40; ++other) {
      const std::vector<double> point = row_point(n, own, s, other);
      double product = 0.0;
      for (std::size_t j = 0; j < n; ++j) product += (given[j] - row[j]) * (point[j] - row[j]);
      CHECK(product <= 1e-9);
    }
    CHECK(squares(row, given) <= squares(row_point(n, own, s, seed), given) + 1e-9);
  }
}

TEST_CASE("the sdp bound is never below the optimum, and its certificate proves it") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const auto kind = static_cast<test::TestWeights>(seed % 3);
    const Vertex n = 4 + static_cast<Vertex>(seed % 9);
    const Graph graph = test::random_graph(n, 0.15 + 0.012 * static_cast<double>(seed), seed, kind, 1e3);
    for (Vertex s = 1; s <= n; ++s) {
      const double optimum = test::brute_force_densest(graph, s);
      for (const double incumbent : {0.0, optimum}) {
        SdpOptions options;
        options.incumbent = incumbent;
        options.max_iterations = 60;
        const SdpResult result = sdp_bound_of(graph, s, options);
        INFO("seed " << seed << ", n = " << n << ", s = " << s << ", incumbent " << incumbent);
        CHECK(result.upper_bound >= optimum);
        CHECK(result.proven == (result.upper_bound - incumbent <= 1e-9 * result.upper_bound));
        const double checked = check_sdp_certificate(graph, s, result.certificate, RunContext());
        CHECK(checked >= optimum);
        CHECK(checked == Approx(result.upper_bound).epsilon(1e-12));
      }
    }
  }
}

TEST_CASE("the sdp bound copes with spectra of few distinct eigenvalues") {
  // Equal parts without edges between them: every eigenvalue comes many times.
  for (const Vertex size : {Vertex{2}, Vertex{5}, Vertex{12}}) {
    for (const bool clique : {true, false}) {
      const Vertex n = 120 / size * size;
      std::vector<Edge> edges;
      for (Vertex v = 0; v < n; ++v) {
        for (Vertex u = v - v % size; u < v; ++u) {
          if (clique || u % size == 0) edges.push_back({u, v});
        }
      }
      const Graph graph = Graph::from_edges(edges, n);
      const double optimum = clique ? size * (size - 1) / 2.0 : size - 1.0;
      SdpOptions options;
      options.max_iterations = 150;
      const SdpResult result = sdp_bound_of(graph, size, options);
      INFO("parts of " << size << (clique ? ", cliques" : ", stars"));
      CHECK(result.upper_bound >= optimum);
      CHECK(result.upper_bound <= size * (size - 1) / 2.0);
      CHECK(check_sdp_certificate(graph, size, result.certificate, RunContext()) == result.upper_bound);
    }
  }
}

TEST_CASE("any multipliers prove a bound") {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const Vertex n = 3 + static_cast<Vertex>(seed % 8);
    const Graph graph = test::random_graph(n, 0.5, seed, test::TestWeights::real);
    const Vertex s = 1 + static_cast<Vertex>(seed % n);
    SdpCertificate certificate;
    certificate.s = s;
    SdpStage stage;
    for (Vertex v = 0; v < n; ++v) stage.vertices.push_back(v);
    for (std::size_t e = 0; e < std::size_t{n} * n; ++e) {
      stage.multipliers.push_back(std::sin(static_cast<double>(seed * 100 + e * e)));
    }
    const std::vector<double> weights = subgraph::detail::dense_weights(graph);
    const subgraph::detail::SdpMatrices matrices{n, weights, stage.multipliers};
    const subgraph::detail::SdpProof proof = subgraph::detail::prove_sdp_bound(matrices, s, -5.0).value();
    stage.eigenvalue = proof.eigenvalue;
    certificate.stages.push_back(stage);
    const double optimum = test::brute_force_densest(graph, s);
    CHECK(proof.bound >= optimum);
    const double checked = graph.integral() ? std::floor(proof.bound) : proof.bound;
    CHECK(check_sdp_certificate(graph, s, certificate, RunContext()) == Approx(checked).epsilon(1e-12));
    if (s > 1) CHECK(proof.smaller_bound >= test::brute_force_densest(graph, s - 1));
    const std::vector<double> all = subgraph::detail::proven_sdp_bounds(matrices, n, proof.eigenvalue);
    REQUIRE(all.size() == n + std::size_t{1});
    for (Vertex t = 1; t <= n; ++t) {
      const double bound = subgraph::detail::prove_sdp_bound(matrices, t, proof.eigenvalue)->bound;
      CHECK(all[t] == Approx(bound).epsilon(1e-12));
    }
    // Vertices are let go only if no set above the incumbent holds them.
    const double incumbent = 0.5 * (optimum + proof.bound);
    for (Vertex v = 0; v < n; ++v) {
      const auto left = subgraph::detail::surviving_vertices(weights, proof, incumbent);
      if (std::find(left.begin(), left.end(), v) != left.end()) continue;
      const auto best =
          test::brute_force_densest(graph, s, [&](std::uint32_t mask) { return mask >> v & 1; });
      CHECK(*best <= incumbent);
    }
  }
}

TEST_CASE("the sdp bound is tight on cliques and no weaker than the lp bound") {
  std::vector<Edge> edges;
  for (const auto& [begin, size] : {std::pair<Vertex, Vertex>{0, 9}, {9, 6}, {15, 6}}) {
    for (Vertex u = begin; u < begin + size; ++u) {
      for (Vertex v = begin; v < u; ++v) edges.push_back({u, v});
    }
  }
  const Graph cliques = Graph::from_edges(edges);
  const Vertex parts[] = {1, 1, 1, 1, 1, 1, 1};
  const Graph complete = complete_multipartite(parts);
  RunContext run;
  for (Vertex s = 2; s <= 7; ++s) {
    const double pairs = static_cast<double>(possible_edges(s));
    for (const Graph& graph : {complete, cliques}) {
      const SdpResult result = sdp_bound_of(graph, s);
      CHECK(result.trace.back().bound == Approx(pairs).epsilon(1e-6));
    }
  }
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const auto kind = seed % 2 == 0 ? test::TestWeights::none : test::TestWeights::real;
    const Graph graph = test::random_graph(30, 0.05 * static_cast<double>(seed + 1), seed, kind);
    const DenseDecomposition decomposition = dense_decomposition(graph, run);
    for (const Vertex s : {3u, 8u, 15u, 25u}) {
      SdpOptions options;
      options.max_iterations = 400;
      const SdpResult result = sdp_bound_of(graph, s, options);
      INFO("seed " << seed << ", s = " << s);
      CHECK(result.trace.back().bound <= test::lp_value(decomposition, s) * (1.0 + 1e-5));
    }
  }
}

TEST_CASE("vertices outside the dense part are let go, and the certificate says why") {
  PlantedOptions planting;
  planting.num_vertices = 150;
  planting.planted_size = 14;
  planting.planted_density = 0.7;
  planting.seed = 3;
  const PlantedGraph instance = planted(planting);
  const double weight = induced_subgraph(instance.graph, instance.planted).total_weight();
  SdpOptions options;
  options.incumbent = weight;
  const SdpResult result = sdp_bound_of(instance.graph, 14, options);
  CHECK(result.proven);
  CHECK(result.upper_bound == weight);
  REQUIRE(result.certificate.stages.size() >= 2);
  CHECK(result.survivors.size() < 150);
  CHECK(check_sdp_certificate(instance.graph, 14, result.certificate, RunContext()) == weight);

  const auto refuted = [&](auto&& change) {
    SdpCertificate wrong = result.certificate;
    change(wrong);
    CHECK_THROWS_AS(check_sdp_certificate(instance.graph, 14, wrong, RunContext()), VerificationError);
  };
  refuted([](SdpCertificate& c) { c.s = 13; });
  refuted([](SdpCertificate& c) { c.stages.clear(); });
  refuted([](SdpCertificate& c) { c.stages.erase(c.stages.begin()); });
  refuted([](SdpCertificate& c) { c.stages[0].multipliers.pop_back(); });
  refuted([](SdpCertificate& c) { c.stages[0].multipliers[5] = std::nan(""); });
  refuted([](SdpCertificate& c) { c.stages[0].eigenvalue *= 0.5; });
  refuted([](SdpCertificate& c) { std::swap(c.stages[1].vertices[0], c.stages[1].vertices[1]); });
  refuted([&](SdpCertificate& c) {  // a member of the best set is not let go
    std::erase(c.stages[1].vertices, instance.planted.front());
  });
  SdpCertificate loose = result.certificate;
  loose.stages.resize(1);
  CHECK(check_sdp_certificate(instance.graph, 14, loose, RunContext()) >= weight);
}

TEST_CASE("the sdp bound does not depend on the threads") {
  const Graph graph = test::random_graph(400, 0.08, 11);
  SdpOptions options;
  options.certificate = true;
  options.max_iterations = 25;
  std::vector<SdpResult> results;
  for (const int threads : {1, 2, 4}) {
    RunContext run({.threads = threads});
    results.push_back(sdp_bound(graph, 25, options, run));
    CHECK(results.back().upper_bound == results.front().upper_bound);
    CHECK(results.back().certificate.stages.back().multipliers ==
          results.front().certificate.stages.back().multipliers);
    CHECK(results.back().trace.back().bound == results.front().trace.back().bound);
  }
}

TEST_CASE("an sdp run that is left goes on where it was") {
  const Graph graph = test::random_graph(90, 0.3, 8);
  const RunContext run;
  const SdpOptions options = {.incumbent = 30.0, .max_iterations = 70, .certificate = true};
  const SdpResult whole = sdp_bound(graph, 15, options, run);
  SdpSession session(graph, 15, {.incumbent = 30.0, .certificate = true});
  for (const std::uint64_t more : {7u, 33u, 30u}) {
    CHECK(session.go_on(0.0, more, run) == StopReason::iterations);
    const SdpResult result = session.result(run);
    CHECK(result.iterations == session.iterations());
    CHECK(result.survivors.size() == session.vertices_left());
    CHECK(check_sdp_certificate(graph, 15, result.certificate, RunContext()) == result.upper_bound);
  }
  const SdpResult result = session.result(run);
  CHECK(result.upper_bound == whole.upper_bound);
  CHECK(result.survivors == whole.survivors);
  CHECK(result.trace.size() == whole.trace.size());
  CHECK(result.certificate.stages.back().multipliers == whole.certificate.stages.back().multipliers);
  CHECK(session.go_on(1000.0, 5, run) == StopReason::converged);  // a set that nothing exceeds
  CHECK(session.result(run).upper_bound == 1000.0);
}

TEST_CASE("rated sdp bounds hold for all sizes up to rounding") {
  const Graph graph = test::random_graph(18, 0.4, 4);
  const RunContext run;
  SdpSession session(graph, 8, {});
  session.go_on(0.0, 60, run);
  const std::vector<double> rated = session.rated_bounds(run);
  REQUIRE(rated.size() == 9);
  for (Vertex t = 1; t <= 8; ++t) CHECK(rated[t] * (1.0 + 1e-3) >= test::brute_force_densest(graph, t));
  CHECK(rated[8] == Approx(session.result(run).trace.back().bound).epsilon(1e-9));
}

namespace {

/// Iterations until a bound of s vertices is at most `goal`.
std::uint64_t iterations_to(const Graph& graph, Vertex s, double goal, const SdpStart& start) {
  const RunContext run;
  SdpSession session(graph, s, {.incumbent = goal, .certificate = true}, start);
  session.go_on(goal, 400, run);
  const SdpResult result = session.result(run);
  CHECK(result.upper_bound == goal);
  CHECK(check_sdp_certificate(graph, s, result.certificate, RunContext()) == goal);
  return result.iterations;
}

}  // namespace

TEST_CASE("a run begun with that of a near size or a part of the graph needs no more iterations") {
  PlantedOptions planting;
  planting.num_vertices = 150;
  planting.planted_size = 16;
  planting.planted_density = 0.7;
  planting.seed = 5;
  const PlantedGraph instance = planted(planting);
  const Graph& graph = instance.graph;
  const RunContext run;
  const double weight = induced_subgraph(graph, instance.planted).total_weight();
  const double goal = std::ceil(1.02 * weight);
  const std::uint64_t cold = iterations_to(graph, 16, goal, {});

  SdpSession near(graph, 17, {.incumbent = weight, .certificate = true});
  near.go_on(0.0, 150, run);
  const SdpStart state = near.state();
  CHECK(state.vertices.size() == graph.num_vertices());
  CHECK(iterations_to(graph, 16, goal, state) <= cold);

  VertexSet part = instance.planted;
  for (Vertex v = 0; part.size() < 80; ++v) {
    if (std::find(instance.planted.begin(), instance.planted.end(), v) == instance.planted.end())
      part.push_back(v);
  }
  std::sort(part.begin(), part.end());
  SdpSession inside(induced_subgraph(graph, part), 16, {.certificate = true});
  inside.go_on(0.0, 150, run);
  SdpStart moved = inside.state();
  moved.vertices = part;
  CHECK(iterations_to(graph, 16, goal, moved) <= cold);
}

TEST_CASE("the sdp bound stops when told to, with what it has proven") {
  const Graph graph = test::random_graph(120, 0.2, 5);
  SdpOptions options;
  options.certificate = true;
  double before = std::numeric_limits<double>::infinity();
  for (const std::uint64_t iterations : {1u, 5u, 20u, 80u}) {
    options.max_iterations = iterations;
    RunContext run;
    const SdpResult result = sdp_bound(graph, 20, options, run);
    CHECK(result.iterations == iterations);
    CHECK(result.stop_reason == StopReason::iterations);
    CHECK(result.upper_bound <= before);
    CHECK(check_sdp_certificate(graph, 20, result.certificate, RunContext()) == result.upper_bound);
    for (std::size_t i = 1; i < result.trace.size(); ++i) {
      CHECK(result.trace[i].bound < result.trace[i - 1].bound);
    }
    before = result.upper_bound;
  }
  options.max_iterations = 0;
  RunOptions limited;
  limited.time_limit = 0.0;
  RunContext expired(limited);
  CHECK(sdp_bound(graph, 20, options, expired).stop_reason == StopReason::deadline);
  std::atomic<bool> cancel = false;
  RunOptions cancellable;
  cancellable.cancel = &cancel;
  cancellable.progress = [&](const Progress& progress) { cancel = progress.iteration >= 3; };
  RunContext cancelled(cancellable);
  const SdpResult result = sdp_bound(graph, 20, options, cancelled);
  CHECK(result.stop_reason == StopReason::interrupted);
  CHECK(result.iterations < 10);
}

TEST_CASE("the sdp bound refuses what it cannot bound") {
  const Graph graph = test::random_graph(20, 0.3, 1);
  CHECK_THROWS_AS(sdp_bound_of(graph, 0), InvalidArgument);
  CHECK_THROWS_AS(sdp_bound_of(graph, 21), InvalidArgument);
  SdpOptions options;
  options.incumbent = -1.0;
  CHECK_THROWS_AS(sdp_bound_of(graph, 5, options), InvalidArgument);
  options.incumbent = std::nan("");
  CHECK_THROWS_AS(sdp_bound_of(graph, 5, options), InvalidArgument);
  options.incumbent = 0.0;
  options.max_vertices = 19;
  CHECK_THROWS_AS(sdp_bound_of(graph, 5, options), InvalidArgument);
  const Graph empty = Graph::from_edges(std::span<const Edge>(), 6);
  CHECK(sdp_bound_of(empty, 3).upper_bound == 0.0);
  CHECK(sdp_bound_of(empty, 3).proven);
}
