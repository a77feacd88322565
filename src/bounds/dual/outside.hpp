#pragma once

#include "bounds/rule.hpp"

namespace lode::subgraph {

/// Whether these seconds suffice for a core with dummies on which the bound comes near what is known.
bool outside_fits(BoundLedger& ledger, const BoundRequest& request, double seconds, const RunContext& run);

}  // namespace lode::subgraph
