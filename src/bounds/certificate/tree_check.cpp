// Checks search trees over the rows of a part with dummies, and edge splits. The check shares nothing with
// the searches: the part, the weights outside, every bound and every largest eigenvalue are computed afresh.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "bounds/certificate/check.hpp"

namespace lode::subgraph::detail {
namespace {

constexpr std::size_t none = SdpSearchTree::none;

class TreeCheck {
 public:
  TreeCheck(const CheckedRows& rows, const SdpSearchTree& tree, const RunContext& run)
      : rows_(rows), tree_(tree), run_(run), parents_(tree.nodes.size(), none) {}

  /// By t: no set of t rows weighs more.
  std::vector<ProofSum> bounds() {
    require_certified(!tree_.nodes.empty(), "a search tree has no node");
    if (tree_.shift) check_shift(rows_, *tree_.shift, run_);
    std::vector<ProofSum> bounds(rows_.s + std::size_t{1}, no_bound);
    bounds[rows_.s] = -no_bound;
    for (std::size_t i = 0; i < tree_.nodes.size(); ++i) {
      run_.require_time(checking);
      require_certified(i == 0 || parents_[i] != none, "node {} of a search tree has no parent before it", i);
      if (tree_.nodes[i].state == SdpNodeState::branched) {
        add_children(i);
        continue;
      }
      const ProofSum leaf = leaf_bound(i);
      require_certified(!std::isnan(leaf), "node {} of a search tree has no bound", i);
      bounds[rows_.s] = std::max(bounds[rows_.s], leaf);
    }
    if (tree_.nodes.size() == 1 && !proven_.empty() && !proven_.begin()->second.by_size.empty()) {
      const auto& by_size = proven_.begin()->second.by_size;  // a stage alone bounds every size
      std::copy(by_size.begin(), std::prev(by_size.end()), bounds.begin());
    }
    return bounds;
  }

 private:
  /// The children are later nodes without another parent, and the row of the branch is left.
  void add_children(std::size_t i) {
    const SdpSearchTree::Node& node = tree_.nodes[i];
    for (const std::size_t child : {node.included, node.excluded}) {
      require_certified(child > i && child < tree_.nodes.size() && parents_[child] == none,
                        "node {} of a search tree lacks a child of its own", i);
      parents_[child] = i;
    }
    bool is_left = node.vertex < rows_.size();
    for (std::size_t j = i; j != 0; j = parents_[j]) {
      is_left = is_left && tree_.nodes[parents_[j]].vertex != node.vertex;
    }
    require_certified(is_left, "node {} of a search tree branches on a vertex that is not left", i);
  }

  NodeProblem problem_at(std::size_t node) const {
    NodeProblem at{.place = std::vector<std::size_t>(rows_.size(), 0)};
    std::vector<std::size_t> held;
    for (std::size_t i = node; i != 0; i = parents_[i]) {
      const SdpSearchTree::Node& parent = tree_.nodes[parents_[i]];
      at.place[parent.vertex] = none;
      if (parent.included == i) held.push_back(parent.vertex);
    }
    at.k = held.size() > rows_.s ? SIZE_MAX : rows_.s - held.size();
    at.terms = held.size() + 1;
    for (std::size_t v = 0; v < rows_.size(); ++v) {
      if (at.place[v] == none) continue;
      at.place[v] = at.left.size();
      at.left.push_back(v);
      at.linear.push_back(rows_.value(v));
    }
    const auto add_to_base = [&](ProofSum value) {
      at.base += value;
      at.magnitude += std::abs(value);
    };
    for (const std::size_t h : held) {
      add_to_base(rows_.value(h));
      rows_.for_each_neighbour(h, [&](std::size_t u, Weight w) {
        if (at.place[u] != none) {
          at.linear[at.place[u]] += w;
        } else if (u < h && std::ranges::find(held, u) != held.end()) {
          add_to_base(w);
        }
      });
    }
    return at;
  }

  std::size_t num_proofs() const {
    return tree_.stages.size() + (tree_.shift ? tree_.planes.size() : tree_.proofs.size());
  }
  /// The node whose sets a proof bounds.
  std::size_t root_of(std::size_t proof) const {
    const std::size_t stages = tree_.stages.size();
    if (proof < stages) return tree_.stages[proof].node;
    return tree_.shift ? tree_.planes[proof - stages].node : tree_.proofs[proof - stages].node;
  }

  ProofSum leaf_bound(std::size_t i) {
    const SdpSearchTree::Node& node = tree_.nodes[i];
    if (node.state == SdpNodeState::enumerated) return enumerated_bound(i);
    require_certified(node.proof < num_proofs(), "node {} of a search tree has no proof", i);
    const std::size_t root = root_of(node.proof);
    std::vector<std::size_t> path;  // from the leaf to a child of the proof's node
    for (std::size_t j = i; j != root; j = parents_[j]) {
      require_certified(j > root, "the proof of node {} of a search tree is for other sets", i);
      path.push_back(j);
    }
    const ProvenNode& proven = proven_by(node.proof, root);
    ProofSum unused = 0.0L;
    std::vector<std::size_t> held;
    for (const std::size_t j : path) {
      const SdpSearchTree::Node& parent = tree_.nodes[parents_[j]];
      if (parent.included == j) held.push_back(parent.vertex);
      const std::vector<ProofSum>& less = parent.included == j ? proven.held : proven.missing;
      if (!less.empty()) unused = std::max(unused, less.at(proven.at.place[parent.vertex]));
    }
    ProofSum bound = proven.bound - unused;
    if (held.size() == 1 && !proven.by_size.empty()) bound = std::min(bound, light_bound(i, proven, held[0]));
    return rows_.integral ? std::floor(bound) : bound;
  }

