#pragma once

#include <memory>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>
#include <lode/subgraph/bounds/bounds.hpp>
#include <lode/subgraph/bounds/certificate.hpp>
#include <lode/subgraph/bounds/effort.hpp>

namespace lode {

/// Upper bounds of some sizes.
struct BoundsResult {
  /// Per size in the order asked: every bound that was computed, the least one first.
  std::vector<std::vector<Bound>> bounds;
  std::shared_ptr<const BoundLedger> ledger;  ///< what proves them, for make_certificate
  double seconds = 0.0;                       ///< in all
};

/// Every upper bound on the heaviest sets of some sizes: what `lode bounds` does. With strong effort the
/// cheap ones take 3/10 of the time at most, the spectral one a tenth of the rest, and the others share what
/// is left evenly by size.
///
/// Cost:    the run's time limit, of all sizes together, at most.
/// Errors:  InvalidArgument for sizes out of range, and for Effort::proof, which needs answers.
BoundsResult find_bounds(const Graph& graph, const std::vector<Vertex>& sizes, Effort effort, Proofs proofs,
                         const RunContext& run);

}  // namespace lode
