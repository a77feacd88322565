#pragma once

#include <cstddef>

#include <lode/core/run_context.hpp>

#include "bounds/rule.hpp"

namespace lode::subgraph {

/// Whether these seconds suffice for a core with dummies on which the bound comes near what is known.
bool outside_fits(BoundLedger& ledger, const BoundRequest& request, double seconds, const RunContext& run);

/// Memory that rule outside takes on so many rows, core and dummies, with the proof.
double outside_bytes(std::size_t rows);

}  // namespace lode::subgraph
