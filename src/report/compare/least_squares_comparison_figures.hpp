#pragma once

#include <cstddef>

#include <lode/study/least_squares_comparison.hpp>

#include "report/svg/svg_chart.hpp"

namespace lode::detail {

// Figures of one panel. The series of a method has its position as style and as group. `figure` tells apart
// the drawings of a panel that stands in several figures.

/// Average objective of every method against s; `titles`: with hover texts.
Chart objective_figure(const LeastSquaresComparison& comparison, std::size_t panel, std::size_t figure,
                       bool titles);

/// The mean over starts of the least objective known, against time; at most `points` per method.
Chart time_figure(const LeastSquaresComparison& comparison, std::size_t panel, least_squares::Index s,
                  std::size_t points);

}  // namespace lode::detail
