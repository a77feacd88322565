#include <atomic>
#include <cmath>

#include <lode/core/error.hpp>

#include "bounds/low_rank/eigenvalue_proof.hpp"
#include "bounds/low_rank/some_multipliers.hpp"
#include "bounds/low_rank/sparse_sdp.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

TEST_CASE("eigenvalues are proven above the largest and refused below, with and without a border") {
  using subgraph::detail::ProofOutcome;
  using subgraph::detail::prove_eigenvalue;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const Graph graph = test::with_paths(30 + 8 * static_cast<Vertex>(seed), 0.08, seed);
    const std::size_t left = subgraph::detail::rows_left_dense(graph, RunContext());
    CHECK(left > 10);
    CHECK(4 * left < 3 * graph.num_vertices());
    for (const std::size_t clusters : {1, 3, 20}) {
      const ClusterMultipliers m = test::random_multipliers(graph, 12, clusters, seed);
      const subgraph::detail::ClusteredMatrix matrix = test::matrix_of(graph, m);
      const double largest = test::largest_eigenvalue(graph, m);
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

TEST_CASE("certificates of eigenvalues hold above the largest one, and are refused below") {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const Graph graph = test::with_paths(30 + 8 * static_cast<Vertex>(seed), 0.08, seed);
    for (const std::size_t clusters : {1, 3, 20}) {
      const ClusterMultipliers m = test::random_multipliers(graph, 12, clusters, seed);
      const double largest = test::largest_eigenvalue(graph, m);
      const auto check = [&](double claimed) {
        check_sparse_sdp_eigenvalue(graph, {m, claimed}, RunContext());
      };
      INFO("seed " << seed << ", " << clusters << " clusters, " << largest);
      for (const double by : {1e-5, 1e-2, 1.0}) {
        CHECK_THROWS_AS(check(largest - by * std::abs(largest)), VerificationError);
        CHECK_NOTHROW(check(largest + by * std::abs(largest)));
      }
    }
  }
}

TEST_CASE("proofs of many dense rows are stopped at once") {
  const Graph graph = test::random_graph(900, 0.05, 3);
  const ClusterMultipliers m = test::random_multipliers(graph, 12, 5, 2);
  const subgraph::detail::ClusteredMatrix matrix = test::matrix_of(graph, m);
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
