#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include <lode/graph/clique.hpp>

#include "bounds/certificate/check.hpp"
#include "bounds/cheap/largest_weights.hpp"
#include "bounds/findings.hpp"
#include "bounds/ledger.hpp"

namespace lode::subgraph {
namespace {

/// Most edges among s vertices without a clique of more than `clique_number`, which is at least 1: the edges
/// between `clique_number` parts of nearly equal sizes.
EdgeCount turan_edges(Vertex s, Vertex clique_number) {
  const Vertex small = s / clique_number;  // parts of this size, and s mod clique_number larger by one
  const Vertex large_parts = s % clique_number;
  const EdgeCount inside =
      large_parts * possible_edges(small + 1) + (clique_number - large_parts) * possible_edges(small);
  return possible_edges(s) - inside;
}

/// Stands as a search where the clique number takes too long to check.
void write_turan(const ProofStep&, detail::CertificateWriter& writer, BoundCertificate::Step& written) {
  if (!writer.proves_cliques(writer.ledger.clique_limit())) {
    written.rule = search_proof_rule.name;
  }
}

/// The sum of the largest weights of `edges` edges and the largest values of s vertices.
detail::ProofSum checked_weights(const detail::CertificateCheck& check, EdgeCount edges, Vertex s) {
  return check.at_most(check.sum_of_largest(check.edge_weights(), edges) + check.largest_values(s),
                       check.terms(possible_edges(s)) + s);
}

std::optional<detail::ProofSum> check_trivial_step(const detail::CertificateCheck& check,
                                                   const detail::ClaimedStep& claimed) {
  return checked_weights(check, possible_edges(claimed.step.s), claimed.step.s);
}

std::optional<detail::ProofSum> check_turan_step(const detail::CertificateCheck& check,
                                                 const detail::ClaimedStep& claimed) {
  const std::optional<Vertex> limit = check.certificate.clique_number;
  detail::require_certified(limit.has_value(), "a step by turan without a clique number");
  const Vertex s = claimed.step.s;
  EdgeCount edges = 0;  // between the parts, vertices dealt out one by one
  for (Vertex i = 0; i < s; ++i) edges += i - i / *limit;
  return checked_weights(check, edges, s);
}

constexpr ProofRule trivial_proof = {.name = "trivial", .check = check_trivial_step};
constexpr ProofRule turan_proof = {.name = "turan", .write = write_turan, .check = check_turan_step};

/// Work limit of the clique search with every answer, about 0.2 s; see CliqueOptions.
constexpr std::uint64_t cheap_clique_work = 200'000'000;

Clique find_clique(const BoundLedger& ledger, const DensePart* part, Vertex largest, const RunContext& run) {
  CliqueOptions options{.work_limit = cheap_clique_work};
  if (!part) return maximum_clique(ledger.graph(), options, run);
  options.enough = largest;  // with it turan is no better than the trivial bound
  options.work_limit /= 10;  // little of such a graph is in cache
  Clique clique = maximum_clique(part->core.graph, part->cores, options, run);
  clique.vertices = part->core.to_graph(clique.vertices);
  // A clique that is not inside has a vertex with at most `outside` neighbours in it.
  clique.upper_bound = std::max(static_cast<Vertex>(part->core.outside) + 2, clique.upper_bound);
  return clique;
}

/// Offers the sums of the edges(s) largest weights and the s largest values.
void offer_weights(BoundLedger& ledger, const ProofRule& rule, double start, const RunContext& run,
                   const auto& edges) {
  const detail::LargestWeights weights(ledger.graph(), run);
  std::vector<double> values;
  for (const Vertex s : ledger.linked()) {
    values.push_back(ledger.vertex_values().added_to(weights.at_most(edges(s)), s));
  }
  ledger.offer(rule, rule.name, values, run.elapsed() - start);
}

void propose_trivial(BoundLedger& ledger, Findings&, const BoundRequest&, const RunContext& run) {
  offer_weights(ledger, trivial_proof, run.elapsed(), run, [](Vertex s) { return possible_edges(s); });
}

void propose_turan(BoundLedger& ledger, Findings& findings, const BoundRequest&, const RunContext& run) {
  const std::span<const Vertex> linked = ledger.linked();
  if (linked.empty()) return;
  // Peeling, where it is not done, and colouring come before the first greedy clique.
  const DensePart* part = findings.dense_part.get();
  const double seconds_per_arc = part ? 3e-8 : 6e-8;
  const auto arcs = static_cast<double>((part ? part->core.graph : ledger.graph()).num_arcs());
  if (seconds_per_arc * arcs > run.time_left()) return;
  const double start = run.elapsed();
  Clique found = find_clique(ledger, part, *std::max_element(linked.begin(), linked.end()), run);
  ledger.limit_cliques(found.upper_bound);
  findings.clique = std::move(found.vertices);
  const Vertex limit = ledger.clique_limit();
  offer_weights(ledger, turan_proof, start, run, [&](Vertex s) { return turan_edges(s, limit); });
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

/// Statement: a graph whose largest clique has at most w vertices has no s-vertex set with more than
/// turan_edges(s, w) edges, so no set weighs more than that many largest edge weights. Of vertex values, the
/// s largest are added. w is the clique number, or the bound of a stopped clique search, at worst the number
/// of colours of a proper colouring.
///
/// Cost: one sort of the weights; O(1) per size.
constexpr BoundRule turan_rule = {
    .name = "turan",
    .statement =
        "A set weighs no more than so many largest weights as the Turan graph of the clique number has edges",
    .cost = "One search for the largest clique, within a work limit",
    .source = "Turan, Mat. Fiz. Lapok 48 (1941)",
    .propose = propose_turan,
    .takes_values = true,
    .proofs = {&turan_proof}};

}  // namespace lode::subgraph
