#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <lode/core/run_context.hpp>

#include "bounds/certificate/proof_data.hpp"
#include "bounds/search/dense_problem.hpp"

namespace lode::subgraph::detail {

/// Scales by the weights of the root, the same for all nodes of a search.
struct SdpScale {
  double alpha = 1.0;  ///< of the proximal term
  double unit = 1.0;   ///< weight of one edge
  /// Rounding error of the sums in the problems of a tree: 4 n e times the magnitudes of the root; 0
  /// when integral.
  double path_room = 0.0;
};
SdpScale scale_of(const DenseProblem& root);

struct NodeTask {
  DenseProblem problem;       ///< 2 <= s <= n - 2
  SdpNodeProof start;         ///< multipliers to begin with; none without rows
  std::vector<float> primal;  ///< X to begin with, n x n; may be empty
  SdpScale scale;
  double goal = 0.0;     ///< the bound that is worked for
  double limit = 0.0;    ///< the bound that is enough: a little above the goal
  bool at_root = false;  ///< with patience, and a proof every round, so that there is one when stopped
  std::uint64_t most_evaluations = UINT64_MAX;
};

struct NodeOutcome {
  double bound = HUGE_VAL;    ///< proven by the multipliers; infinity: none
  SdpNodeProof multipliers;   ///< of the bound, or else the last
  std::vector<float> primal;  ///< the last X, n x n; empty when stopped, or when the bound is enough
  ValuedSet best;             ///< best set met; no vertices: none
  std::uint64_t evaluations = 0;
};

/// Bounds one node: rounds of dual descent, each followed by a new centre and the cuts violated most, until
/// the limit is proven or too many more rounds would be needed.
///
/// Cost: some 5 n^3 operations per evaluation, 12 evaluations and n^3 / 6 triples per round.
NodeOutcome bound_node(const NodeTask& task, const RunContext& run);

/// The multipliers of the vertices `kept`, which increase. Neither
/// shift nor eigenvalue is kept.
SdpNodeProof restricted(const SdpNodeProof& multipliers, std::span<const std::size_t> kept);

}  // namespace lode::subgraph::detail
