#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lode/bounds/certificate.hpp>
#include <lode/bounds/verification.hpp>
#include <lode/core/run_context.hpp>
#include <lode/graph/cores.hpp>
#include <lode/graph/graph.hpp>

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

/// Checks the name of a bound. It must be the name of a rule, or of the method that proved the bound.
///
/// Errors:  VerificationError for another name.
void check_bound_name(std::string_view name);

/// Checks the names of the bounds of a claim: the bound on its objective, and the bound against larger sizes.
/// A bound by quotas needs quotas.
///
/// Errors:  the errors of check_bound_name. VerificationError for a bound by quotas without any.
void check_bound_names(const subgraph::Claim& claim);

/// Checks that no answer of a document refutes the bound of another: every answer of that size that the bound
/// is about, with its vertices to include and to leave out, must keep to it. Answers are counted again.
///
/// Cost:    O(k (n + sum of degrees in a set)) for k answers, and O(k^2) comparisons of numbers.
/// Errors:  VerificationError for a bound that is refuted.
void check_bounds_agree(const Graph& graph, std::span<const Weight> values,
                        std::span<const subgraph::Claim> claims);

/// Treatment of certificate steps that rest on a search alone.
enum class SearchSteps {
  refuse,  ///< such a step is an error
  trust    ///< the step is accepted, unless a search of one second finds more
};

/// Checks a certificate (check_certificate), including steps that rest on searches or on bounds stated by the
/// input.
///
/// Cost:    the cost of check_certificate, and at most a second for each step that is accepted.
/// Errors:  VerificationError for a certificate that claims nothing, for a bound that lode does not know, and
///          for a step that does not hold. VerificationError also for a step that rests on a search or a
///          stated bound, if such steps are refused or if a set refutes it.
std::vector<subgraph::CheckedBound> verify_certificate(const Graph& graph,
                                                       const subgraph::BoundCertificate& certificate,
                                                       SearchSteps searches,
                                                       const RunContext& run = RunContext());
/// As above for a certificate about weights plus values of vertices. The caller gives the values.
///
/// Errors:  VerificationError also if the certificate has no values.
std::vector<subgraph::CheckedBound> verify_certificate(const Graph& graph, const std::vector<Weight>& values,
                                                       const subgraph::BoundCertificate& certificate,
                                                       SearchSteps searches,
                                                       const RunContext& run = RunContext());

}  // namespace lode
#pragma GCC visibility pop
