#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <lode/study/comparison.hpp>

#include "report/svg/svg_chart.hpp"

namespace lode::detail {

// Figures of one graph of a comparison. The series of a method has its position as style and as group.

/// Density of every method's average against size, the upper bound above; sizes by position in the graph's.
Chart comparison_density_figure(const Comparison& comparison, std::size_t graph,
                                const std::vector<std::size_t>& shown);

/// The moments all convergence figures show.
struct TimeRange {
  double first = 1e-3;
  double last = 1.0;
};
TimeRange comparison_times(const Comparison& comparison);

/// The mean over starts of the best objective known, against time; at most `points` per method. A chart
/// without series where no run of that size is finished.
Chart comparison_convergence_figure(const Comparison& comparison, std::size_t graph, Vertex s,
                                    const TimeRange& times, std::size_t points);

}  // namespace lode::detail
