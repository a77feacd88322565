// Checks the data of rule outside: search trees over the rows of a part with dummies. The check shares
// nothing with the searches: the part, the weights outside, every bound and every largest eigenvalue are
// computed afresh. The mathematics is at the heads of proof_data.hpp and dual/core_part.hpp.
#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "bounds/certificate/check.hpp"

namespace lode::subgraph::detail {
namespace {

constexpr std::size_t none = SdpSearchTree::none;
constexpr ProofSum infinity = std::numeric_limits<ProofSum>::infinity();
/// Strengths in real weights are compared with the stated weight outside up to this part (CertificateCheck).
constexpr double outside_slack = 1e-12;

/// Square matrix, row by row.
struct CheckedSquare {
  std::size_t n = 0;
  std::vector<double> entries = std::vector<double>(n * n);
  double& at(std::size_t i, std::size_t j) { return entries[i * n + j]; }
};

/// The sum of the products of n numbers, in eight parts.
double checked_dot(std::size_t n, const double* x, const double* y) {
  double sums[8] = {};
  std::size_t k = 0;
  for (; k + 8 <= n; k += 8) {
    for (std::size_t l = 0; l < 8; ++l) sums[l] += x[k + l] * y[k + l];
  }
  for (; k < n; ++k) sums[0] += x[k] * y[k];
  return ((sums[0] + sums[4]) + (sums[2] + sums[6])) + ((sums[1] + sums[5]) + (sums[3] + sums[7]));
}

/// True if Cholesky's algorithm in doubles, row by row, runs to its end on A - shift I. Reads the lower
/// triangle and overwrites it. Cost: n^3 / 3.
bool has_factor(CheckedSquare& a, double shift, const RunContext& run) {
  for (std::size_t i = 0; i < a.n; ++i) {
    run.require_time(checking);
    double* row = a.entries.data() + i * a.n;
    row[i] -= shift;
    for (std::size_t j = 0; j <= i; ++j) {
      const double* other = a.entries.data() + j * a.n;
      const double sum = row[j] - checked_dot(j, row, other);
      if (j == i && !(sum > 0.0)) return false;
      row[j] = j < i ? sum / other[j] : std::sqrt(sum);
    }
  }
  return true;
}

/// Order of the relative errors of a factorisation of n rows: S. M. Rump, BIT Numer. Math. 46 (2006) 433-452.
double factor_unit(std::size_t n) { return (static_cast<double>(n) + 2.0) * DBL_EPSILON; }

/// The problem of a node: the rows left, and the weights of the rows held.
struct NodeProblem {
  std::vector<std::size_t> left;  ///< increasing
  std::vector<ProofSum> linear;   ///< by place in `left`
  ProofSum base = 0.0L;
  ProofSum magnitude = 0.0L;  ///< of the terms of base
  std::size_t k = 0;          ///< rows to be chosen; if more than are left: no set
  std::size_t terms = 1;      ///< of a linear term, at most

  std::size_t place(std::size_t row) const {
    return static_cast<std::size_t>(std::lower_bound(left.begin(), left.end(), row) - left.begin());
  }
};

/// The bounds that a proof shows for the sets of its node.
struct ProvenNode {
  NodeProblem at;
  ProofSum bound = -infinity;
  std::vector<ProofSum> held;     ///< by place: how much less a set with this row weighs
  std::vector<ProofSum> missing;  ///< the same for sets without it; empty: nothing
  std::vector<ProofSum> by_size;  ///< of multipliers: bounds of t rows, where computed
};

class TreeCheck {
 public:
  TreeCheck(const CheckedRows& rows, const SdpSearchTree& tree, const RunContext& run)
      : rows_(rows), tree_(tree), run_(run) {}

  /// By t: no set of t rows weighs more.
  std::vector<ProofSum> bounds() {
    require_certified(!tree_.nodes.empty(), "a search tree has no node");
    find_parents();
    if (tree_.shift) check_shift(*tree_.shift);
    std::vector<ProofSum> bounds(rows_.s + std::size_t{1}, infinity);
    bounds[rows_.s] = -infinity;
    for (std::size_t i = 0; i < tree_.nodes.size(); ++i) {
      if (tree_.nodes[i].state == SdpNodeState::branched) continue;
      run_.require_time(checking);
      const ProofSum leaf = leaf_bound(i);
      require_certified(!std::isnan(leaf), fmt::format("node {} of a search tree has no bound", i));
      bounds[rows_.s] = std::max(bounds[rows_.s], leaf);
    }
    if (is_lone_stage()) {
      const auto& by_size = proven_.begin()->second.by_size;
      std::copy(by_size.begin(), std::prev(by_size.end()), bounds.begin());
    }
    return bounds;
  }

