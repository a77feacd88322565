#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/graph/generators.hpp>
#include <lode/graph/graph.hpp>
#include <lode/subgraph/registry.hpp>

#include "subgraph/bounds/sdp/sdp.hpp"
#include "subgraph/bounds/sdp/sdp_proof.hpp"
#include "support/catch.hpp"
#include "support/problem.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

namespace {

/// The heaviest set of s vertices that holds v, by brute force.
double heaviest_with(const Graph& graph, Vertex s, Vertex v) {
  return test::brute_force_densest(graph, s, [&](std::uint32_t mask) { return (mask >> v & 1u) != 0; })
      .value();
}

}  // namespace

TEST_CASE("no set that holds a vertex weighs more than its reserve leaves") {
  int sharper = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const Vertex n = 4 + static_cast<Vertex>(seed % 8);
    const Graph graph = test::random_graph(n, 0.5, seed, static_cast<test::TestWeights>(seed % 3));
    const Vertex s = 2 + static_cast<Vertex>(seed % (n - 2));
    // Multipliers of a few iterations, and worse ones.
    const RunContext run;
    const SdpResult result = sdp_bound(graph, s, {.max_iterations = 40, .certificate = true}, run);
    std::vector<double> multipliers = result.certificate.stages.front().multipliers;
    if (seed % 4 == 0) {
      for (std::size_t e = 0; e < multipliers.size(); ++e)
        multipliers[e] += std::sin(static_cast<double>(e * seed));
    }
    const std::vector<double> weights = subgraph::detail::dense_weights(graph);
    const subgraph::detail::SdpMatrices matrices{n, weights, multipliers};
    const subgraph::detail::SdpProof proof = subgraph::detail::prove_sdp_bound(matrices, s, -5.0).value();
    for (const double shift : {1e-3, 0.1, 1.0, 10.0}) {
      const auto reserves =
          subgraph::detail::prove_sdp_reserves(matrices, s, proof.eigenvalue, shift).value();
      for (Vertex v = 0; v < n; ++v) {
        INFO("seed " << seed << ", shift " << shift << ", vertex " << v);
        const double left = reserves.bound - reserves.reserves[v];
        REQUIRE(left >= heaviest_with(graph, s, v));
        sharper += left < proof.bound - std::max(0.0, proof.last_row - proof.rows[v]);
      }
    }
  }
  CHECK(sharper > 100);
  CHECK_FALSE(subgraph::detail::prove_sdp_reserves({1, std::vector<double>{0.0}, std::vector<double>{0.5}}, 1,
                                                   0.5, 1.0, [] { return true; })
                  .has_value());
}

TEST_CASE("reserves let vertices go, and a certificate with another shift is refused") {
  int stages_by_reserve = 0;
  for (std::uint64_t seed = 1; seed <= 2; ++seed) {
    const auto kind = seed % 2 == 0 ? test::TestWeights::integral : test::TestWeights::real;
    const Graph graph = test::random_graph(70, 0.1, seed, kind);
    const Vertex s = seed == 1 ? 12 : 8;
    const RunContext run;
    const Solution known = solve("hybrid", test::make_problem(graph, s), {}, run);
    const SdpResult result =
        sdp_bound(graph, s, {.incumbent = known.weight, .max_iterations = 1000, .certificate = true}, run);
    CHECK(check_sdp_certificate(graph, s, result.certificate, RunContext()) >= known.weight);
    CHECK(check_sdp_certificate(graph, s, result.certificate, RunContext()) ==
          Approx(result.upper_bound).epsilon(1e-12));
    const auto refuted = [&](const SdpCertificate& wrong) {
      CHECK_THROWS_AS(check_sdp_certificate(graph, s, wrong, RunContext()), VerificationError);
    };
    for (std::size_t i = 0; i < result.certificate.stages.size(); ++i) {
      if (result.certificate.stages[i].reserve_shift == 0.0) continue;
      ++stages_by_reserve;
      for (const double shift : {0.0, -1e-3, std::nan(""), 1e3}) {
        SdpCertificate wrong = result.certificate;
        wrong.stages[i].reserve_shift = shift;
        refuted(wrong);
      }
      // A member of the set that is known can not be let go.
      SdpCertificate wrong = result.certificate;
      std::erase(wrong.stages[i + 1].vertices, known.vertices.front());
      wrong.incumbent = known.weight * (1.0 - 1e-6) - (graph.integral() ? 1.0 : 0.0);
      refuted(wrong);
    }
  }
  CHECK(stages_by_reserve >= 2);
}
