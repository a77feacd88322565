#include "bounds/certificate/check.hpp"
#include "bounds/cheap/largest_weights.hpp"
#include "bounds/ledger.hpp"

namespace lode::subgraph {
namespace {

std::optional<detail::ProofSum> check_trivial_step(const detail::CertificateCheck& check,
                                                   const detail::ClaimedStep& claimed) {
  const EdgeCount pairs = possible_edges(claimed.step.s);
  return check.at_most(
      check.sum_of_largest(check.edge_weights(), pairs) + check.largest_values(claimed.step.s),
      check.terms(pairs) + claimed.step.s);
}

constexpr ProofRule trivial_proof = {.name = "trivial", .check = check_trivial_step};

void propose_trivial(BoundLedger& ledger, Findings&, const BoundRequest&, const RunContext& run) {
  const double start = run.elapsed();
  const detail::LargestWeights weights(ledger.graph(), run);
  std::vector<double> values;
  for (const Vertex s : ledger.linked()) {
    values.push_back(ledger.vertex_values().added_to(weights.at_most(possible_edges(s)), s));
  }
  ledger.offer(trivial_proof, "trivial", values, run.elapsed() - start);
}

}  // namespace

/// Statement: an s-vertex set holds at most min(s(s-1)/2, m) edges, so its weight is at most the sum of that
/// many largest edge weights. Values of vertices: the s largest are added.
///
/// Cost: O(1) per size unweighted; one sort of the m weights otherwise.
constexpr BoundRule trivial_rule = {
    .name = "trivial",
    .statement = "A set weighs no more than the min(s(s-1)/2, m) largest weights together",
    .cost = "O(1), with weights O(m log m)",
    .source = "immediate",
    .propose = propose_trivial,
    .takes_values = true,
    .proofs = {&trivial_proof}};

}  // namespace lode::subgraph
