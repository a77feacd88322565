#pragma once

#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/core/types.hpp>

namespace lode::subgraph {

class BoundLedger;
struct Findings;

/// Weights of known sets of 0 ... s vertices: a short search for eight sizes up to s in a core of some
/// thousand vertices, and what is left of those sets as the vertex of least degree goes, one after the other;
/// zeros where no such core has s vertices. Worked out once for a size, and again when that had
/// too little time and there is more now; the work is noted in the findings.
const std::vector<double>& known_weights(const BoundLedger& ledger, Findings& findings, Vertex s,
                                         const RunContext& run);

}  // namespace lode::subgraph
