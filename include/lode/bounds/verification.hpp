#pragma once

#include <optional>
#include <span>
#include <string>

#include <lode/bounds/bounds.hpp>
#include <lode/subgraph/problem.hpp>

#pragma GCC visibility push(default)
namespace lode::subgraph {

/// What somebody says of a vertex set; unset parts are not checked.
struct Claim {
  VertexSet vertices;
  std::optional<Vertex> s = {};
  std::optional<EdgeCount> edges = {};
  std::optional<Weight> weight = {};
  std::optional<Weight> value = {};      ///< the sum of the values of its vertices
  std::optional<Weight> objective = {};  ///< weight and value together, which the bound is on
  std::optional<double> density = {};
  std::optional<double> average_degree = {};
  std::optional<double> upper_bound = {};
  /// Given in place of an upper bound: the claim is about the lightest sets.
  std::optional<double> lower_bound = {};
  std::string bound = {};  ///< name of the bound behind `upper_bound`
  std::optional<double> gap = {};
  std::optional<bool> proven_optimal = {};
  std::optional<StationarityReport> stationarity = {};
  VertexSet include = {};  ///< vertices that the set is said to hold
  VertexSet exclude = {};  ///< and not to hold; the upper bound is about sets that do and do not
  bool connected = false;  ///< the set is said to induce a connected subgraph
};

/// Recounts the set and checks every part of the claim. Counts and integral weights must agree exactly, real
/// numbers to 1e-9 relative. An upper bound must not be below the recounted weight, and not below what the
/// bound of that name gives when it is computed again, by the same rule (bounds that lode does not know are
/// only compared with the weight). Stationarity is looked at again: an exhaustive check is repeated and must
/// come to the same; a sampled one must not be refuted by up to 2000 blocks of other draws.
///
/// Cost:   O(n + sum of degrees in the set), one computation of the named bound, one check of stationarity.
/// Errors: VerificationError naming the first part that does not hold; InvalidArgument for a vertex that does
///         not exist or is given twice; SystemError if the run is stopped before all is checked.
InducedTotals verify_claim(const Graph& graph, const Claim& claim, const RunContext& run);
/// The same of sets of vertices with values (Problem::values), which the caller knows: none are claimed.
/// Errors: also VerificationError where values are claimed and none are given.
InducedTotals verify_claim(const Graph& graph, std::span<const Weight> values, const Claim& claim,
                           const RunContext& run);

}  // namespace lode::subgraph
#pragma GCC visibility pop
