#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include <lode/core/error.hpp>

#include "bounds/all_sizes.hpp"
#include "bounds/low_rank/some_multipliers.hpp"
#include "bounds/low_rank/sparse_sdp.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

namespace {

SparseSdpResult bound_of(const Graph& graph, Vertex s, int threads) {
  return sparse_sdp_bound(graph, s, {}, RunContext({.threads = threads}));
}

}  // namespace

TEST_CASE("no low-rank bound is below the optimum of any size") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const auto kind = static_cast<test::TestWeights>(seed % 3);
    const Vertex n = 6 + static_cast<Vertex>(seed % 9);
    const double scales[] = {1.0, 1e-9, 1e9};
    const Graph graph =
        test::random_graph(n, 0.2 + 0.01 * static_cast<double>(seed % 60), seed, kind, scales[seed % 7 % 3]);
    if (graph.num_edges() == 0) continue;
    const std::vector<double> optimum = test::best_by_size(graph);
    const Vertex s = 2 + static_cast<Vertex>(seed % (n - 2));
    INFO("seed " << seed);
    const SparseSdpResult result = bound_of(graph, s, 2);
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
  const Graph graph = test::random_graph(200, 0.04, 6);
  const SparseSdpResult one = bound_of(graph, 15, 1);
  REQUIRE(one.certificate);
  CHECK(one.certificate->multipliers.clusters > 50);
  for (const int threads : {2, 3}) {
    const SparseSdpResult other = bound_of(graph, 15, threads);
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
    CHECK(result.certificate->eigenvalue >= test::largest_eigenvalue(graph, result.certificate->multipliers));
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
    CHECK(result.certificate->eigenvalue >= test::largest_eigenvalue(graph, result.certificate->multipliers));
  }
}

TEST_CASE("a check believes an eigenvalue with room for rounding, and no multipliers that need more of it") {
  // u = 4 x at every vertex and R = x at every arc cancel: M is half the weights, and its eigenvalue 3/2.
  const Graph clique = test::random_graph(4, 1.0, 1);
  const auto believed = [&](double x, double eigenvalue) {
    const SparseSdpCertificate certificate{{.s = 4,
                                            .vertex = std::vector<double>(4, 4.0 * x),
                                            .arc = std::vector<double>(12, x),
                                            .cluster = std::vector<std::uint32_t>(4, 0),
                                            .between = {0.0}},
                                           eigenvalue};
    try {
      check_sparse_sdp_eigenvalue(clique, certificate, RunContext());
    } catch (const VerificationError&) {
      return false;
    }
    return true;
  };
  REQUIRE(clique.num_edges() == 6);
  CHECK(believed(1.0, 1.5 * (1.0 + 1e-5)));
  CHECK_FALSE(believed(1.0, 1.5 * (1.0 + 2e-6)));
  CHECK_FALSE(believed(1.0, 1.5 * (1.0 - 2e-6)));
  CHECK(believed(0x1p28, 100.0));
  CHECK_FALSE(believed(0x1p33, 100.0));
}

TEST_CASE("what multipliers prove of smaller sets allows for the rounding of their sum") {
  const Graph graph = test::random_graph(4, 1.0, 1, test::TestWeights::real);
  const SparseSdpCertificate certificate{{.s = 2,
                                          .vertex = std::vector<double>(4, 1.0),
                                          .arc = std::vector<double>(12, 0.0),
                                          .cluster = std::vector<std::uint32_t>(4, 0),
                                          .between = {0.0}},
                                         0.0};
  REQUIRE_FALSE(graph.integral());
  CHECK(checked_sparse_sdp_value(graph, certificate, 1) > 0.5L);  // half of u at one vertex
  CHECK(static_cast<double>(checked_sparse_sdp_value(graph, certificate, 1)) == 0.5);
}
