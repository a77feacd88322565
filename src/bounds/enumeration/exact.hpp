#pragma once

#include "bounds/rule.hpp"

namespace lode::subgraph {

/// Whether the work suffices for more than what comes before the first set.
bool exact_begins(const BoundLedger& ledger, const BoundRequest& request);

}  // namespace lode::subgraph
