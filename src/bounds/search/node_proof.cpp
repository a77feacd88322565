#include "bounds/search/node_proof.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

#include "bounds/search/lifted_dual.hpp"
#include "bounds/search/sdp_cuts.hpp"
#include "core/linalg/dense_kernels.hpp"
#include "core/linalg/multiply.hpp"

namespace lode::subgraph::detail {
namespace {

constexpr double node_two_u = std::numeric_limits<double>::epsilon();  // 2 * 2^-53

/// What is taken off the diagonal of a symmetric n x n matrix tI - Z before it is factorised in doubles; its
/// trace is >= 0. Three times what the proof needs (S. M. Rump, BIT Numer. Math. 46 (2006) 433-452): whoever
/// repeats it in another order succeeds too.
double factorisation_shift(std::size_t n, double trace) {
  return 3.0 * (static_cast<double>(n) + 2.0) * node_two_u * trace;
}

/// What the largest eigenvalue of Z is at most once Cholesky's algorithm has run to its end on that:
/// `largest` is the largest magnitude of the computed entries of tI - Z.
double shown_by_factorisation(std::size_t n, double t, double largest) {
  return t + (static_cast<double>(n) + 2.0) * node_two_u * (largest + std::abs(t));
}

constexpr double unit_rounding = std::numeric_limits<double>::epsilon();  // e of sdp_search_tree.hpp
constexpr double room =
    2.0;  ///< times what the statement asks for, so that a check in another order succeeds

/// P, the magnitudes behind it and the parts of B.
struct LiftedMatrix {
  std::vector<double> entries;  ///< n x n
  double magnitude = 0.0;       ///< A
  double terms = 0.0;           ///< h
  double constant = 0.0;        ///< base + sum gamma b - t^2 e'Me/(1 - 2t)
  double constant_magnitude = 0.0;
  double kappa = 0.0;
  double factor = 0.0;  ///< 2t/(1 - 2t)
};

LiftedMatrix lifted_matrix(const DenseProblem& problem, const SdpNodeProof& proof) {
  const std::size_t n = problem.n;
  const auto k = static_cast<double>(problem.s);
  const double t = proof.shift;
  LiftedMatrix p;
  p.entries.resize(n * n);
  double magnitude = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    const double lambda = proof.rows[i];
    for (std::size_t j = i + 1; j < n; ++j) {
      const double weight = problem.weight(i, j);
      p.entries[i * n + j] = 0.5 * weight + 0.5 * lambda + 0.5 * proof.rows[j];
      magnitude += std::abs(weight) + std::abs(lambda) + std::abs(proof.rows[j]);
    }
    p.entries[i * n + i] = problem.linear[i] + lambda - k * lambda;
    magnitude += std::abs(problem.linear[i]) + (1.0 + k) * std::abs(lambda);
  }
  for (const SdpPair& pair : proof.pairs) {
    p.entries[pair.i * n + pair.j] += pair.multiplier;
    magnitude += 2.0 * pair.multiplier;
  }
  p.constant = problem.base;
  p.constant_magnitude = std::abs(problem.base);
  std::vector<std::uint32_t> cuts_at(n * n, 0);
  std::uint32_t most_cuts = 0;
  for (const SdpCut& cut : proof.cuts) {
    p.constant += right_side(cut.kind) * cut.multiplier;
    p.constant_magnitude += cut.multiplier;
    over_terms(cut, [&](std::size_t i, std::size_t j, double coefficient) {
      const double value = cut.multiplier * (i == j ? coefficient : 0.5 * coefficient);
      p.entries[i * n + j] -= value;
      magnitude += (i == j ? 1.0 : 2.0) * std::abs(value);
      most_cuts = std::max(most_cuts, ++cuts_at[i * n + j]);
    });
  }
  p.magnitude = magnitude;
  p.terms = 4.0 + static_cast<double>(most_cuts);
  p.kappa = k * (1.0 - 2.0 * t) + t * t * static_cast<double>(n);
  p.factor = 2.0 * t / (1.0 - 2.0 * t);
  double total = 0.0;
  std::vector<double> sums(n, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i + 1; j < n; ++j) {
      p.entries[j * n + i] = p.entries[i * n + j];
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) sums[i] += p.entries[i * n + j];
    total += sums[i];
  }
  for (std::size_t i = 0; i < n; ++i) p.entries[i * n + i] += p.factor * sums[i];
  p.constant -= t * t * total / (1.0 - 2.0 * t);
  return p;
}

}  // namespace

