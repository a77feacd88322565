#include "bounds/cheap/clique_limit.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <lode/core/error.hpp>

#include "bounds/certificate/check.hpp"
#include "bounds/certificate/writer.hpp"
#include "bounds/cheap/clique_proof.hpp"
#include "bounds/cheap/largest_weights.hpp"

namespace lode::subgraph {

EdgeCount turan_edges(Vertex s, Vertex clique_number) {
  if (clique_number < 1) {
    throw InvalidArgument("clique_number", std::to_string(clique_number), "must be at least 1");
  }
  const Vertex small = s / clique_number;  // parts of this size, and s mod clique_number larger by one
  const Vertex large_parts = s % clique_number;
  const EdgeCount inside =
      large_parts * possible_edges(small + 1) + (clique_number - large_parts) * possible_edges(small);
  return possible_edges(s) - inside;
}

std::vector<double> turan_bound_values(const Graph& graph, Vertex clique_limit, std::span<const Vertex> sizes,
                                       const RunContext& run) {
  const detail::LargestWeights weights(graph, run);
  std::vector<double> values;
  for (const Vertex s : sizes) values.push_back(weights.at_most(turan_edges(s, clique_limit)));
  return values;
}

namespace {

/// Stands as a search where the clique number takes too long to prove.
void write_turan(const ProofStep&, double, detail::CertificateWriter& writer,
                 BoundCertificate::Step& written) {
  if (!writer.proves_cliques(writer.ledger().clique_limit())) {
    written.rule = search_proof_rule.name;
  }
}

/// Edges between `parts` parts of s vertices, dealt out one by one.
EdgeCount multipartite_edges(Vertex s, Vertex parts) {
  EdgeCount edges = 0;
  for (Vertex i = 0; i < s; ++i) edges += i - i / parts;
  return edges;
}

std::optional<detail::ProofSum> check_turan_step(const detail::CertificateCheck& check,
                                                 const detail::ClaimedStep& claimed) {
  const auto& cliques = check.certificate().cliques;
  detail::require_certified(cliques != nullptr, "a step by turan without a proof of the clique number");
  const Vertex s = claimed.step.s;
  return check.at_most(check.sum_of_largest(check.edge_weights(), multipartite_edges(s, cliques->limit)) +
                           check.largest_values(s),
                       check.terms(possible_edges(s)) + s);
}

}  // namespace

constexpr ProofRule turan_proof = {.name = "turan", .write = write_turan, .check = check_turan_step};

}  // namespace lode::subgraph
