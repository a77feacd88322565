// Checks the proofs of a search tree. The mathematics is at the heads of proof_data.hpp.
#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstddef>
#include <functional>
#include <numeric>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "bounds/certificate/check.hpp"

namespace lode::subgraph::detail {
namespace {

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

/// Order of the relative errors of a factorisation of n rows: S. M. Rump, BIT Numer. Math. 46 (2006) 433-452.
double factor_unit(std::size_t n) { return (static_cast<double>(n) + 2.0) * DBL_EPSILON; }

/// True if A is zero, or if Cholesky's algorithm in doubles, row by row, runs to its end on
/// A - factor_unit(n) (trace A + more) I. Reads the lower triangle and overwrites it. Cost: n^3 / 3.
bool has_factor(CheckedSquare& a, double more, const RunContext& run) {
  if (std::ranges::all_of(a.entries, [](double x) { return x == 0.0; })) return true;
  double trace = 0.0;
  for (std::size_t i = 0; i < a.n; ++i) trace += a.at(i, i);
  if (!(trace > 0.0) || std::isinf(trace)) return false;
  for (std::size_t i = 0; i < a.n; ++i) {
    run.require_time(checking);
    double* row = a.entries.data() + i * a.n;
    row[i] -= factor_unit(a.n) * (trace + more);
    for (std::size_t j = 0; j <= i; ++j) {
      const double* other = a.entries.data() + j * a.n;
      const double sum = row[j] - checked_dot(j, row, other);
      if (j == i && !(sum > 0.0)) return false;
      row[j] = j < i ? sum / other[j] : std::sqrt(sum);
    }
  }
  return true;
}

/// One proof, for the sets of its node.
class NodeProof {
 public:
  NodeProof(const CheckedRows& rows, std::size_t number, bool is_alone, ProvenNode& proven,
            const RunContext& run)
      : rows_(rows), number_(number), is_alone_(is_alone), proven_(proven), run_(run) {}

  // Multipliers of a stage.

  void prove(const DualStage& stage) {
    const std::size_t n = at_.left.size();
    const auto require = [&](bool holds, const char* what) {
      require_certified(holds, "stage {} of multipliers {}", number_ + 1, what);
    };
    require(stage.multipliers.size() == n * n, "does not have one multiplier per pair");
    int exponent = 0;
    require(stage.unit > 0x1p-900 && stage.unit < 0x1p900 && std::frexp(stage.unit, &exponent) == 0.5,
            "has a unit that is no power of two");
    require(std::isfinite(stage.eigenvalue), "has an eigenvalue that is not a number");
    if (at_.k > n) return;
    const double eigenvalue = shown_eigenvalue(stage, n);
    require(eigenvalue < HUGE_VAL, "does not bound the largest eigenvalue");
    const std::size_t least = is_alone_ ? 1 : std::max<std::size_t>(1, at_.k - 1);
    const std::vector<std::vector<double>> sums = row_sums(stage, least);
    proven_.by_size.assign(at_.k + 1, no_bound);
    proven_.by_size[0] = at_.base;
    const auto size = static_cast<ProofSum>(rows_.s);
    const ProofSum lost = at_.magnitude * (size * size + 16.0L) * 0x1p-62L;  // of base
    for (std::size_t t = least; t <= at_.k; ++t) {
      std::vector<double> sorted = sums[t];
      std::sort(sorted.begin(), sorted.end(), std::greater<>());
      const auto terms = static_cast<ProofSum>(t);
      ProofSum sum = terms * eigenvalue;
      ProofSum magnitude = std::abs(sum);
      for (std::size_t i = 0; i < t; ++i) {
        sum += sorted[i];
        magnitude += std::abs(sorted[i]);
      }
      proven_.by_size[t] = at_.base + sum + (terms + 3.0L) * 0x1p-63L * magnitude + lost;
      if (t < at_.k) continue;
      for (const double row : sums[t]) proven_.held.push_back(std::max(0.0, sorted[t - 1] - row));
    }
    proven_.bound = proven_.by_size.back();
  }

