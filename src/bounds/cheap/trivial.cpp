#include "bounds/cheap/trivial.hpp"

#include "bounds/certificate/check.hpp"
#include "bounds/cheap/largest_weights.hpp"
#include "bounds/cheap/sizes.hpp"
#include "bounds/ledger.hpp"

namespace lode::subgraph {

std::vector<Bound> trivial_bounds(const Graph& graph, std::span<const Vertex> sizes, const RunContext& run) {
  detail::check_sizes(graph, sizes);
  const double start = run.elapsed();
  const detail::LargestWeights weights(graph, run);
  std::vector<Bound> bounds;
  for (const Vertex s : sizes) {
    const double charged = bounds.empty() ? run.elapsed() - start : 0.0;
    bounds.push_back({"trivial", s, weights.at_most(possible_edges(s)), charged});
  }
  return bounds;
}

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
  std::vector<Bound> bounds = trivial_bounds(ledger.graph(), ledger.linked(), run);
  for (Bound& bound : bounds) bound.value = ledger.vertex_values().added_to(bound.value, bound.s);
  ledger.offer(trivial_proof, bounds);
}

}  // namespace

constexpr BoundRule trivial_rule = {
    .name = "trivial",
    .statement = "A set weighs no more than the min(s(s-1)/2, m) largest weights together",
    .cost = "O(1), with weights O(m log m)",
    .source = "immediate",
    .compute = trivial_bounds,
    .propose = propose_trivial,
    .takes_values = true,
    .proofs = {&trivial_proof}};

}  // namespace lode::subgraph
