#pragma once

#include <string>
#include <vector>

#include <lode/graph/graph.hpp>
#include <lode/study/verify.hpp>
#include <lode/subgraph/verification.hpp>

namespace lode {

/// What a document of `find --format json` says.
struct FindClaims {
  GraphIdentity graph;
  std::vector<Claim> results;  ///< one per answer, in order
};

/// Reads back what `find --format json` printed, vertices by original name.
///
/// Errors: InputError for text that is not JSON, another command or schema, a missing field, one of another
///         type or out of range (named by its JSON pointer), or a vertex that the graph does not have.
FindClaims read_find_claims(const std::string& path, const Graph& graph);

}  // namespace lode