  /// U is exact in doubles, as is its symmetric part Z. With m the largest magnitude in tI - Z,
  /// lambda_max(Z) <= t + factor_unit(n) m once tI - Z has a factor. Infinite where t shows nothing.
  double shown_eigenvalue(const DualStage& stage, std::size_t n) const {
    const double t = stage.eigenvalue;
    CheckedSquare shifted{n};
    double largest = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        const double mean = stage.unit * (0.5 * (static_cast<double>(stage.multipliers[i * n + j]) +
                                                 static_cast<double>(stage.multipliers[j * n + i])));
        shifted.at(i, j) = (i == j ? t : 0.0) - mean;
        largest = std::max(largest, std::abs(shifted.at(i, j)));
      }
    }
    if (!has_factor(shifted, 0.0, run_)) return HUGE_VAL;
    return largest == 0.0 ? t : t + factor_unit(n) * (largest + std::abs(t));
  }

  /// By t from `least` to k, r_i for sets of t rows, enlarged by t (t + 2) 2^-52 times the largest
  /// magnitude, for the rounding of the sum.
  std::vector<std::vector<double>> row_sums(const DualStage& stage, std::size_t least) const {
    const std::size_t n = at_.left.size();
    std::vector<std::vector<double>> sums(at_.k + 1);
    for (std::size_t t = least; t <= at_.k; ++t) sums[t].resize(n);
    std::vector<double> c(n);
    for (std::size_t i = 0; i < n; ++i) {
      run_.require_time(checking);
      for (std::size_t j = 0; j < n; ++j) {
        c[j] = -stage.unit * static_cast<double>(stage.multipliers[i * n + j]);
      }
      c[i] += static_cast<double>(at_.linear[i]);
      rows_.for_each_neighbour(at_.left[i], [&](std::size_t u, Weight w) {
        if (at_.place[u] != SdpSearchTree::none) c[at_.place[u]] += w / 2.0;
      });
      double sum = c[i];
      double largest = 0.0;
      for (const double entry : c) largest = std::max(largest, std::abs(entry));
      c[i] = -HUGE_VAL;
      std::sort(c.begin(), c.end(), std::greater<>());
      for (std::size_t t = 1; t <= at_.k; ++t) {
        if (t > 1) sum += c[t - 2];
        const auto terms = static_cast<double>(t);
        if (t >= least) sums[t][i] = sum + terms * (terms + 2.0) * DBL_EPSILON * largest;
      }
    }
    return sums;
  }

  // Multipliers of cuts.

