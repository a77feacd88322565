#include "bounds/certificate/concave_check.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "bounds/certificate/factorisation.hpp"

namespace lode::subgraph::detail {
namespace {

/// Their square of weights takes 800 MB.
constexpr Vertex most_checked_vertices = 10'000;

/// The sets that a node stands for.
struct CheckedSets {
  std::size_t node = ConcaveTree::none;
  std::vector<Vertex> members;
  std::vector<Vertex> free;
  ConcaveShift shift;
  bool has_shift = false;
  ProofSum bound = 0.0L;
};

/// Bounds of a node's sets.
struct CheckedPlane {
  ProofSum bound = 0.0L;
  std::vector<ProofSum> holding;  ///< of those that hold a free vertex
  std::vector<ProofSum> missing;  ///< and of those that do not
};

class ConcaveTreeCheck {
 public:
  ConcaveTreeCheck(const Graph& graph, std::span<const Weight> values, const ConcaveTree& tree,
                   const RunContext& run)
      : tree_(tree),
        run_(run),
        n_(graph.num_vertices()),
        values_(values),
        weights_(std::size_t{n_} * n_, 0.0),
        seen_(tree.nodes.size(), 0) {
    for (Vertex v = 0; v < n_; ++v) {
      graph.for_each_neighbor(v, [&](Vertex u, Weight w) { weights_[std::size_t{v} * n_ + u] = w; });
    }
  }

  ProofSum check() {
    CheckedSets root;
    root.node = 0;
    root.bound = std::numeric_limits<ProofSum>::infinity();
    for (Vertex v = 0; v < n_; ++v) root.free.push_back(v);
    std::vector<CheckedSets> open;
    open.push_back(std::move(root));
    while (!open.empty()) {
      run_.require_time(checking);
      CheckedSets sets = std::move(open.back());
      open.pop_back();
      if (!let_go(sets)) look_at(std::move(sets), open);
    }
    return largest_;
  }

 private:
  Weight weight(Vertex u, Vertex v) const { return weights_[std::size_t{u} * n_ + v]; }

  /// What v adds to a set of others.
  ProofSum added(Vertex v, std::span<const Vertex> others) const {
    ProofSum sum = values_.empty() ? 0.0L : ProofSum{values_[v]};
    for (const Vertex u : others) sum += weight(v, u);
    return sum;
  }

  /// Enlarged by what a sum of the weights in a set may lose.
  ProofSum weight_of(std::span<const Vertex> set) const {
    ProofSum sum = 0.0L;
    for (std::size_t i = 0; i < set.size(); ++i) sum += added(set[i], set.first(i));
    const auto size = static_cast<ProofSum>(set.size());
    return sum * (1.0L + 0x1p-63L * (2.0L * size + 4.0L));
  }

  void lets_go(ProofSum bound) { largest_ = std::max(largest_, bound); }

  /// Sets that need no more proof: none, a single one, or what nothing more is said of.
  bool let_go(const CheckedSets& sets) {
    if (sets.members.size() > tree_.s || sets.members.size() + sets.free.size() < tree_.s) return true;
    if (sets.members.size() == tree_.s || sets.members.size() + sets.free.size() == tree_.s) {
      std::vector<Vertex> all = sets.members;
      if (all.size() < tree_.s) all.insert(all.end(), sets.free.begin(), sets.free.end());
      lets_go(std::min(sets.bound, weight_of(all)));
      return true;
    }
    if (sets.node != ConcaveTree::none) return false;
    lets_go(sets.bound);
    return true;
  }

  void look_at(CheckedSets sets, std::vector<CheckedSets>& open) {
    const std::size_t at = sets.node;
    require_certified(!std::exchange(seen_[at], 1), fmt::format("node {} has two places in the tree", at));
    const ConcaveTree::Node& node = tree_.nodes[at];
    require_certified(node.y.size() == sets.free.size(),
                      fmt::format("node {} has not one coordinate for each free vertex", at));
    for (const double y : node.y) {
      require_certified(y >= 0.0 && y <= 1.0, fmt::format("a coordinate of node {} is not in [0, 1]", at));
    }
    if (node.shift) take_shift(sets, *node.shift);
    require_certified(sets.has_shift, fmt::format("node {} has no shift", at));
    const CheckedPlane plane = plane_of(sets, node.y);
    const std::vector<Vertex> free = sets.free;
    const auto place = [&](Vertex v) {
      const auto found = std::lower_bound(free.begin(), free.end(), v);
      require_certified(found != free.end() && *found == v,
                        fmt::format("node {} names a vertex that is not free", at));
      return static_cast<std::size_t>(found - free.begin());
    };
    const auto remove = [&](Vertex v) {
      require_certified(std::erase(sets.free, v) == 1, fmt::format("node {} names a vertex twice", at));
    };
    for (const Vertex v : node.in) {
      lets_go(std::min(sets.bound, plane.missing[place(v)]));
      remove(v);
      sets.members.push_back(v);
    }
    for (const Vertex v : node.out) {
      lets_go(std::min(sets.bound, plane.holding[place(v)]));
      remove(v);
    }
    sets.bound = std::min(sets.bound, plane.bound);
    sets.node = child(at, node.below);
    if (node.vertex != no_vertex) {
      const std::size_t i = place(node.vertex);
      remove(node.vertex);
      CheckedSets holding = sets;
      holding.members.push_back(node.vertex);
      holding.bound = std::min(sets.bound, plane.holding[i]);
      holding.node = child(at, node.holding);
      open.push_back(std::move(holding));
      sets.bound = std::min(sets.bound, plane.missing[i]);
    }
    open.push_back(std::move(sets));
  }

