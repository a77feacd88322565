#include "report/find/concave_tree_json.hpp"

#include <cstdint>
#include <limits>
#include <stdexcept>

#include <fmt/format.h>

namespace lode::detail {
namespace {

template <class T>
T plane_number(const Json& json) {
  if (!json.is_number_unsigned() || json.get<std::uint64_t>() > std::numeric_limits<T>::max()) {
    throw std::invalid_argument(fmt::format("has {} where a whole number up to {} belongs", json.dump(),
                                            std::numeric_limits<T>::max()));
  }
  return json.get<T>();
}

double plane_real(const Json& json) {
  if (!json.is_number()) {
    throw std::invalid_argument(fmt::format("has {} where a number belongs", json.dump()));
  }
  return json.get<double>();
}

const Json& plane_list(const Json& json) {
  if (!json.is_array()) throw std::invalid_argument("has another value where a list belongs");
  return json;
}

std::vector<Vertex> plane_vertices(const Json& json) {
  std::vector<Vertex> list;
  for (const Json& one : plane_list(json)) list.push_back(plane_number<Vertex>(one));
  return list;
}

template <class T>
Json unless(T value, T none) {
  return value == none ? Json(nullptr) : Json(value);
}

template <class T>
T plane_number_or(const Json& json, T none) {
  return json.is_null() ? none : plane_number<T>(json);
}

}  // namespace

Json concave_tree_json(const subgraph::detail::ConcaveTree& tree) {
  Json json = {{"s", tree.s}, {"nodes", Json::array()}};
  for (const subgraph::detail::ConcaveTree::Node& node : tree.nodes) {
    json["nodes"].push_back(
        {{"y", node.y},
         {"shift", node.shift ? Json::array({node.shift->diagonal, node.shift->spread}) : Json(nullptr)},
         {"in", node.in},
         {"out", node.out},
         {"vertex", unless(node.vertex, no_vertex)},
         {"below", unless(node.below, subgraph::detail::ConcaveTree::none)},
         {"holding", unless(node.holding, subgraph::detail::ConcaveTree::none)}});
  }
  return json;
}

subgraph::detail::ConcaveTree concave_tree_from_json(const Json& json) {
  subgraph::detail::ConcaveTree tree;
  tree.s = plane_number<Vertex>(json.at("s"));
  for (const Json& one : plane_list(json.at("nodes"))) {
    subgraph::detail::ConcaveTree::Node node;
    for (const Json& y : plane_list(one.at("y"))) node.y.push_back(plane_real(y));
    if (const Json& shift = one.at("shift"); !shift.is_null()) {
      node.shift = subgraph::detail::ConcaveShift{plane_real(shift.at(0)), plane_real(shift.at(1))};
    }
    node.in = plane_vertices(one.at("in"));
    node.out = plane_vertices(one.at("out"));
    node.vertex = plane_number_or<Vertex>(one.at("vertex"), no_vertex);
    node.below = plane_number_or<std::size_t>(one.at("below"), subgraph::detail::ConcaveTree::none);
    node.holding = plane_number_or<std::size_t>(one.at("holding"), subgraph::detail::ConcaveTree::none);
    tree.nodes.push_back(std::move(node));
  }
  return tree;
}

}  // namespace lode::detail
