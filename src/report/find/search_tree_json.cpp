#include "report/find/search_tree_json.hpp"

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "report/find/certificate_values.hpp"

namespace lode::detail {
namespace {

using subgraph::detail::SdpCut;
using subgraph::detail::SdpCutKind;
using subgraph::detail::SdpNodeProof;
using subgraph::detail::SdpNodeState;
using subgraph::detail::SdpPair;
using subgraph::detail::SdpSearchTree;

constexpr std::string_view state_words[] = {"branched", "proof", "enumerated"};
constexpr std::string_view cut_words[] = {"within", "cover", "meeting", "triangle"};

Json proof_json(const SdpNodeProof& proof) {
  Json json = {{"node", proof.node},
               {"shift", json_number(proof.shift)},
               {"eigenvalue", json_number(proof.eigenvalue)},
               {"rows", proof.rows},
               {"pairs", Json::array()},
               {"cuts", Json::array()}};
  for (const SdpPair& pair : proof.pairs) json["pairs"].push_back({pair.i, pair.j, pair.multiplier});
  for (const SdpCut& cut : proof.cuts) {
    json["cuts"].push_back(
        {cut_words[static_cast<std::size_t>(cut.kind)], cut.i, cut.j, cut.l, cut.multiplier});
  }
  return json;
}

template <std::size_t Count>
std::size_t tree_word(const Json& json, const std::string_view (&words)[Count]) {
  const auto word = json.get<std::string>();
  for (std::size_t i = 0; i < Count; ++i) {
    if (word == words[i]) return i;
  }
  throw std::invalid_argument(fmt::format("has a search tree with '{}', which is not known", word));
}

SdpNodeProof proof_from_json(const Json& json) {
  SdpNodeProof proof;
  proof.node = certified_whole<std::size_t>(json.at("node"));
  proof.shift = certified_real(json.at("shift"));
  proof.eigenvalue = certified_real(json.at("eigenvalue"));
  proof.rows = certified_reals(json.at("rows"));
  for (const Json& one : certified_list(json.at("pairs"))) {
    proof.pairs.push_back({certified_whole<std::uint32_t>(one.at(0)),
                           certified_whole<std::uint32_t>(one.at(1)), certified_real(one.at(2))});
  }
  for (const Json& one : certified_list(json.at("cuts"))) {
    proof.cuts.push_back({static_cast<SdpCutKind>(tree_word(one.at(0), cut_words)),
                          certified_whole<std::uint32_t>(one.at(1)),
                          certified_whole<std::uint32_t>(one.at(2)),
                          certified_whole<std::uint32_t>(one.at(3)), certified_real(one.at(4))});
  }
  return proof;
}

}  // namespace

Json search_tree_json(const SdpSearchTree& tree) {
  Json json = {{"nodes", Json::array()}, {"proofs", Json::array()}};
  for (const SdpSearchTree::Node& node : tree.nodes) {
    json["nodes"].push_back(
        {state_words[static_cast<std::size_t>(node.state)], null_for(node.vertex, SdpSearchTree::none),
         null_for(node.included, SdpSearchTree::none), null_for(node.excluded, SdpSearchTree::none),
         null_for(node.proof, SdpSearchTree::none)});
  }
  for (const SdpNodeProof& proof : tree.proofs) json["proofs"].push_back(proof_json(proof));
  return json;
}

SdpSearchTree search_tree_from_json(const Json& json) {
  SdpSearchTree tree;
  for (const Json& one : certified_list(json.at("nodes"))) {
    tree.nodes.push_back({static_cast<SdpNodeState>(tree_word(one.at(0), state_words)),
                          certified_whole_or(one.at(1), SdpSearchTree::none),
                          certified_whole_or(one.at(2), SdpSearchTree::none),
                          certified_whole_or(one.at(3), SdpSearchTree::none),
                          certified_whole_or(one.at(4), SdpSearchTree::none)});
  }
  for (const Json& one : certified_list(json.at("proofs"))) tree.proofs.push_back(proof_from_json(one));
  return tree;
}

}  // namespace lode::detail
