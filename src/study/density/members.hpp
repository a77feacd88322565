#pragma once

#include <span>

#include <lode/graph/densest.hpp>
#include <lode/study/density_report.hpp>

namespace lode::detail {

/// Fills `inside` and `components` of a size from its best set.
/// Cost: O(n + degrees of the members).
void describe_inside(const Graph& graph, DensityReportSize& size);

/// All vertices of the best sets of a report with finished sizes. `cores`: core numbers by vertex, or empty.
/// Cost: O(n + m).
DensityReportMembers collect_members(const Graph& graph, std::span<const Vertex> cores,
                                     const DenseDecomposition& dense, const DensityReport& report);

}  // namespace lode::detail
