#pragma once

#include <string>
#include <vector>

#include <lode/graph/graph.hpp>
#include <lode/subgraph/verification.hpp>

namespace lode {

/// What a document of `find --format json` says.
struct FindClaims {
  Vertex vertices = 0;  ///< of the graph
  EdgeCount edges = 0;
  bool weighted = false;       ///< the graph was read with its weights
  std::string input_sha256;    ///< of the graph's file; empty when it was not computed
  std::vector<Claim> results;  ///< one per answer, in order
};

/// Reads back what `find --format json` printed, vertices by original name.
///
/// Errors: InputError for text that is not JSON, another command or schema, a missing field, one of another
///         type or out of range (named by its JSON pointer), or a vertex that the graph does not have.
FindClaims read_find_claims(const std::string& path, const Graph& graph);

}  // namespace lode
