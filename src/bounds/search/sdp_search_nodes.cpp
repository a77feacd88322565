#include "bounds/search/sdp_search_nodes.hpp"

namespace lode::subgraph::detail {

DenseProblem problem_of(const DenseProblem& root, const SearchNode& node) {
  DenseProblem problem;
  problem.n = node.left.size();
  problem.s = node.s;
  problem.base = node.base;
  problem.integral = root.integral;
  problem.linear = node.linear;
  problem.weights.reserve(problem.n * problem.n);
  for (const std::size_t i : node.left) {
    for (const std::size_t j : node.left) problem.weights.push_back(root.weight(i, j));
  }
  return problem;
}

void decide(const DenseProblem& root, SearchNode& node, std::size_t at, bool chosen) {
  const std::size_t v = node.left[at];
  const auto place = static_cast<std::ptrdiff_t>(at);
  const double own = node.linear[at];
  node.left.erase(node.left.begin() + place);
  node.linear.erase(node.linear.begin() + place);
  if (!chosen) return;
  for (std::size_t i = 0; i < node.left.size(); ++i) node.linear[i] += root.weight(node.left[i], v);
  node.base += own;
  --node.s;
  node.chosen.push_back(v);
}

void OpenNodes::insert(SearchNode node) {
  bytes_ += node.bytes();
  by_bound_.emplace(-node.bound, made_);
  nodes_.emplace(made_, std::move(node));
  ++made_;
}

SearchNode OpenNodes::take_youngest() {
  const auto& [age, node] = *nodes_.rbegin();
  return take({-node.bound, age});
}

SearchNode OpenNodes::take(Key key) {
  auto entry = nodes_.extract(key.second);
  by_bound_.erase(key);
  bytes_ -= entry.mapped().bytes();
  return std::move(entry.mapped());
}

void OpenNodes::common_decisions(std::size_t n, std::vector<std::size_t>& in,
                                 std::vector<std::size_t>& out) const {
  std::vector<std::size_t> chosen(n, 0);
  std::vector<std::size_t> possible(n, 0);
  for (const auto& [age, node] : nodes_) {
    for (const std::size_t v : node.chosen) ++chosen[v];
    for (const std::size_t v : node.chosen) ++possible[v];
    for (const std::size_t v : node.left) ++possible[v];
  }
  in.clear();
  out.clear();
  for (std::size_t v = 0; v < n; ++v) {
    if (chosen[v] == nodes_.size()) in.push_back(v);
    if (possible[v] == 0) out.push_back(v);
  }
}

TreeBuilder::TreeBuilder(bool wanted) {
  if (wanted) tree_ = std::make_shared<SdpSearchTree>();
}

std::size_t TreeBuilder::add() {
  if (!tree_) return 0;
  tree_->nodes.emplace_back();
  return tree_->nodes.size() - 1;
}

void TreeBuilder::settle(std::size_t place, SdpNodeState state) {
  if (tree_) tree_->nodes[place].state = state;
}

void TreeBuilder::rest_on(std::size_t place, SdpNodeState state, SharedProof& proof) {
  if (!tree_) return;
  if (proof.place == SdpSearchTree::none) {
    proof.place = tree_->proofs.size();
    tree_->proofs.push_back(proof.proof);
  }
  tree_->nodes[place].state = state;
  tree_->nodes[place].proof = proof.place;
}

void TreeBuilder::hold(std::size_t place, std::size_t vertex) {
  if (tree_) tree_->nodes[place].vertex = vertex;
}

void TreeBuilder::branch(std::size_t place, std::size_t vertex, std::size_t included, std::size_t excluded) {
  if (!tree_) return;
  SdpSearchTree::Node& node = tree_->nodes[place];
  node.state = SdpNodeState::branched;
  node.vertex = vertex;
  node.included = included;
  node.excluded = excluded;
}

std::shared_ptr<const SdpSearchTree> TreeBuilder::so_far(const OpenNodes& open) const {
  if (!tree_ || open.empty()) return tree_;
  auto tree = std::make_shared<SdpSearchTree>(*tree_);
  std::map<const SharedProof*, std::size_t> added;
  for (const auto& [age, node] : open.nodes()) {
    if (!node.proof) continue;
    std::size_t place = node.proof->place;
    if (place == SdpSearchTree::none) {
      const auto [entry, is_new] = added.try_emplace(node.proof.get(), tree->proofs.size());
      if (is_new) tree->proofs.push_back(node.proof->proof);
      place = entry->second;
    }
    tree->nodes[node.place].state = SdpNodeState::proof;
    tree->nodes[node.place].proof = place;
  }
  return tree;
}

}  // namespace lode::subgraph::detail
