#include <algorithm>
#include <cmath>
#include <limits>

#include <lode/graph/graph.hpp>

#include "bounds/certificate/check.hpp"
#include "bounds/ledger.hpp"

namespace lode::subgraph {
namespace {

using detail::ProofSum;
using detail::require_certified;

/// The step as certificates have it rests on values as certificates have them.
void write_core_of(const ProofStep& step, detail::CertificateWriter& writer,
                   BoundCertificate::Step& written) {
  const auto inside = static_cast<double>(writer.bounds.least.of(step.s));
  const ProofSum smaller = step.s == 1 ? 0.0L : writer.bounds.least_of_all.of(step.s - 1);
  written.value = writer.ledger.family().lifted_step(step.s, inside, static_cast<double>(smaller)).value;
}

/// A set of the larger graph that leaves the core has a vertex of degree at most C - 1 in it (C by strength).
std::optional<ProofSum> check_core_of_step(const detail::CertificateCheck& check,
                                           const detail::ClaimedStep& claimed) {
  const auto& step = claimed.step;
  require_certified(check.certificate.core_of.has_value(), "step {} is by core-of, and no core is declared",
                    claimed.number);
  const ReducedFamily& family = check.family;
  if (step.s == 1 && family.include.empty()) return 0.0L;
  const auto pairs = family.by_strength ? std::numeric_limits<ProofSum>::infinity()
                                        : static_cast<ProofSum>(possible_edges(family.to_graph(step.s))) -
                                              family.base - static_cast<ProofSum>(family.each) * step.s;
  const ProofSum smaller = step.s == 1 ? 0.0L : claimed.least_of_all.of(step.s - 1);
  const ProofSum core = *check.certificate.core_of;
  ProofSum outside = smaller + (family.by_strength ? core : core - 1.0L) - family.each;
  const auto exact = [](ProofSum value) { return std::abs(value) < 0x1p53L && value == std::floor(value); };
  if (!exact(smaller) || !exact(core) || !exact(family.each)) {
    outside += (std::abs(smaller) + core + std::abs(family.each)) * 0x1p-60L;
  }
  const ProofSum proven = std::min(pairs, std::max(claimed.least.of(step.s), outside));
  require_certified(!std::isinf(proven), "step {} has no bound inside the core, or none of smaller sets",
                    claimed.number);
  return proven;
}

/// A bound of the larger graph is one of its core.
void propose_stated(BoundLedger& ledger, Findings&, const BoundRequest&, const RunContext&) {
  const ReducedFamily& family = ledger.family();
  if (!family.core_of || family.core_of->bounds.empty()) return;
  for (const Vertex t : ledger.linked()) {
    double value = family.stated_value(t);
    if (std::isinf(value)) continue;
    if (family.part.graph.integral()) value = std::floor(value);
    value = std::max(value, 0.0);
    ledger.lower({t, value, &stated_proof, "stated"});
    ledger.record(t, "stated", value, 0.0);
  }
}

std::optional<ProofSum> take_as_stated(const detail::CertificateCheck& check,
                                       const detail::ClaimedStep& claimed) {
  require_certified(check.certificate.core_of.has_value(),
                    "step {} is stated of a graph that this one is not said to be the core of",
                    claimed.number);
  return std::nullopt;
}

}  // namespace

constexpr ProofRule core_of_proof = {.name = "core-of", .write = write_core_of, .check = check_core_of_step};
constexpr ProofRule stated_proof = {.name = "stated", .check = take_as_stated, .trusted = true};

/// A ledger of a declared core asks for it when it is made.
constexpr BoundRule stated_rule = {.name = "stated",
                                   .statement =
                                       "What the input states of the larger graph that it is a core of, on "
                                       "trust; else the trivial bound",
                                   .cost = "O(1) for each size",
                                   .source = "the input",
                                   .repeatable = false,
                                   .propose = propose_stated,
                                   .takes_signs = false,
                                   .proofs = {&stated_proof}};

constexpr BoundRule core_of_rule = {
    .name = "core-of",
    .statement =
        "For the graph of which this is the C-core: the larger of a bound "
        "inside and a bound for s-1 plus C-1",
    .cost = "O(1) for each size up to s",
    .source = "peeling: Matula, Beck, J. ACM 30 (1983)",
    .repeatable = false,
    .propose = [](BoundLedger& ledger, auto&, auto&, auto&) { ledger.lift(); },
    .takes_signs = false,
    .proofs = {&core_of_proof}};

}  // namespace lode::subgraph
