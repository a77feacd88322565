#pragma once

#include "bounds/rule.hpp"

namespace lode::subgraph {

/// Whether the clique number may lower the bound of s, and the search for it has something left to do.
bool clique_may_lower(const BoundLedger& ledger, Findings& findings, Vertex s, const RunContext& run);

}  // namespace lode::subgraph
