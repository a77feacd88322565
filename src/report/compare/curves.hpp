#pragma once

#include <cstddef>

#include "report/compare/view.hpp"
#include "report/svg/chart.hpp"

namespace lode::detail {

// Figures of one case of a comparison. The series of a method has its position as style.

/// Every method's average against size: of graphs its density, the upper bound above. Marks are hollow where
/// a run is missing or was cut short.
Chart size_figure(const ComparisonView& view, std::size_t place);

/// The axis of time that all runs have in common.
ChartAxis comparison_times(const Comparison& comparison);

/// The mean over starts of the best objective known, against time; at most `points` per method. A chart
/// without series where no run of that size is finished.
Chart time_figure(const ComparisonView& view, std::size_t place, std::uint32_t s, const ChartAxis& times,
                  std::size_t points);

}  // namespace lode::detail
