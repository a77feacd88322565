#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include <lode/core/run_context.hpp>

#include "subgraph/bounds/dual/relaxation.hpp"

namespace lode::subgraph::dual {

/// U of the relaxation, in its units and numbers, row by row, and what it should prove.
struct DualPoint {
  std::vector<float> multipliers;
  double eigenvalue = 0.0;  ///< an estimate of lambda_max((U + U')/2), mostly within 1e-4 below it
  double bound = 0.0;       ///< what that makes of it
};

struct DualOptions {
  double known = 0.0;   ///< weight of a known set of s vertices, in units of the relaxation
  double target = 0.0;  ///< a bound that is good enough
  double work = 0.0;    ///< what may be spent, in units of BoundRequest::work; infinity: the time decides
  /// Whether a point that should reach the target does, by a proof; false: the search goes on.
  std::function<bool(const DualPoint&)> accept;
  /// Called at every look at the bound. May be empty.
  std::function<void(Vertex core, std::uint64_t iterations, double bound, double work)> progress = {};
};

struct DualResult {
  DualPoint best;             ///< no multipliers: the work or time was over before the whole core was reached
  bool accepted = false;      ///< `best` is the point that `accept` took
  bool stalled = false;       ///< more work would hardly help
  double dummies_used = 0.0;  ///< how many vertices outside the core the relaxation chose, at the end
  std::uint64_t iterations = 0;
  double work = 0.0;
};

/// Looks for a dual point of a small bound on nested cores, a third of the vertices at first, the last one
/// whole. The best point on the whole core counts.
///
/// Cost:   some 20 n^2 units of work per iteration, some 10 to 15 on the whole core and a third of that
///         before; 12 n^2 bytes.
/// Stops with the run, and asks it between products of matrices.
/// Deterministic for any number of threads of the arena it is called in, unless stopped by the clock.
DualResult solve_dual(const Relaxation& relaxation, const DualOptions& options, const RunContext& run);

}  // namespace lode::subgraph::dual
