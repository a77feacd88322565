#include "bounds/certificate/writer.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <utility>

#include <lode/core/error.hpp>

#include "bounds/certificate/check.hpp"

namespace lode::subgraph {
namespace detail {

void SdpSearchTree::rest_on(DualStage stage) {
  stage.node = nodes.size() - 1;
  nodes.back() = {.state = SdpNodeState::proof, .proof = stages.size()};
  stages.push_back(std::move(stage));
}

void SdpSearchTree::exclude(DualStage stage, std::span<const Vertex> rows) {
  stage.node = nodes.size() - 1;
  for (const Vertex row : rows) {
    const std::size_t next = nodes.size();
    nodes.back() = {SdpNodeState::branched, row, next, next + 1, none};
    nodes.push_back({.state = SdpNodeState::proof, .proof = stages.size()});
    nodes.emplace_back();
  }
  stages.push_back(std::move(stage));
}

void SdpSearchTree::graft(const SdpSearchTree& other, std::span<const Vertex> rows) {
  const std::size_t root = nodes.size() - 1;
  const auto moved = [](std::size_t place, std::size_t by) { return place == none ? none : place + by; };
  nodes.pop_back();
  for (const Node& node : other.nodes) {
    nodes.push_back({node.state, node.vertex == none ? none : rows[node.vertex], moved(node.included, root),
                     moved(node.excluded, root), moved(node.proof, stages.size())});
  }
  proofs = other.proofs;
  for (SdpNodeProof& proof : proofs) proof.node += root;
}

BoundCertificate CertificateWriter::write(const std::vector<Vertex>& sizes) {
  certificate_.include = ledger_.family().include;
  certificate_.exclude = ledger_.family().exclude;
  certificate_.valued = ledger_.family().valued;
  if (const auto& origin = ledger_.family().core_of) certificate_.core_of = origin->core;
  for (const Vertex s : sizes) {
    BoundCertificate::Claim claim{s, std::string(ledger_.best(s).name), {}};
    steps_ = &claim.steps;
    run_.require_time("writing the certificate");
    for (const ProofStep& step : ledger_.proof(s)) {
      BoundCertificate::Step written{step.s,  step.value, std::string(step.rule->name), step.from, no_step,
                                     no_step, step.tail};
      const double smaller = step.from == no_step ? 0.0 : claim.steps[step.from].value;
      if (step.rule->write) step.rule->write(step, smaller, *this, written);
      claim.steps.push_back(std::move(written));
    }
    const ReducedFamily& family = ledger_.family();
    claim.bound = family.outward_bound(family.inward(s), claim.steps.back().value);
    certificate_.claims.push_back(std::move(claim));
  }
  return std::move(certificate_);
}

std::size_t CertificateWriter::stored(std::shared_ptr<const PartMultipliers> multipliers) {
  if (!multipliers) {
    throw InvalidArgument("ledger", "Proofs::drop", "keeps no data for a certificate", "use Proofs::keep");
  }
  auto& all = certificate_.multipliers;
  const auto known = std::find(all.begin(), all.end(), multipliers);
  if (known != all.end()) return static_cast<std::size_t>(known - all.begin());
  all.push_back(std::move(multipliers));
  return all.size() - 1;
}

bool CertificateWriter::proves_cliques(Vertex limit) {
  if (!tried_cliques_ && shows_clique_number(ledger_.graph(), limit, run_))
    certificate_.clique_number = limit;
  tried_cliques_ = true;
  return certificate_.clique_number.has_value();
}

}  // namespace detail

bool BoundCertificate::Claim::checkable() const {
  return std::none_of(steps.begin(), steps.end(), [](const Step& step) {
    const ProofRule* rule = proof_rule(step.rule);
    return !rule || rule->trusted;
  });
}

BoundCertificate make_certificate(const BoundLedger& ledger, const std::vector<Vertex>& sizes,
                                  const RunContext& run) {
  return detail::CertificateWriter(ledger, run).write(sizes);
}

}  // namespace lode::subgraph
