#include "bounds/search/branch_and_bound.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <utility>

#include <fmt/format.h>
#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>

#include <lode/core/tolerance.hpp>

#include "bounds/search/lifted_dual.hpp"

namespace lode::subgraph::detail {
namespace {

/// Nodes bounded at the same time, for any number of threads: their results are applied afterwards, in
/// their order.
constexpr std::size_t batch_nodes = 16;

/// Room between the goal and the next integer above the incumbent, in units.
constexpr double integral_slack = 1e-5;

/// Used part of the tolerance of real weights; the rest covers the rounding of comparisons.
constexpr double optimality_share = 0.9;

/// Relaxed values from which a vertex counts as decided: others are branched on first.
constexpr float decided_share = 0.05F;

}  // namespace

class SdpSearch::State {
 public:
  State(DenseProblem root, const SdpSearchOptions& options)
      : root_(std::move(root)), options_(options), scale_(scale_of(root_)) {
    result_.value = -HUGE_VAL;
    SearchNode node;
    node.left.resize(root_.n);
    std::iota(node.left.begin(), node.left.end(), std::size_t{0});
    tree_->nodes.emplace_back();
    if (!settled_by_looking(node)) insert(std::move(node));
  }

  SdpSearchResult advance(double incumbent, std::uint64_t more_evaluations, const RunContext& run) {
    run_ = &run;
    most_evaluations_ = more_evaluations == 0 ? UINT64_MAX : result_.evaluations + more_evaluations;
    result_.stop_reason = StopReason::optimal;
    if (incumbent >= best()) {
      result_.value = incumbent;
      result_.better.clear();
    }
    while (!open_.empty() && !ended()) {
      std::vector<SearchNode> batch = next_batch();
      std::vector<NodeOutcome> outcomes(batch.size());
      tbb::parallel_for(
          std::size_t{0}, batch.size(),
          [&](std::size_t i) { outcomes[i] = bound_node(task_of(batch[i]), run); },
          tbb::simple_partitioner());
      for (std::size_t i = 0; i < batch.size(); ++i) apply(batch[i], outcomes[i]);
      report();
    }
    return result_so_far();
  }

 private:
  /// The outcome of bounding a node, which its children inherit.
  struct Relaxation {
    SdpNodeProof multipliers;
    std::size_t place =
        SdpSearchTree::none;                 ///< of the multipliers in the tree, once something rests on them
    std::vector<std::size_t> vertices = {};  ///< of the root, left at the node
    std::vector<float> primal = {};          ///< X
  };

  /// A part of the sets, not yet settled, by vertices of the root.
  struct SearchNode {
    std::vector<std::size_t> left;
    std::vector<std::size_t> chosen;
    double bound = HUGE_VAL;                   ///< proven
    std::size_t place = 0;                     ///< in the tree
    std::shared_ptr<Relaxation> proof;         ///< of the bound; none where it is infinite
    std::shared_ptr<const Relaxation> parent;  ///< none at the root

    /// At most, with half of the children's share.
    std::size_t bytes() const { return sizeof(SearchNode) + 12 * left.size() * left.size(); }
    /// Removes the vertex at place `at`, into the set if `in`.
    void decide(std::size_t at, bool in) {
      if (in) chosen.push_back(left[at]);
      left.erase(left.begin() + static_cast<std::ptrdiff_t>(at));
    }
  };

  double best() const { return result_.value; }
  /// The largest bound at which nothing better is left.
  double limit() const {
    if (root_.integral) return std::nextafter(std::floor(best()) + 1.0, -HUGE_VAL);
    return best() + optimality_share * optimality_tolerance * std::abs(best());
  }
  double goal() const {
    if (root_.integral) return std::floor(best()) + 1.0 - std::min(0.5, integral_slack * scale_.unit);
    return best() + 0.5 * optimality_share * optimality_tolerance * std::abs(best());
  }
  std::size_t to_choose(const SearchNode& node) const { return root_.s - node.chosen.size(); }

