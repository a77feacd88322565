#pragma once

// How the sizes of a curve learn from each other.

#include <span>

#include <lode/core/run_context.hpp>

#include "subgraph/curve/point.hpp"
#include "subgraph/state/swap_state.hpp"

namespace lode::subgraph::detail {

/// Good sets travel up the sizes (increasing) and down again, a vertex of largest d_S added or of least d_S
/// dropped at a time, and stay where they are better; as often as some size gains. Every set holds the
/// anchors.
/// Cost: O(n + m), then the rows of what is added or dropped.
void exchange_between_sizes(const Graph& graph, const VertexSet& anchors, std::span<CurvePoint> points,
                            const RunContext& run);

}  // namespace lode::subgraph::detail
