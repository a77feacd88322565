#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>

#include "subgraph/bounds/low_rank/cluster_multipliers.hpp"
#include "subgraph/bounds/low_rank/low_rank.hpp"
#include "subgraph/bounds/sdp/sdp.hpp"

namespace lode::subgraph {

/// Multipliers by which vertices go.
struct SparseSdpStage {
  VertexSet vertices;              ///< what is left of the graph before; increasing
  ClusterMultipliers multipliers;  ///< of the subgraph that they induce
  /// t: tI - M is positive semidefinite, by enough to prove it again; reserves are those of tI - M.
  double eigenvalue = 0.0;
};

/// Vertices that no set needs which is heavier than is to be proven.
///
/// Statement: with D(t) what the multipliers of a stage prove of t vertices and Z = tI - M, a set of t
/// vertices that holds v weighs at most D(t) - 1/(Z^-1)_vv (prove_vertex_reserves). Where that is at most
/// goals[t] for all sizes, v goes. Then vertices go, one after the other, that weigh at most `peel` towards
/// those left. So with F(t) the largest weight inside what is left in the end and f that of the whole graph,
///   f(t) <= max(F(t), goals[t], f(t - 1) + peel)
/// for the sizes that have a goal.
struct SparseReduction {
  Weight peel = 0.0;                   ///< 0: no vertex goes this way
  std::vector<double> goals;           ///< by size, 0 to s; infinite where nothing is said
  std::vector<SparseSdpStage> stages;  ///< the first holds every vertex of the graph
  VertexSet left;                      ///< after the last stage; increasing
};

/// Multipliers and what they prove of every size: see ClusterMultipliers. With a reduction they are those of
/// the subgraph that is left, or there are none, and `rest` bounds its sets: what is proven is the larger of
/// that and of the goal, of sets inside the graph but for those that are peeled.
struct SparseSdpCertificate {
  ClusterMultipliers multipliers;
  double eigenvalue = 0.0;  ///< lambda_max(M) is at most this, by enough to prove it again
  std::shared_ptr<const SparseReduction> reduction = {};
  std::vector<SdpCertificate> rest = {};
  /// By size, 0 to s: which of the rest bounds it, those of one stage any size; no_rest: the multipliers do.
  std::vector<std::size_t> rest_of = {};
  static constexpr std::size_t no_rest = std::numeric_limits<std::size_t>::max();
};

/// Where a run ended that has let vertices go.
struct SparseSdpRest {
  SparseReduction reduction;
  Graph graph;         ///< what is left
  LowRankState state;  ///< on it
};

struct SparseSdpOptions {
  double incumbent = 0.0;  ///< the run ends once the bound is expected to prove it optimal
  double outside = 0.0;    ///< as in LowRankOptions
  bool all = true;
  std::vector<double> known = {};     ///< as in LowRankOptions
  std::uint64_t max_evaluations = 0;  ///< 0: until the bound stalls
  /// What may be spent on letting vertices go and on what is left, in the units of BoundRequest.
  double work = std::numeric_limits<double>::infinity();
  const LowRankState* start = nullptr;
  /// Goes on there instead, for the same size, an incumbent no smaller, and the same outside.
  const SparseSdpRest* rest = nullptr;
};

struct SparseSdpResult {
  std::optional<SparseSdpCertificate> certificate;  ///< nothing when stopped before anything is proven
  /// The same with vertices let go; nothing where none were, or nothing is proven of what is left. It says
  /// nothing of sizes for which the other one is to be used.
  std::optional<SparseSdpCertificate> reduced;
  std::vector<double> inside;  ///< what that one proves, by size, 0 to s; not floored
  double expected = 0.0;       ///< the bound without a proof, of sets that may hold vertices outside too
  std::uint64_t evaluations = 0;
  double work = 0.0;                          ///< spent beside evaluations
  bool stalled = false;                       ///< the bound does not fall any more
  LowRankState state;                         ///< of the whole graph
  std::shared_ptr<const SparseSdpRest> rest;  ///< null where no vertex went
  std::vector<LowRankTracePoint> trace;
};

/// The doubly non-negative bound with clustered pairs of a large sparse graph: multipliers by
/// low_rank_multipliers, then a proof of the largest eigenvalue by EigenvalueProof. Where the bound is above
/// the incumbent by no more than what a set gains from its last vertex, about, vertices go that no better set
/// needs (SparseReduction), with the goals that the chain over smaller sizes asks for, and what is left is
/// bounded the same way, from where the multipliers stood, or by sdp once it is small.
///
/// Cost:   of the search, a hundred to some thousand evaluations of O((m + n + clusters^2) low_rank); of the
///         proof, about (n/2)^3 / 6 multiply-adds on graphs without small separators; of the reserves, n^3 /
///         3 on graphs of up to 6000 vertices, no more often than three times as much was spent on
///         evaluations. Memory: some 2.7 kB a vertex while searching, 2 (n/2)^2 + 8 n clusters bytes for the
///         proof, 2 n^2 bytes for reserves. With a time limit a first proof is made early and kept, and some
///         times what it took is left for the last one: who gives time for some proofs gets one. Cancel and
///         deadline are polled within a factorisation. A graph that would leave more than 15,000 vertices
///         (450 MB; 900 MB in a check) to the dense part of the proof gets no bound, nor one whose proof does
///         not fit the time: random graphs of more than some 30,000 vertices, which take minutes.
/// Errors: InvalidArgument if s < 1 or s > n.
/// Deterministic unless stopped by the clock, for any number of threads; all of the run's are used.
/// Source: low-rank factors: S. Burer, R. D. C. Monteiro, Math. Program. 95 (2003) 329-357; serious and null
///         steps as in C. Lemarechal's bundle methods.
SparseSdpResult sparse_sdp_bound(const Graph& graph, Vertex s, const SparseSdpOptions& options,
                                 const RunContext& run);

/// What a reduction lets go, worked out by code that shares nothing with the solver: a factorisation of its
/// own in doubles for every stage, and the columns of its inverse. `outside` is what peeled vertices may
/// weigh.
///
/// Cost:   n^3 / 3 multiply-adds and 4 n^2 bytes per stage.
/// Errors: VerificationError for what is not proven; SystemError if the run is stopped.
void check_sparse_sdp_reduction(const Graph& graph, Weight outside, const SparseSdpCertificate& certificate,
                                const RunContext& run);

/// What a certificate proves of sets of t vertices of its graph, worked out by code that shares nothing with
/// the solver: a factorisation of its own shows the eigenvalue. After a reduction, of what that leaves.
///
/// Cost:   as the proof; 4 (n/2)^2 bytes.
/// Errors: VerificationError for what is not proven; SystemError if the run is stopped.
void check_sparse_sdp_eigenvalue(const Graph& graph, const SparseSdpCertificate& certificate,
                                 const RunContext& run);
/// The value alone, for an eigenvalue and a reduction that have been checked; infinite where nothing is said
/// of a size. Cost: O(n log n), and where the rest bounds the size what that takes. Errors:
/// VerificationError.
long double checked_sparse_sdp_value(const Graph& graph, const SparseSdpCertificate& certificate, Vertex t,
                                     const RunContext& run);

}  // namespace lode::subgraph
