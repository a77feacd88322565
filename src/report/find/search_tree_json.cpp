#include "report/find/search_tree_json.hpp"

#include <cstdint>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace lode::detail {
namespace {

constexpr std::string_view state_words[] = {"branched", "proof", "held", "enumerated", "open"};
constexpr std::string_view cut_words[] = {"within", "cover", "meeting", "triangle"};

Json tree_place(std::size_t place) {
  return place == subgraph::detail::SdpSearchTree::none ? Json(nullptr) : Json(place);
}

Json proof_json(const subgraph::detail::SdpNodeProof& proof) {
  Json json = {{"node", proof.node},
               {"shift", json_number(proof.shift)},
               {"eigenvalue", json_number(proof.eigenvalue)},
               {"rows", proof.rows},
               {"pairs", Json::array()},
               {"cuts", Json::array()}};
  for (const subgraph::detail::SdpPair& pair : proof.pairs)
    json["pairs"].push_back({pair.i, pair.j, pair.multiplier});
  for (const subgraph::detail::SdpCut& cut : proof.cuts) {
    json["cuts"].push_back(
        {cut_words[static_cast<std::size_t>(cut.kind)], cut.i, cut.j, cut.l, cut.multiplier});
  }
  return json;
}

template <class T>
T tree_number(const Json& json) {
  if (!json.is_number_unsigned() || json.get<std::uint64_t>() > std::numeric_limits<T>::max()) {
    throw std::invalid_argument(fmt::format("has {} where a whole number up to {} belongs", json.dump(),
                                            std::numeric_limits<T>::max()));
  }
  return json.get<T>();
}

double tree_real(const Json& json) {
  if (!json.is_number())
    throw std::invalid_argument(fmt::format("has {} where a number belongs", json.dump()));
  return json.get<double>();
}

const Json& tree_list(const Json& json) {
  if (!json.is_array()) throw std::invalid_argument("has another value where a list belongs");
  return json;
}

std::size_t tree_place_of(const Json& json) {
  return json.is_null() ? subgraph::detail::SdpSearchTree::none : tree_number<std::size_t>(json);
}

template <std::size_t Count>
std::size_t tree_word(const Json& json, const std::string_view (&words)[Count]) {
  const auto word = json.get<std::string>();
  for (std::size_t i = 0; i < Count; ++i) {
    if (word == words[i]) return i;
  }
  throw std::invalid_argument(fmt::format("has a search tree with '{}', which is not known", word));
}

subgraph::detail::SdpNodeProof proof_from_json(const Json& json) {
  subgraph::detail::SdpNodeProof proof;
  proof.node = tree_number<std::size_t>(json.at("node"));
  proof.shift = tree_real(json.at("shift"));
  proof.eigenvalue = tree_real(json.at("eigenvalue"));
  for (const Json& one : tree_list(json.at("rows"))) proof.rows.push_back(tree_real(one));
  for (const Json& one : tree_list(json.at("pairs"))) {
    proof.pairs.push_back(
        {tree_number<std::uint32_t>(one.at(0)), tree_number<std::uint32_t>(one.at(1)), tree_real(one.at(2))});
  }
  for (const Json& one : tree_list(json.at("cuts"))) {
    proof.cuts.push_back({static_cast<subgraph::detail::SdpCutKind>(tree_word(one.at(0), cut_words)),
                          tree_number<std::uint32_t>(one.at(1)), tree_number<std::uint32_t>(one.at(2)),
                          tree_number<std::uint32_t>(one.at(3)), tree_real(one.at(4))});
  }
  return proof;
}

}  // namespace

Json search_tree_json(const subgraph::detail::SdpSearchTree& tree) {
  Json json = {{"nodes", Json::array()}, {"proofs", Json::array()}};
  for (const subgraph::detail::SdpSearchTree::Node& node : tree.nodes) {
    json["nodes"].push_back({state_words[static_cast<std::size_t>(node.state)], tree_place(node.vertex),
                             tree_place(node.included), tree_place(node.excluded), tree_place(node.proof)});
  }
  for (const subgraph::detail::SdpNodeProof& proof : tree.proofs) json["proofs"].push_back(proof_json(proof));
  return json;
}

subgraph::detail::SdpSearchTree search_tree_from_json(const Json& json) {
  subgraph::detail::SdpSearchTree tree;
  for (const Json& one : tree_list(json.at("nodes"))) {
    tree.nodes.push_back({static_cast<subgraph::detail::SdpNodeState>(tree_word(one.at(0), state_words)),
                          tree_place_of(one.at(1)), tree_place_of(one.at(2)), tree_place_of(one.at(3)),
                          tree_place_of(one.at(4))});
  }
  for (const Json& one : tree_list(json.at("proofs"))) tree.proofs.push_back(proof_from_json(one));
  return tree;
}

}  // namespace lode::detail
