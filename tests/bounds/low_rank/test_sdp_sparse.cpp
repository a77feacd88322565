#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/graph/generators.hpp>
#include <lode/report/find_report.hpp>

#include "bounds/certificate/multipliers.hpp"
#include "bounds/enumeration/exact_search.hpp"
#include "bounds/plan.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using namespace lode::subgraph;

namespace {

/// A dense part with sparse surroundings that cores leave out.
Graph with_surroundings(std::uint64_t seed, test::TestWeights weights) {
  const Graph inner = test::random_graph(24, 0.45, seed, weights);
  std::vector<WeightedEdge> edges;
  for (Vertex v = 0; v < 24; ++v) {
    inner.for_each_neighbor(v, [&](Vertex u, Weight w) {
      if (v < u) edges.push_back({v, u, w});
    });
  }
  const Weight light = weights == test::TestWeights::real ? 0.2 : 1.0;
  for (Vertex v = 24; v < 70; ++v) {
    edges.push_back({v, static_cast<Vertex>((v * 7) % 24), light});
    if (v > 24) edges.push_back({v, v - 1, light});
  }
  if (weights != test::TestWeights::none) return Graph::from_edges(edges);
  std::vector<Edge> plain;
  for (const WeightedEdge& e : edges) plain.push_back({e.u, e.v});
  return Graph::from_edges(plain);
}

struct SolvedGraph {
  Graph graph;
  std::vector<double> optimum;  ///< by size
};

SolvedGraph solved(std::uint64_t seed, test::TestWeights weights, Vertex s) {
  SolvedGraph all{with_surroundings(seed, weights), {}};
  Problem problem;
  problem.graph = all.graph;
  problem.s = s;
  const ExactResult result = exact_search(problem, {}, RunContext());
  all.optimum = result.upper_bounds;
  return all;
}

/// Bounds by the rule, which knows a set of that weight.
BoundLedger asked(const SolvedGraph& solved, Vertex s, Weight known) {
  const Vertex sizes[] = {s};
  const RunContext run({.time_limit = 60.0});
  BoundPlan plan(solved.graph, sizes, run);
  plan.ask("sdp-sparse", {s, known}, run);
  return plan.ledger();
}

}  // namespace

TEST_CASE("sdp-sparse bounds the whole graph, of which it sees a core") {
  constexpr Vertex s = 8;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const SolvedGraph all = solved(seed, static_cast<test::TestWeights>(seed % 3), s);
    const BoundLedger ledger = asked(all, s, all.optimum[s]);
    const auto steps = ledger.proof(s);
    const auto used = std::find_if(steps.begin(), steps.end(), [](const ProofStep& step) {
      return step.multipliers && !step.multipliers->part.whole();
    });
    CHECK(used != steps.end());
    for (Vertex t = 1; t <= s; ++t) {
      INFO("seed " << seed << ", t = " << t);
      CHECK(ledger.value(t) >= all.optimum[t] * (1.0 - 1e-9));
    }
    CHECK(ledger.value(s) <= 1.25 * all.optimum[s]);
  }
}

TEST_CASE("certificates of sdp-sparse hold, survive being written, and are refused when changed") {
  constexpr Vertex s = 8;
  const SolvedGraph all = solved(3, test::TestWeights::none, s);
  const BoundLedger ledger = asked(all, s, 0.0);
  const BoundCertificate certificate = make_certificate(ledger, {s}, RunContext());
  const test::TemporaryFolder folder;
  const std::string path = folder.write("c", certificate_json(all.graph, certificate));
  for (const BoundCertificate& one : {certificate, read_certificate(path, all.graph)}) {
    const std::vector<CheckedBound> checked = check_certificate(all.graph, one);
    REQUIRE(checked.size() == 1);
    CHECK(checked[0].value == ledger.value(s));
    CHECK(checked[0].unchecked.empty());
  }
  using Change = std::function<void(SparseSdpCertificate&)>;
  const std::vector<Change> changes = {
      [](SparseSdpCertificate& data) { data.eigenvalue -= 0.01; },
      [](SparseSdpCertificate& data) { data.multipliers.arc.front() = -1.0; },
      [](SparseSdpCertificate& data) { data.multipliers.arc.pop_back(); },
      [](SparseSdpCertificate& data) { data.multipliers.vertex.front() = -data.eigenvalue; },
      [](SparseSdpCertificate& data) { data.multipliers.vertex.front() = std::nan(""); },
      [](SparseSdpCertificate& data) { data.multipliers.vertex.pop_back(); },
      [](SparseSdpCertificate& data) { data.multipliers.cluster.pop_back(); },
      [](SparseSdpCertificate& data) { data.multipliers.between[1] += 0.5; },
      [](SparseSdpCertificate& data) { data.multipliers.between.push_back(0.0); },
      [](SparseSdpCertificate& data) {  // symmetric, and negative
        const std::size_t k = data.multipliers.clusters;
        data.multipliers.between[1] = data.multipliers.between[k] = -1e-9;
      },
      [](SparseSdpCertificate& data) { data.eigenvalue = std::nan(""); },
      [](SparseSdpCertificate& data) { data.multipliers.between.front() = 1.0; },
      [](SparseSdpCertificate& data) {
        data.multipliers.cluster.front() = static_cast<std::uint32_t>(data.multipliers.clusters);
      },
      [](SparseSdpCertificate& data) { data.multipliers.s = 0; }};
  REQUIRE_FALSE(certificate.multipliers.empty());
  REQUIRE(std::get<SparseSdpCertificate>(certificate.multipliers.front()->multipliers).multipliers.clusters >
          1);
  for (std::size_t i = 0; i < changes.size(); ++i) {
    INFO("change " << i);
    BoundCertificate other = certificate;
    auto copy = std::make_shared<PartMultipliers>(*certificate.multipliers.front());
    changes[i](std::get<SparseSdpCertificate>(copy->multipliers));
    other.multipliers.front() = copy;
    CHECK_THROWS_AS(check_certificate(all.graph, other), VerificationError);
  }
}
