#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>

#include "subgraph/bounds/low_rank/cluster_multipliers.hpp"
#include "subgraph/bounds/low_rank/clusters.hpp"
#include "subgraph/bounds/low_rank/lagrangian.hpp"

namespace lode::subgraph {

/// Where a run of low_rank_multipliers ended: a later one, of another size too, may begin there.
struct LowRankState {
  std::vector<float> v;
  detail::SolverMultipliers centre;  ///< scaled
  detail::Clustering clustering;
  double sigma = 0.0;
};

struct LowRankOptions {
  /// Ends once the bound is expected to be below this.
  double target = 0.0;
  /// What a vertex beyond the graph weighs at most towards what is left when it is peeled off.
  double outside = 0.0;
  bool all = true;  ///< there are no such vertices
  std::size_t max_clusters = 700;
  std::uint64_t max_evaluations = 0;                         ///< 0: until the bound stalls
  double seconds = std::numeric_limits<double>::infinity();  ///< that may be used
  const LowRankState* start = nullptr;                       ///< begin there
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

/// Multipliers for sets of s vertices ...
LowRankResult low_rank_multipliers(const Graph& graph, Vertex s, const LowRankOptions& options,
                                   const RunContext& run);

}  // namespace lode::subgraph