 private:
  /// One stage proves a bound of every size.
  bool is_lone_stage() const {
    return tree_.nodes.size() == 1 && !proven_.empty() && !proven_.begin()->second.by_size.empty();
  }

  /// Every node but the root is the child of one before it, and branches are on rows that are left.
  void find_parents() {
    parents_.assign(tree_.nodes.size(), none);
    for (std::size_t i = 0; i < tree_.nodes.size(); ++i) {
      const SdpSearchTree::Node& node = tree_.nodes[i];
      require_certified(i == 0 || parents_[i] != none,
                        fmt::format("node {} of a search tree has no parent before it", i));
      if (node.state != SdpNodeState::branched) continue;
      for (const std::size_t child : {node.included, node.excluded}) {
        require_certified(child > i && child < tree_.nodes.size() && parents_[child] == none,
                          fmt::format("node {} of a search tree lacks a child of its own", i));
        parents_[child] = i;
      }
      bool is_left = node.vertex < rows_.size();
      for (std::size_t j = i; j != 0; j = parents_[j]) {
        is_left = is_left && tree_.nodes[parents_[j]].vertex != node.vertex;
      }
      require_certified(is_left,
                        fmt::format("node {} of a search tree branches on a vertex that is not left", i));
    }
  }

  NodeProblem problem_at(std::size_t node) const {
    std::vector<std::size_t> place(rows_.size(), 0);
    std::vector<std::size_t> held;
    for (std::size_t i = node; i != 0; i = parents_[i]) {
      const SdpSearchTree::Node& parent = tree_.nodes[parents_[i]];
      place[parent.vertex] = none;
      if (parent.included == i) held.push_back(parent.vertex);
    }
    NodeProblem at;
    at.k = held.size() > rows_.s ? SIZE_MAX : rows_.s - held.size();
    at.terms = held.size() + 1;
    for (std::size_t v = 0; v < place.size(); ++v) {
      if (place[v] == none) continue;
      place[v] = at.left.size();
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
        if (place[u] != none) {
          at.linear[place[u]] += w;
        } else if (u < h && std::ranges::find(held, u) != held.end()) {
          add_to_base(w);
        }
      });
    }
    return at;
  }

  /// By row: its place among the rows left, or none.
  std::vector<std::size_t> places(const NodeProblem& at) const {
    std::vector<std::size_t> place(rows_.size(), none);
    for (std::size_t i = 0; i < at.left.size(); ++i) place[at.left[i]] = i;
    return place;
  }
  /// Calls visit(i, j, weight) for the edges between rows left, in both directions.
  template <class Visit>
  void for_each_edge(const NodeProblem& at, const Visit& visit) const {
    const std::vector<std::size_t> place = places(at);
    for (std::size_t i = 0; i < at.left.size(); ++i) {
      rows_.for_each_neighbour(at.left[i], [&](std::size_t u, Weight w) {
        if (place[u] != none) visit(i, place[u], ProofSum{w});
      });
    }
  }

  ProofSum leaf_bound(std::size_t i) {
    const SdpSearchTree::Node& node = tree_.nodes[i];
    if (node.state == SdpNodeState::enumerated) return enumerated_bound(i);
    const ProvenNode& proven = proven_by(node.proof, i);
    const std::size_t root = root_of(node.proof);
    ProofSum unused = 0.0L;
    std::vector<std::size_t> held;
    for (std::size_t j = i; j != root; j = parents_[j]) {
      require_certified(j > root, fmt::format("the proof of node {} of a search tree is for other sets", i));
      const SdpSearchTree::Node& parent = tree_.nodes[parents_[j]];
      const bool holds = parent.included == j;
      const std::size_t place = proven.at.place(parent.vertex);
      if (holds) held.push_back(place);
      const std::vector<ProofSum>& less = holds ? proven.held : proven.missing;
      if (!less.empty()) unused = std::max(unused, less.at(place));
    }
    ProofSum bound = proven.bound - unused;
    if (held.size() == 1 && !proven.by_size.empty()) bound = std::min(bound, light_bound(i, proven, held[0]));
    return rows_.integral ? std::floor(bound) : bound;
  }

