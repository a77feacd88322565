// Checks search trees over the rows of a part with dummies. The check shares nothing with the searches: every
// bound and every largest eigenvalue are computed afresh.
// docs/certificates.md has the margins, and proof_data.hpp the mathematics.
#include <algorithm>
#include <cfloat>
#include <cmath>
#include <functional>
#include <iterator>
#include <numeric>

#include "bounds/certificate/check.hpp"

namespace lode::subgraph::detail {
namespace {

constexpr std::size_t none = SdpSearchTree::none;

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

/// Order of the relative errors of a factorisation of n rows: S. M. Rump, BIT Numer. Math. 46 (2006) 433-452.
double factor_unit(std::size_t n) { return (static_cast<double>(n) + 2.0) * DBL_EPSILON; }

/// True if the square matrix A of n rows, row by row, is zero, or if Cholesky's algorithm in doubles runs to
/// its end on A - factor_unit(n) (trace A + more) I. Reads the lower triangle and overwrites it. Cost: n^3
/// / 3.
bool has_factor(std::vector<double>& a, std::size_t n, double more, const RunContext& run) {
  if (std::ranges::all_of(a, [](double x) { return x == 0.0; })) return true;
  double trace = 0.0;
  for (std::size_t i = 0; i < n; ++i) trace += a[i * n + i];
  if (!(trace > 0.0) || std::isinf(trace)) return false;
  for (std::size_t i = 0; i < n; ++i) {
    run.require_time(checking);
    double* row = a.data() + i * n;
    row[i] -= factor_unit(n) * (trace + more);
    for (std::size_t j = 0; j <= i; ++j) {
      const double* other = a.data() + j * n;
      const double sum = row[j] - checked_dot(j, row, other);
      if (j == i && !(sum > 0.0)) return false;
      row[j] = j < i ? sum / other[j] : std::sqrt(sum);
    }
  }
  return true;
}

/// The sum of the first terms of a list.
ProofSum sum_of_first(const auto& list, std::size_t terms) {
  return std::accumulate(list.begin(), std::next(list.begin(), static_cast<std::ptrdiff_t>(terms)),
                         ProofSum{0});
}

/// The problem of a node, and the bounds that a proof shows for its sets.
struct CheckedNode {
  std::vector<std::size_t> left = {};   ///< the rows left, increasing
  std::vector<std::size_t> place = {};  ///< by row: its place in `left`, or none
  std::vector<ProofSum> linear = {};    ///< by place: value and weights to the rows held
  ProofSum base = 0.0L;                 ///< weight of the rows held
  ProofSum magnitude = 0.0L;            ///< of the terms of base
  std::size_t k = 0;                    ///< rows to be chosen; if more than are left: no set
  ProofSum bound = -no_bound;
  std::vector<ProofSum> held = {};     ///< by place: how much less a set with this row weighs
  std::vector<ProofSum> missing = {};  ///< the same for sets without it; empty: nothing
  std::vector<ProofSum> by_size = {};  ///< of multipliers: bounds of t rows

  /// Calls visit(i, j, weight) for the edges between rows left, in both directions.
  void for_each_edge(const CheckedRows& rows, const auto& visit) const {
    for (std::size_t i = 0; i < left.size(); ++i) {
      rows.for_each_neighbour(left[i], [&](std::size_t u, Weight w) {
        if (place[u] != none) visit(i, place[u], ProofSum{w});
      });
    }
  }
};

struct TreeCheck {
  const CheckedRows& rows;
  const SdpSearchTree& tree;
  const RunContext& run;
  std::vector<std::size_t> parents = std::vector<std::size_t>(tree.nodes.size(), none);
  std::map<std::size_t, CheckedNode> proofs = {};  ///< by number of the proof

  /// By t: no set of t rows weighs more.
  std::vector<ProofSum> bounds() {
    require_certified(!tree.nodes.empty(), "a search tree has no node");
    if (tree.shift) check_shift(*tree.shift);
    std::vector<ProofSum> bounds(rows.s + std::size_t{1}, no_bound);
    bounds[rows.s] = -no_bound;
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
      run.require_time(checking);
      require_certified(i == 0 || parents[i] != none, "node {} of a search tree has no parent before it", i);
      if (tree.nodes[i].state == SdpNodeState::branched) {
        add_children(i);
        continue;
      }
      const bool is_small = tree.nodes[i].state == SdpNodeState::enumerated;
      const ProofSum leaf = is_small ? enumerated_bound(i) : leaf_bound(i);
      require_certified(!std::isnan(leaf), "node {} of a search tree has no bound", i);
      bounds[rows.s] = std::max(bounds[rows.s], leaf);
    }
    if (tree.nodes.size() == 1 && !proofs.empty() && !proofs.begin()->second.by_size.empty()) {
      const auto& by_size = proofs.begin()->second.by_size;  // a stage alone bounds every size
      std::copy_n(by_size.begin(), rows.s, bounds.begin());
    }
    return bounds;
  }

