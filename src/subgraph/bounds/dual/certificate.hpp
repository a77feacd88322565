#pragma once

#include <cstdint>
#include <vector>

#include <lode/core/types.hpp>

namespace lode::subgraph {

/// Multipliers of the doubly non-negative relaxation of a core with dummies (dual/relaxation.hpp), for sets
/// of s vertices and smaller ones. The core and the value of the dummies stand beside it, as a CorePart.
struct OutsideCertificate {
  Vertex s = 0;
  Vertex dummies = 0;
  /// U row by row, in units of `unit`; the dummies come first, then the core's vertices, increasing.
  double unit = 1.0;
  std::vector<std::int32_t> multipliers;
  /// The largest value of a vertex outside the core, and the largest weight of an edge at one: for who writes
  /// steps. A check works both out afresh.
  double largest_value = 0.0;
  double largest_weight = 0.0;
  double eigenvalue = 0.0;  ///< lambda_max((U + U')/2) is below this, by enough to prove it in doubles
};

}  // namespace lode::subgraph
