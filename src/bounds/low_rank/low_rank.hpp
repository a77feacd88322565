#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>

#include "bounds/low_rank/cluster_multipliers.hpp"
#include "bounds/low_rank/clusters.hpp"
#include "bounds/low_rank/lagrangian.hpp"

namespace lode::subgraph {

/// Where a run of low_rank_multipliers ended: a later one, of another size too, may begin there.
struct LowRankState {
  std::vector<float> v;
  detail::SolverMultipliers centre;  ///< scaled
  detail::Clustering clustering;
  double sigma = 0.0;
  double scale = 1.0;  ///< what the weights, and with them the multipliers, are multiplied by
};

struct LowRankResult;

struct LowRankOptions {
  /// Ends once the bound is expected to be below this.
  double target = 0.0;
  /// What a vertex beyond the graph weighs at most towards what is left when it is peeled off.
  double outside = 0.0;
  bool all = true;  ///< there are no such vertices
  /// What is known already of sets that may hold vertices outside, by size; empty: nothing.
  std::vector<double> known = {};
  std::size_t max_clusters = 700;
  std::uint64_t max_evaluations = 0;  ///< 0: until the bound stalls
  /// Multiply-adds of a factorisation that time is left for, at the speed of this run so far.
  double final_work = 0.0;
  /// With a time limit: called early enough for two factorisations, with what is known by then, and again
  /// later where it takes little of the time. Some times what it takes is left at the end.
  std::function<void(const LowRankResult& so_far)> keep = {};
  const LowRankState* start = nullptr;  ///< begin there
};

struct LowRankTracePoint {
  std::uint64_t evaluations = 0;
  double seconds = 0.0;
  double bound = 0.0;   ///< an estimate: nothing is proven yet
  double weight = 0.0;  ///< <A/2, X>
  std::size_t clusters = 0;
};

struct LowRankResult {
  ClusterMultipliers multipliers;
  double eigenvalue = 0.0;  ///< an estimate of lambda_max(M), from below
  double bound = 0.0;       ///< what they would prove with it, of sets that may hold vertices outside too
  std::vector<double> ritz_vector;
  std::uint64_t evaluations = 0;
  bool stalled = false;  ///< the bound does not fall any more
  LowRankState state;
  std::vector<LowRankTracePoint> trace;
};

/// What multipliers prove of sets of s vertices, which may hold some outside, once no eigenvalue is larger;
/// not rounded up. Cost: O(n log s).
double whole_bound(const ClusterMultipliers& multipliers, double eigenvalue, const LowRankOptions& options);

/// Multipliers that make up a matrix M (ClusterMultipliers) with a small largest eigenvalue: the dual of
///   max <A/2, X>,  X semidefinite of trace s,  X1 = s diag X,  X_ij <= X_ii for edges, the sum of X_ij over
///   the pairs between two clusters that are no edges >= 0,
/// by an augmented Lagrangian over X = VV', V n x 32. Between two moves of the multipliers V descends on its
/// sphere (SphereDescent); the multipliers that follow are rated by the largest Ritz value of their M. They
/// become the centre (a serious step) when that is not far above the best; else (null) the centre stays, V
/// goes on, and with every third in a row sigma falls and V is found more exactly. A running average is rated
/// too and is often the best. From the third step on the vertices are split in clusters by their rows of V,
/// and further when progress is slow or ends, as long as there are fewer than max_clusters. Vertices beyond
/// the graph: u is kept below (lambda - outside) s / (s - 1), so that a set of k vertices inside and s - k
/// outside, which weighs at most k lambda + (1 - k/s) u(S) + (s - k) outside, does not weigh more than one
/// inside may.
///
/// Cost:   O((m + n + clusters^2) 32) an evaluation, some 30 to a step, and a Lanczos iteration of 30 to 80
///         products a step. Memory: 2.7 kB a vertex, 24 bytes an arc and 16 clusters^2.
/// Stops:  at the target, when the bound has stalled with all clusters it may have, on
///         cancel, deadline or the limit of evaluations.
/// Deterministic unless stopped by the clock, for any number of threads.
/// Source: low-rank factors: S. Burer, R. D. C. Monteiro, Math. Program. 95 (2003) 329-357.
LowRankResult low_rank_multipliers(const Graph& graph, Vertex s, const LowRankOptions& options,
                                   const RunContext& run);

}  // namespace lode::subgraph
