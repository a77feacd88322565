// The JSON of certificates of bounds, which docs/certificates.md defines.
#include <algorithm>
#include <fstream>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include <lode/bounds/certificate.hpp>
#include <lode/graph/graph.hpp>
#include <lode/subgraph/problem.hpp>

#include "bounds/certificate/fields.hpp"
#include "bounds/certificate/proof_data.hpp"
#include "bounds/rule.hpp"
#include "io/stream/compressed_input.hpp"

namespace lode::subgraph::detail {

constexpr std::string_view node_states[] = {"branched", "proof", "enumerated"};
constexpr std::string_view cut_kinds[] = {"within", "cover", "meeting", "triangle"};
inline std::span<const std::string_view> words_of(SdpNodeState) { return node_states; }
inline std::span<const std::string_view> words_of(SdpCutKind) { return cut_kinds; }

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
  visit.optional("from", step.from);
  visit.optional("data", step.data);
  visit.optional("inside", step.inside);
  visit.optional("tail", step.tail);
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

std::string certificate_kind(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::string head(1024, '\0');
  in.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(in.gcount()));
  std::erase_if(head, [](char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; });
  for (const char* kind : {"cliques", "densest", "directed"}) {
    if (head.find(fmt::format("\"kind\":\"{}\"", kind)) != std::string::npos) return kind;
  }
  return "";
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
