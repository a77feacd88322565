#pragma once

// Tabu exchanges over the rows of an adjacency matrix: for small and for dense graphs.

#include <memory>

#include <lode/core/rng.hpp>

#include "subgraph/search/moves/tabu_set.hpp"
#include "subgraph/search/moves/tenures.hpp"
#include "subgraph/search/places/dense_rows.hpp"

namespace lode::subgraph::detail {

/// A TabuSet whose moves pass over whole rows: every d_S is brought up to date, and the extreme ones among
/// the vertices that are free are found, in the order of memory and several at a time.
///
/// `members`, increasing, holds the `anchors`. `rows` are made for sets of as many vertices; `draws` must
/// outlive the set.
///
/// Cost: O(n) per exchange or move, with a small constant: 2 rows of cells, and 6 bytes (24 when not small)
///       per vertex; the adjacency tests among at most 64 members and 64 outsiders.
std::unique_ptr<TabuSet> make_dense_tabu_set(std::shared_ptr<const DenseRows> rows, const VertexSet& members,
                                             const VertexSet& anchors, const TabuRules& rules, Rng& draws);

}  // namespace lode::subgraph::detail
