#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "bounds/certificate/check.hpp"
#include "bounds/search/dense_problem.hpp"

namespace lode::subgraph::detail {
namespace {

constexpr std::size_t no_parent = SdpSearchTree::none;

/// The problem of one node: which vertices are left, and what those in the set weigh already.
struct NodeProblem {
  std::vector<std::size_t> left;  ///< vertices of the root, increasing
  std::vector<ProofSum> linear;   ///< by place in `left`
  ProofSum base = 0.0L;
  ProofSum magnitude = 0.0L;  ///< of the terms of base
  std::size_t k = 0;          ///< vertices yet to be chosen; more than are left: no set
  std::size_t terms = 1;      ///< of a linear term, at most
};

/// The matrix M of certificate/proof_data.hpp and what its rounding may amount to.
class CheckedLift {
 public:
  explicit CheckedLift(std::size_t n) : n_(n), entries_(n * n, 0.0L) {}

  ProofSum at(std::size_t i, std::size_t j) const { return entries_[i * n_ + j]; }
  /// Adds to entries ij and ji; to ii once.
  void add(std::size_t i, std::size_t j, ProofSum value) {
    entries_[i * n_ + j] += value;
    if (i != j) entries_[j * n_ + i] += value;
    magnitude_ += (i == j ? 1.0L : 2.0L) * std::abs(value);
  }
  /// T_t of a cut, times `factor`: the coefficients of X_ii, X_jj, X_ll, X_ij, X_il and X_jl.
  void add_cut(const SdpCut& cut, ProofSum factor) {
    constexpr int coefficients[4][6] = {
        {-1, 0, 0, 1, 0, 0}, {1, 1, 0, -1, 0, 0}, {0, 0, -1, -1, 1, 1}, {1, 1, 1, -1, -1, -1}};
    const auto kind = static_cast<std::size_t>(cut.kind);
    require_certified(kind < std::size(coefficients), "a cut is of no kind that is known");
    const std::size_t places[6][2] = {{cut.i, cut.i}, {cut.j, cut.j}, {cut.l, cut.l},
                                      {cut.i, cut.j}, {cut.i, cut.l}, {cut.j, cut.l}};
    for (std::size_t term = 0; term < 6; ++term) {
      const int coefficient = coefficients[kind][term];
      if (coefficient != 0) add(places[term][0], places[term][1], factor * coefficient / (term < 3 ? 1 : 2));
    }
  }
  ProofSum row_sum(std::size_t i) const {
    ProofSum sum = 0.0L;
    for (std::size_t j = 0; j < n_; ++j) sum += at(i, j);
    return sum;
  }
  ProofSum magnitude() const { return magnitude_; }

 private:
  std::size_t n_;
  std::vector<ProofSum> entries_;
  ProofSum magnitude_ = 0.0L;
};

class SearchTreeCheck {
 public:
  SearchTreeCheck(const DenseProblem& problem, const SdpSearchTree& tree, const RunContext& run)
      : problem_(problem), tree_(tree), run_(run), bounds_(tree.proofs.size()) {}

  ProofSum check() {
    require_certified(!tree_.nodes.empty(), "a search tree has no node");
    find_parents();
    if (tree_.shift) check_shift(*tree_.shift);
    ProofSum bound = -std::numeric_limits<ProofSum>::infinity();
    for (std::size_t i = 0; i < tree_.nodes.size(); ++i) {
      if (tree_.nodes[i].state == SdpNodeState::branched) continue;
      run_.require_time(checking);
      const ProofSum leaf = leaf_bound(i);
      require_certified(!std::isnan(leaf), fmt::format("node {} of a search tree has no bound", i));
      bound = std::max(bound, leaf);
    }
    return bound;
  }

