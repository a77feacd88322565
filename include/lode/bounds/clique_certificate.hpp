#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/graph/clique.hpp>
#include <lode/graph/graph.hpp>

#pragma GCC visibility push(default)
namespace lode {

/// Why no set has more k-cliques per vertex than a bound, as one JSON object on a line of its own;
/// docs/certificates.md says what its fields mean (kind "cliques").
std::string clique_certificate_json(const Graph& graph, const CliqueDensest& found);

/// What a certificate of the kind "cliques" was found to prove.
struct CheckedCliques {
  Vertex k = 3;
  Fraction bound;         ///< no set has more cliques of k vertices per vertex
  VertexSet vertices;     ///< the set it names
  std::uint64_t cliques;  ///< inside it, counted

  /// The set has as many as the bound allows.
  bool optimal() const;
};

/// Reads a certificate and checks it, by an enumeration of cliques that shares nothing with the search.
/// Nothing for a file that is no certificate of this kind, whatever it is.
///
/// Cost:    one pair of neighbours, looked up, for every two vertices among those later neighbours that a
///          vertex has in the order of the certificate.
/// Errors:  InputError for fields that are missing or of another type and for another graph's;
/// VerificationError
///          for a split that does not add up, a load above the bound, and a set that has not the cliques it
///          is said to have; SystemError if the run is stopped.
std::optional<CheckedCliques> check_clique_certificate(const std::string& path, const Graph& graph,
                                                       const RunContext& run = RunContext());

}  // namespace lode
#pragma GCC visibility pop
