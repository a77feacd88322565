#pragma once

#include <cstddef>

#include "bounds/rule.hpp"

namespace lode::subgraph {

/// How many vertices the core has that the low-rank bound would go on with for these seconds. 0 where they
/// are better spent otherwise: the bound has stalled, or the core is small, or too large for the time.
std::size_t sdp_sparse_rows(const BoundLedger& ledger, Findings& findings, const BoundRequest& request,
                            double seconds, const RunContext& run);

}  // namespace lode::subgraph
