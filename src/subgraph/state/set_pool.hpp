#pragma once

// The good sets that a search with many starts has met.

#include <lode/graph/graph.hpp>
#include <lode/subgraph/problem.hpp>

#include "hybrid/escape/elite_pool.hpp"

namespace lode::subgraph::detail {

/// A set met by a search and its weight.
struct Found {
  Weight weight = 0.0;
  VertexSet vertices;
};

/// Sets kept to begin again from: enough that two starts seldom mix the same ones, few enough that all are
/// near the best.
inline constexpr std::size_t elite_sets = 6;

/// By weight; of two sets of equal weight the newer one stays, which keeps the pool moving.
using SetPool = hybrid::ElitePool<VertexSet>;
inline SetPool make_set_pool(Sums sums) { return SetPool(elite_sets, {sums}); }
inline SetPool make_set_pool(const Graph& graph) { return make_set_pool(sums_of(graph.integral())); }

}  // namespace lode::subgraph::detail
