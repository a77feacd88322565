#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "bounds/search/dense_problem.hpp"
#include "bounds/search/node_bound.hpp"
#include "bounds/search/sdp_search_tree.hpp"

namespace lode::subgraph::detail {

/// A proof and where it is in the certificate.
struct SharedProof {
  SdpNodeProof proof;
  double bound = 0.0;
  std::size_t place = SdpSearchTree::none;  ///< in the tree, once something rests on it
};

/// What a node hands to its children.
struct Inheritance {
  std::vector<std::size_t> vertices;  ///< of the root, that the warm start is for
  SdpWarmStart warm;
  std::size_t bytes() const { return vertices.size() * sizeof(std::size_t) + warm.bytes(); }
};

/// A part of the sets, not yet settled. Vertices are those of the root.
struct SearchNode {
  std::vector<std::size_t> left;
  std::vector<std::size_t> chosen;
  std::vector<double> linear;
  double base = 0.0;
  Vertex s = 0;
  double bound = 0.0;                  ///< proven
  std::size_t place = 0;               ///< in the tree
  std::shared_ptr<SharedProof> proof;  ///< of the bound; none at the root
  std::shared_ptr<const Inheritance> parent;

  /// Shared parts are counted for each of two children.
  std::size_t bytes() const {
    return sizeof(SearchNode) + (left.size() + chosen.size()) * sizeof(std::size_t) +
           linear.size() * sizeof(double) + (parent ? parent->bytes() / 2 : 0);
  }
};

/// What is left of the root's problem at a node. Cost: O(n^2).
DenseProblem problem_of(const DenseProblem& root, const SearchNode& node);

/// Takes the vertex at place `at` of the node's out of it; into the set if `chosen`. Cost: O(n).
void decide(const DenseProblem& root, SearchNode& node, std::size_t at, bool chosen);

/// Open nodes, by bound and by age. Each operation costs O(log size) and what moving a node does.
class OpenNodes {
 public:
  void insert(SearchNode node);
  /// The node with the largest bound, the oldest of those; needs one.
  SearchNode take_best() { return take(*by_bound_.begin()); }
  /// The node inserted last; needs one.
  SearchNode take_youngest();

  bool empty() const { return nodes_.empty(); }
  std::size_t size() const { return nodes_.size(); }
  std::size_t bytes() const { return bytes_; }
  double largest_bound() const { return -by_bound_.begin()->first; }
  const std::map<std::size_t, SearchNode>& nodes() const { return nodes_; }  ///< by age
  /// Vertices of the root's n that the sets of every open node hold, and those that none does, increasing.
  void common_decisions(std::size_t n, std::vector<std::size_t>& in, std::vector<std::size_t>& out) const;

 private:
  using Key = std::pair<double, std::size_t>;  ///< minus the bound, age
  SearchNode take(Key key);

  std::set<Key> by_bound_;
  std::map<std::size_t, SearchNode> nodes_;
  std::size_t made_ = 0;
  std::size_t bytes_ = 0;
};

/// Writes the certificate down, if one is wanted; else all of it does nothing.
class TreeBuilder {
 public:
  explicit TreeBuilder(bool wanted);

  std::size_t add();  ///< a node of the tree; 0 if none is wanted
  void settle(std::size_t place, SdpNodeState state);
  /// The node at `place` rests on a proof, which becomes part of the tree.
  void rest_on(std::size_t place, SdpNodeState state, SharedProof& proof);
  void hold(std::size_t place, std::size_t vertex);
  void branch(std::size_t place, std::size_t vertex, std::size_t included, std::size_t excluded);
  /// The tree in which open nodes rest on the proofs that they have: a copy if there are any, else shared,
  /// and then no more may be written down. Null if none is wanted.
  std::shared_ptr<const SdpSearchTree> so_far(const OpenNodes& open) const;

 private:
  std::shared_ptr<SdpSearchTree> tree_;
};

}  // namespace lode::subgraph::detail
