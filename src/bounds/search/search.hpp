#pragma once

#include "bounds/rule.hpp"

namespace lode::subgraph {

/// Graphs of at most so many vertices are searched as they are, beside no other semidefinite bound.
inline constexpr Vertex searched_graph = 200;

/// Whether the search with semidefinite bounds takes the whole graph of the ledger.
bool search_takes_graph(const BoundLedger& ledger);

}  // namespace lode::subgraph
