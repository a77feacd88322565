// Checks certificates of the low-rank bound: their form, and the eigenvalue by the proof that the search for
// multipliers ends with. Nothing of that search has a part in it.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "bounds/certificate/check.hpp"
#include "bounds/low_rank/eigenvalue_proof.hpp"
#include "bounds/low_rank/sparse_sdp.hpp"

namespace lode::subgraph {
namespace {

using detail::require_certified;

/// Of an eigenvalue, that is left to what rounding may move it by: less than the room in a certificate.
constexpr double check_room = 4e-6;

/// That there are multipliers for every vertex and arc, that they are numbers, and >= 0 where they should be.
void check_shape(const Graph& graph, const ClusterMultipliers& m, double eigenvalue) {
  const std::size_t n = graph.num_vertices();
  const std::size_t k = m.clusters;
  require_certified(m.s >= 1 && m.s <= n, "multipliers are for sets that the part does not have");
  require_certified(m.vertex.size() == n && m.cluster.size() == n && m.arc.size() == graph.num_arcs(),
                    "the numbers of multipliers are not those of arcs and vertices");
  require_certified(k >= 1 && k <= n && m.between.size() == k * k,
                    "the multipliers between clusters are not a square");
  require_certified(std::isfinite(eigenvalue), "an eigenvalue is not a number");
  for (const double u : m.vertex) require_certified(std::isfinite(u), "a multiplier is not a number");
  for (const auto* all : {&m.arc, &m.between}) {
    for (const double x : *all) {
      require_certified(x >= 0.0 && std::isfinite(x), "a multiplier is not a number >= 0");
    }
  }
  for (const std::uint32_t c : m.cluster) require_certified(c < k, "a cluster does not exist");
  for (std::size_t c = 0; c < k; ++c) {
    require_certified(m.between[c * k + c] == 0.0, "there is a multiplier inside a cluster");
    for (std::size_t d = 0; d < c; ++d) {
      require_certified(m.between[c * k + d] == m.between[d * k + c],
                        "multipliers between clusters are not symmetric");
    }
  }
}

}  // namespace

void check_sparse_sdp_eigenvalue(const Graph& graph, const SparseSdpCertificate& certificate,
                                 const RunContext& run) {
  const double claimed = certificate.eigenvalue;
  check_shape(graph, certificate.multipliers, claimed);
  const detail::ClusteredMatrix matrix(graph, detail::reverse_arcs(graph), certificate.multipliers);
  detail::EigenvalueProof proof;
  run.parallel([&] { proof = prove_eigenvalue(matrix, claimed - check_room * std::abs(claimed), run); });
  if (proof.outcome == detail::ProofOutcome::stopped) run.require_time(detail::checking);
  require_certified(proof.outcome == detail::ProofOutcome::proven && proof.eigenvalue <= claimed,
                    fmt::format("an eigenvalue of the multipliers may exceed {}", claimed));
}

double checked_sparse_sdp_value(const Graph& graph, const SparseSdpCertificate& certificate, Vertex t) {
  require_certified(t >= 1 && t <= graph.num_vertices(), "a part has fewer vertices than a set of a step");
  check_shape(graph, certificate.multipliers, certificate.eigenvalue);
  const double value = detail::bounds_inside(certificate.multipliers, certificate.eigenvalue, t)[t];
  return graph.integral() ? std::floor(value) : value;
}

}  // namespace lode::subgraph
