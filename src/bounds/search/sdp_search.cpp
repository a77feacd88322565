#include "bounds/search/sdp_search.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include <fmt/format.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <lode/core/error.hpp>
#include <lode/core/tolerance.hpp>

#include "bounds/search/node_bound.hpp"
#include "bounds/search/node_proof.hpp"
#include "bounds/search/sdp_search_nodes.hpp"

namespace lode::subgraph::detail {
namespace {

/// Nodes bounded at the same time, whatever the number of threads: what they find is applied afterwards, in
/// their order.
constexpr std::size_t batch_nodes = 16;

/// Room between the goal and the next integer above the incumbent, in units.
constexpr double integral_slack = 1e-5;

/// Of the tolerance of real weights: what is left covers the rounding of whoever compares.
constexpr double optimality_share = 0.9;

/// Relaxed values from which a vertex counts as decided: others are branched on first.
constexpr double decided_share = 0.05;

void check_incumbent(double incumbent) {
  if (std::isfinite(incumbent)) return;
  throw InvalidArgument("incumbent", fmt::format("{}", incumbent), "must be a finite number");
}

}  // namespace

class SdpSearch::State {
 public:
  State(DenseProblem root, const SdpSearchOptions& options)
      : root_(std::move(root)), options_(options), room_(path_room(root_)), tree_(options.certificate) {
    result_.value = options.incumbent;
    if (root_.n > 1) scale_ = scale_of(root_);
  }

  SdpSearchResult advance(double incumbent, std::uint64_t more_evaluations, const RunContext& run) {
    run_ = &run;
    stop_ = [&run] { return run.should_stop(); };
    options_.max_evaluations = more_evaluations == 0 ? 0 : result_.evaluations + more_evaluations;
    result_.stop_reason = StopReason::optimal;
    if (incumbent > best()) {
      result_.value = incumbent;
      result_.better.clear();
    }
    if (!begun_) begin();
    while (!open_.empty() && !ended()) {
      std::vector<SearchNode> batch = next_batch();
      std::vector<SdpNodeOutcome> outcomes = bound_all(batch);
      for (std::size_t i = 0; i < batch.size(); ++i) apply(batch[i], outcomes[i]);
      report();
    }
    return result_so_far();
  }

 private:
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

  void take_set(const SearchNode& node, const ValuedSet& set) {
    std::vector<std::size_t> vertices = node.chosen;
    for (const std::size_t v : set.vertices) vertices.push_back(node.left[v]);
    std::sort(vertices.begin(), vertices.end());
    const double value = value_of(root_, vertices);
    if (!(value > best())) return;
    result_.better = std::move(vertices);
    result_.value = value;
  }

  /// The node rests on a proof of `bound`.
  void rest_on(std::size_t place, SdpNodeState state, SharedProof& proof, double bound) {
    settled_bound_ = std::max(settled_bound_, bound);
    tree_.rest_on(place, state, proof);
  }

  void begin() {
    begun_ = true;
    SearchNode node;
    node.left.resize(root_.n);
    std::iota(node.left.begin(), node.left.end(), std::size_t{0});
    node.linear = root_.linear;
    node.base = root_.base;
    node.s = root_.s;
    node.place = tree_.add();
    node.bound = plain_bound(root_);
    if (settled_by_looking(node)) return;
    if (node.bound <= limit()) {  // the plain bound says so
      settled_bound_ = node.bound;
      return;
    }
    open_.insert(std::move(node));
  }

  /// Few sets are left: all are looked at.
  bool settled_by_looking(const SearchNode& node) {
    const std::size_t n = node.left.size();
    if (node.s > 1 && node.s + std::size_t{1} < n) return false;
    tree_.settle(node.place, SdpNodeState::enumerated);
    if (node.s <= n) take_set(node, best_of_few(problem_of(root_, node)));
    return true;
  }

  std::vector<SearchNode> next_batch() {
    std::vector<SearchNode> batch;
    std::size_t most = batch_nodes;
    if (options_.max_nodes > 0) {
      most = static_cast<std::size_t>(std::min<std::uint64_t>(most, options_.max_nodes - result_.nodes));
    }
    while (!open_.empty() && batch.size() < most) {
      const bool deep = open_.bytes() > options_.max_memory;
      SearchNode node = deep ? open_.take_youngest() : open_.take_best();
      if (node.bound <= limit()) {
        settled_bound_ = std::max(settled_bound_, node.bound);
        if (node.proof) rest_on(node.place, SdpNodeState::proof, *node.proof, node.bound);
        continue;
      }
      batch.push_back(std::move(node));
    }
    return batch;
  }

  bool ended() {
    if (run_->should_stop()) {
      result_.stop_reason = run_->stop_reason();
      return true;
    }
    const bool enough = (options_.max_nodes > 0 && result_.nodes >= options_.max_nodes) ||
                        (options_.max_evaluations > 0 && result_.evaluations >= options_.max_evaluations) ||
                        (!options_.branches && result_.nodes > 0);
    if (enough) result_.stop_reason = StopReason::iterations;
    return enough;
  }

