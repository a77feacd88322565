#pragma once

#include "bounds/rule.hpp"

namespace lode::subgraph {

/// Whether the low-rank bound is worth these seconds: it has not stalled, and the core that it needs is
/// large, but not too large for the time.
bool sdp_sparse_goes_on(const BoundLedger& ledger, Findings& findings, const BoundRequest& request,
                        double seconds, const RunContext& run);

}  // namespace lode::subgraph