  /// A set that holds the row weighs no more than one without it, of a row less, and the weights from the row
  /// to all rows left at the node.
  ProofSum light_bound(std::size_t node, const ProvenNode& proven, std::size_t row) const {
    const NodeProblem leaf = problem_at(node);
    ProofSum towards = proven.at.linear[proven.at.place[row]];
    ProofSum magnitude = std::abs(towards);
    rows_.for_each_neighbour(row, [&](std::size_t u, Weight w) {
      if (leaf.place[u] == none) return;
      towards += w;
      magnitude += std::abs(ProofSum{w});
    });
    return proven.by_size[proven.at.k - 1] + towards +
           (static_cast<ProofSum>(proven.at.left.size()) + 2.0L) * 0x1p-63L * magnitude;
  }

  /// Proofs are kept once they are asked for; of planes, the last one.
  const ProvenNode& proven_by(std::size_t proof, std::size_t root) {
    const auto known = proven_.find(proof);
    if (known != proven_.end()) return known->second;
    if (tree_.shift) proven_.clear();
    ProvenNode& proven = proven_[proof];
    proven.at = problem_at(root);
    require_certified(proven.at.k > 0, "proof {} of a search tree is of one set", proof);
    prove_node(rows_, tree_, proof, proven, run_);
    return proven;
  }

  /// The largest value where one row at most is free to choose.
  ProofSum enumerated_bound(std::size_t i) const {
    const NodeProblem at = problem_at(i);
    const std::size_t n = at.left.size();
    if (at.k > n) return -no_bound;
    require_certified(at.k <= 1 || at.k + 1 >= n, "node {} of a search tree is not small", i);
    ProofSum value = at.base;
    ProofSum magnitude = at.magnitude;
    if (at.k == 1 && n > 1) {
      value += *std::max_element(at.linear.begin(), at.linear.end());
    } else if (at.k > 0) {
      std::vector<ProofSum> share = at.linear;  // by row: value and weights to all others
      value += std::accumulate(share.begin(), share.end(), ProofSum{0});
      at.for_each_edge(rows_, [&](std::size_t a, std::size_t, ProofSum w) {
        share[a] += w;
        value += w / 2.0L;
        magnitude += std::abs(w);
      });
      if (at.k < n) value -= *std::min_element(share.begin(), share.end());
    }
    for (const ProofSum c : at.linear) magnitude += std::abs(c);
    const auto terms = static_cast<ProofSum>(n * n + std::size_t{rows_.s} * rows_.s) + 8.0L;
    return value + (rows_.integral ? 0.0L : terms * 0x1p-62L * magnitude);
  }

  const CheckedRows& rows_;
  const SdpSearchTree& tree_;
  const RunContext& run_;
  std::vector<std::size_t> parents_;
  std::map<std::size_t, ProvenNode> proven_;
};

}  // namespace

std::vector<ProofSum> check_search_tree(const CheckedRows& rows, const SdpSearchTree& tree,
                                        const RunContext& run) {
  return TreeCheck(rows, tree, run).bounds();
}

std::vector<ProofSum> check_edge_split(const CheckedRows& rows, std::span<const double> arc) {
  const Graph& graph = rows.graph;
  require_certified(arc.size() == graph.num_arcs(), "the numbers of an edge split are not those of arcs");
  require_certified(std::ranges::all_of(arc, [](double x) { return x >= 0.0 && std::isfinite(x); }),
                    "a part of an edge is not a number >= 0");
  std::vector<ProofSum> loads(rows.size());
  for (std::size_t row = 0; row < loads.size(); ++row) loads[row] = rows.value(row);
  for (Vertex u = 0; u < graph.num_vertices(); ++u) {
    for (ArcIndex uv = graph.offsets()[u]; uv < graph.offsets()[u + 1]; ++uv) {
      const Vertex v = graph.targets()[uv];
      const auto row = graph.neighbors(v);
      const ArcIndex vu = graph.offsets()[v] +
                          static_cast<ArcIndex>(std::lower_bound(row.begin(), row.end(), u) - row.begin());
      require_certified(static_cast<ProofSum>(arc[uv]) + arc[vu] >= graph.arc_weight(uv) * (1.0L - 0x1p-51L),
                        "the parts of an edge at {} do not reach its weight", graph.name(u));
      loads[rows.dummies + u] += arc[uv];
    }
  }
  std::sort(loads.begin(), loads.end(), std::greater<>());
  std::vector<ProofSum> bounds{0.0L};
  ProofSum sum = 0.0L;
  for (Vertex t = 1; t <= rows.s; ++t) {
    sum += loads[t - 1];
    const ProofSum safe = sum * (1.0L + 0x1p-50L) * (1.0L + 0x1p-63L * (graph.max_degree() + t + 5.0L));
    bounds.push_back(rows.integral ? std::floor(safe) : safe);
  }
  return bounds;
}

}  // namespace lode::subgraph::detail
