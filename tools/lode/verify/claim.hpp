#pragma once

#include <span>
#include <string>

#include <lode/graph/graph.hpp>
#include <lode/study/verify.hpp>

namespace lode::tool {

/// The counts of a verified claim in one line, and a line for each part that was not checked.
std::string claim_text(const Graph& graph, std::span<const double> values, const Claim& claim,
                       const VerifiedTotals& totals);

}  // namespace lode::tool