  /// A set that holds the row at this place weighs no more than one without it, of a row less, and the
  /// weights from the row to all rows left at the node.
  ProofSum light_bound(std::size_t node, const ProvenNode& proven, std::size_t held) const {
    const std::size_t row = proven.at.left[held];
    const std::vector<std::size_t> place = places(problem_at(node));
    ProofSum towards = proven.at.linear[held];
    ProofSum magnitude = std::abs(towards);
    rows_.for_each_neighbour(row, [&](std::size_t u, Weight w) {
      if (place[u] == none) return;
      towards += w;
      magnitude += std::abs(ProofSum{w});
    });
    return proven.by_size[proven.at.k - 1] + towards +
           (static_cast<ProofSum>(proven.at.left.size()) + 2.0L) * 0x1p-63L * magnitude;
  }

  std::size_t root_of(std::size_t proof) const {
    const std::size_t stages = tree_.stages.size();
    if (proof < stages) return tree_.stages[proof].node;
    return tree_.shift ? tree_.planes[proof - stages].node : tree_.proofs[proof - stages].node;
  }

  /// Proofs are kept once they are asked for; of planes, the last one.
  const ProvenNode& proven_by(std::size_t proof, std::size_t leaf) {
    const std::size_t stages = tree_.stages.size();
    require_certified(proof < stages + (tree_.shift ? tree_.planes.size() : tree_.proofs.size()),
                      fmt::format("node {} of a search tree has no proof", leaf));
    const auto known = proven_.find(proof);
    if (known != proven_.end()) return known->second;
    if (tree_.shift) proven_.clear();
    const std::size_t root = root_of(proof);
    require_certified(root <= leaf,
                      fmt::format("the proof of node {} of a search tree is for other sets", leaf));
    ProvenNode& proven = proven_[proof];
    proven.at = problem_at(root);
    require_certified(proven.at.k > 0, fmt::format("proof {} of a search tree is of one set", proof));
    if (proof < stages) {
      prove(tree_.stages[proof], proof, proven);
    } else if (tree_.shift) {
      prove(tree_.planes[proof - stages], proof, proven);
    } else {
      prove(tree_.proofs[proof - stages], proof, proven);
    }
    return proven;
  }

