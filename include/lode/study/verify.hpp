#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <lode/bounds/certificate.hpp>
#include <lode/core/run_context.hpp>
#include <lode/graph/cores.hpp>
#include <lode/graph/graph.hpp>

#pragma GCC visibility push(default)
namespace lode {

/// What a result says of the graph it is about.
struct GraphIdentity {
  Vertex vertices = 0;
  EdgeCount edges = 0;
  bool weighted = false;  ///< the graph was read with its weights
  std::string sha256;     ///< of the graph's file; empty when it was not computed
};

/// Errors: VerificationError naming the first part that differs; checksums are compared where both are known.
void check_same_graph(const GraphIdentity& claimed, const GraphIdentity& found);

/// Whether bounds are of the graph that this one is the core of, and can be: `claimed` is the core's number
/// where they are, `input` what the graph is said to be elsewhere, if anything is.
/// Errors: VerificationError when the two are of different cores, when only the input is of a core, and when
/// a
///         vertex has less than the degree (strength) that the claimed core asks for.
void check_same_core(const Graph& graph, std::optional<double> claimed,
                     const std::optional<CoreOrigin>& input);

/// Bounds have names of their own, or that of the method that proved them.
/// Errors: VerificationError for a name that is neither.
void check_bound_name(std::string_view name);

/// What is made of a certificate's steps that say only that a search found no more.
enum class SearchSteps {
  refuse,
  trust  ///< taken as they are, unless a search of one second finds more
};

/// Checks what a certificate proves (check_certificate), and its steps that rest on searches or on bounds
/// that its input stated.
///
/// Cost:   that of check_certificate, and a second at most for each step that is trusted.
/// Errors: VerificationError for a certificate that claims nothing, a bound that lode does not know, a step
///         that does not hold, and one that rests on a search or a stated bound when these are refused or a
///         set refutes it.
std::vector<subgraph::CheckedBound> verify_certificate(const Graph& graph,
                                                       const subgraph::BoundCertificate& certificate,
                                                       SearchSteps searches,
                                                       const RunContext& run = RunContext());
/// The same of a certificate about weights with values of vertices added, given by who asks.
/// Errors: also VerificationError where it is about none.
std::vector<subgraph::CheckedBound> verify_certificate(const Graph& graph, const std::vector<Weight>& values,
                                                       const subgraph::BoundCertificate& certificate,
                                                       SearchSteps searches,
                                                       const RunContext& run = RunContext());

}  // namespace lode
#pragma GCC visibility pop