 private:
  /// Every node but the root is the child of one before it, and branches tell apart vertices that are left.
  void find_parents() {
    parents_.assign(tree_.nodes.size(), no_parent);
    for (std::size_t i = 0; i < tree_.nodes.size(); ++i) {
      const SdpSearchTree::Node& node = tree_.nodes[i];
      require_certified(i == 0 || parents_[i] != no_parent,
                        fmt::format("node {} of a search tree has no parent before it", i));
      if (node.state != SdpNodeState::branched) continue;
      for (const std::size_t child : {node.included, node.excluded}) {
        require_certified(child > i && child < tree_.nodes.size() && parents_[child] == no_parent,
                          fmt::format("node {} of a search tree lacks a child of its own", i));
        parents_[child] = i;
      }
      require_certified(node.vertex < problem_.n && !decided(i, node.vertex),
                        fmt::format("node {} of a search tree branches on a vertex that is not left", i));
    }
  }

  /// Whether the path to a node has branched on the vertex.
  bool decided(std::size_t node, std::size_t vertex) const {
    for (std::size_t i = node; i != 0; i = parents_[i]) {
      if (tree_.nodes[parents_[i]].vertex == vertex) return true;
    }
    return false;
  }
  bool is_above(std::size_t ancestor, std::size_t node) const {
    while (node > ancestor) node = parents_[node];
    return node == ancestor;
  }

  NodeProblem problem_at(std::size_t node) const {
    std::vector<std::uint8_t> gone(problem_.n, 0);
    std::vector<std::size_t> held;
    for (std::size_t i = node; i != 0; i = parents_[i]) {
      const SdpSearchTree::Node& parent = tree_.nodes[parents_[i]];
      gone[parent.vertex] = 1;
      if (parent.included == i) held.push_back(parent.vertex);
    }
    NodeProblem at;
    at.k = held.size() > problem_.s ? SIZE_MAX : problem_.s - held.size();
    at.terms = held.size() + 1;
    const auto add_to_base = [&](ProofSum value) {
      at.base += value;
      at.magnitude += std::abs(value);
    };
    add_to_base(problem_.base);
    for (std::size_t a = 0; a < held.size(); ++a) {
      add_to_base(problem_.linear[held[a]]);
      for (std::size_t b = 0; b < a; ++b) add_to_base(problem_.weight(held[a], held[b]));
    }
    for (std::size_t v = 0; v < problem_.n; ++v) {
      if (gone[v]) continue;
      ProofSum linear = problem_.linear[v];
      for (const std::size_t u : held) linear += problem_.weight(u, v);
      at.left.push_back(v);
      at.linear.push_back(linear);
    }
    return at;
  }

  ProofSum leaf_bound(std::size_t i) {
    const SdpSearchTree::Node& node = tree_.nodes[i];
    if (node.state == SdpNodeState::enumerated) return enumerated_bound(i);
    require_certified(node.proof < (tree_.shift ? tree_.planes.size() : tree_.proofs.size()),
                      fmt::format("node {} of a search tree has no proof", i));
    const std::size_t root = tree_.shift ? tree_.planes[node.proof].node : tree_.proofs[node.proof].node;
    require_certified(root <= i && is_above(root, i),
                      fmt::format("the proof of node {} of a search tree is for other sets", i));
    ProofSum bound = tree_.shift ? plane_bound(node.proof) : proof_bound(node.proof);
    bound -= tree_.shift ? unused_beside_plane(i) : unused_below(tree_.proofs[node.proof], i);
    return problem_.integral ? std::floor(bound) : bound;
  }

  /// The largest value where one vertex at most is free to choose.
  ProofSum enumerated_bound(std::size_t i) const {
    const NodeProblem at = problem_at(i);
    const std::size_t n = at.left.size();
    if (at.k > n) return -std::numeric_limits<ProofSum>::infinity();
    require_certified(at.k <= 1 || at.k + 1 >= n, fmt::format("node {} of a search tree is not small", i));
    ProofSum value = at.base;
    ProofSum magnitude = at.magnitude;
    if (at.k == 1 && n > 1) {
      value += *std::max_element(at.linear.begin(), at.linear.end());
    } else if (at.k > 0) {
      std::vector<ProofSum> share = at.linear;  // what each of the others adds to all of them
      for (std::size_t a = 0; a < n; ++a) {
        value += at.linear[a];
        for (std::size_t b = 0; b < n; ++b) {
          const ProofSum w = problem_.weight(at.left[a], at.left[b]);
          share[a] += w;
          value += w / 2.0L;
          magnitude += std::abs(w);
        }
      }
      if (at.k < n) value -= *std::min_element(share.begin(), share.end());
    }
    for (const ProofSum c : at.linear) magnitude += std::abs(c);
    const std::size_t s = problem_.s;
    return value + rounding(static_cast<ProofSum>(n * n + s * s), magnitude);
  }

