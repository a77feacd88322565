#pragma once

#include "bounds/rule.hpp"

namespace lode::subgraph {

/// Whether the low-rank bound is worth these seconds: the core that it needs is too large for outside, and
/// not too large for the time. Never within limited work.
bool sdp_sparse_wanted(BoundLedger& ledger, const BoundRequest& request, double seconds,
                       const RunContext& run);

}  // namespace lode::subgraph
