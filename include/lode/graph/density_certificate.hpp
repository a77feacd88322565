#pragma once

#include <cstdint>
#include <string>

#include <lode/graph/densest.hpp>
#include <lode/graph/graph.hpp>

#pragma GCC visibility push(default)
namespace lode {

/// A certificate that no set S of a graph has a larger (w(S) + c(S)) / b(S) than a bound. The proof is a
/// split of the edges.
struct DensityCertificate {
  Vertex vertices = 0;  ///< vertices of the graph
  EdgeCount edges = 0;  ///< edges of the graph
  Weight weight = 0.0;  ///< weight of all edges of the graph
  DensityTerms terms;   ///< values c and costs b
  /// The bound as the fraction numerator / denominator, if weights, values, costs and shares are integers.
  /// With denominator 0 the bound is the double `bound`, taken exactly.
  std::int64_t numerator = 0;
  std::int64_t denominator = 0;  ///< 0: the bound is `bound`
  double bound = 0.0;            ///< the bound as a double
  EdgeSplit split;               ///< the split that proves the bound
};

/// The certificate of the least bound that a split proves, rounded up where it is a double. The split that
/// densest_subgraph returns for integers proves the ratio of its set.
///
/// Cost:    O(m); an exact sum per vertex where numbers are not integers.
/// Errors:  InvalidArgument if there is not one term per vertex or one share per edge, for a share that is
///          not between 0 and the weight, and for a value or cost that is not valid.
DensityCertificate density_certificate(const Graph& graph, const DensityTerms& terms, const EdgeSplit& split);

/// The certificate as one JSON object on a line of its own. docs/certificates.md says what its fields mean.
std::string density_certificate_json(const DensityCertificate& certificate);
/// The certificate of the least bound that a split proves, as JSON.
inline std::string density_certificate_json(const Graph& graph, const DensityTerms& terms,
                                            const EdgeSplit& split) {
  return density_certificate_json(density_certificate(graph, terms, split));
}

/// True if a file begins as such a certificate does. False for a file that cannot be read.
bool is_density_certificate(const std::string& path);
/// Reads a certificate.
///
/// Errors:  InputError for a file that is no such certificate, and for a certificate of a graph of another
///          size.
DensityCertificate read_density_certificate(const std::string& path, const Graph& graph);

/// Checks a certificate. It adds up what every vertex receives, in integers or in sums of doubles without
/// rounding. The check shares no code with the search.
///
/// Cost:    O(m).
/// Errors:  VerificationError for the first edge whose share is not between 0 and its weight, and for the
///          first vertex that has more than the bound. VerificationError also for terms that are not valid,
///          and for a certificate of a graph of another size.
void check_density_certificate(const Graph& graph, const DensityCertificate& certificate);

}  // namespace lode
#pragma GCC visibility pop
