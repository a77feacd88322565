#pragma once

#include <optional>

#include <lode/core/run_context.hpp>
#include <lode/graph/densest.hpp>
#include <lode/graph/graph.hpp>

#include "graph/decomposition/dense_core.hpp"
#include "graph/decomposition/density_units.hpp"
#include "graph/decomposition/load_component.hpp"

namespace lode::detail {

/// A split of all edges that proves that no set is denser than `density`. Edges outside the core go to the
/// end that was removed first; those of the core are split by passes and a largest flow.
///
/// Cost:   a flow on the core. Stops: with nothing. Deterministic.
std::optional<EdgeSplit> proof_split(const Graph& graph, const DensityUnits& units, const DenseCore& core,
                                     ExactDensity density, const RunContext& run);

}  // namespace lode::detail