  void prove(const SdpNodeProof& proof) {
    const std::size_t n = at_.left.size();
    require_certified(are_multipliers(proof, n), "proof {} of a search tree is not made of multipliers",
                      number_);
    if (at_.k > n) return;
    ProofSum size = 0.0L;  // magnitudes of all terms of M
    const std::vector<ProofSum> m = lifted_matrix(proof, size);
    const ProofSum t = proof.shift;
    const ProofSum factor = 2.0L * t / (1.0L - 2.0L * t);
    const ProofSum eigenvalue = proof.eigenvalue;
    CheckedSquare shifted{n};
    ProofSum total = 0.0L;    // e'Me
    ProofSum rounded = 0.0L;  // rounding of the entries of `shifted`
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
    }
    require_certified(has_factor(shifted, 0.0, run_),
                      "proof {} of a search tree does not bound its eigenvalue", number_);
    const ProofSum kappa =
        static_cast<ProofSum>(at_.k) * (1.0L - 2.0L * t) + t * t * static_cast<ProofSum>(n);
    ProofSum bound = at_.base + kappa * eigenvalue - t * t * total / (1.0L - 2.0L * t);
    ProofSum magnitude = at_.magnitude + (std::abs(kappa) + static_cast<ProofSum>(n)) * std::abs(eigenvalue);
    for (const SdpCut& cut : proof.cuts) {
      if (cut.kind == SdpCutKind::cover || cut.kind == SdpCutKind::triangle) bound += cut.multiplier;
      magnitude += cut.multiplier;
    }
    const auto terms = static_cast<ProofSum>(proof.cuts.size() + proof.pairs.size() + at_.terms + 2 * n);
    proven_.bound = bound + rounded + (terms + 16.0L) * 0x1p-61L * (1.0L + 3.0L * std::abs(factor)) * size +
                    (terms + static_cast<ProofSum>(rows_.s) * rows_.s + 16.0L) * 0x1p-61L * magnitude;
    proven_.held = unused_pairs(proof, n, at_.k);
  }

  static bool are_multipliers(const SdpNodeProof& proof, std::size_t n) {
    const auto usable = [](double x) { return x >= 0.0 && std::isfinite(x); };
    const auto is_pair = [&](const auto& one) {
      return usable(one.multiplier) && one.i < n && one.j < n && one.i != one.j;
    };
    const auto is_cut = [&](const SdpCut& cut) {
      const bool is_triple = cut.kind == SdpCutKind::meeting || cut.kind == SdpCutKind::triangle;
      return is_pair(cut) && cut.kind <= SdpCutKind::triangle &&
             (!is_triple || (cut.l < n && cut.l != cut.i && cut.l != cut.j));
    };
    return proof.shift >= 0.0 && proof.shift <= 1.0 && std::abs(1.0 - 2.0 * proof.shift) >= 0.5 &&
           std::isfinite(proof.eigenvalue) && proof.rows.size() == n &&
           std::ranges::all_of(proof.rows, [](double x) { return std::isfinite(x); }) &&
           std::ranges::all_of(proof.pairs, is_pair) && std::ranges::all_of(proof.cuts, is_cut);
  }

  /// The matrix M of proof_data.hpp, row by row. Adds the magnitudes of its terms to `size`.
  std::vector<ProofSum> lifted_matrix(const SdpNodeProof& proof, ProofSum& size) const {
    const std::size_t n = at_.left.size();
    std::vector<ProofSum> m(n * n);
    const auto add = [&](std::size_t i, std::size_t j, ProofSum value) {  // to ij and ji; to ii once
      m[i * n + j] += value;
      if (i != j) m[j * n + i] += value;
      size += (i == j ? 1.0L : 2.0L) * std::abs(value);
    };
    for (std::size_t i = 0; i < n; ++i) {
      const ProofSum row = proof.rows[i];
      for (const ProofSum term : {at_.linear[i], row, -static_cast<ProofSum>(at_.k) * row}) add(i, i, term);
      for (std::size_t j = 0; j < n; ++j) {
        if (j != i) add(i, j, row / 2.0L);
      }
    }
    at_.for_each_edge(rows_, [&](std::size_t i, std::size_t j, ProofSum w) {
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
    std::vector<std::vector<ProofSum>> rows(n);
    for (const SdpPair& pair : proof.pairs) {
      for (const auto& [i, j] : {std::pair(pair.i, pair.j), std::pair(pair.j, pair.i)}) {
        rows[i].resize(n);
        rows[i][j] += pair.multiplier;
      }
    }
    std::vector<ProofSum> unused(n, 0.0L);
    for (std::size_t i = 0; i < n; ++i) {
      if (rows[i].empty()) continue;
      rows[i].erase(rows[i].begin() + static_cast<std::ptrdiff_t>(i));
      std::sort(rows[i].begin(), rows[i].end());
      const auto last = rows[i].begin() + static_cast<std::ptrdiff_t>(std::min(k - 1, n - 1));
      unused[i] = 2.0L * std::accumulate(rows[i].begin(), last, ProofSum{0}) *
                  (1.0L - 0x1p-60L * static_cast<ProofSum>(k + proof.pairs.size()));
    }
    return unused;
  }

  // Planes.

  void prove(const ConcaveShift& shift, const ConcavePlane& plane) {
    const std::vector<double>& y = plane.y;
    const std::size_t n = at_.left.size();
    require_certified(
        at_.k < n && y.size() == n && std::ranges::all_of(y, [](double x) { return x >= 0.0 && x <= 1.0; }),
        "plane {} has not one number in [0, 1] for each vertex left", number_);
    const ProofSum diagonal = shift.diagonal;
    const auto size = static_cast<ProofSum>(at_.k);
    std::vector<ProofSum> h(n, 0.0L);
    at_.for_each_edge(rows_, [&](std::size_t i, std::size_t j, ProofSum w) { h[i] += w * y[j]; });
    ProofSum quadratic = 0.0L;
    ProofSum sum = 0.0L;
    ProofSum most = 0.0L;  // the largest magnitude of what enters an h
    ProofSum magnitude = at_.magnitude;
    for (std::size_t i = 0; i < n; ++i) {
      const ProofSum product = h[i];
      const ProofSum own = diagonal * y[i];
      h[i] = product + own + at_.linear[i];
      quadratic += (product + own) * y[i];
      sum += y[i];
      most = std::max(most, product + std::abs(own) + at_.linear[i]);
      magnitude += (product + std::abs(own)) * y[i];
    }
    std::vector<ProofSum> sorted = h;
    std::sort(sorted.begin(), sorted.end(), std::greater<>());
    const ProofSum top =
        std::accumulate(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(at_.k), ProofSum{0});
    const ProofSum apart = std::abs(size - sum) + static_cast<ProofSum>(n) * 0x1p-62L * (sum + size);
    const ProofSum spread = 0.5L * ProofSum{shift.spread} * apart * apart;
    magnitude += size * (2.0L * most + std::abs(diagonal)) + spread + 2.0L * most;
    const auto terms = static_cast<ProofSum>(2 * n + std::size_t{rows_.s} * rows_.s) + 16.0L;
    proven_.bound =
        at_.base + top - 0.5L * quadratic - 0.5L * size * diagonal + spread + 0x1p-62L * terms * magnitude;
    for (const ProofSum height : h) {
      proven_.held.push_back(std::max(0.0L, sorted[at_.k - 1] - height));
      proven_.missing.push_back(std::max(0.0L, height - sorted[at_.k]));
    }
  }

 private:
  const CheckedRows& rows_;
  std::size_t number_;
  bool is_alone_;  ///< the tree has no other node
  ProvenNode& proven_;
  const NodeProblem& at_ = proven_.at;
  const RunContext& run_;
};

}  // namespace