  /// What a sum of so many terms may lose.
  ProofSum rounding(ProofSum terms, ProofSum magnitude) const {
    return problem_.integral ? 0.0L : (terms + 8.0L) * 0x1p-62L * magnitude;
  }

  ProofSum proof_bound(std::size_t number) {
    std::optional<ProofSum>& known = bounds_[number];
    if (!known) known = evaluate(tree_.proofs[number], number);
    return *known;
  }

  static void require_multipliers(const SdpNodeProof& proof, std::size_t n, std::size_t number) {
    const auto require = [&](bool holds) {
      require_certified(holds, fmt::format("proof {} of a search tree is not made of multipliers", number));
    };
    const auto usable = [](double x) { return x >= 0.0 && std::isfinite(x); };
    require(proof.shift >= 0.0 && proof.shift <= 1.0 && std::abs(1.0 - 2.0 * proof.shift) >= 0.5);
    require(std::isfinite(proof.eigenvalue) && proof.rows.size() == n);
    for (const double x : proof.rows) require(std::isfinite(x));
    for (const SdpPair& pair : proof.pairs) {
      require(usable(pair.multiplier) && pair.i < n && pair.j < n && pair.i != pair.j);
    }
    for (const SdpCut& cut : proof.cuts) {
      require(usable(cut.multiplier) && cut.i < n && cut.j < n && cut.i != cut.j);
      if (cut.kind == SdpCutKind::meeting || cut.kind == SdpCutKind::triangle) {
        require(cut.l < n && cut.l != cut.i && cut.l != cut.j);
      }
    }
  }

  CheckedLift lifted_matrix(const SdpNodeProof& proof, const NodeProblem& at) const {
    const std::size_t n = at.left.size();
    const auto k = static_cast<ProofSum>(at.k);
    CheckedLift m(n);
    for (std::size_t i = 0; i < n; ++i) {
      const ProofSum row = proof.rows[i];
      m.add(i, i, at.linear[i]);
      m.add(i, i, row);
      m.add(i, i, -k * row);
      for (std::size_t j = 0; j < n; ++j) {
        if (j == i) continue;
        if (j < i) m.add(i, j, static_cast<ProofSum>(problem_.weight(at.left[i], at.left[j])) / 2.0L);
        m.add(i, j, row / 2.0L);
      }
    }
    for (const SdpPair& pair : proof.pairs) m.add(pair.i, pair.j, pair.multiplier);
    for (const SdpCut& cut : proof.cuts) m.add_cut(cut, -static_cast<ProofSum>(cut.multiplier));
    return m;
  }