  /// The largest value where one row at most is free to choose.
  ProofSum enumerated_bound(std::size_t i) const {
    const NodeProblem at = problem_at(i);
    const std::size_t n = at.left.size();
    if (at.k > n) return -infinity;
    require_certified(at.k <= 1 || at.k + 1 >= n, fmt::format("node {} of a search tree is not small", i));
    ProofSum value = at.base;
    ProofSum magnitude = at.magnitude;
    if (at.k == 1 && n > 1) {
      value += *std::max_element(at.linear.begin(), at.linear.end());
    } else if (at.k > 0) {
      std::vector<ProofSum> share = at.linear;  // by row: value and weights to all others
      value += std::accumulate(share.begin(), share.end(), ProofSum{0});
      for_each_edge(at, [&](std::size_t a, std::size_t, ProofSum w) {
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

  // Multipliers of a stage.

  void prove(const DualStage& stage, std::size_t number, ProvenNode& proven) const {
    const NodeProblem& at = proven.at;
    const std::size_t n = at.left.size();
    const auto require = [&](bool holds, const char* what) {
      require_certified(holds, fmt::format("stage {} of multipliers {}", number + 1, what));
    };
    require(stage.multipliers.size() == n * n, "does not have one multiplier per pair");
    int exponent = 0;
    require(stage.unit > 0x1p-900 && stage.unit < 0x1p900 && std::frexp(stage.unit, &exponent) == 0.5,
            "has a unit that is no power of two");
    require(std::isfinite(stage.eigenvalue), "has an eigenvalue that is not a number");
    if (at.k > n) return;
    const double eigenvalue = shown_eigenvalue(stage, n);
    require(eigenvalue < HUGE_VAL, "does not bound the largest eigenvalue");
    const std::size_t least = tree_.nodes.size() == 1 ? 1 : std::max<std::size_t>(1, at.k - 1);
    std::vector<std::vector<double>> sums = row_sums(stage, at, least);
    proven.by_size.assign(at.k + 1, infinity);
    proven.by_size[0] = at.base;
    const auto size = static_cast<ProofSum>(rows_.s);
    const ProofSum lost = at.magnitude * (size * size + 16.0L) * 0x1p-62L;  // of base
    for (std::size_t t = least; t <= at.k; ++t) {
      std::vector<double> sorted = sums[t];
      std::sort(sorted.begin(), sorted.end(), std::greater<>());
      const auto terms = static_cast<ProofSum>(t);
      ProofSum sum = terms * eigenvalue;
      ProofSum magnitude = std::abs(sum);
      for (std::size_t i = 0; i < t; ++i) {
        sum += sorted[i];
        magnitude += std::abs(sorted[i]);
      }
      proven.by_size[t] = at.base + sum + (terms + 3.0L) * 0x1p-63L * magnitude + lost;
      if (t < at.k) continue;
      for (const double row : sums[t]) proven.held.push_back(std::max(0.0, sorted[t - 1] - row));
    }
    proven.bound = proven.by_size.back();
  }

  /// U is exact in doubles, as is its symmetric part Z. With m the largest magnitude in tI - Z,
  /// lambda_max(Z) <= t + e m once a factorisation of tI - Z - cI runs to its end, c = e trace(tI - Z), e =
  /// factor_unit(n). Infinite where t shows nothing.
  double shown_eigenvalue(const DualStage& stage, std::size_t n) const {
    const double t = stage.eigenvalue;
    CheckedSquare shifted{n};
    double largest = 0.0;
    double trace = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        const double mean = stage.unit * (0.5 * (static_cast<double>(stage.multipliers[i * n + j]) +
                                                 static_cast<double>(stage.multipliers[j * n + i])));
        shifted.at(i, j) = (i == j ? t : 0.0) - mean;
        largest = std::max(largest, std::abs(shifted.at(i, j)));
      }
      trace += shifted.at(i, i);
    }
    if (largest == 0.0) return t;
    if (!(trace >= 0.0) || !has_factor(shifted, factor_unit(n) * trace, run_)) return HUGE_VAL;
    return t + factor_unit(n) * (largest + std::abs(t));
  }

  /// By t from `least` to k, r_i for sets of t rows, enlarged by t (t + 2) 2^-52 times the largest
  /// magnitude, for the rounding of the sum.
  std::vector<std::vector<double>> row_sums(const DualStage& stage, const NodeProblem& at,
                                            std::size_t least) const {
    const std::size_t n = at.left.size();
    const std::vector<std::size_t> place = places(at);
    std::vector<std::vector<double>> sums(at.k + 1);
    for (std::size_t t = least; t <= at.k; ++t) sums[t].resize(n);
    std::vector<double> c(n);
    for (std::size_t i = 0; i < n; ++i) {
      run_.require_time(checking);
      for (std::size_t j = 0; j < n; ++j) {
        c[j] = -stage.unit * static_cast<double>(stage.multipliers[i * n + j]);
      }
      c[i] += static_cast<double>(at.linear[i]);
      rows_.for_each_neighbour(at.left[i], [&](std::size_t u, Weight w) {
        if (place[u] != none) c[place[u]] += w / 2.0;
      });
      double sum = c[i];
      double largest = 0.0;
      for (const double entry : c) largest = std::max(largest, std::abs(entry));
      c[i] = -HUGE_VAL;
      std::sort(c.begin(), c.end(), std::greater<>());
      for (std::size_t t = 1; t <= at.k; ++t) {
        if (t > 1) sum += c[t - 2];
        const auto terms = static_cast<double>(t);
        if (t >= least) sums[t][i] = sum + terms * (terms + 2.0) * DBL_EPSILON * largest;
      }
    }
    return sums;
  }

  // Multipliers of cuts.

  void prove(const SdpNodeProof& proof, std::size_t number, ProvenNode& proven) const {
    const NodeProblem& at = proven.at;
    const std::size_t n = at.left.size();
    require_multipliers(proof, n, number);
    if (at.k > n) return;
    ProofSum size = 0.0L;  // magnitudes of all terms of M
    const std::vector<ProofSum> m = lifted_matrix(proof, at, size);
    const ProofSum t = proof.shift;
    const ProofSum factor = 2.0L * t / (1.0L - 2.0L * t);
    const ProofSum eigenvalue = proof.eigenvalue;
    CheckedSquare shifted{n};
    ProofSum total = 0.0L;    // e'Me
    ProofSum rounded = 0.0L;  // rounding of the entries of `shifted`
    double trace = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      const auto row_begin = m.begin() + static_cast<std::ptrdiff_t>(i * n);
      const ProofSum row =
          std::accumulate(row_begin, row_begin + static_cast<std::ptrdiff_t>(n), ProofSum{0});
      total += row;
      for (std::size_t j = 0; j < n; ++j) {
        const ProofSum lifted = m[i * n + j] + (i == j ? factor * row : 0.0L);
        shifted.at(i, j) = static_cast<double>(i == j ? eigenvalue - lifted : -lifted);
        rounded += 0x1p-52L * std::abs(static_cast<ProofSum>(shifted.at(i, j)));
      }
      trace += shifted.at(i, i);
    }
    const bool is_zero = std::ranges::all_of(shifted.entries, [](double x) { return x == 0.0; });
    const bool shown =
        trace == 0.0 ? is_zero : trace > 0.0 && has_factor(shifted, factor_unit(n) * trace, run_);
    require_certified(shown && std::isfinite(trace),
                      fmt::format("proof {} of a search tree does not bound its eigenvalue", number));
    const ProofSum kappa = static_cast<ProofSum>(at.k) * (1.0L - 2.0L * t) + t * t * static_cast<ProofSum>(n);
    ProofSum bound = at.base + kappa * eigenvalue - t * t * total / (1.0L - 2.0L * t);
    ProofSum magnitude = at.magnitude + (std::abs(kappa) + static_cast<ProofSum>(n)) * std::abs(eigenvalue);
    for (const SdpCut& cut : proof.cuts) {
      if (cut.kind == SdpCutKind::cover || cut.kind == SdpCutKind::triangle) bound += cut.multiplier;
      magnitude += cut.multiplier;
    }
    const auto terms = static_cast<ProofSum>(proof.cuts.size() + proof.pairs.size() + at.terms + 2 * n);
    proven.bound = bound + rounded + (terms + 16.0L) * 0x1p-61L * (1.0L + 3.0L * std::abs(factor)) * size +
                   (terms + static_cast<ProofSum>(rows_.s) * rows_.s + 16.0L) * 0x1p-61L * magnitude;
    find_unused_pairs(proof, proven);
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
      require(usable(cut.multiplier) && cut.i < n && cut.j < n && cut.i != cut.j &&
              cut.kind <= SdpCutKind::triangle);
      if (cut.kind == SdpCutKind::meeting || cut.kind == SdpCutKind::triangle) {
        require(cut.l < n && cut.l != cut.i && cut.l != cut.j);
      }
    }
  }

