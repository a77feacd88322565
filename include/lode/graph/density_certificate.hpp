#pragma once

#include <cstdint>
#include <string>

#include <lode/graph/densest.hpp>
#include <lode/graph/graph.hpp>

#pragma GCC visibility push(default)
namespace lode {

/// Why no set S of a graph has more than a bound of (w(S) + c(S)) / b(S): a split of the edges.
struct DensityCertificate {
  Vertex vertices = 0;  ///< of the graph that it is about
  EdgeCount edges = 0;
  Weight weight = 0.0;  ///< of all edges
  DensityTerms terms;
  /// The bound as a fraction where weights, values, costs and shares are integers. With denominator 0 the
  /// bound is the double `bound`, taken exactly.
  std::int64_t numerator = 0;
  std::int64_t denominator = 0;
  double bound = 0.0;
  EdgeSplit split;
};

/// The certificate of the least bound that a split proves, rounded up where it is a double. The split that
/// densest_subgraph returns of integers proves the ratio of its set.
///
/// Cost:    O(m); an exact sum per vertex where numbers are not integers.
/// Errors:  InvalidArgument for terms or shares that are not one per vertex and per edge, for a share that is
///          not between 0 and the weight, and for a value or cost that is not valid.
DensityCertificate density_certificate(const Graph& graph, const DensityTerms& terms, const EdgeSplit& split);

/// One JSON object on a line of its own; docs/certificates.md says what its fields mean.
std::string density_certificate_json(const DensityCertificate& certificate);
inline std::string density_certificate_json(const Graph& graph, const DensityTerms& terms,
                                            const EdgeSplit& split) {
  return density_certificate_json(density_certificate(graph, terms, split));
}

/// Whether a file begins as such a certificate does; false for a file that cannot be read.
bool is_density_certificate(const std::string& path);
/// Reads a certificate; its split can be where densest_subgraph starts from.
/// Errors: InputError for what is no such certificate, and for one of a graph of another size.
DensityCertificate read_density_certificate(const std::string& path, const Graph& graph);

/// Checks a certificate: adds up what every vertex receives, in integers or in sums of doubles without
/// rounding. Shares no code with the search.
///
/// Cost:   O(m).
/// Errors: VerificationError for the first edge whose share is not between 0 and its weight, and for the
///         first vertex that has more than the bound; also for terms that are not valid, and a certificate
///         of a graph of another size.
void check_density_certificate(const Graph& graph, const DensityCertificate& certificate);

}  // namespace lode
#pragma GCC visibility pop
