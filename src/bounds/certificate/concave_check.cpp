#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "bounds/certificate/check.hpp"
#include "bounds/certificate/factorisation.hpp"
#include "bounds/concave/plane_tree.hpp"

namespace lode::subgraph::detail {
namespace {

/// Their square of weights takes 800 MB.
constexpr Vertex most_checked_vertices = 10'000;

/// The sets that a node stands for.
struct CheckedSets {
  std::size_t node = 0;
  std::vector<Vertex> members = {};
  std::vector<Vertex> free = {};
  ProofSum bound = std::numeric_limits<ProofSum>::infinity();
};

/// Bounds of a node's sets, of those that hold a free vertex, and of those that do not.
struct CheckedPlane {
  ProofSum bound = 0.0L;
  std::vector<ProofSum> holding;
  std::vector<ProofSum> missing;
};

/// Shift. With M = spread 11' - W - diagonal I rounded to doubles, m the largest magnitude in it and
/// k = (n + 2) 2^-52, M is positive semidefinite once M - k m I - k trace(M) I has a Cholesky factor: the
/// latter covers the factorisation (S. M. Rump, BIT Numer. Math. 46 (2006) 433-452), the former, more than
/// (n + 2) 2^-53 m, that entries are rounded.
///
/// Planes. Sums are kept in long double, each addition exact to 2^-64 of the sum of magnitudes; with G the
/// magnitudes of all that enters a bound, and so many terms as there are free vertices, members and s, four
/// times what they can lose is added.
class ConcaveTreeCheck {
 public:
  ConcaveTreeCheck(const Graph& graph, std::span<const Weight> values, const ConcaveTree& tree,
                   const RunContext& run)
      : tree_(tree), run_(run), n_(graph.num_vertices()), values_(values), weights_{n_, {}} {
    weights_.entries.assign(n_ * n_, 0.0);
    for (Vertex v = 0; v < n_; ++v) {
      graph.for_each_neighbor(v, [&](Vertex u, Weight w) { weights_.entries[v * n_ + u] = w; });
    }
  }

  ProofSum check() {
    check_shift();
    std::vector<char> seen(tree_.nodes.size(), 0);
    open_.emplace_back();
    for (Vertex v = 0; v < n_; ++v) open_.back().free.push_back(v);
    while (!open_.empty()) {
      run_.require_time(checking);
      CheckedSets sets = std::move(open_.back());
      open_.pop_back();
      const std::size_t least = sets.members.size();
      const std::size_t most = least + sets.free.size();
      if (least > tree_.s || most < tree_.s) continue;  // no set
      if (least == tree_.s || most == tree_.s) {
        if (least < tree_.s) sets.members.insert(sets.members.end(), sets.free.begin(), sets.free.end());
        lets_go(std::min(sets.bound, weight_of(sets.members)));
      } else if (sets.node == ConcaveTree::none) {
        lets_go(sets.bound);
      } else {
        require_certified(!std::exchange(seen[sets.node], 1),
                          fmt::format("node {} has two places in the tree", sets.node));
        look_at(std::move(sets));
      }
    }
    return largest_;
  }

 private:
  /// What v adds to a set of others.
  ProofSum added(Vertex v, std::span<const Vertex> others) const {
    ProofSum sum = values_.empty() ? 0.0L : ProofSum{values_[v]};
    for (const Vertex u : others) sum += weights_.at(v, u);
    return sum;
  }

  /// Enlarged by what a sum of the weights in a set may lose.
  ProofSum weight_of(std::span<const Vertex> set) const {
    ProofSum sum = 0.0L;
    for (std::size_t i = 0; i < set.size(); ++i) sum += added(set[i], set.first(i));
    return sum * (1.0L + 0x1p-63L * (2.0L * static_cast<ProofSum>(set.size()) + 4.0L));
  }

  void lets_go(ProofSum bound) {
    require_certified(!std::isnan(bound), "the numbers of a tree of planes are too large to be summed");
    largest_ = std::max(largest_, bound);
  }