  /// The matrix M of proof_data.hpp, row by row. Adds the magnitudes of its terms to `size`.
  std::vector<ProofSum> lifted_matrix(const SdpNodeProof& proof, const NodeProblem& at,
                                      ProofSum& size) const {
    const std::size_t n = at.left.size();
    std::vector<ProofSum> m(n * n);
    const auto add = [&](std::size_t i, std::size_t j, ProofSum value) {  // to ij and ji; to ii once
      m[i * n + j] += value;
      if (i != j) m[j * n + i] += value;
      size += (i == j ? 1.0L : 2.0L) * std::abs(value);
    };
    for (std::size_t i = 0; i < n; ++i) {
      const ProofSum row = proof.rows[i];
      for (const ProofSum term : {at.linear[i], row, -static_cast<ProofSum>(at.k) * row}) add(i, i, term);
      for (std::size_t j = 0; j < n; ++j) {
        if (j != i) add(i, j, row / 2.0L);
      }
    }
    for_each_edge(at, [&](std::size_t i, std::size_t j, ProofSum w) {
      if (j < i) add(i, j, w / 2.0L);
    });
    for (const SdpPair& pair : proof.pairs) add(pair.i, pair.j, pair.multiplier);
    // By kind: the coefficients of X_ii, X_jj, X_ll, X_ij, X_il and X_jl.
    constexpr int coefficients[4][6] = {
        {-1, 0, 0, 1, 0, 0}, {1, 1, 0, -1, 0, 0}, {0, 0, -1, -1, 1, 1}, {1, 1, 1, -1, -1, -1}};
    for (const SdpCut& cut : proof.cuts) {
      const std::size_t places[6][2] = {{cut.i, cut.i}, {cut.j, cut.j}, {cut.l, cut.l},
                                        {cut.i, cut.j}, {cut.i, cut.l}, {cut.j, cut.l}};
      for (std::size_t term = 0; term < 6; ++term) {
        const int coefficient = coefficients[static_cast<std::size_t>(cut.kind)][term];
        if (coefficient == 0) continue;
        add(places[term][0], places[term][1],
            -static_cast<ProofSum>(cut.multiplier) * coefficient / (term < 3 ? 1 : 2));
      }
    }
    return m;
  }