  SdpNodeTask task_of(const SearchNode& node) const {
    SdpNodeTask task;
    task.problem = problem_of(root_, node);
    task.scale = scale_;
    task.goal = goal();
    task.limit = limit();
    task.path_room = room_;
    const bool is_root = !node.parent;
    task.patience = !is_root ? child_patience : options_.branches ? root_patience : long_patience;
    task.anytime = is_root;
    if (options_.max_evaluations > 0) task.most_evaluations = options_.max_evaluations - result_.evaluations;
    if (!is_root) {
      std::vector<std::size_t> kept;
      for (std::size_t at = 0; kept.size() < node.left.size(); ++at) {
        if (node.parent->vertices[at] == node.left[kept.size()]) kept.push_back(at);
      }
      task.warm = restricted(node.parent->warm, kept);
    }
    return task;
  }

  std::vector<SdpNodeOutcome> bound_all(const std::vector<SearchNode>& batch) const {
    std::vector<SdpNodeOutcome> outcomes(batch.size());
    tbb::parallel_for(
        tbb::blocked_range<std::size_t>(0, batch.size(), 1),
        [&](const tbb::blocked_range<std::size_t>& range) {
          for (std::size_t i = range.begin(); i < range.end(); ++i) {
            outcomes[i] = bound_node(task_of(batch[i]), stop_);
          }
        },
        tbb::simple_partitioner());
    return outcomes;
  }

  /// Takes over what bounding a node has found.
  void apply(SearchNode& node, SdpNodeOutcome& outcome) {
    ++result_.nodes;
    result_.evaluations += outcome.evaluations;
    if (!outcome.best.vertices.empty()) take_set(node, outcome.best);
    if (outcome.proof && (!node.proof || outcome.bound < node.bound)) {
      node.bound = outcome.bound;
      node.proof = std::make_shared<SharedProof>();
      node.proof->proof = std::move(*outcome.proof);
      node.proof->proof.node = node.place;
      node.proof->bound = outcome.bound;
    }
    if (node.proof && node.bound <= limit()) {
      rest_on(node.place, SdpNodeState::proof, *node.proof, node.bound);
      return;
    }
    if (outcome.state != SdpNodeOutcome::State::open) {  // no further: it stays as it is
      open_.insert(std::move(node));
      return;
    }
    const bool at_root = !node.parent;
    const std::size_t place = node.place;
    std::vector<double> share = std::move(outcome.share);
    auto inheritance = std::make_shared<Inheritance>();
    inheritance->vertices = node.left;
    inheritance->warm = std::move(outcome.warm);
    node.parent = std::move(inheritance);
    leave_out(node, share, place);
    if (at_root) probe(node, share);
    if (node.s > node.left.size()) {  // no set is left
      tree_.settle(node.place, SdpNodeState::enumerated);
      return;
    }
    if (settled_by_looking(node)) return;
    if (!options_.branches) {
      open_.insert(std::move(node));
      return;
    }
    branch(node, share);
  }

  /// Takes vertices out of the node that its own proof shows to be in no better set.
  void leave_out(SearchNode& node, std::vector<double>& share, std::size_t place) {
    const std::size_t n = node.left.size();
    if (!node.proof || node.proof->proof.rows.size() != n || node.proof->proof.node != place) return;
    const std::vector<double> used = held_pairs(node.proof->proof, n, node.s);
    const bool at_root = n == root_.n;
    for (std::size_t at = n; at-- > 0;) {
      if (node.proof->bound - used[at] > limit()) continue;
      const std::size_t v = node.left[at];
      const std::size_t held = tree_.add();
      const std::size_t rest = tree_.add();
      tree_.branch(node.place, v, held, rest);
      tree_.hold(held, v);
      rest_on(held, SdpNodeState::held, *node.proof, node.proof->bound - used[at]);
      node.place = rest;
      decide(root_, node, at, false);
      share.erase(share.begin() + static_cast<std::ptrdiff_t>(at));
      if (at_root) result_.fixed_out.push_back(v);
    }
  }

  /// A child of the node, if its part of the multipliers of `from`, which is for the vertices `all`, shows
  /// that nothing better is in it.
  std::shared_ptr<SharedProof> hopeless_child(const SearchNode& child, const SdpNodeProof& from,
                                              std::span<const std::size_t> all) const {
    const std::size_t n = child.left.size();
    if (child.s < 2 || child.s + std::size_t{2} > n) return nullptr;
    std::vector<std::size_t> kept;
    for (std::size_t i = 0; i < all.size() && kept.size() < n; ++i) {
      if (all[i] == child.left[kept.size()]) kept.push_back(i);
    }
    const DenseProblem problem = problem_of(root_, child);
    auto shared = std::make_shared<SharedProof>();
    shared->proof = part_of_proof(from, all.size(), kept, child.s);
    shared->proof.eigenvalue = eigenvalue_for(problem, shared->proof, goal());
    const std::optional<double> bound = proven_bound(problem, shared->proof, room_, stop_);
    if (!bound || *bound > limit()) return nullptr;
    shared->bound = *bound;
    return shared;
  }