std::optional<double> proven_bound(const DenseProblem& problem, const SdpNodeProof& proof, double path_room,
                                   const lode::detail::StopAsked& stop) {
  const std::size_t n = problem.n;
  LiftedMatrix p = lifted_matrix(problem, proof);
  const auto order = static_cast<double>(n);
  double largest = 0.0;
  double trace = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      double& entry = p.entries[i * n + j];
      entry = i == j ? proof.eigenvalue - entry : -entry;
      largest = std::max(largest, std::abs(entry));
    }
    trace += p.entries[i * n + i];
  }
  if (!(trace >= 0.0) || !std::isfinite(largest)) return std::nullopt;
  double eigenvalue = proof.eigenvalue;
  if (largest > 0.0) {
    const double enough = factorisation_shift(n, trace);
    for (std::size_t i = 0; i < n; ++i) p.entries[i * n + i] -= enough;
    constexpr std::size_t one_panel = 256;  // factored in one go, on this thread
    const bool definite = n <= one_panel
                              ? lode::detail::factorise_cholesky(n, p.entries.data(), n)
                              : lode::detail::cholesky_succeeds(p.entries, n, stop).value_or(false);
    if (!definite) return std::nullopt;
    eigenvalue = shown_by_factorisation(n, eigenvalue, largest);
  }
  const double bound = p.constant + p.kappa * eigenvalue;
  const double assembly = (p.terms + 2.0 * order + 16.0) * (1.0 + 3.0 * std::abs(p.factor)) * p.magnitude;
  const double sums = (static_cast<double>(proof.cuts.size()) + 8.0) *
                      (p.constant_magnitude + p.kappa * std::abs(eigenvalue));
  return bound + room * unit_rounding * (assembly + sums) + path_room;
}

double eigenvalue_for(const DenseProblem& problem, const SdpNodeProof& proof, double wanted) {
  const LiftedMatrix p = lifted_matrix(problem, proof);
  return (wanted - p.constant) / p.kappa;
}

SdpNodeProof part_of_proof(const SdpNodeProof& proof, std::size_t n, std::span<const std::size_t> kept,
                           Vertex size) {
  SdpNodeProof part;
  part.shift = lift_of(kept.size(), size).shift;
  std::vector<std::uint32_t> place(n, no_place);
  for (const std::size_t i : kept) {
    place[i] = static_cast<std::uint32_t>(part.rows.size());
    part.rows.push_back(proof.rows[i]);
  }
  for (const SdpPair& pair : proof.pairs) {
    if (place[pair.i] == no_place || place[pair.j] == no_place) continue;
    part.pairs.push_back({place[pair.i], place[pair.j], pair.multiplier});
  }
  for (const SdpCut& cut : proof.cuts) {
    if (const auto moved = moved_cut(cut, place)) part.cuts.push_back(*moved);
  }
  return part;
}

double path_room(const DenseProblem& root) {
  if (root.integral) return 0.0;
  double magnitude = std::abs(root.base);
  for (const double c : root.linear) magnitude += std::abs(c);
  for (const double w : root.weights) magnitude += std::abs(w);
  return 4.0 * static_cast<double>(root.n) * unit_rounding * magnitude;
}

double plain_bound(const DenseProblem& problem) {
  const std::size_t n = problem.n;
  const auto k = static_cast<std::ptrdiff_t>(problem.s);
  if (k == 0) return problem.base;
  std::vector<double> rows;
  std::vector<double> others;
  double magnitude = std::abs(problem.base);
  for (std::size_t i = 0; i < n; ++i) {
    others.clear();
    for (std::size_t j = 0; j < n; ++j) {
      if (j != i) others.push_back(problem.weight(i, j));
    }
    std::partial_sort(others.begin(), others.begin() + (k - 1), others.end(), std::greater<>());
    double sum = problem.linear[i];
    magnitude += std::abs(sum);
    for (std::ptrdiff_t j = 0; j + 1 < k; ++j) {
      sum += 0.5 * others[static_cast<std::size_t>(j)];
      magnitude += std::abs(others[static_cast<std::size_t>(j)]);
    }
    rows.push_back(sum);
  }
  std::partial_sort(rows.begin(), rows.begin() + k, rows.end(), std::greater<>());
  const double sum = std::accumulate(rows.begin(), rows.begin() + k, problem.base);
  if (problem.integral) return sum;  // halves of integers: exact
  return sum + 2.0 * static_cast<double>(n + 2) * unit_rounding * magnitude;
}

std::vector<double> held_pairs(const SdpNodeProof& proof, std::size_t n, Vertex k) {
  std::vector<double> all(n * n, 0.0);
  for (const SdpPair& pair : proof.pairs) {
    all[pair.i * n + pair.j] = pair.multiplier;
    all[pair.j * n + pair.i] = pair.multiplier;
  }
  std::vector<double> used(n, 0.0);
  std::vector<double> row;
  const auto count = static_cast<std::ptrdiff_t>(k) - 1;
  for (std::size_t v = 0; v < n && count > 0; ++v) {
    row.clear();
    for (std::size_t j = 0; j < n; ++j) {
      if (j != v) row.push_back(all[v * n + j]);
    }
    std::nth_element(row.begin(), row.begin() + (count - 1), row.end());
    const double sum = std::accumulate(row.begin(), row.begin() + count, 0.0);
    used[v] = 2.0 * sum * (1.0 - static_cast<double>(n + 4) * unit_rounding);
  }
  return used;
}

}  // namespace lode::subgraph::detail