  /// B of certificate/proof_data.hpp, every set of the proof's node; throws where the eigenvalue is not one.
  ProofSum evaluate(const SdpNodeProof& proof, std::size_t number) const {
    const NodeProblem at = problem_at(proof.node);
    const std::size_t n = at.left.size();
    require_multipliers(proof, n, number);
    if (at.k > n) return -std::numeric_limits<ProofSum>::infinity();
    const CheckedLift m = lifted_matrix(proof, at);
    const ProofSum t = proof.shift;
    const ProofSum factor = 2.0L * t / (1.0L - 2.0L * t);
    const ProofSum eigenvalue = proof.eigenvalue;
    CheckedSquare shifted{n, std::vector<double>(n * n)};
    ProofSum total = 0.0L;    // e'Me
    ProofSum rounded = 0.0L;  // what the entries of `shifted` lost
    double trace = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      const ProofSum row = m.row_sum(i);
      total += row;
      for (std::size_t j = 0; j < n; ++j) {
        const ProofSum lifted = m.at(i, j) + (i == j ? factor * row : 0.0L);
        const auto entry = static_cast<double>(i == j ? eigenvalue - lifted : -lifted);
        shifted.entries[i * n + j] = entry;
        rounded += 0x1p-52L * std::abs(static_cast<ProofSum>(entry));
      }
      trace += shifted.at(i, i);
    }
    for (std::size_t i = 0; i < n; ++i) {
      shifted.entries[i * n + i] -= (static_cast<double>(n) + 2.0) * 0x1p-52 * trace;
    }
    const bool shown = trace == 0.0 ? is_zero(shifted) : trace > 0.0 && checked_cholesky(shifted, run_);
    require_certified(shown && std::isfinite(trace),
                      fmt::format("proof {} of a search tree does not bound its eigenvalue", number));
    const ProofSum kappa = static_cast<ProofSum>(at.k) * (1.0L - 2.0L * t) + t * t * static_cast<ProofSum>(n);
    ProofSum bound = at.base + kappa * eigenvalue - t * t * total / (1.0L - 2.0L * t);
    ProofSum magnitude = at.magnitude + (std::abs(kappa) + static_cast<ProofSum>(n)) * std::abs(eigenvalue);
    for (const SdpCut& cut : proof.cuts) {
      const bool ones = cut.kind == SdpCutKind::cover || cut.kind == SdpCutKind::triangle;
      if (ones) bound += cut.multiplier;
      magnitude += cut.multiplier;
    }
    const auto terms = static_cast<ProofSum>(proof.cuts.size() + proof.pairs.size() + at.terms + 2 * n);
    return bound + rounded + (terms + 16.0L) * 0x1p-61L * (1.0L + 3.0L * std::abs(factor)) * m.magnitude() +
           (terms + static_cast<ProofSum>(problem_.s) * problem_.s + 16.0L) * 0x1p-61L * magnitude;
  }

  static bool is_zero(const CheckedSquare& a) {
    return std::all_of(a.entries.begin(), a.entries.end(), [](double x) { return x == 0.0; });
  }

  /// What the pairs of a proof leave unused by every set of a node below its own: at a vertex that the path
  /// holds, a little less than twice the sum of the k - 1 least of them; the most of these.
  ProofSum unused_below(const SdpNodeProof& proof, std::size_t node) const {
    ProofSum most = 0.0L;
    const NodeProblem at = problem_at(proof.node);
    for (std::size_t i = node; i != proof.node; i = parents_[i]) {
      const SdpSearchTree::Node& parent = tree_.nodes[parents_[i]];
      if (parent.included != i) continue;
      const auto place = static_cast<std::size_t>(
          std::lower_bound(at.left.begin(), at.left.end(), parent.vertex) - at.left.begin());
      std::vector<ProofSum> row(at.left.size(), 0.0L);
      for (const SdpPair& pair : proof.pairs) {
        if (pair.i == place) row[pair.j] += pair.multiplier;
        if (pair.j == place) row[pair.i] += pair.multiplier;
      }
      row.erase(row.begin() + static_cast<std::ptrdiff_t>(place));
      std::sort(row.begin(), row.end());
      ProofSum sum = 0.0L;
      for (std::size_t j = 0; j + 1 < at.k && j < row.size(); ++j) sum += row[j];
      most =
          std::max(most, 2.0L * sum * (1.0L - 0x1p-60L * static_cast<ProofSum>(at.k + proof.pairs.size())));
    }
    return most;
  }

  // Planes.

  void check_shift(const ConcaveShift& shift) const {
    const auto [diagonal, spread] = shift;
    require_certified(std::isfinite(diagonal) && spread >= 0.0, "the shift of a tree of planes is no number");
    const std::size_t n = problem_.n;
    CheckedSquare square{n, problem_.weights};
    double largest = spread + std::abs(diagonal);
    for (double& entry : square.entries) {
      entry = spread - entry;
      largest = std::max(largest, std::abs(entry));
    }
    const double unit = (static_cast<double>(n) + 2.0) * 0x1p-52;
    const double trace = static_cast<double>(n) * (spread - diagonal);  // its diagonal is constant
    for (std::size_t i = 0; i < n; ++i) {
      square.entries[i * n + i] = spread - diagonal - (unit * largest + unit * trace);
    }
    require_certified(trace > 0.0 && std::isfinite(trace) && checked_cholesky(square, run_),
                      "the shift of a tree of planes does not keep its weights concave");
  }