  void look_at(CheckedSets sets) {
    const std::size_t at = sets.node;
    const ConcaveTree::Node& node = tree_.nodes[at];
    require_certified(
        node.y.size() == sets.free.size() &&
            std::all_of(node.y.begin(), node.y.end(), [](double y) { return y >= 0.0 && y <= 1.0; }),
        fmt::format("node {} has not one number in [0, 1] for each free vertex", at));
    const CheckedPlane plane = plane_of(sets, node.y);
    const ProofSum above = sets.bound;
    const std::vector<Vertex> free = sets.free;
    // Takes a vertex from the free ones; its place among them.
    const auto take = [&](Vertex v) {
      require_certified(std::erase(sets.free, v) == 1, fmt::format("node {} names no free vertex", at));
      return static_cast<std::size_t>(std::lower_bound(free.begin(), free.end(), v) - free.begin());
    };
    for (const Vertex v : node.in) {
      lets_go(std::min(above, plane.missing[take(v)]));
      sets.members.push_back(v);
    }
    for (const Vertex v : node.out) lets_go(std::min(above, plane.holding[take(v)]));
    sets.bound = std::min(above, plane.bound);
    sets.node = child(at, node.below);
    if (node.vertex != no_vertex) {
      const std::size_t i = take(node.vertex);
      CheckedSets holding = sets;
      holding.members.push_back(node.vertex);
      holding.bound = std::min(sets.bound, plane.holding[i]);
      holding.node = child(at, node.holding);
      open_.push_back(std::move(holding));
      sets.bound = std::min(sets.bound, plane.missing[i]);
    }
    open_.push_back(std::move(sets));
  }

  std::size_t child(std::size_t at, std::size_t place) const {
    require_certified(place == ConcaveTree::none || (place > at && place < tree_.nodes.size()),
                      fmt::format("node {} of the tree has a child that is none", at));
    return place;
  }

  void check_shift() const {
    const auto [diagonal, spread] = tree_.shift;
    require_certified(std::isfinite(diagonal) && spread >= 0.0, "the shift of a tree of planes is no number");
    CheckedSquare square = weights_;
    double largest = spread + std::abs(diagonal);
    for (double& entry : square.entries) {
      entry = spread - entry;
      largest = std::max(largest, std::abs(entry));
    }
    const double unit = (static_cast<double>(n_) + 2.0) * std::numeric_limits<double>::epsilon();
    const double trace = static_cast<double>(n_) * (spread - diagonal);  // its diagonal is constant
    for (std::size_t i = 0; i < n_; ++i) {
      square.entries[i * n_ + i] = spread - diagonal - (unit * largest + unit * trace);
    }
    require_certified(trace > 0.0 && std::isfinite(trace) && checked_cholesky(square, run_),
                      "the shift of a tree of planes does not keep its weights concave");
  }

  /// Needs 0 < s - members < free.
  CheckedPlane plane_of(const CheckedSets& sets, std::span<const double> y) const {
    const std::size_t n = sets.free.size();
    const std::size_t s = tree_.s - sets.members.size();
    const auto size = static_cast<ProofSum>(s);
    const ProofSum diagonal = tree_.shift.diagonal;
    std::vector<ProofSum> h(n);
    ProofSum quadratic = 0.0L;
    ProofSum sum = 0.0L;
    ProofSum most = 0.0L;  // the largest magnitude of what enters an h
    ProofSum magnitude = 0.0L;
    for (std::size_t i = 0; i < n; ++i) {
      ProofSum product = 0.0L;
      for (std::size_t j = 0; j < n; ++j) product += ProofSum{weights_.at(sets.free[i], sets.free[j])} * y[j];
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
    const ProofSum spread = 0.5L * ProofSum{tree_.shift.spread} * apart * apart;
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
  std::size_t n_;
  std::span<const Weight> values_;
  CheckedSquare weights_;
  std::vector<CheckedSets> open_;
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
