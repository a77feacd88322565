#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lode/bounds/certificate.hpp>
#include <lode/core/run_context.hpp>
#include <lode/graph/cores.hpp>
#include <lode/graph/graph.hpp>
#include <lode/study/find.hpp>

#pragma GCC visibility push(default)
namespace lode {

/// Description of a graph in a result.
struct GraphIdentity {
  Vertex vertices = 0;    ///< number of vertices
  EdgeCount edges = 0;    ///< number of edges
  bool weighted = false;  ///< the graph was read with its weights
  std::string sha256;     ///< SHA-256 of the file of the graph; empty: not computed
};

/// Checks that two descriptions are of one graph. Checksums are compared if both are known.
///
/// Errors:  VerificationError naming the first part that differs.
void check_same_graph(const GraphIdentity& claimed, const GraphIdentity& found);

/// Checks the graph that the bounds of a result are about. `claimed` is the minimum degree of the core, if
/// the result says that its bounds are about graphs with this graph as their core. `input` is the declaration
/// of the input, if any.
///
/// Errors:  VerificationError if the two are about different cores, if only the input is a core, and if a
///          vertex has less than the degree (strength) that the claimed core needs.
void check_same_core(const Graph& graph, std::optional<double> claimed,
                     const std::optional<CoreOrigin>& input);

/// Claims about a set of vertices: the question, and the numbers of the answer. Unset parts are not checked.
struct Claim {
  VertexSet vertices;                       ///< the set
  std::optional<Vertex> s = {};             ///< number of its vertices
  std::optional<EdgeCount> edges = {};      ///< number of edges inside it
  std::optional<Weight> weight = {};        ///< weight of these edges
  std::optional<Weight> objective = {};     ///< weight plus values of the vertices, if these count
  std::optional<double> upper_bound = {};   ///< upper bound on the objective of all sets of this size
  std::optional<double> lower_bound = {};   ///< in place of an upper bound for the lightest sets
  std::string bound = {};                   ///< name of the bound
  std::optional<double> gap = {};           ///< gap between objective and bound
  std::optional<bool> proven_optimal = {};  ///< whether the set is claimed to be optimal
  VertexSet include = {};                   ///< vertices that the set and the sets of the bound contain
  VertexSet exclude = {};                   ///< vertices in none of them
  std::optional<double> core_of = {};       ///< the bound is about graphs with this one as such a core
  bool connected = false;                   ///< the set induces a connected subgraph
  std::shared_ptr<AnswerPart> part = {};    ///< what a question claims; null for the plain question

  /// The demand that the sets of the bound meet (AnswerPart::demand).
  std::string_view demand() const { return part ? part->demand() : std::string_view(); }
};

/// The counts of a claim that holds.
struct VerifiedTotals : subgraph::InducedTotals {
  /// The bound was computed again by its rule. If not, only a certificate shows it.
  bool bound_repeated = false;
  std::string unchecked = {};  ///< what was not checked of the claim's part, in a sentence; may be empty
};

/// Recounts the set, and compares size, edges, weight, objective, bound, gap and optimality.
///
/// Counts and integral weights must agree exactly, and sums of real numbers to a few units in the last place.
/// An upper bound must not be below the recounted objective, nor below the bound of the named rule where this
/// rule can be computed again (is_repeatable). The set must contain and avoid the vertices that the claim
/// names, be connected if that is claimed, and pass the check of its part. `values` are given by the caller;
/// empty: none.
///
/// Cost:    O(n + sum of degrees in the set), and one computation of the named bound.
/// Errors:  VerificationError naming the first part that does not hold, and for values that only the claim or
///          only the caller counts. InvalidArgument for a vertex that does not exist or occurs twice.
///          SystemError if the run is stopped.
VerifiedTotals verify_claim(const Graph& graph, std::span<const Weight> values, const Claim& claim,
                            const RunContext& run = RunContext());
/// Checks all claims of a document. The names of bounds must be known, and no answer may refute the
/// bound of another.
std::vector<VerifiedTotals> verify_claims(const Graph& graph, std::span<const Weight> values,
                                          std::span<const Claim> claims,
                                          const RunContext& run = RunContext());

/// Treatment of certificate steps that rest on a search alone.
enum class SearchSteps {
  refuse,  ///< such a step is an error
  trust    ///< the step is accepted, unless a search of one second finds more
};

/// Checks a certificate (check_certificate), including steps that rest on searches or on bounds stated by the
/// input. `values` has vertex values, if the certificate counts them.
///
/// Cost:    the cost of check_certificate, and at most a second for each step that is accepted.
/// Errors:  VerificationError for a certificate that claims nothing, for a bound that lode does not know, and
///          for a step that does not hold. VerificationError also for a step that rests on a search or a
///          stated bound, if such steps are refused or if a set refutes it.
std::vector<subgraph::CheckedBound> verify_certificate(const Graph& graph, const std::vector<Weight>& values,
                                                       const subgraph::BoundCertificate& certificate,
                                                       SearchSteps searches,
                                                       const RunContext& run = RunContext());

}  // namespace lode
#pragma GCC visibility pop
