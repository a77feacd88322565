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

/// Rounds of the lp and the spectral bound; 0: no such bound. Unset: the usual rounds, or 0 if neither bound
/// can be below the trivial bound.
struct BoundOptions {
  static constexpr int usual_load_rounds = 128;
  static constexpr int usual_eigenvalue_rounds = 60;
  std::optional<int> load_rounds = {};
  std::optional<int> eigenvalue_rounds = {};
};

/// Upper bounds of the whole graph.
struct WholeBounds {
  std::vector<StatedBound> bounds;        ///< by size, then rule; the same bits for any number of ranks
  std::uint64_t eigenvalue_quotient = 0;  ///< basis of the spectral bounds, as EigenvalueBound::quotient
  int eigenvalue_rounds = 0;
};

/// Trivial, degree, lp and spectral bounds for the sizes, and for the sizes minus one, which bound the sets
/// that leave the core. Collective.
///
/// In a core of minimum degree s - 1, the lp bound of s is at least s(s-1)/2, since it is at least s/n' times
/// the edges of the core on n' vertices. The spectral bound is too, since the largest eigenvalue is at least
/// s - 1. Both take most of the time and equal at best the trivial bound. If the largest size has such a
/// core, they are omitted unless their rounds are set.
WholeBounds whole_bounds(const Rows& rows, const Ghosts& ghosts, const std::vector<Vertex>& sizes,
                         const BoundOptions& options, const Ranks& ranks);

}  // namespace lode::cluster