  void insert(SearchNode node) {
    bytes_ += node.bytes();
    open_.emplace(node.bound, std::move(node));
  }

  void take_set(const SearchNode& node, const ValuedSet& set) {
    std::vector<std::size_t> vertices = node.chosen;
    for (const std::size_t v : set.vertices) vertices.push_back(node.left[v]);
    std::sort(vertices.begin(), vertices.end());
    const double value = value_of(root_, vertices);
    if (!(value > best())) return;
    result_.better = std::move(vertices);
    result_.value = value;
  }

  /// A node of the tree rests on a proof, if a tree is wanted.
  void rest(SdpSearchTree& tree, std::size_t place, Relaxation& proof) const {
    if (!options_.certificate) return;
    if (proof.place == SdpSearchTree::none) {
      proof.place = tree.proofs.size();
      tree.proofs.push_back(proof.multipliers);
    }
    tree.rest_on(place, proof.place);
  }
  /// False unless the bound, which the proof shows, is enough.
  bool settled_by_proof(double bound, std::size_t place, const std::shared_ptr<Relaxation>& proof) {
    if (bound > limit()) return false;
    settled_bound_ = std::max(settled_bound_, bound);
    rest(*tree_, place, *proof);
    return true;
  }

  /// Few sets are left, or none: all are looked at.
  bool settled_by_looking(const SearchNode& node) {
    const std::size_t n = node.left.size();
    const std::size_t k = to_choose(node);
    if (k > 1 && k + 1 < n) return false;
    if (k <= n) take_set(node, best_of_few(part_of(root_, node.left, node.chosen)));
    return true;
  }

  std::vector<SearchNode> next_batch() {
    std::vector<SearchNode> batch;
    std::uint64_t most = batch_nodes;
    if (options_.max_nodes > 0) most = std::min(most, options_.max_nodes - result_.nodes);
    while (!open_.empty() && batch.size() < most) {
      const auto next = bytes_ > options_.max_memory ? std::prev(open_.end()) : open_.begin();
      SearchNode node = std::move(open_.extract(next).mapped());
      bytes_ -= node.bytes();
      if (!settled_by_proof(node.bound, node.place, node.proof)) batch.push_back(std::move(node));
    }
    return batch;
  }

  bool ended() {
    if (run_->should_stop()) {
      result_.stop_reason = run_->stop_reason();
      return true;
    }
    const bool enough = (options_.max_nodes > 0 && result_.nodes >= options_.max_nodes) ||
                        result_.evaluations >= most_evaluations_;
    if (enough) result_.stop_reason = StopReason::iterations;
    return enough;
  }

  NodeTask task_of(const SearchNode& node) const {
    NodeTask task;
    task.problem = part_of(root_, node.left, node.chosen);
    task.scale = scale_;
    task.goal = goal();
    task.limit = limit();
    task.at_root = !node.parent;
    task.most_evaluations = most_evaluations_ - result_.evaluations;
    if (task.at_root) return task;
    const Relaxation& parent = *node.parent;
    const std::size_t n = parent.vertices.size();
    std::vector<std::size_t> kept;
    for (std::size_t at = 0; at < n && kept.size() < node.left.size(); ++at) {
      if (parent.vertices[at] == node.left[kept.size()]) kept.push_back(at);
    }
    task.start = restricted(parent.multipliers, kept);
    for (const std::size_t i : kept) {
      for (const std::size_t j : kept) task.primal.push_back(parent.primal[i * n + j]);
    }
    return task;
  }