  std::size_t child(std::size_t at, std::size_t place) const {
    require_certified(place == ConcaveTree::none || (place > at && place < tree_.nodes.size()),
                      fmt::format("node {} of the tree has a child that is none", at));
    return place;
  }

  void take_shift(CheckedSets& sets, const ConcaveShift& shift) const {
    const std::size_t n = sets.free.size();
    require_certified(std::isfinite(shift.diagonal) && std::isfinite(shift.spread) && shift.spread >= 0.0,
                      fmt::format("the shift of node {} is no number", sets.node));
    CheckedSquare square{n, std::vector<double>(n * n)};
    double largest = shift.spread + std::abs(shift.diagonal);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        double& entry = square.entries[i * n + j];
        entry = shift.spread - (i == j ? shift.diagonal : weight(sets.free[i], sets.free[j]));
        largest = std::max(largest, std::abs(entry));
      }
    }
    const double unit = (static_cast<double>(n) + 2.0) * std::numeric_limits<double>::epsilon();
    const double trace = static_cast<double>(n) * square.entries[0];  // its diagonal is constant
    for (std::size_t i = 0; i < n; ++i) square.entries[i * n + i] -= unit * largest + unit * trace;
    require_certified(trace > 0.0 && std::isfinite(trace) && checked_cholesky(square, run_),
                      fmt::format("the shift of node {} does not keep its weights concave", sets.node));
    sets.shift = shift;
    sets.has_shift = true;
  }

  /// Needs 0 < s - members < free.
  CheckedPlane plane_of(const CheckedSets& sets, std::span<const double> y) const {
    const std::size_t n = sets.free.size();
    const std::size_t s = tree_.s - sets.members.size();
    const auto size = static_cast<ProofSum>(s);
    const ProofSum diagonal = sets.shift.diagonal;
    std::vector<ProofSum> h(n);
    ProofSum quadratic = 0.0L;
    ProofSum sum = 0.0L;
    ProofSum most = 0.0L;  // the largest magnitude of what enters an h
    ProofSum magnitude = 0.0L;
    for (std::size_t i = 0; i < n; ++i) {
      ProofSum product = 0.0L;
      for (std::size_t j = 0; j < n; ++j) product += ProofSum{weight(sets.free[i], sets.free[j])} * y[j];
      const ProofSum own = diagonal * y[i];
      const ProofSum linear = added(sets.free[i], sets.members);
      h[i] = product + own + linear;
      quadratic += (product + own) * y[i];
      sum += y[i];
      most = std::max(most, product + std::abs(own) + linear);
      magnitude += (product + std::abs(own)) * y[i];
    }
    std::vector<ProofSum> sorted = h;
    std::sort(sorted.begin(), sorted.end(), std::greater<>());
    ProofSum top = 0.0L;
    for (std::size_t i = 0; i < s; ++i) top += sorted[i];
    const ProofSum chosen = weight_of(sets.members);
    const auto terms = static_cast<ProofSum>(n + s + tree_.s) + 16.0L;
    const ProofSum apart = std::abs(size - sum) + static_cast<ProofSum>(n) * 0x1p-62L * (sum + size);
    const ProofSum spread = 0.5L * ProofSum{sets.shift.spread} * apart * apart;
    magnitude += chosen + size * (2.0L * most + std::abs(diagonal)) + spread + 2.0L * most;
    CheckedPlane plane;
    plane.bound =
        chosen + top - 0.5L * quadratic - 0.5L * size * diagonal + spread + 0x1p-62L * terms * magnitude;
    for (std::size_t i = 0; i < n; ++i) {
      plane.holding.push_back(plane.bound - std::max(0.0L, sorted[s - 1] - h[i]));
      plane.missing.push_back(plane.bound - std::max(0.0L, h[i] - sorted[s]));
    }
    return plane;
  }

  const ConcaveTree& tree_;
  const RunContext& run_;
  Vertex n_;
  std::span<const Weight> values_;
  std::vector<Weight> weights_;
  std::vector<char> seen_;
  ProofSum largest_ = 0.0L;
};

}  // namespace

ProofSum check_concave_tree(const Graph& graph, std::span<const Weight> values, const ConcaveTree& tree,
                            const RunContext& run) {
  require_certified(graph.num_vertices() <= most_checked_vertices, "a tree of planes has too many vertices");
  require_certified(!tree.nodes.empty(), "a tree of planes is empty");
  require_certified(tree.s >= 1 && tree.s <= graph.num_vertices(), "a tree of planes is about no sets");
  const ProofSum proven = ConcaveTreeCheck(graph, values, tree, run).check();
  return graph.integral() ? std::floor(proven) : proven;
}

}  // namespace lode::subgraph::detail