void check_shift(const CheckedRows& rows, const ConcaveShift& shift, const RunContext& run) {
  const auto [diagonal, spread] = shift;
  require_certified(std::isfinite(diagonal) && spread >= 0.0, "the shift of a tree of planes is no number");
  CheckedSquare square{rows.size(), std::vector<double>(rows.size() * rows.size(), spread)};
  double largest = spread + std::abs(diagonal);
  for (std::size_t i = 0; i < square.n; ++i) {
    rows.for_each_neighbour(i, [&, own = i](std::size_t u, Weight w) {
      square.at(own, u) = spread - w;
      largest = std::max(largest, std::abs(spread - w));
    });
    square.at(i, i) = spread - diagonal;
  }
  require_certified(spread > diagonal && has_factor(square, largest, run),
                    "the shift of a tree of planes does not keep its weights concave");
}

void prove_node(const CheckedRows& rows, const SdpSearchTree& tree, std::size_t number, ProvenNode& proven,
                const RunContext& run) {
  NodeProof check(rows, number, tree.nodes.size() == 1, proven, run);
  const std::size_t stages = tree.stages.size();
  if (number < stages) {
    check.prove(tree.stages[number]);
  } else if (tree.shift) {
    check.prove(*tree.shift, tree.planes[number - stages]);
  } else {
    check.prove(tree.proofs[number - stages]);
  }
}

}  // namespace lode::subgraph::detail