  /// By row, a little less than twice the sum of the k - 1 least multipliers of its pairs: the unused part of
  /// sets with this row.
  static void find_unused_pairs(const SdpNodeProof& proof, ProvenNode& proven) {
    const std::size_t n = proven.at.left.size();
    const std::size_t k = proven.at.k;
    std::vector<std::vector<ProofSum>> rows(n);
    for (const SdpPair& pair : proof.pairs) {
      for (const auto& [i, j] : {std::pair(pair.i, pair.j), std::pair(pair.j, pair.i)}) {
        if (rows[i].empty()) rows[i].resize(n);
        rows[i][j] += pair.multiplier;
      }
    }
    proven.held.assign(n, 0.0L);
    for (std::size_t i = 0; i < n; ++i) {
      if (rows[i].empty()) continue;
      rows[i].erase(rows[i].begin() + static_cast<std::ptrdiff_t>(i));
      std::sort(rows[i].begin(), rows[i].end());
      const auto last = rows[i].begin() + static_cast<std::ptrdiff_t>(std::min(k - 1, n - 1));
      proven.held[i] = 2.0L * std::accumulate(rows[i].begin(), last, ProofSum{0}) *
                       (1.0L - 0x1p-60L * static_cast<ProofSum>(k + proof.pairs.size()));
    }
  }

  // Planes.

  void check_shift(const ConcaveShift& shift) const {
    const auto [diagonal, spread] = shift;
    require_certified(std::isfinite(diagonal) && spread >= 0.0, "the shift of a tree of planes is no number");
    const std::size_t n = rows_.size();
    CheckedSquare square{n, std::vector<double>(n * n, spread)};
    double largest = spread + std::abs(diagonal);
    for (std::size_t i = 0; i < n; ++i) {
      rows_.for_each_neighbour(i, [&, own = i](std::size_t u, Weight w) {
        square.at(own, u) = spread - w;
        largest = std::max(largest, std::abs(spread - w));
      });
      square.at(i, i) = spread - diagonal;
    }
    const double trace = static_cast<double>(n) * (spread - diagonal);
    require_certified(
        trace > 0.0 && std::isfinite(trace) && has_factor(square, factor_unit(n) * (largest + trace), run_),
        "the shift of a tree of planes does not keep its weights concave");
  }

