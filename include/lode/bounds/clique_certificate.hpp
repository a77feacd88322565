#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/graph/clique.hpp>
#include <lode/graph/graph.hpp>

#pragma GCC visibility push(default)
namespace lode {

/// A certificate that no set has more k-cliques per vertex than a bound, as one JSON object on one line.
/// docs/certificates.md defines its fields (kind "cliques").
std::string clique_certificate_json(const Graph& graph, const CliqueDensest& found);

/// The bound proven by a certificate of the kind "cliques".
struct CheckedCliques {
  Vertex k = 3;           ///< number of vertices of a clique
  Fraction bound;         ///< no set has more cliques of k vertices per vertex
  VertexSet vertices;     ///< the set that the certificate names
  std::uint64_t cliques;  ///< number of cliques inside the set, counted by the check

  /// True if the set reaches the bound on cliques per vertex.
  bool proven_optimal() const;
};

/// Reads a certificate and checks it, by an enumeration of cliques that shares no code with the search.
///
/// Cost:    all cliques of up to k vertices are enumerated, in the order of the certificate. The candidates
///          of a clique are intersected with the neighbours of its next vertex, along the shorter list.
/// Errors:  InputError for a file that is not a certificate of this kind, and for fields that are missing, of
///          another type, or of another graph. VerificationError for a split that does not add up, for a load
///          above the bound, and for a set that does not have the stated number of cliques. SystemError if
///          the run is stopped.
CheckedCliques check_clique_certificate(const std::string& path, const Graph& graph,
                                        const RunContext& run = RunContext());
/// Overload for the text of a certificate.
CheckedCliques check_clique_certificate(std::span<const char> text, const Graph& graph,
                                        const RunContext& run = RunContext());

}  // namespace lode
#pragma GCC visibility pop
