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
/// Cost:   a flow on the core, from `warm` where there is one. Stops: with nothing. Deterministic.
std::optional<EdgeSplit> proof_split(const Graph& graph, const DensityUnits& units, const DenseCore& core,
                                     ExactDensity density, const RunContext& run, const EdgeSplit* warm);

/// Errors: InvalidArgument for a split that has not one share for every edge, between 0 and its weight.
void check_split(const Graph& graph, const EdgeSplit& split);
/// Gives the edges of a whole graph or core the shares of a checked split of the graph.
/// Cost: O(n), and O(log degree) per edge of the component.
void take_shares(LoadComponent& component, const Graph& graph, const EdgeSplit& split);

}  // namespace lode::detail