  void prove(const ConcavePlane& given, std::size_t number, ProvenNode& proven) const {
    const NodeProblem& at = proven.at;
    const std::vector<double>& y = given.y;
    const std::size_t n = at.left.size();
    require_certified(
        at.k < n && y.size() == n && std::ranges::all_of(y, [](double x) { return x >= 0.0 && x <= 1.0; }),
        fmt::format("plane {} has not one number in [0, 1] for each vertex left", number));
    const ProofSum diagonal = tree_.shift->diagonal;
    const auto size = static_cast<ProofSum>(at.k);
    std::vector<ProofSum> h(n, 0.0L);
    for_each_edge(at, [&](std::size_t i, std::size_t j, ProofSum w) { h[i] += w * y[j]; });
    ProofSum quadratic = 0.0L;
    ProofSum sum = 0.0L;
    ProofSum most = 0.0L;  // the largest magnitude of what enters an h
    ProofSum magnitude = at.magnitude;
    for (std::size_t i = 0; i < n; ++i) {
      const ProofSum product = h[i];
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
    const auto terms = static_cast<ProofSum>(2 * n + std::size_t{rows_.s} * rows_.s) + 16.0L;
    proven.bound =
        at.base + top - 0.5L * quadratic - 0.5L * size * diagonal + spread + 0x1p-62L * terms * magnitude;
    for (const ProofSum height : h) {
      proven.held.push_back(std::max(0.0L, sorted[at.k - 1] - height));
      proven.missing.push_back(std::max(0.0L, height - sorted[at.k]));
    }
  }

  const CheckedRows& rows_;
  const SdpSearchTree& tree_;
  const RunContext& run_;
  std::vector<std::size_t> parents_;
  std::map<std::size_t, ProvenNode> proven_;
};

/// True if all sums are exact, with dummies, too. A certificate may state any weight of a dummy.
bool sums_are_exact(const CertificateCheck& check, const Part& part, Vertex s) {
  return check.graph().integral() && static_cast<ProofSum>(part.outside) * s < 0x1p60L;
}

/// Bounds of the core with dummies by size; behind them the largest value and weight outside.
std::vector<ProofSum> check_data(const CertificateCheck& check, const Part& part,
                                 const DualCertificate& data) {
  const bool integral = sums_are_exact(check, part, data.s);
  const CheckedRows rows{part.graph,   part.values,
                         data.s,       integral,
                         data.dummies, integral ? part.outside : part.outside * (1.0 + 2.0 * outside_slack)};
  require_certified(data.s >= 1 && data.s <= rows.size() && data.dummies <= data.s,
                    "a core with dummies does not hold the sets that it is about");
  require_certified(data.tree != nullptr, "a core with dummies has no search tree");
  std::vector<ProofSum> found = check_search_tree(rows, *data.tree, check.run());
  found[data.s] = std::max(0.0L, found[data.s]);
  ProofSum largest_value = 0.0L;
  ProofSum largest_weight = 0.0L;
  for (Vertex v = 0; v < check.num_vertices(); ++v) {
    if (part.inward(v) != no_vertex) continue;
    largest_value = std::max<ProofSum>(largest_value, check.value(v));
    check.graph().for_each_neighbor(
        v, [&](Vertex, Weight w) { largest_weight = std::max<ProofSum>(largest_weight, w); });
  }
  found.push_back(largest_value);
  found.push_back(largest_weight);
  return found;
}

}  // namespace

std::vector<ProofSum> check_search_tree(const CheckedRows& rows, const SdpSearchTree& tree,
                                        const RunContext& run) {
  return TreeCheck(rows, tree, run).bounds();
}

std::optional<ProofSum> check_dual_step(const CertificateCheck& check, const ClaimedStep& claimed) {
  const BoundCertificate::Step& step = claimed.step;
  const std::size_t number = claimed.number;
  const auto* data = &check.data<DualCertificate>(claimed);
  const Part& part = check.part(step.data);
  const std::vector<ProofSum>& found = check.once_found(data, [&] { return check_data(check, part, *data); });
  const Vertex t = step.s;
  require_certified(t <= data->s, fmt::format("step {} is about larger sets than its data", number));
  const bool integral = sums_are_exact(check, part, data->s);
  const auto safe = [&](ProofSum sum, ProofSum magnitude) {
    return integral ? std::floor(sum) : sum + magnitude * 0x1p-50L;
  };
  const Vertex core = part.graph.num_vertices();
  if (part.whole()) return safe(found[t], std::abs(found[t]));
  require_certified(t + data->dummies >= data->s, fmt::format("step {} has too few dummies", number));
  const ProofSum g = integral ? part.outside : part.outside * (1.0L + 2.0L * outside_slack);
  const ProofSum larger = integral ? std::floor(found[data->s]) : found[data->s];
  const ProofSum taken = g * static_cast<ProofSum>(data->s - t);
  ProofSum proven =
      std::min(safe(larger - taken, std::abs(larger) + taken), safe(found[t], std::abs(found[t])));
  // Sets with fewer than s - dummies vertices in the core.
  const ProofSum a = found[data->s + std::size_t{1}];
  const ProofSum w = found[data->s + std::size_t{2}];
  const auto limit = static_cast<std::size_t>(data->s - data->dummies);
  std::vector<ProofSum> few(limit, infinity);
  if (limit > 0) few[0] = 0.0L;
  for (const BoundCertificate::Step* rest : claimed.tail) {
    if (rest->s < limit) few[rest->s] = std::min<ProofSum>(few[rest->s], rest->value);
  }
  ProofSum added = 0.0L;
  for (std::size_t j = t; j-- > 0;) {
    added += std::min<ProofSum>(g, a + w * static_cast<ProofSum>(j));
    if (j >= limit || j > core) continue;
    require_certified(few[j] < infinity,
                      fmt::format("step {} forgets sets of {} vertices of the core", number, j));
    proven = std::max(proven, safe(few[j] + added, few[j] + added));
  }
  return proven;
}

}  // namespace lode::subgraph::detail
