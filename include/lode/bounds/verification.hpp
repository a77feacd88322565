#pragma once

#include <optional>
#include <span>
#include <string>

#include <lode/bounds/bounds.hpp>
#include <lode/subgraph/problem.hpp>

#pragma GCC visibility push(default)
namespace lode::subgraph {

/// What a set is claimed to reach as the largest one of a threshold. A demand of 0 asks nothing.
struct ThresholdClaim {
  double density = 0.0;                   ///< least weight per pair of vertices
  double average_degree = 0.0;            ///< least average degree
  std::optional<EdgeCount> missing = {};  ///< largest number of pairs that are not joined
  Vertex plex = 0;                        ///< every member misses at most plex - 1 others
  double degree_share = 0.0;              ///< every member is joined to at least this part of the others
  Weight needed_weight = 0.0;             ///< the weight that sets of this size must have
  bool reached = true;                    ///< the set reaches the threshold
  bool largest = false;                   ///< no larger set does
  Vertex largest_possible = 0;            ///< no set of more vertices does
};

/// What somebody claims about a set of vertices. Unset parts are not checked.
struct Claim {
  VertexSet vertices;                         ///< the set
  std::optional<Vertex> s = {};               ///< number of its vertices
  std::optional<EdgeCount> edges = {};        ///< number of edges inside it
  std::optional<Weight> weight = {};          ///< weight of these edges
  std::optional<Weight> value = {};           ///< sum of the values of its vertices
  std::optional<Weight> objective = {};       ///< weight plus value, which the bound is about
  std::optional<double> edge_density = {};    ///< edge density, or density by weight
  std::optional<double> average_degree = {};  ///< average degree
  std::optional<double> upper_bound = {};     ///< upper bound on the objective of all sets of this size
  /// Set in place of an upper bound if the claim is about the lightest sets.
  std::optional<double> lower_bound = {};
  std::string bound = {};                               ///< name of the bound behind `upper_bound`
  std::optional<double> gap = {};                       ///< gap between objective and bound
  std::optional<bool> proven_optimal = {};              ///< whether the set is claimed to be proven optimal
  std::optional<StationarityReport> stationarity = {};  ///< claimed stationarity
  VertexSet include = {};                               ///< vertices that the set is claimed to contain
  VertexSet exclude =
      {};  ///< vertices that it is claimed to avoid; the upper bound is about sets that do both
  bool connected = false;  ///< the set is claimed to induce a connected subgraph
  Vertex rank = 0;  ///< 1, 2, ... among several answers of one size; 0: there is one (check_ranks compares)
  std::optional<ThresholdClaim> threshold = {};  ///< unset: no threshold was asked for
};

/// Recounts the set and checks every part of the claim but its rank.
///
/// Counts and integral weights must agree exactly, sums of real numbers to 1e-9 of the sum of their
/// magnitudes. An upper bound must not be below the recounted weight. It must also not be below the value
/// that the bound of that name gives when it is computed again by the same rule. (A bound with a name that
/// lode does not know is compared with the weight alone.) Stationarity is checked again. An exhaustive check
/// is repeated and must give the same result. A sampled one must not be refuted by up to 2000 blocks of other
/// draws. What a threshold asks of the set is counted again. That no larger set reaches it is not: a
/// certificate shows that.
///
/// Cost:    O(n + sum of degrees in the set), one computation of the named bound, and one check of
///          stationarity.
/// Errors:  VerificationError naming the first part that does not hold. InvalidArgument for a vertex that
///          does not exist or is given twice. SystemError if the run is stopped before everything is checked.
InducedTotals verify_claim(const Graph& graph, const Claim& claim, const RunContext& run);
/// The same for sets of vertices with values (Problem::values). The caller gives the values; they are not
/// taken from the claim.
///
/// Errors:  VerificationError also if the claim has a value but the caller gives none.
InducedTotals verify_claim(const Graph& graph, std::span<const Weight> values, const Claim& claim,
                           const RunContext& run);

}  // namespace lode::subgraph
#pragma GCC visibility pop