  /// The children are later nodes without another parent, and the row of the branch is left.
  void add_children(std::size_t i) {
    const SdpSearchTree::Node& node = tree.nodes[i];
    for (const std::size_t child : {node.included, node.excluded}) {
      require_certified(child > i && child < tree.nodes.size() && parents[child] == none,
                        "node {} of a search tree lacks a child of its own", i);
      parents[child] = i;
    }
    bool is_left = node.vertex < rows.size();
    for (std::size_t j = i; j != 0; j = parents[j]) {
      is_left = is_left && tree.nodes[parents[j]].vertex != node.vertex;
    }
    require_certified(is_left, "node {} of a search tree branches on a vertex that is not left", i);
  }

  CheckedNode problem_at(std::size_t node) const {
    CheckedNode at{.place = std::vector<std::size_t>(rows.size(), 0)};
    std::vector<std::size_t> held;
    for (std::size_t i = node; i != 0; i = parents[i]) {
      const SdpSearchTree::Node& parent = tree.nodes[parents[i]];
      at.place[parent.vertex] = none;
      if (parent.included == i) held.push_back(parent.vertex);
    }
    at.k = held.size() > rows.s ? SIZE_MAX : rows.s - held.size();
    for (std::size_t v = 0; v < rows.size(); ++v) {
      if (at.place[v] == none) continue;
      at.place[v] = at.left.size();
      at.left.push_back(v);
      at.linear.push_back(rows.value(v));
    }
    const auto add_to_base = [&](ProofSum value) {
      at.base += value;
      at.magnitude += std::abs(value);
    };
    for (const std::size_t h : held) {
      add_to_base(rows.value(h));
      rows.for_each_neighbour(h, [&](std::size_t u, Weight w) {
        if (at.place[u] != none) {
          at.linear[at.place[u]] += w;
        } else if (u < h && std::ranges::find(held, u) != held.end()) {
          add_to_base(w);
        }
      });
    }
    return at;
  }

  /// Calls visit(proof) for the proof of a number.
  auto with_proof(std::size_t number, const auto& visit) const {
    const std::size_t stages = tree.stages.size();
    if (number < stages) return visit(tree.stages[number]);
    return tree.shift ? visit(tree.planes[number - stages]) : visit(tree.proofs[number - stages]);
  }

  ProofSum leaf_bound(std::size_t i) {
    const std::size_t number = tree.nodes[i].proof;
    const std::size_t others = tree.shift ? tree.planes.size() : tree.proofs.size();
    require_certified(number < tree.stages.size() + others, "node {} of a search tree has no proof", i);
    const std::size_t root = with_proof(number, [](const auto& proof) { return proof.node; });
    std::size_t j = i;
    while (j > root) j = parents[j];
    require_certified(j == root, "the proof of node {} of a search tree is for other sets", i);
    const CheckedNode& proven = proven_by(number, root);
    ProofSum unused = 0.0L;
    std::vector<std::size_t> held;
    for (j = i; j != root; j = parents[j]) {
      const SdpSearchTree::Node& parent = tree.nodes[parents[j]];
      if (parent.included == j) held.push_back(parent.vertex);
      const std::vector<ProofSum>& less = parent.included == j ? proven.held : proven.missing;
      if (!less.empty()) unused = std::max(unused, less.at(proven.place[parent.vertex]));
    }
    ProofSum bound = proven.bound - unused;
    if (held.size() == 1 && !proven.by_size.empty()) bound = std::min(bound, light_bound(i, proven, held[0]));
    return rows.integral ? std::floor(bound) : bound;
  }

  /// A set that holds the row weighs no more than one without it, of a row less, and the weights from the row
  /// to all rows left at the leaf.
  ProofSum light_bound(std::size_t leaf, const CheckedNode& proven, std::size_t row) const {
    const std::vector<std::size_t> place = problem_at(leaf).place;
    ProofSum towards = proven.linear[proven.place[row]];
    ProofSum magnitude = std::abs(towards);
    rows.for_each_neighbour(row, [&](std::size_t u, Weight w) {
      if (place[u] == none) return;
      towards += w;
      magnitude += std::abs(ProofSum{w});
    });
    return proven.by_size[proven.k - 1] + towards +
           (static_cast<ProofSum>(proven.left.size()) + 2.0L) * 0x1p-63L * magnitude;
  }

