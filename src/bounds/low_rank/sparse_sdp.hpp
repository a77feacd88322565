#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>

#include "bounds/low_rank/cluster_multipliers.hpp"
#include "bounds/low_rank/low_rank.hpp"

namespace lode::subgraph {

/// Multipliers and what they prove of every size: see ClusterMultipliers.
struct SparseSdpCertificate {
  ClusterMultipliers multipliers;
  double eigenvalue = 0.0;  ///< lambda_max(M) is at most this, by enough to prove it again
};

struct SparseSdpOptions {
  double incumbent = 0.0;  ///< the run ends once the bound is expected to prove it optimal
  double outside = 0.0;    ///< as in LowRankOptions
  bool all = true;
  std::vector<double> known = {};     ///< as in LowRankOptions
  std::uint64_t max_evaluations = 0;  ///< 0: until the bound stalls
  const LowRankState* start = nullptr;
};

struct SparseSdpResult {
  std::optional<SparseSdpCertificate> certificate;  ///< nothing when stopped before anything is proven
  double expected = 0.0;  ///< the bound without a proof, of sets that may hold vertices outside too
  std::uint64_t evaluations = 0;
  bool stalled = false;  ///< the bound does not fall any more
  LowRankState state;    ///< of the whole graph
  std::vector<LowRankTracePoint> trace;
};

/// The doubly non-negative bound with clustered pairs of a large sparse graph: multipliers by
/// low_rank_multipliers, then a proof of the largest eigenvalue by EigenvalueProof.
///
/// Cost:   of the search, a hundred to some thousand evaluations of O((m + n + clusters^2) low_rank); of the
///         proof, about (n/2)^3 / 6 multiply-adds on graphs without small separators. Memory: some 2.7 kB a
///         vertex while searching, 2 (n/2)^2 + 8 n clusters bytes for the proof. With a time limit a first
///         proof is made early and kept, and some times what it took is left for the last one: who gives time
///         for some proofs gets one. Cancel and deadline are polled within a factorisation. A graph that
///         would leave more than 15,000 vertices (450 MB; 900 MB in a check) to the dense part of the proof
///         gets no bound, nor one whose proof does not fit the time: random graphs of more than some 30,000
///         vertices, which take minutes.
/// Errors: InvalidArgument if s < 1 or s > n.
/// Deterministic unless stopped by the clock, for any number of threads; all of the run's are used.
/// Source: low-rank factors: S. Burer, R. D. C. Monteiro, Math. Program. 95 (2003) 329-357; serious and null
///         steps as in C. Lemarechal's bundle methods.
SparseSdpResult sparse_sdp_bound(const Graph& graph, Vertex s, const SparseSdpOptions& options,
                                 const RunContext& run);

/// What a certificate proves of sets of t vertices of its graph, worked out by code that shares nothing with
/// the solver: a factorisation of its own shows the eigenvalue.
///
/// Cost:   as the proof; 4 (n/2)^2 bytes.
/// Errors: VerificationError for what is not proven; SystemError if the run is stopped.
void check_sparse_sdp_eigenvalue(const Graph& graph, const SparseSdpCertificate& certificate,
                                 const RunContext& run);
/// The value alone, for an eigenvalue that has been checked. Cost: O(n log n). Errors: VerificationError.
long double checked_sparse_sdp_value(const Graph& graph, const SparseSdpCertificate& certificate, Vertex t);

}  // namespace lode::subgraph
