#include "report/find/concave_tree_json.hpp"

#include <cstddef>
#include <utility>

#include "report/find/certificate_values.hpp"

namespace lode::detail {

using subgraph::detail::ConcaveTree;

Json concave_tree_json(const ConcaveTree& tree) {
  Json json = {{"s", tree.s}, {"nodes", Json::array()}};
  for (const ConcaveTree::Node& node : tree.nodes) {
    json["nodes"].push_back(
        {{"y", node.y},
         {"shift", node.shift ? Json::array({node.shift->diagonal, node.shift->spread}) : Json(nullptr)},
         {"in", node.in},
         {"out", node.out},
         {"vertex", null_for(node.vertex, no_vertex)},
         {"below", null_for(node.below, ConcaveTree::none)},
         {"holding", null_for(node.holding, ConcaveTree::none)}});
  }
  return json;
}

ConcaveTree concave_tree_from_json(const Json& json) {
  ConcaveTree tree;
  tree.s = certified_whole<Vertex>(json.at("s"));
  for (const Json& one : certified_list(json.at("nodes"))) {
    ConcaveTree::Node node;
    node.y = certified_reals(one.at("y"));
    if (const Json& shift = one.at("shift"); !shift.is_null()) {
      node.shift = subgraph::detail::ConcaveShift{certified_real(shift.at(0)), certified_real(shift.at(1))};
    }
    node.in = certified_vertices(one.at("in"));
    node.out = certified_vertices(one.at("out"));
    node.vertex = certified_whole_or<Vertex>(one.at("vertex"), no_vertex);
    node.below = certified_whole_or<std::size_t>(one.at("below"), ConcaveTree::none);
    node.holding = certified_whole_or<std::size_t>(one.at("holding"), ConcaveTree::none);
    tree.nodes.push_back(std::move(node));
  }
  return tree;
}

}  // namespace lode::detail
