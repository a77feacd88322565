#pragma once

#include <cstdint>
#include <vector>

#include <lode/core/types.hpp>
#include <lode/graph/cores.hpp>

#include "graph/ghosts.hpp"
#include "graph/rows.hpp"
#include "ranks/ranks.hpp"

namespace lode::cluster {

struct BoundOptions {
  int load_rounds = 128;
  int eigenvalue_rounds = 60;  ///< 0: no spectral bound
};

/// Upper bounds of the whole graph.
struct WholeBounds {
  std::vector<StatedBound> bounds;        ///< by size, then rule; the same bits for any number of ranks
  std::uint64_t eigenvalue_quotient = 0;  ///< what the spectral ones rest on, as EigenvalueBound::quotient
  int eigenvalue_rounds = 0;
  double eigenvalue_estimate = 0.0;  ///< SLEPc's; 0: it did not converge, or was not asked
};

/// trivial, degree, lp and spectral bounds for the sizes and for one vertex less each, which is what sets
/// that leave the core are bounded by. Together.
WholeBounds whole_bounds(const Rows& rows, const Ghosts& ghosts, const std::vector<Vertex>& sizes,
                         const BoundOptions& options, const Ranks& ranks);

}  // namespace lode::cluster
