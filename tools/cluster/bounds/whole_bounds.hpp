#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <lode/core/types.hpp>
#include <lode/graph/cores.hpp>

#include "graph/ghosts.hpp"
#include "graph/rows.hpp"
#include "ranks/ranks.hpp"

namespace lode::cluster {

/// Rounds of the lp and the spectral bound; 0: it is left out. Not given: the usual ones, but 0 where
/// neither can be below the trivial bound.
struct BoundOptions {
  static constexpr int usual_load_rounds = 128;
  static constexpr int usual_eigenvalue_rounds = 60;
  std::optional<int> load_rounds = {};
  std::optional<int> eigenvalue_rounds = {};
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
///
/// In a core of minimum degree s - 1 the lp bound of s is s(s-1)/2 at least, since its s/n' times the edges
/// of such a core of n' vertices is, and so is the spectral one, since the largest eigenvalue is s - 1 at
/// least: both cost most of the time and say no more than the trivial bound. Where the largest size has such
/// a core, they are left out unless their rounds are given.
WholeBounds whole_bounds(const Rows& rows, const Ghosts& ghosts, const std::vector<Vertex>& sizes,
                         const BoundOptions& options, const Ranks& ranks);

}  // namespace lode::cluster
