#pragma once

// Checks trees of small problems: every set against the proof that covers it.

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <vector>

#include "bounds/certificate/tree_check.hpp"
#include "bounds/random_problem.hpp"
#include "bounds/search/tree.hpp"
#include "support/catch.hpp"

namespace lode::test {

/// The vertices chosen and left at a node of the tree.
struct TreeVertices {
  std::vector<std::size_t> chosen;
  std::vector<std::size_t> left;
};

inline std::map<std::size_t, TreeVertices> vertices_of_nodes(const subgraph::detail::SdpSearchTree& tree,
                                                             std::size_t n) {
  std::map<std::size_t, TreeVertices> all;
  all[0].left.resize(n);
  std::iota(all[0].left.begin(), all[0].left.end(), std::size_t{0});
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    REQUIRE(all.count(i) == 1);
    const subgraph::detail::SdpSearchTree::Node& node = tree.nodes[i];
    if (node.state != subgraph::detail::SdpNodeState::branched) continue;
    TreeVertices child = all[i];
    const auto place = std::find(child.left.begin(), child.left.end(), node.vertex);
    REQUIRE(place != child.left.end());
    child.left.erase(place);
    REQUIRE(node.included > i);
    REQUIRE(node.excluded > i);
    all[node.excluded] = child;
    child.chosen.push_back(node.vertex);
    all[node.included] = child;
  }
  return all;
}

inline double product_with_cut(const subgraph::detail::SdpCut& cut, const std::vector<double>& x) {
  const double i = x[cut.i];
  const double j = x[cut.j];
  const double l = x[cut.l];
  switch (cut.kind) {
    case subgraph::detail::SdpCutKind::within:
      return i * j - i;
    case subgraph::detail::SdpCutKind::cover:
      return i + j - i * j - 1.0;
    case subgraph::detail::SdpCutKind::meeting:
      return i * l + j * l - l - i * j;
    case subgraph::detail::SdpCutKind::triangle:
      return i + j + l - i * j - i * l - j * l - 1.0;
  }
  return HUGE_VAL;
}

/// B of the statement less what the set of 0/1 vector x leaves unused, by z'Pz itself instead of its largest
/// eigenvalue: an upper bound of the set's value up to rounding, equal to it by the identities.
inline double value_through_multipliers(const subgraph::detail::DenseProblem& problem,
                                        const subgraph::detail::SdpNodeProof& proof,
                                        const std::vector<double>& x) {
  const std::size_t n = problem.n;
  const double k = static_cast<double>(problem.s);
  const double t = proof.shift;
  std::vector<double> m(n * n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      m[i * n + j] = i == j ? problem.linear[i] + proof.rows[i] * (1.0 - k)
                            : 0.5 * (problem.weight(i, j) + proof.rows[i] + proof.rows[j]);
    }
  }
  double constant = problem.base;
  double unused = 0.0;
  for (const subgraph::detail::SdpPair& pair : proof.pairs) {
    CHECK(pair.multiplier > 0.0);
    m[pair.i * n + pair.j] += pair.multiplier;
    m[pair.j * n + pair.i] += pair.multiplier;
    unused += 2.0 * pair.multiplier * x[pair.i] * x[pair.j];
  }
  for (const subgraph::detail::SdpCut& cut : proof.cuts) {
    CHECK(cut.multiplier > 0.0);
    const auto take = [&](std::size_t i, std::size_t j, double coefficient) {
      m[i * n + j] -= 0.5 * cut.multiplier * coefficient;
      m[j * n + i] -= 0.5 * cut.multiplier * coefficient;
    };
    const bool triple = cut.kind == subgraph::detail::SdpCutKind::meeting ||
                        cut.kind == subgraph::detail::SdpCutKind::triangle;
    switch (cut.kind) {
      case subgraph::detail::SdpCutKind::within:
        take(cut.i, cut.i, -1.0);
        take(cut.i, cut.j, 1.0);
        break;
      case subgraph::detail::SdpCutKind::meeting:
        take(cut.i, cut.l, 1.0);
        take(cut.j, cut.l, 1.0);
        take(cut.l, cut.l, -1.0);
        take(cut.i, cut.j, -1.0);
        break;
      default:
        constant += cut.multiplier;
        take(cut.i, cut.i, 1.0);
        take(cut.j, cut.j, 1.0);
        take(cut.i, cut.j, -1.0);
        if (triple) {
          take(cut.l, cut.l, 1.0);
          take(cut.i, cut.l, -1.0);
          take(cut.j, cut.l, -1.0);
        }
    }
    unused -= cut.multiplier * product_with_cut(cut, x);
  }
  double sum = 0.0;
  double square = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    double row = 0.0;
    for (std::size_t j = 0; j < n; ++j) {
      row += m[i * n + j];
      square += (x[i] - t) * m[i * n + j] * (x[j] - t);
    }
    square += 2.0 * t / (1.0 - 2.0 * t) * row * (x[i] - t) * (x[i] - t);
    sum += row;
  }
  constant -= t * t * sum / (1.0 - 2.0 * t);
  CHECK(square <= proof.eigenvalue * (k * (1.0 - 2.0 * t) + t * t * static_cast<double>(n)) + 1e-7);
  return constant + square - unused;
}

/// Checks that the leaves cover every set, that the proofs hold for their sets, and that the tree shows
/// `bound` to who checks it.
inline void check_tree(const subgraph::detail::DenseProblem& root,
                       const subgraph::detail::SdpSearchTree& tree, double bound) {
  const std::map<std::size_t, TreeVertices> places = vertices_of_nodes(tree, root.n);
  REQUIRE(places.size() == tree.nodes.size());
  std::size_t covered = 0;
  for (const auto& [index, at] : places) {
    const subgraph::detail::SdpSearchTree::Node& node = tree.nodes[index];
    if (node.state == subgraph::detail::SdpNodeState::branched) continue;
    const std::size_t size = root.s - std::min<std::size_t>(root.s, at.chosen.size());
    if (at.chosen.size() <= root.s) {
      for_each_subset(at.left.size(), size, [&](const std::vector<std::size_t>&) { ++covered; });
    }
    if (node.state != subgraph::detail::SdpNodeState::proof) continue;
    const subgraph::detail::SdpNodeProof& proof = tree.proofs.at(node.proof);
    const TreeVertices& where = places.at(proof.node);
    const subgraph::detail::DenseProblem problem = subgraph::detail::part_of(root, where.left, where.chosen);
    for_each_subset(problem.n, problem.s, [&](const std::vector<std::size_t>& set) {
      std::vector<double> x(problem.n, 0.0);
      for (const std::size_t v : set) x[v] = 1.0;
      const double value = subgraph::detail::value_of(problem, set);
      CHECK(value_through_multipliers(problem, proof, x) == Approx(value).margin(1e-8));
    });
  }
  std::size_t all = 0;
  for_each_subset(root.n, root.s, [&](const std::vector<std::size_t>&) { ++all; });
  CHECK(covered == all);
  const double worst = -std::numeric_limits<double>::max();
  CHECK(subgraph::detail::check_search_tree(root, worst, tree, RunContext()) <= bound);
}

}  // namespace lode::test
