#pragma once

#include <optional>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/subgraph/problem.hpp>

#include "subgraph/bounds/rule.hpp"
#include "subgraph/bounds/rules/core.hpp"

namespace lode::subgraph {

class BoundLedger;

/// Weights of known sets of 0 ... s vertices: a short search for eight sizes up to s in a core of some
/// thousand vertices, and what is left of those sets as the vertex of least degree goes, one after the other;
/// zeros where no such core has s vertices. Worked out once for a size of a ledger, and again when that had
/// too little time and there is more now; the work is noted there.
const std::vector<double>& known_weights(BoundLedger& ledger, Vertex s, const RunContext& run);

/// What semidefinite bounds inside a core are to reach.
///
/// A bound D(t) for the sets of t vertices inside a part around which all weighs at most c proves of the
/// whole graph that f(s) <= max over t <= s of D(t) + (s - t) c. So `goal` is proven for s once D(t) is at
/// most goal_of(t) for all of them.
struct SdpPlan {
  CoreParts::Cut cut;
  Vertex s = 0;
  double goal = 0.0;      ///< the incumbent, or what the vertices outside leave to be proven
  double expected = 0.0;  ///< a guess of the bound
  double goal_of(Vertex t) const { return goal - static_cast<double>(s - t) * cut.outside; }
};

/// The core that promises the least bound when a core of `affordable` vertices can be bounded well, among
/// those around which all weighs less than `below`. Sizes up to `settled` are taken to be bounded by what is
/// known of them. Nothing where none has s vertices.
/// Cost: that of known_weights, and O(s) for each of up to some hundred cores.
std::optional<SdpPlan> sdp_plan(BoundLedger& ledger, const BoundRequest& request, Vertex affordable,
                                double below, Vertex settled, const RunContext& run);

}  // namespace lode::subgraph