  /// The bound of a plane for all sets of its node. It is kept until another one is asked for.
  ProofSum plane_bound(std::size_t number) {
    if (plane_.number == number) return plane_.bound;
    const ConcavePlane& given = tree_.planes[number];
    const std::vector<double>& y = given.y;
    NodeProblem at = problem_at(given.node);
    const std::size_t n = at.left.size();
    require_certified(
        at.k > 0 && at.k < n && y.size() == n &&
            std::all_of(y.begin(), y.end(), [](double one) { return one >= 0.0 && one <= 1.0; }),
        fmt::format("plane {} has not one number in [0, 1] for each vertex left", number));
    const ProofSum diagonal = tree_.shift->diagonal;
    const auto size = static_cast<ProofSum>(at.k);
    std::vector<ProofSum> h(n);
    ProofSum quadratic = 0.0L;
    ProofSum sum = 0.0L;
    ProofSum most = 0.0L;  // the largest magnitude of what enters an h
    ProofSum magnitude = at.magnitude;
    for (std::size_t i = 0; i < n; ++i) {
      ProofSum product = 0.0L;
      for (std::size_t j = 0; j < n; ++j) product += ProofSum{problem_.weight(at.left[i], at.left[j])} * y[j];
      const ProofSum own = diagonal * y[i];
      h[i] = product + own + at.linear[i];
      quadratic += (product + own) * y[i];
      sum += y[i];
      most = std::max(most, product + std::abs(own) + at.linear[i]);
      magnitude += (product + std::abs(own)) * y[i];
    }
    std::vector<ProofSum> sorted = h;
    std::sort(sorted.begin(), sorted.end(), std::greater<>());
    const ProofSum top =
        std::accumulate(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(at.k), ProofSum{0});
    const ProofSum apart = std::abs(size - sum) + static_cast<ProofSum>(n) * 0x1p-62L * (sum + size);
    const ProofSum spread = 0.5L * ProofSum{tree_.shift->spread} * apart * apart;
    magnitude += size * (2.0L * most + std::abs(diagonal)) + spread + 2.0L * most;
    const auto terms = static_cast<ProofSum>(2 * n + std::size_t{problem_.s} * problem_.s) + 16.0L;
    const ProofSum bound = at.base + top - 0.5L * quadratic - 0.5L * size * diagonal + spread;
    plane_ = {
        number,      bound + 0x1p-62L * terms * magnitude, sorted[at.k - 1], sorted[at.k], std::move(at.left),
        std::move(h)};
    return plane_.bound;
  }

  /// What the plane at hand leaves unused by every set of a node below its own: at one of the vertices that
  /// the path decides, the most of these.
  ProofSum unused_beside_plane(std::size_t node) const {
    ProofSum most = 0.0L;
    for (std::size_t i = node; i != tree_.planes[plane_.number].node; i = parents_[i]) {
      const SdpSearchTree::Node& parent = tree_.nodes[parents_[i]];
      const auto place = std::lower_bound(plane_.left.begin(), plane_.left.end(), parent.vertex);
      const ProofSum height = plane_.h[static_cast<std::size_t>(place - plane_.left.begin())];
      most = std::max(most, parent.included == i ? plane_.last_in - height : height - plane_.first_out);
    }
    return most;
  }

  struct Plane {
    std::size_t number = SdpSearchTree::none;
    ProofSum bound = 0.0L;
    ProofSum last_in = 0.0L;    ///< the k-th largest of h
    ProofSum first_out = 0.0L;  ///< the next
    std::vector<std::size_t> left = {};
    std::vector<ProofSum> h = {};
  };

  const DenseProblem& problem_;
  const SdpSearchTree& tree_;
  const RunContext& run_;
  std::vector<std::size_t> parents_;
  std::vector<std::optional<ProofSum>> bounds_;  ///< of proofs, once they are asked for
  Plane plane_;                                  ///< the last that was asked for
};

}  // namespace

ProofSum check_search_tree(const DenseProblem& problem, double incumbent, const SdpSearchTree& tree,
                           const RunContext& run) {
  return std::max<ProofSum>(incumbent, SearchTreeCheck(problem, tree, run).check());
}

}  // namespace lode::subgraph::detail
