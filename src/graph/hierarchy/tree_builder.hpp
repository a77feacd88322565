#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include <lode/graph/hierarchy.hpp>

#include "graph/falling_order.hpp"

namespace lode::detail {

/// Components that grow and join while k falls.
class TreeBuilder {
 public:
  explicit TreeBuilder(Vertex n) : parent_(n), component_(n) {
    std::iota(parent_.begin(), parent_.end(), Vertex{0});
  }

  void enter(Vertex v) {
    component_[v] = {1, 0, v, no_node};
    entered_.push_back(v);
    changed_.push_back(v);
  }

  void join(Vertex u, Vertex v) {
    Vertex a = root(u);
    Vertex b = root(v);
    changed_.push_back(a);
    if (a == b) return void(++component_[a].edges);
    if (component_[a].vertices < component_[b].vertices) std::swap(a, b);
    Component& kept = component_[a];
    const Component& other = component_[b];
    kept.vertices += other.vertices;
    kept.edges += other.edges + 1;
    kept.least = std::min(kept.least, other.least);
    parent_[b] = a;
    for (const std::uint32_t node : {kept.node, other.node}) {
      if (node != no_node) children_.emplace_back(node, a);
    }
    kept.node = no_node;
    changed_.push_back(a);
  }

  /// Makes nodes of the components that are new at this level.
  void end_level(Vertex k) {
    std::vector<Vertex> roots;
    for (const Vertex v : changed_) roots.push_back(root(v));
    std::ranges::sort(roots, std::greater<>(), [&](Vertex v) { return component_[v].least; });
    roots.erase(std::unique(roots.begin(), roots.end()), roots.end());
    for (const Vertex v : roots) {
      Component& component = component_[v];
      if (component.node != no_node) children_.emplace_back(component.node, v);
      component.node = static_cast<std::uint32_t>(nodes_.size());
      nodes_.push_back({no_node, k, component.vertices, component.edges, 0, 0});
    }
    for (const auto& [child, within] : children_) nodes_[child].parent = component_[root(within)].node;
    for (const Vertex v : entered_) homes_.emplace_back(component_[root(v)].node, v);
    children_.clear();
    changed_.clear();
    entered_.clear();
  }

  /// Nodes were made from the inside outwards, the smallest vertex last: the tree has the reverse order.
  ComponentTree finish() {
    ComponentTree tree;
    const auto count = static_cast<std::uint32_t>(nodes_.size());
    tree.nodes.assign(nodes_.rbegin(), nodes_.rend());
    for (ComponentNode& node : tree.nodes) {
      if (node.parent != no_node) node.parent = count - 1 - node.parent;
    }
    for (auto& [node, vertex] : homes_) node = count - 1 - node;
    std::ranges::sort(homes_);
    tree.members.reserve(homes_.size());
    for (std::size_t i = 0; i < homes_.size(); ++i) {
      ComponentNode& node = tree.nodes[homes_[i].first];
      if (i == 0 || homes_[i - 1].first != homes_[i].first) node.members_begin = i;
      node.members_end = i + 1;
      tree.members.push_back(homes_[i].second);
    }
    return tree;
  }

 private:
  struct Component {
    Vertex vertices = 0;
    EdgeCount edges = 0;
    Vertex least = 0;
    std::uint32_t node = no_node;  ///< its last one; none since it was joined from two
  };

  Vertex root(Vertex v) {
    while (parent_[v] != v) {
      parent_[v] = parent_[parent_[v]];
      v = parent_[v];
    }
    return v;
  }

  std::vector<Vertex> parent_;
  std::vector<Component> component_;  ///< of roots
  std::vector<ComponentNode> nodes_;
  std::vector<std::pair<std::uint32_t, Vertex>> children_;  ///< nodes inside new components, of this level
  std::vector<std::pair<std::uint32_t, Vertex>> homes_;     ///< node and member
  std::vector<Vertex> changed_;
  std::vector<Vertex> entered_;
};

/// The indices of the values by falling value.
inline std::vector<Vertex> by_falling(std::span<const Vertex> values) {
  const Vertex most = values.empty() ? 0 : *std::ranges::max_element(values);
  return detail::falling_order(static_cast<Vertex>(values.size()), most, [&](Vertex i) { return values[i]; });
}

}  // namespace lode::detail
