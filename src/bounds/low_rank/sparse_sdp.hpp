#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>

#include "bounds/low_rank/cluster_multipliers.hpp"

namespace lode::subgraph {

/// Multipliers and what they prove of every size: see ClusterMultipliers.
struct SparseSdpCertificate {
  ClusterMultipliers multipliers;
  double eigenvalue = 0.0;  ///< lambda_max(M) is at most this, by enough to prove it again
};

struct SparseSdpOptions {
  double incumbent = 0.0;  ///< the run ends once the bound is expected to prove it optimal
  /// What a vertex beyond the graph weighs at most towards what is left when it is peeled off.
  double outside = 0.0;
  bool all = true;  ///< there are no such vertices
  /// What is known already of sets that may hold vertices outside, by size; empty: nothing.
  std::vector<double> known = {};
};

struct SparseSdpResult {
  std::optional<SparseSdpCertificate> certificate;  ///< nothing when stopped before anything is proven
  std::uint64_t evaluations = 0;
  bool stalled = false;  ///< the bound does not fall any more
};

/// The doubly non-negative bound with clustered pairs, for large sparse graphs.
///
/// The bound is proven by multipliers whose matrix M has a small largest eigenvalue (ClusterMultipliers).
/// They are the dual of
///   max <A/2, X>,  X semidefinite of trace s,  X1 = s diag X,  X_ij <= X_ii for edges, the sum of X_ij over
///   the pairs between two clusters that are no edges >= 0.
/// The search is an augmented Lagrangian over X = VV', where V is n x 32. It ends with a proof of the
/// eigenvalue (prove_eigenvalue).
///
/// One step of the search. V descends on its sphere, and the step gives new multipliers. The largest Ritz
/// value of their M rates them. If that is not far above the best, they become the centre: a serious step.
/// Otherwise the centre stays and V goes on: a null step. After every third null step in a row sigma falls
/// and V is found more exactly. From the third step on the vertices are split in clusters by their rows of V.
/// They are split further when progress ends.
///
/// Vertices beyond the graph. A set of k vertices inside and s - k outside weighs at most k lambda +
/// (1 - k/s) u(S) + (s - k) outside. u is kept below (lambda - outside) s / (s - 1), so that such a set does
/// not weigh more than a set inside may.
///
/// Time and memory. With a time limit a first proof is made early and kept. One and a half times what it took
/// is left for the last one. Cancel and deadline are polled within a factorisation. There is no bound for a
/// graph that would leave more than 5000 vertices to the dense part of the proof, nor where the proof does
/// not fit the time.
///
/// Cost:   O((m + n + clusters^2) 32) an evaluation, a hundred to some thousand of them. The proof takes
/// about
///         (n/2)^3 / 6 multiply-adds on graphs without small separators. Memory: some 2.7 kB a vertex while
///         searching, 8 (n/2)^2 + 8 n clusters bytes for the proof.
/// Errors: InvalidArgument if s < 1 or s > n.
/// Deterministic unless stopped by the clock, for any number of threads; all of the run's are used.
/// Source: low-rank factors: S. Burer, R. D. C. Monteiro, Math. Program. 95 (2003) 329-357; serious and null
///         steps as in C. Lemarechal's bundle methods.
SparseSdpResult sparse_sdp_bound(const Graph& graph, Vertex s, const SparseSdpOptions& options,
                                 const RunContext& run);

/// Checks the eigenvalue of a certificate by code that shares nothing with the solver. Cost: as the proof.
/// Errors: VerificationError for what is not proven; SystemError if the run is stopped.
void check_sparse_sdp_eigenvalue(const Graph& graph, const SparseSdpCertificate& certificate,
                                 const RunContext& run);
/// What a checked certificate proves of sets of t vertices. Cost: O(n log n). Errors: VerificationError.
long double checked_sparse_sdp_value(const Graph& graph, const SparseSdpCertificate& certificate, Vertex t);

}  // namespace lode::subgraph
