#pragma once

// Graphs with a core, their heaviest sets by looking at every set, and dual points of their relaxations.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include <lode/bounds/certificate.hpp>
#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/graph/graph.hpp>
#include <lode/graph/part.hpp>

#include "bounds/certificate/proof_data.hpp"
#include "bounds/dual/alternation.hpp"
#include "bounds/dual/relaxation.hpp"
#include "support/support.hpp"

namespace lode::test {

using namespace subgraph;

inline constexpr double no_set = -std::numeric_limits<double>::infinity();

/// The heaviest set of a family by size, by looking at every set.
inline std::vector<double> heaviest_sets(const Graph& graph, const SetFamily& family) {
  std::vector<double> best(graph.num_vertices() + std::size_t{1}, no_set);
  const std::uint32_t held = mask_of(family.include);
  const std::uint32_t left_out = mask_of(family.exclude);
  for (std::uint32_t mask = 0; mask < (1u << graph.num_vertices()); ++mask) {
    if ((mask & held) != held || (mask & left_out) != 0) continue;
    long double weight = 0.0L;
    std::size_t size = 0;
    for (Vertex v = 0; v < graph.num_vertices(); ++v) {
      if (!(mask >> v & 1u)) continue;
      ++size;
      if (!family.values.empty()) weight += family.values[v];
      graph.for_each_neighbor(v, [&](Vertex u, Weight w) { weight += u < v && (mask >> u & 1u) ? w : 0.0; });
    }
    best[size] = std::max(best[size], static_cast<double>(weight));
  }
  return best;
}

/// A dense part, few edges beside it, stars and isolated vertices.
inline Graph small_core_graph(std::uint64_t seed, TestWeights kind) {
  const Rng rng(seed);
  const Vertex n = 6 + static_cast<Vertex>(seed % 4);
  const Vertex dense = 4 + static_cast<Vertex>(rng.at(1) % 2);
  std::vector<WeightedEdge> edges;
  std::vector<Edge> plain;
  std::uint64_t drawn = 10;
  for (Vertex u = 0; u < n; ++u) {
    for (Vertex v = u + 1; v < n; ++v) {
      const double chance = v < dense ? 0.9 : u == 0 ? 0.5 : 0.15;
      if (rng.uniform_at(drawn++) > chance) continue;
      const double x = rng.uniform_at(drawn++);
      edges.push_back({u, v, kind == TestWeights::real ? 3.0 * x + 0.01 : 1.0 + std::floor(3.0 * x)});
      plain.push_back({u, v});
    }
  }
  return kind == TestWeights::none ? Graph::from_edges(plain, n) : Graph::from_edges(edges, n);
}

inline SetFamily small_family(const Graph& graph, std::uint64_t seed) {
  const Rng rng(seed, 7);
  SetFamily family;
  if (seed % 3 == 1) family.include = {static_cast<Vertex>(rng.at(1) % graph.num_vertices())};
  if (seed % 4 == 2) {
    const auto v = static_cast<Vertex>(rng.at(2) % graph.num_vertices());
    if (family.include.empty() || family.include.front() != v) family.exclude = {v};
  }
  if (seed % 5 == 3) {
    for (Vertex v = 0; v < graph.num_vertices(); ++v) {
      const double value = 4.0 * rng.uniform_at(20 + v) - 1.0;
      family.values.push_back(seed % 2 == 0 ? std::floor(value) : value);
    }
  }
  return family;
}

inline bool accepted(const Graph& graph, const SetFamily& family, const BoundCertificate& certificate) {
  try {
    check_certificate(graph, family, certificate);
  } catch (const VerificationError&) {
    return false;
  }
  return true;
}

/// A core with dummies of any number, and multipliers that nobody chose well, or that the solver found.
inline dual::DualPoint some_point(const dual::Relaxation& relaxation, const Rng& rng, bool solved) {
  const std::size_t n = relaxation.size();
  if (solved) {
    dual::Alternation search(relaxation, static_cast<Vertex>(n - relaxation.dummies));
    for (int iteration = 1; iteration <= 30; ++iteration) {
      search.iterate(iteration % 3 == 0, [] { return false; });
    }
    const dual::Alternation::Rows u = search.multipliers();
    const double eigenvalue = search.careful_eigenvalue(u.data());
    return {{u.data(), u.data() + u.size()}, eigenvalue, search.bound(eigenvalue)};
  }
  dual::DualPoint point;
  for (std::size_t i = 0; i < n * n; ++i) {
    point.multipliers.push_back(static_cast<float>(rng.uniform_at(100 + i) - 0.5));
  }
  point.eigenvalue = 0.5 * static_cast<double>(n);
  return point;
}

/// A graph whose core holds the best sets and has much around it.
inline Graph core_and_tail() {
  std::vector<Edge> edges;
  const Rng rng(11);
  std::uint64_t drawn = 1;
  for (Vertex u = 0; u < 400; ++u) {
    for (Vertex v = u + 1; v < 400; ++v) {
      const double chance = v < 80 ? 0.35 : v < 160 ? 0.1 : 0.01;
      if (rng.uniform_at(drawn++) < chance) edges.push_back({u, v});
    }
  }
  return Graph::from_edges(edges, 400);
}

/// The whole of a graph without dummies, for sets of s vertices.
inline dual::Relaxation whole_relaxation(const Part& part, Vertex s, Vertex dummies) {
  std::vector<Vertex> order(part.graph.num_vertices());
  std::iota(order.begin(), order.end(), Vertex{0});
  std::reverse(order.begin(), order.end());
  return dual::make_relaxation(part, order, s, dummies, 5.0);
}

/// Data on a part that rest on one stage of multipliers.
inline std::shared_ptr<subgraph::PartMultipliers> one_stage(const Part& part, Vertex s, Vertex dummies,
                                                            subgraph::detail::DualStage stage) {
  auto tree = std::make_shared<subgraph::detail::SdpSearchTree>();
  tree->nodes.resize(1);
  tree->rest_on(std::move(stage));
  return std::make_shared<subgraph::PartMultipliers>(
      subgraph::PartMultipliers{.part = part, .s = s, .dummies = dummies, .tree = std::move(tree)});
}

/// The most rows of a stage in a certificate.
inline std::size_t most_rows(const subgraph::BoundCertificate& certificate) {
  std::size_t most = 0;
  for (const auto& data : certificate.multipliers) {
    if (!data->tree) continue;
    for (const auto& stage : data->tree->stages) most = std::max(most, stage.multipliers.size());
  }
  return static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(most))));
}

}  // namespace lode::test
