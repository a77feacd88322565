#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

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
  Weight needed_weight = 0.0;             ///< the weight that sets of this size must have
  bool reached = true;                    ///< the set reaches the threshold
  bool largest = false;                   ///< no larger set does
  Vertex largest_possible = 0;            ///< no set of more vertices does; 0: no set does
  /// The next larger size that is open; 0: none is. Unset: nothing is claimed of it.
  std::optional<Vertex> next_possible = {};
  std::string bound = {};  ///< what is claimed to rule out larger sizes; check_bound_names looks at it
};

/// How a set is claimed to keep a quota. Who belongs to a group is not known here.
struct QuotaClaim {
  std::string group;                   ///< name of the group
  Vertex count = 0;                    ///< members of the group in the set
  Vertex at_least = 0;                 ///< least number of members
  std::optional<Vertex> at_most = {};  ///< largest number of members; unset: no limit
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
  std::optional<bool> minimised = {};       ///< whether the claim says that it is about the lightest sets
  std::string bound = {};                   ///< name of the bound behind `upper_bound`
  std::optional<double> gap = {};           ///< gap between objective and bound
  std::optional<bool> proven_optimal = {};  ///< whether the set is claimed to be proven optimal
  /// How far a better set may be above one that is proven optimal (FindAnswer::optimality_tolerance). Unset:
  /// as far as core/tolerance.hpp says.
  std::optional<double> optimality_tolerance = {};
  std::optional<double> proven_within = {};  ///< how far a better set may be above it, in units of weight
  VertexSet include = {};                    ///< vertices that the set is claimed to contain
  VertexSet exclude =
      {};  ///< vertices that it is claimed to avoid; the upper bound is about sets that do both
  /// Vertices of earlier answers. The set and the sets of the upper bound avoid them, too.
  VertexSet bound_excludes = {};
  /// The upper bound is about graphs whose core of this minimum degree (strength) the graph is. The caller
  /// checks that it can be that core (check_same_core).
  std::optional<double> core_of = {};
  std::vector<QuotaClaim> quotas = {};  ///< quotas that the set and the sets of the bound are claimed to keep
  bool connected = false;               ///< the set is claimed to induce a connected subgraph
  std::optional<ThresholdClaim> threshold = {};  ///< unset: no threshold was asked for
};

/// What was counted of a claim that holds.
struct VerifiedTotals : InducedTotals {
  /// The bound was computed again by its rule. False also if nothing is claimed of a bound. Then it rests on
  /// whoever claims it: only a certificate shows it.
  bool bound_repeated = false;
};

/// Recounts the set and checks the claim about it: its size, edges, weight, value and densities, the vertices
/// to hold and to avoid, connectedness, its bound, and what is said to be proven.
///
/// Counts and integral weights must agree exactly, sums of real numbers to a few units in the last place. An
/// upper bound must not be below the recounted weight, nor below the bound that the rule of that name gives
/// when it is computed again. Rules that cannot repeat a bound leave it to a certificate
/// (VerifiedTotals::bound_repeated). The bound of a declared core takes `core_of` into account. A set is
/// proven optimal if the bound is above it by at most 1e-9 of its own magnitude, and proven within a distance
/// if the bound is above it by at most that. A set that is claimed to reach a threshold must reach it, and
/// one that is not must not, unless it is not connected. That no larger set reaches it is left to a
/// certificate. Counts of quotas must lie within their limits; the members of groups are not known here.
///
/// Demands that lode::find refuses together are refused here, too: thresholds, declared cores, values, lower
/// bounds.
///
/// Cost:    O(n + sum of degrees in the set), and one computation of the named bound.
/// Errors:  VerificationError naming the first part that does not hold. InvalidArgument for a vertex that
///          does not exist or is given twice. SystemError if the run is stopped before everything is checked.
VerifiedTotals verify_claim(const Graph& graph, const Claim& claim, const RunContext& run);
/// The same for sets of vertices with values (Problem::values). The caller gives the values; they are not
/// taken from the claim.
///
/// Errors:  VerificationError also if the claim has a value but the caller gives none.
VerifiedTotals verify_claim(const Graph& graph, std::span<const Weight> values, const Claim& claim,
                            const RunContext& run);

}  // namespace lode::subgraph
#pragma GCC visibility pop