  /// Takes over the results of bounding a node.
  void apply(SearchNode& node, NodeOutcome& outcome) {
    ++result_.nodes;
    result_.evaluations += outcome.evaluations;
    if (!outcome.best.vertices.empty()) take_set(node, outcome.best);
    const auto found = std::make_shared<Relaxation>(Relaxation{std::move(outcome.multipliers)});
    found->multipliers.node = node.place;
    if (outcome.bound < node.bound) {
      node.bound = outcome.bound;
      node.proof = found;
    }
    if (settled_by_proof(node.bound, node.place, node.proof)) return;
    if (outcome.primal.empty()) {  // no further: it stays as it is
      insert(std::move(node));
      return;
    }
    const std::size_t at = branching_place(node, outcome.primal);
    found->vertices = node.left;
    found->primal = std::move(outcome.primal);
    node.parent = found;
    const std::size_t first = tree_->split(node.place, node.left[at]);
    for (std::size_t child = 0; child < 2; ++child) {
      SearchNode part = node;
      part.decide(at, child == 0);
      part.place = first + child;
      if (!settled_by_looking(part)) insert(std::move(part));
    }
  }

  /// The place of the vertex most sure to be in by X, of those not decided already; or most sure to be out,
  /// if most are in.
  std::size_t branching_place(const SearchNode& node, const std::vector<float>& primal) const {
    const std::size_t n = node.left.size();
    const bool few = 2 * to_choose(node) <= n;
    std::vector<float> preference;
    for (std::size_t i = 0; i < n; ++i) {
      const float sure = few ? primal[i * n + i] : 1.0F - primal[i * n + i];
      preference.push_back(sure < 1.0F - decided_share ? 1.0F + sure : sure);
    }
    return static_cast<std::size_t>(std::ranges::max_element(preference) - preference.begin());
  }

  double bound_now() const {
    double bound = std::max(best() + scale_.path_room, settled_bound_);
    if (!open_.empty()) bound = std::max(bound, open_.begin()->first);
    return root_.integral ? std::floor(bound) : bound;
  }

  void report() const {
    if (!run_->wants_progress()) return;
    const std::string phase = fmt::format("rule search: {} nodes, {} open", result_.nodes, open_.size());
    run_->report(phase, bound_now(), result_.nodes, ProgressValue::bound);
  }

  SdpSearchResult result_so_far() const {
    SdpSearchResult result = result_;
    result.open = open_.size();
    result.upper_bound = bound_now();
    result.proven = result.upper_bound <= limit();
    if (result.proven) result.stop_reason = StopReason::optimal;
    if (!options_.certificate || result.upper_bound == HUGE_VAL) return result;
    if (open_.empty()) {
      result.tree = tree_;
      return result;
    }
    auto tree = std::make_shared<SdpSearchTree>(*tree_);
    for (const auto& [bound, node] : open_) rest(*tree, node.place, *node.proof);
    for (const auto& [bound, node] : open_) {  // they are not in the tree that is kept
      if (node.proof->place >= tree_->proofs.size()) node.proof->place = SdpSearchTree::none;
    }
    result.tree = std::move(tree);
    return result;
  }

  DenseProblem root_;
  SdpSearchOptions options_;
  SdpScale scale_;
  const RunContext* run_ = nullptr;  ///< of the current call
  std::uint64_t most_evaluations_ = UINT64_MAX;
  SdpSearchResult result_;
  std::shared_ptr<SdpSearchTree> tree_ = std::make_shared<SdpSearchTree>();
  std::multimap<double, SearchNode, std::greater<>> open_;  ///< by bound, then by age
  std::size_t bytes_ = 0;                                   ///< of these
  double settled_bound_ = -HUGE_VAL;  ///< the largest of the bounds of nodes that were left
};

SdpSearch::SdpSearch(DenseProblem problem, const SdpSearchOptions& options)
    : state_(std::make_shared<State>(std::move(problem), options)) {}

SdpSearchResult SdpSearch::advance(double incumbent, std::uint64_t max_evaluations, const RunContext& run) {
  SdpSearchResult result;
  run.parallel([&] { result = state_->advance(incumbent, max_evaluations, run); });
  return result;
}

}  // namespace lode::subgraph::detail
