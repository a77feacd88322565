#pragma once

#include <span>
#include <string>

#include <lode/bounds/verification.hpp>
#include <lode/graph/graph.hpp>

namespace lode::tool {

/// What was counted of a claim that holds, and what was not checked: a line, and one for each of these.
std::string claim_text(const Graph& graph, std::span<const double> values, const subgraph::Claim& claim,
                       const subgraph::VerifiedTotals& totals);

}  // namespace lode::tool
