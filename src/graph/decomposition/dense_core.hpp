#pragma once

#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>

#include "graph/decomposition/density_units.hpp"

namespace lode::detail {

/// A core that holds every densest set, and its density in units.
struct DenseCore {
  std::vector<Vertex> vertices;  ///< increasing
  ExactDensity density;
  /// By vertex: when it was removed, or no_vertex. A removed vertex weighs too little towards the vertices
  /// that were removed later and the core.
  std::vector<Vertex> turn;
};

/// Removes vertices that weigh less than t b_v towards what is left, t being the density of what is left, and
/// raises t, until t hardly rises any more. No set of density t or more holds a removed vertex.
///
/// Cost:   O(n + m), and O(n) for every time t is raised.
/// Stops:  early, with a core of fewer removals.
DenseCore dense_core(const Graph& graph, const DensityUnits& units, const RunContext& run);

}  // namespace lode::detail
