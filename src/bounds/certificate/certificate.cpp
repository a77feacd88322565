// Certificates of bounds: their writer, and their JSON, which docs/certificates.md defines.
#include <algorithm>
#include <fstream>
#include <sstream>

#include <lode/subgraph/problem.hpp>

#include "bounds/certificate/check.hpp"
#include "bounds/certificate/fields.hpp"
#include "io/stream/compressed_input.hpp"

namespace lode::subgraph::detail {

constexpr std::string_view node_states[] = {"branched", "proof", "enumerated"};
constexpr std::string_view cut_kinds[] = {"within", "cover", "meeting", "triangle"};
inline std::span<const std::string_view> words_of(SdpNodeState) { return node_states; }
inline std::span<const std::string_view> words_of(SdpCutKind) { return cut_kinds; }

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
  const ReducedFamily& family = ledger.family();
  certificate.include = family.include;
  certificate.exclude = family.exclude;
  certificate.valued = family.valued;
  if (family.core_of) certificate.core_of = family.core_of->core;
  for (const Vertex s : sizes) {
    certificate.claims.push_back({s, std::string(ledger.best(s).name), {}});
    BoundCertificate::Claim& claim = certificate.claims.back();
    run.require_time("writing the certificate");
    bounds = {};
    for (const ProofStep& step : ledger.proof(s)) {
      BoundCertificate::Step written{step.s, step.value, std::string(step.rule->name)};
      if (step.rule->write) step.rule->write(step, *this, written);
      bounds.add(written);
      claim.steps.push_back(std::move(written));
    }
    claim.bound = family.graph_bound(family.to_part(s), claim.steps.back().value);
  }
  return std::move(certificate);
}

std::size_t CertificateWriter::stored(std::shared_ptr<const PartMultipliers> multipliers) {
  if (!multipliers) {
    throw InvalidArgument("ledger", "", "was made with Proofs::drop and keeps no data for a certificate",
                          "use Proofs::keep");
  }
  auto& all = certificate.multipliers;
  const auto known = std::find(all.begin(), all.end(), multipliers);
  if (known != all.end()) return static_cast<std::size_t>(known - all.begin());
  all.push_back(std::move(multipliers));
  return all.size() - 1;
}

bool CertificateWriter::proves_cliques(Vertex limit) {
  if (!tried_cliques && shows_clique_number(ledger.graph(), limit, run)) certificate.clique_number = limit;
  tried_cliques = true;
  return certificate.clique_number.has_value();
}

}  // namespace lode::subgraph::detail

namespace lode::detail {

using namespace subgraph;
using namespace subgraph::detail;

void fields(auto& visit, Is<SdpPair> auto& pair) { visit.list(pair.i, pair.j, pair.multiplier); }
void fields(auto& visit, Is<SdpCut> auto& cut) { visit.list(cut.kind, cut.i, cut.j, cut.l, cut.multiplier); }
void fields(auto& visit, Is<SdpSearchTree::Node> auto& node) {
  visit.list(node.state, node.vertex, node.included, node.excluded, node.proof);
}
void fields(auto& visit, Is<SdpNodeProof> auto& proof) {
  visit("node", proof.node);
  visit("shift", proof.shift);
  visit("eigenvalue", proof.eigenvalue);
  visit("rows", proof.rows);
  visit("pairs", proof.pairs);
  visit("cuts", proof.cuts);
}
void fields(auto& visit, Is<ConcaveShift> auto& shift) { visit.list(shift.diagonal, shift.spread); }
void fields(auto& visit, Is<ConcavePlane> auto& plane) {
  visit("node", plane.node);
  visit("y", plane.y);
}
void fields(auto& visit, Is<DualStage> auto& stage) {
  visit("node", stage.node);
  visit("eigenvalue", stage.eigenvalue);
  visit("unit", stage.unit);
  visit("multipliers", stage.multipliers);
}
void fields(auto& visit, Is<SdpSearchTree> auto& tree) {
  visit("nodes", tree.nodes);
  visit.optional("stages", tree.stages);
  visit.optional("proofs", tree.proofs);
  visit.optional("shift", tree.shift);
  visit.optional("planes", tree.planes);
}
void fields(auto& visit, Is<PartMultipliers> auto& data) {
  visit.optional("part", data.part.original);
  visit("outside", data.part.outside);
  visit("s", data.s);
  visit("dummies", data.dummies);
  visit.optional("arc", data.arc);
  visit.optional("tree", data.tree);
}
void fields(auto& visit, Is<BoundCertificate::Step> auto& step) {
  visit("s", step.s);
  visit("value", step.value);
  visit("rule", step.rule);
  visit.optional("data", step.data);
}
void fields(auto& visit, Is<BoundCertificate::Claim> auto& claim) {
  visit("s", claim.s);
  visit("bound_rule", claim.bound_rule);
  visit("bound", claim.bound);
  visit("steps", claim.steps);
}
void fields(auto& visit, Is<BoundCertificate> auto& certificate) {
  visit.optional("include", certificate.include);
  visit.optional("exclude", certificate.exclude);
  visit.optional("core_of", certificate.core_of);
  visit.optional("valued", certificate.valued);
  visit.optional("minimised", certificate.minimised);
  visit("claims", certificate.claims);
  visit.optional("clique_number", certificate.clique_number);
  visit("multipliers", certificate.multipliers);
}

}  // namespace lode::detail

namespace lode::subgraph {
namespace {

lode::detail::Json identity(const Graph& graph) {
  return {{"vertices", graph.num_vertices()},
          {"edges", graph.num_edges()},
          {"weight", lode::detail::json_number(graph.total_weight())}};
}

BoundCertificate read_certificate_text(std::istream& in, const std::string& path, const Graph& graph) {
  auto certificate = lode::detail::read_certificate_text<BoundCertificate>(in, path, "", identity(graph));
  try {
    VertexSet gone = certificate.include;
    gone.insert(gone.end(), certificate.exclude.begin(), certificate.exclude.end());
    check_vertices(graph, gone, "vertex to include or exclude");
  } catch (const InvalidArgument& error) {
    throw InputError({path}, error.what());
  }
  return certificate;
}

}  // namespace

bool BoundCertificate::Claim::checkable() const {
  return std::none_of(steps.begin(), steps.end(), [](const Step& step) {
    const ProofRule* rule = proof_rule(step.rule);
    return !rule || rule->trusted;
  });
}

BoundCertificate make_certificate(const BoundLedger& ledger, const std::vector<Vertex>& sizes,
                                  const RunContext& run) {
  return detail::CertificateWriter{ledger, run}.write(sizes);
}

std::string certificate_kind(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::string head(1024, '\0');
  in.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(in.gcount()));
  std::erase_if(head, [](char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; });
  constexpr std::string_view key = "\"kind\":\"";
  const std::size_t at = head.find(key);
  if (at == std::string::npos) return "";
  const std::size_t begin = at + key.size();
  return head.substr(begin, std::min(head.find('"', begin), head.size()) - begin);
}

std::string certificate_json(const Graph& graph, const BoundCertificate& certificate) {
  return lode::detail::certificate_text("", identity(graph), certificate);
}

BoundCertificate read_certificate(const std::string& path, const Graph& graph) {
  std::ifstream in(path, std::ios::binary);
  return read_certificate_text(in, path, graph);
}

BoundCertificate read_certificate(std::span<const char> bytes, const Graph& graph) {
  std::istringstream in(std::string(bytes.data(), bytes.size()));
  return read_certificate_text(in, lode::detail::memory_name, graph);
}

}  // namespace lode::subgraph