  /// Proofs are kept once they are asked for; of planes, the last one.
  const CheckedNode& proven_by(std::size_t number, std::size_t root) {
    const auto known = proofs.find(number);
    if (known != proofs.end()) return known->second;
    if (tree.shift) proofs.clear();
    CheckedNode& at = proofs[number] = problem_at(root);
    require_certified(at.k > 0, "proof {} of a search tree is of one set", number);
    const bool holds = with_proof(number, [&](const auto& proof) { return prove(proof, at); });
    require_certified(
        holds, "proof {} of a search tree has unusable numbers, or does not bound its eigenvalue", number);
    return at;
  }

  /// The largest value where one row at most is free to choose.
  ProofSum enumerated_bound(std::size_t i) const {
    const CheckedNode at = problem_at(i);
    const std::size_t n = at.left.size();
    if (at.k > n) return -no_bound;
    require_certified(at.k <= 1 || at.k + 1 >= n, "node {} of a search tree is not small", i);
    const bool is_all = at.k > 1 || at.k == n;  // all rows, or all but one
    ProofSum value = at.base + (is_all ? sum_of_first(at.linear, n) : 0.0L);
    ProofSum magnitude = at.magnitude;
    for (const ProofSum c : at.linear) magnitude += std::abs(c);
    std::vector<ProofSum> share = at.linear;  // of a row in the set, with its weights to all others
    at.for_each_edge(rows, [&](std::size_t a, std::size_t, ProofSum w) {
      if (!is_all) return;
      share[a] += w;
      value += w / 2.0L;
      magnitude += std::abs(w);
    });
    if (is_all && at.k < n) value -= *std::ranges::min_element(share);
    if (!is_all && at.k == 1) value += *std::ranges::max_element(share);
    const auto terms = static_cast<ProofSum>(n * n + std::size_t{rows.s} * rows.s) + 8.0L;
    return value + (rows.integral ? 0.0L : terms * 0x1p-62L * magnitude);
  }

  // Stages. A proof returns false where it has numbers that are not usable, or that show nothing.

  bool prove(const DualStage& stage, CheckedNode& at) const {
    const std::size_t n = at.left.size();
    int exponent = 0;
    if (stage.multipliers.size() != n * n || !std::isfinite(stage.eigenvalue) ||
        !(stage.unit > 0x1p-900 && stage.unit < 0x1p900 && std::frexp(stage.unit, &exponent) == 0.5)) {
      return false;
    }
    if (at.k > n) return true;
    const double eigenvalue = shown_eigenvalue(stage, n);
    const std::vector<std::vector<double>> sums = row_sums(stage, at);
    const auto size = static_cast<ProofSum>(rows.s);
    const ProofSum lost = at.magnitude * (size * size + 16.0L) * 0x1p-62L;  // of base
    at.by_size = {at.base};
    for (std::size_t t = 1; t <= at.k; ++t) {
      std::vector<double> sorted = sums[t];
      std::sort(sorted.begin(), sorted.end(), std::greater<>());
      const auto terms = static_cast<ProofSum>(t);
      ProofSum sum = terms * eigenvalue;
      ProofSum magnitude = std::abs(sum);
      for (std::size_t i = 0; i < t; ++i) {
        sum += sorted[i];
        magnitude += std::abs(sorted[i]);
      }
      at.by_size.push_back(at.base + sum + (terms + 3.0L) * 0x1p-63L * magnitude + lost);
      if (t < at.k) continue;
      for (const double row : sums[t]) at.held.push_back(std::max(0.0, sorted[t - 1] - row));
    }
    at.bound = at.by_size.back();
    return eigenvalue < HUGE_VAL;
  }

