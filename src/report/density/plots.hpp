#pragma once

#include <string>
#include <vector>

#include <lode/study/density_report.hpp>

#include "report/svg/chart.hpp"

namespace lode::detail {

/// The methods in the order they were run; a method's place is the style of its series.
std::vector<std::string> methods_run(const DensityReport& report);

/// Density of every method's set against size, the best upper bound above.
/// `shown`: indices into report.sizes.
Chart density_figure(const DensityReport& report, const std::vector<std::size_t>& shown);
/// How many vertices have at least each degree, both axes logarithmic when the range is wide.
Chart degree_figure(const DensityReport& report);
/// How many vertices the c-core holds, for every c.
Chart core_figure(const DensityReport& report);
/// Objective against time, one small chart per size with a run that improved, at most `limit` of them.
std::vector<Chart> convergence_figures(const DensityReport& report, std::size_t limit);

/// Ratios from which an axis of sizes, and one of densities, is logarithmic.
inline constexpr double wide_sizes = 20.0;
inline constexpr double wide_densities = 50.0;

}  // namespace lode::detail
