#pragma once

#include "bounds/rule.hpp"

namespace lode::subgraph {

/// Whether the weights may be like distances, and the search for a size has not ended, or can begin within
/// the request's work and these seconds.
bool concave_goes_on(const BoundLedger& ledger, const Findings& findings, const BoundRequest& request,
                     double seconds);

}  // namespace lode::subgraph
