#pragma once

#include <string>
#include <vector>

#include <lode/graph/graph.hpp>
#include <lode/subgraph/verification.hpp>

namespace lode {

/// Reads back what `find --format json` printed: one claim per result, vertices by original name.
///
/// Errors: InputError for text that is not JSON, another command or schema, a missing or mistyped field
/// (named by
///         its JSON pointer), or a vertex that the graph does not have.
std::vector<Claim> read_find_claims(const std::string& path, const Graph& graph);

}  // namespace lode
