#pragma once

#include "bounds/rule.hpp"

namespace lode::subgraph {

/// Exhaustive search is asked for sizes up to this: it settles small ones first, and what their averages
/// and steps prove of larger ones is far above what lp does.
inline constexpr Vertex search_limit = 300;

/// Steps that a search has shown and no certificate can.
extern const ProofRule search_proof_rule;

}  // namespace lode::subgraph