  /// Decides the vertices of the root that its multipliers decide: one factorisation for each vertex in, and
  /// one for it out.
  void probe(SearchNode& node, std::vector<double>& share) {
    if (!node.proof || node.proof->proof.rows.size() != root_.n) return;
    const SdpNodeProof& from = node.proof->proof;
    for (std::size_t at = node.left.size(); at-- > 0;) {
      if (stop_()) break;
      for (const bool chosen : {true, false}) {
        if (node.s + std::size_t{2} > node.left.size() || node.s < 2) return;
        SearchNode child = node;
        decide(root_, child, at, chosen);
        const auto proof = hopeless_child(child, from, node.parent->vertices);
        if (!proof) continue;
        const std::size_t v = node.left[at];
        const std::size_t closed = tree_.add();
        const std::size_t rest = tree_.add();
        tree_.branch(node.place, v, chosen ? closed : rest, chosen ? rest : closed);
        proof->proof.node = closed;
        rest_on(closed, SdpNodeState::proof, *proof, proof->bound);
        node.place = rest;
        decide(root_, node, at, !chosen);
        share.erase(share.begin() + static_cast<std::ptrdiff_t>(at));
        (chosen ? result_.fixed_out : result_.fixed_in).push_back(v);
        break;
      }
    }
  }

  /// The vertex most sure to be in, of those not decided already; or most sure to be out, if most are in.
  std::size_t branching_vertex(const SearchNode& node, std::span<const double> share) const {
    const bool few = 2 * std::size_t{node.s} <= node.left.size();
    std::size_t best = SdpSearchTree::none;
    for (std::size_t i = 0; i < share.size(); ++i) {
      const bool undecided = few ? share[i] < 1.0 - decided_share : share[i] > decided_share;
      if (!undecided) continue;
      if (best == SdpSearchTree::none || (few ? share[i] > share[best] : share[i] < share[best])) best = i;
    }
    if (best != SdpSearchTree::none) return best;
    return static_cast<std::size_t>(std::max_element(share.begin(), share.end()) - share.begin());
  }

  void branch(SearchNode& node, std::span<const double> share) {
    const std::size_t at = branching_vertex(node, share);
    const std::size_t place = node.place;
    SearchNode without = node;
    SearchNode with = std::move(node);
    with.place = tree_.add();
    without.place = tree_.add();
    tree_.branch(place, without.left[at], with.place, without.place);
    decide(root_, with, at, true);
    decide(root_, without, at, false);
    for (SearchNode* child : {&with, &without}) {
      if (!settled_by_looking(*child)) open_.insert(std::move(*child));
    }
  }

  double bound_now() const {
    double bound = std::max(best() + room_, settled_bound_);
    if (!open_.empty()) bound = std::max(bound, open_.largest_bound());
    return root_.integral ? std::floor(bound) : bound;
  }

  void report() const {
    if (!run_->wants_progress()) return;
    const std::string phase = fmt::format("search: {} nodes, {} open", result_.nodes, open_.size());
    run_->report(phase, bound_now(), result_.nodes, ProgressValue::bound);
  }

  SdpSearchResult result_so_far() const {
    SdpSearchResult result = result_;
    result.open = open_.size();
    if (!open_.empty()) open_.common_decisions(root_.n, result.fixed_in, result.fixed_out);
    std::sort(result.fixed_in.begin(), result.fixed_in.end());
    std::sort(result.fixed_out.begin(), result.fixed_out.end());
    result.upper_bound = bound_now();
    result.proven = result.upper_bound <= limit();
    if (result.proven) result.stop_reason = StopReason::optimal;
    result.tree = tree_.so_far(open_);
    return result;
  }

  DenseProblem root_;
  SdpSearchOptions options_;
  const RunContext* run_ = nullptr;  ///< of the call that goes on
  bool begun_ = false;
  double room_;
  lode::detail::StopAsked stop_;
  SdpScale scale_;
  SdpSearchResult result_;
  TreeBuilder tree_;
  OpenNodes open_;
  double settled_bound_ = -HUGE_VAL;  ///< the largest of the bounds of nodes that were left
};

SdpSearch::SdpSearch(DenseProblem problem, const SdpSearchOptions& options) {
  check_problem(problem);
  check_incumbent(options.incumbent);
  state_ = std::make_unique<State>(std::move(problem), options);
}

SdpSearch::~SdpSearch() = default;

SdpSearchResult SdpSearch::advance(double incumbent, std::uint64_t max_evaluations, const RunContext& run) {
  check_incumbent(incumbent);
  SdpSearchResult result;
  run.parallel([&] { result = state_->advance(incumbent, max_evaluations, run); });
  return result;
}

SdpSearchResult sdp_search(const DenseProblem& problem, const SdpSearchOptions& options,
                           const RunContext& run) {
  return SdpSearch(problem, options).advance(options.incumbent, options.max_evaluations, run);
}

SdpSearchResult sdp_root_bound(const DenseProblem& problem, SdpSearchOptions options, const RunContext& run) {
  options.branches = false;
  return sdp_search(problem, options, run);
}

}  // namespace lode::subgraph::detail
