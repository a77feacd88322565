#pragma once

#include "subgraph/bounds/rule.hpp"

namespace lode::subgraph {

/// Whether the time that sdp gets of `seconds` suffices for a core as large as it should be: it is the
/// strongest rule then, and else a search may do more.
bool sdp_fits(BoundLedger& ledger, const BoundRequest& request, double seconds);

}  // namespace lode::subgraph