  /// U is exact in doubles, as is its symmetric part Z. With m the largest magnitude in tI - Z,
  /// lambda_max(Z) <= t + factor_unit(n) m once tI - Z has a factor. Infinite where t shows nothing.
  double shown_eigenvalue(const DualStage& stage, std::size_t n) const {
    const double t = stage.eigenvalue;
    std::vector<double> shifted(n * n);
    double largest = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        const double mean = stage.unit * (0.5 * (static_cast<double>(stage.multipliers[i * n + j]) +
                                                 static_cast<double>(stage.multipliers[j * n + i])));
        shifted[i * n + j] = (i == j ? t : 0.0) - mean;
        largest = std::max(largest, std::abs(shifted[i * n + j]));
      }
    }
    if (!has_factor(shifted, n, 0.0, run)) return HUGE_VAL;
    return largest == 0.0 ? t : t + factor_unit(n) * (largest + std::abs(t));
  }

  /// By t up to k, r_i for sets of t rows, enlarged by t (t + 2) 2^-52 times the largest magnitude, for the
  /// rounding of the sum.
  std::vector<std::vector<double>> row_sums(const DualStage& stage, const CheckedNode& at) const {
    const std::size_t n = at.left.size();
    std::vector<std::vector<double>> sums(at.k + 1);
    std::vector<double> c(n);
    for (std::size_t i = 0; i < n; ++i) {
      run.require_time(checking);
      for (std::size_t j = 0; j < n; ++j) {
        c[j] = -stage.unit * static_cast<double>(stage.multipliers[i * n + j]);
      }
      c[i] += static_cast<double>(at.linear[i]);
      rows.for_each_neighbour(at.left[i], [&](std::size_t u, Weight w) {
        if (at.place[u] != none) c[at.place[u]] += w / 2.0;
      });
      double sum = c[i];
      double largest = 0.0;
      for (const double entry : c) largest = std::max(largest, std::abs(entry));
      c[i] = -HUGE_VAL;
      std::sort(c.begin(), c.end(), std::greater<>());
      for (std::size_t t = 1; t <= at.k; ++t) {
        if (t > 1) sum += c[t - 2];
        const auto terms = static_cast<double>(t);
        sums[t].push_back(sum + terms * (terms + 2.0) * DBL_EPSILON * largest);
      }
    }
    return sums;
  }

  // Cuts.

  bool prove(const SdpNodeProof& proof, CheckedNode& at) const {
    const std::size_t n = at.left.size();
    if (!are_multipliers(proof, n)) return false;
    if (at.k > n) return true;
    ProofSum size = 0.0L;  // magnitudes of all terms of M
    const std::vector<ProofSum> m = lifted_matrix(proof, at, size);
    const ProofSum t = proof.shift;
    const ProofSum factor = 2.0L * t / (1.0L - 2.0L * t);
    const ProofSum eigenvalue = proof.eigenvalue;
    std::vector<double> shifted(n * n);
    ProofSum total = 0.0L;    // e'Me
    ProofSum rounded = 0.0L;  // rounding of the entries of `shifted`
    for (std::size_t i = 0; i < n; ++i) {
      const ProofSum row = sum_of_first(std::span(m).subspan(i * n), n);
      total += row;
      for (std::size_t j = 0; j < n; ++j) {
        const ProofSum lifted = m[i * n + j] + (i == j ? factor * row : 0.0L);
        shifted[i * n + j] = static_cast<double>(i == j ? eigenvalue - lifted : -lifted);
        rounded += 0x1p-52L * std::abs(static_cast<ProofSum>(shifted[i * n + j]));
      }
    }
    const ProofSum kappa = static_cast<ProofSum>(at.k) * (1.0L - 2.0L * t) + t * t * static_cast<ProofSum>(n);
    ProofSum bound = at.base + kappa * eigenvalue - t * t * total / (1.0L - 2.0L * t);
    ProofSum magnitude = at.magnitude + (std::abs(kappa) + static_cast<ProofSum>(n)) * std::abs(eigenvalue);
    for (const SdpCut& cut : proof.cuts) {
      if (cut.kind == SdpCutKind::cover || cut.kind == SdpCutKind::triangle) bound += cut.multiplier;
      magnitude += cut.multiplier;
    }
    const auto terms =
        static_cast<ProofSum>(proof.cuts.size() + proof.pairs.size() + rows.s - at.k + 1 + 2 * n);
    at.bound = bound + rounded + (terms + 16.0L) * 0x1p-61L * (1.0L + 3.0L * std::abs(factor)) * size +
               (terms + static_cast<ProofSum>(rows.s) * rows.s + 16.0L) * 0x1p-61L * magnitude;
    at.held = unused_pairs(proof, n, at.k);
    return has_factor(shifted, n, 0.0, run);
  }

  static bool are_multipliers(const SdpNodeProof& proof, std::size_t n) {
    const auto is_pair = [&](const auto& one) {
      return one.multiplier >= 0.0 && std::isfinite(one.multiplier) && one.i < n && one.j < n &&
             one.i != one.j;
    };
    const auto is_cut = [&](const SdpCut& cut) {
      const bool is_triple = cut.kind >= SdpCutKind::meeting;
      return is_pair(cut) && cut.kind <= SdpCutKind::triangle &&
             (!is_triple || (cut.l < n && cut.l != cut.i && cut.l != cut.j));
    };
    return proof.shift >= 0.0 && proof.shift <= 1.0 && std::abs(1.0 - 2.0 * proof.shift) >= 0.5 &&
           std::isfinite(proof.eigenvalue) && proof.rows.size() == n &&
           std::ranges::all_of(proof.rows, [](double x) { return std::isfinite(x); }) &&
           std::ranges::all_of(proof.pairs, is_pair) && std::ranges::all_of(proof.cuts, is_cut);
  }

  /// The matrix M of proof_data.hpp, row by row. Adds the magnitudes of its terms to `size`.
  std::vector<ProofSum> lifted_matrix(const SdpNodeProof& proof, const CheckedNode& at,
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
    at.for_each_edge(rows, [&](std::size_t i, std::size_t j, ProofSum w) {
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
  static std::vector<ProofSum> unused_pairs(const SdpNodeProof& proof, std::size_t n, std::size_t k) {
    std::vector<ProofSum> multipliers(n * n, 0.0L), unused;
    for (const SdpPair& pair : proof.pairs) {
      for (const std::size_t ij : {pair.i * n + pair.j, pair.j * n + pair.i})
        multipliers[ij] += pair.multiplier;
    }
    for (std::size_t i = 0; i < n; ++i) {
      const auto row = std::span(multipliers).subspan(i * n, n);
      row[i] = no_bound;  // no pair
      std::ranges::sort(row);
      unused.push_back(2.0L * sum_of_first(row, std::min(k, n) - 1) *
                       (1.0L - 0x1p-60L * static_cast<ProofSum>(k + proof.pairs.size())));
    }
    return unused;
  }

  // Planes.

  bool prove(const ConcavePlane& plane, CheckedNode& at) const {
    const std::vector<double>& y = plane.y;
    const std::size_t n = at.left.size();
    if (at.k >= n || y.size() != n ||
        !std::ranges::all_of(y, [](double x) { return x >= 0.0 && x <= 1.0; })) {
      return false;
    }
    const ProofSum diagonal = tree.shift->diagonal;
    const auto size = static_cast<ProofSum>(at.k);
    std::vector<ProofSum> h(n, 0.0L);
    at.for_each_edge(rows, [&](std::size_t i, std::size_t j, ProofSum w) { h[i] += w * y[j]; });
    ProofSum quadratic = 0.0L;
    ProofSum most = 0.0L;  // the largest magnitude of what enters an h
    ProofSum magnitude = at.magnitude;
    for (std::size_t i = 0; i < n; ++i) {
      const ProofSum product = h[i];
      const ProofSum own = diagonal * y[i];
      h[i] = product + own + at.linear[i];
      quadratic += (product + own) * y[i];
      most = std::max(most, product + std::abs(own) + at.linear[i]);
      magnitude += (product + std::abs(own)) * y[i];
    }
    std::vector<ProofSum> sorted = h;
    std::sort(sorted.begin(), sorted.end(), std::greater<>());
    const ProofSum sum = sum_of_first(y, n);
    const ProofSum apart = std::abs(size - sum) + static_cast<ProofSum>(n) * 0x1p-62L * (sum + size);
    const ProofSum spread = 0.5L * ProofSum{tree.shift->spread} * apart * apart;
    magnitude += size * (2.0L * most + std::abs(diagonal)) + spread + 2.0L * most;
    const auto terms = static_cast<ProofSum>(2 * n + std::size_t{rows.s} * rows.s) + 16.0L;
    at.bound = at.base + sum_of_first(sorted, at.k) - 0.5L * quadratic - 0.5L * size * diagonal + spread +
               0x1p-62L * terms * magnitude;
    for (const ProofSum height : h) {
      at.held.push_back(std::max(0.0L, sorted[at.k - 1] - height));
      at.missing.push_back(std::max(0.0L, height - sorted[at.k]));
    }
    return true;
  }

  void check_shift(const ConcaveShift& shift) const {
    const auto [diagonal, spread] = shift;
    const std::size_t n = rows.size();
    std::vector<double> square(n * n, spread);
    double largest = spread + std::abs(diagonal);
    for (std::size_t i = 0; i < n; ++i) {
      rows.for_each_neighbour(i, [&, spread = spread](std::size_t u, Weight w) {
        square[i * n + u] = spread - w;
        largest = std::max(largest, std::abs(spread - w));
      });
      square[i * n + i] = spread - diagonal;
    }
    require_certified(
        std::isfinite(diagonal) && spread >= 0.0 && spread > diagonal && has_factor(square, n, largest, run),
        "the shift of a tree of planes does not keep its weights concave");
  }
};

}  // namespace

std::vector<ProofSum> check_search_tree(const CheckedRows& rows, const SdpSearchTree& tree,
                                        const RunContext& run) {
  return TreeCheck{rows, tree, run}.bounds();
}

}  // namespace lode::subgraph::detail
