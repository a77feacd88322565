#pragma once

#include <cstddef>

#include <lode/core/run_context.hpp>

#include "bounds/rule.hpp"

namespace lode::subgraph {

/// What a bound has to be below to serve, for a set of a known weight and a gap: others lower it further.
double good_bound(const BoundLedger& ledger, double weight, double gap);

/// Whether there may be another core to try.
bool outside_goes_on(Findings& findings, Vertex s);

/// Whether these seconds suffice for a core with dummies on which the bound comes near what is known. True if
/// there is no core to ask for.
bool outside_fits(const BoundLedger& ledger, Findings& findings, const BoundRequest& request, double seconds,
                  const RunContext& run);

/// Memory that rule outside takes on so many rows, core and dummies, with the proof.
double outside_bytes(std::size_t rows);

}  // namespace lode::subgraph
