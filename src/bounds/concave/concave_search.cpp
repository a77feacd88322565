#include "bounds/concave/concave_search.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "bounds/search/dense_problem.hpp"

namespace lode::subgraph::detail {
namespace {

/// Real weights: no set is looked for that is better by less, relatively.
constexpr double least_better = 4e-10;
/// A shift is proven anew once this part of the vertices is left.
constexpr double new_shift_at = 0.75;
/// Steps of an ascent per vertex, between looks at the bound, and looks before a node is branched on.
constexpr std::uint64_t steps_per_vertex = 3;
constexpr int most_looks = 40;
/// Or as soon as what the ascent can still bring is so small a part of what is missing.
constexpr double enough_ascent = 0.05;
/// Open nodes at a time: some hundred MB.
constexpr std::size_t most_open = 200'000;
/// Numbers that are kept for a certificate, some 100 MB in a file at most, and those of a node beside y.
constexpr std::size_t most_kept = 5'000'000;
constexpr std::size_t kept_per_node = 16;

}  // namespace

ConcaveSearch::ConcaveSearch(const Graph& graph, Vertex s, const ConcaveShift& shift, Keep keep,
                             std::span<const Weight> values)
    : n_(graph.num_vertices()),
      integral_(graph.integral()),
      weights_(dense_problem(graph, 0).weights),
      keeps_tree_(keep == Keep::tree) {
  tree_.s = s;
  Node root;
  root.bound = std::accumulate(values.begin(), values.end(), graph.total_weight()) * (1.0 + 1e-9);
  root.s = s;
  root.shift = shift;
  root.shifted = n_;
  root.free.resize(n_);
  for (Vertex v = 0; v < n_; ++v) root.free[v] = v;
  root.linear.assign(values.begin(), values.end());
  root.linear.resize(n_, 0.0);
  push(std::move(root));
}

void ConcaveSearch::aim(Weight incumbent) { found(incumbent); }

/// Nodes of at most this bound hold nothing that is looked for.
double ConcaveSearch::target() const {
  return integral_ ? std::nextafter(std::floor(best_) + 1.0, 0.0) : best_ * (1.0 + least_better);
}

double ConcaveSearch::bound() const {
  const double level = integral_ ? std::floor(best_) : target();
  if (open_.empty()) return level;
  const double open = integral_ ? std::floor(open_.front().bound) : open_.front().bound;
  return std::max(level, open);
}

void ConcaveSearch::push(Node node) {
  if (node.bound <= target()) return;
  node.number = numbers_++;
  open_.push_back(std::move(node));
  std::push_heap(open_.begin(), open_.end(), comes_later);
}

void ConcaveSearch::advance(std::uint64_t work, const RunContext& run) {
  const std::uint64_t begin = work_;
  while (!open_.empty() && open_.size() < most_open && !run.should_stop()) {
    if (work > 0 && work_ - begin >= work) return;
    std::pop_heap(open_.begin(), open_.end(), comes_later);
    Node node = std::move(open_.back());
    open_.pop_back();
    if (node.bound > target()) expand(std::move(node), run);
  }
}

ConcaveProgram ConcaveSearch::program_of(const Node& node) const {
  ConcaveProgram program;
  program.n = node.free.size();
  program.s = node.s;
  program.linear = node.linear;
  program.chosen = node.chosen;
  program.members = node.members;
  program.shift = node.shift;
  program.weights.reserve(program.n * program.n);
  for (const Vertex u : node.free) {
    for (const Vertex v : node.free) program.weights.push_back(weights_[u * n_ + v]);
  }
  return program;
}

/// The node until it is no better than the target, or branched on.
void ConcaveSearch::expand(Node node, const RunContext& run) {
  ++nodes_;
  while (!is_leaf(node)) {
    ConcaveProgram program = program_of(node);
    const auto size = static_cast<double>(program.n);
    if (size <= new_shift_at * static_cast<double>(node.shifted)) {
      const auto shift = proven_concave_shift(program.weights, program.n, [&] { return run.should_stop(); });
      if (shift && shift->diagonal > node.shift.diagonal) {
        program.shift = node.shift = *shift;
        node.new_shift = true;
      }
      node.shifted = program.n;
      work_ += static_cast<std::uint64_t>(concave_shift_work * size * size * size);
    }
    ConcavePoint point(program, std::move(node.y));
    bool settled = false;
    std::vector<double> least;  // the point of the least bound, where it is not the last
    double least_bound = node.bound;
    for (int look = 0; look < most_looks && !settled; ++look) {
      point.ascend(steps_per_vertex * program.n);
      point.touch();
      if (point.bound() >= node.bound && node.bound < least_bound && least.empty()) least = node.y;
      if (point.bound() < node.bound) least.clear();
      node.bound = std::min(node.bound, point.bound());
      if (node.bound <= target()) break;
      if (run.should_stop()) break;
      node.y = point.y();
      settled = settle(node, point, least);
      const double missing = node.bound - target();
      if (point.settled() || point.bound() - point.value() < enough_ascent * missing) break;
    }
    work_ += point.work();
    if (settled) continue;
    keep_plane(node, least);
    keep_plane(node, point.y());
    if (node.bound <= target()) return;
    node.y = point.y();
    if (run.should_stop()) return push(std::move(node));
    return branch(node, point);
  }
}

/// One more node of the tree, below the last one of this node.
void ConcaveSearch::keep_plane(Node& node, const std::vector<double>& y) {
  if (!keeps_tree_ || y.empty()) return;
  kept_ += y.size() + kept_per_node;
  if (kept_ > most_kept) {
    keeps_tree_ = false;
    tree_.nodes.clear();
    return;
  }
  const std::size_t place = tree_.nodes.size();
  if (node.above != ConcaveTree::none) {
    ConcaveTree::Node& above = tree_.nodes[node.above];
    (node.holding ? above.holding : above.below) = place;
  }
  tree_.nodes.emplace_back().y = y;
  if (node.new_shift) tree_.nodes.back().shift = node.shift;
  node.new_shift = false;
  node.above = place;
  node.holding = false;
}

/// Puts vertices in or out where the other way is no better than the target; false where there are none.
/// `least` is a point of a lower bound than this one's, if any.
bool ConcaveSearch::settle(Node& node, const ConcavePoint& point, const std::vector<double>& least) {
  std::vector<char> goes(node.free.size(), 0);
  std::vector<std::size_t> in;
  bool any = false;
  for (std::size_t i = 0; i < node.free.size(); ++i) {
    const bool stays_in = point.outside(i) <= target();
    if (!stays_in && point.inside(i) > target()) continue;
    goes[i] = 1;
    any = true;
    if (stays_in) in.push_back(i);
  }
  if (!any) return false;
  keep_plane(node, least);
  keep_plane(node, point.y());
  for (std::size_t i = 0, next = 0; keeps_tree_ && i < goes.size(); ++i) {
    if (!goes[i]) continue;
    const bool is_in = next < in.size() && in[next] == i;
    if (is_in) ++next;
    ConcaveTree::Node& kept = tree_.nodes[node.above];
    (is_in ? kept.in : kept.out).push_back(node.free[i]);
  }
  if (in.size() > node.s) {  // more than there is room for: nothing is left
    node.bound = target();
    return true;
  }
  for (const std::size_t i : in) take_in(node, i);
  std::size_t to = 0;
  for (std::size_t i = 0; i < node.free.size(); ++i) {
    if (goes[i]) continue;
    node.free[to] = node.free[i];
    node.linear[to] = node.linear[i];
    node.y[to++] = node.y[i];
  }
  node.free.resize(to);
  node.linear.resize(to);
  node.y.resize(to);
  if (to < node.s) node.bound = target();
  return true;
}

/// Counts a free vertex as a member; it stays in the list.
void ConcaveSearch::take_in(Node& node, std::size_t v) const {
  node.chosen += node.linear[v];
  const double* row = weights_.data() + node.free[v] * n_;
  for (std::size_t i = 0; i < node.free.size(); ++i) node.linear[i] += row[node.free[i]];
  --node.s;
  ++node.members;
}

ConcaveSearch::Node ConcaveSearch::child(const Node& node, std::size_t v, bool held) const {
  Node below = node;
  if (held) take_in(below, v);
  const auto at = static_cast<std::ptrdiff_t>(v);
  below.free.erase(below.free.begin() + at);
  below.linear.erase(below.linear.begin() + at);
  below.y.erase(below.y.begin() + at);
  return below;
}

/// Nodes without a choice: nothing to add, or everything that is free.
bool ConcaveSearch::is_leaf(const Node& node) {
  if (node.bound <= target() || node.free.size() < node.s) return true;
  if (node.s > 0 && node.s < node.free.size()) return false;
  double weight = node.chosen;
  for (std::size_t i = 0; node.s > 0 && i < node.free.size(); ++i) {
    weight += node.linear[i];
    for (std::size_t j = 0; j < i; ++j) weight += weights_[node.free[i] * n_ + node.free[j]];
  }
  found(weight);
  return true;
}

void ConcaveSearch::branch(Node& node, const ConcavePoint& point) {
  std::size_t v = 0;
  for (std::size_t i = 1; i < node.free.size(); ++i) {
    if (std::abs(node.y[i] - 0.5) < std::abs(node.y[v] - 0.5)) v = i;
  }
  if (keeps_tree_) tree_.nodes[node.above].vertex = node.free[v];
  for (const bool held : {false, true}) {
    Node below = child(node, v, held);
    below.holding = held;
    below.bound = std::min(node.bound, held ? point.inside(v) : point.outside(v));
    push(std::move(below));
  }
}

}  // namespace lode::subgraph::detail
