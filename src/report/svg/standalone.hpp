#pragma once

#include <string>
#include <vector>

#include "report/svg/chart.hpp"

namespace lode {

/// What a style stands for.
struct LegendEntry {
  int style = 0;  ///< of ChartSeries, or ChartSeries::reference
  std::string name;
};

/// The chart as an SVG file: light colours as plain CSS, without variables, on white, and below the chart a
/// line and a mark for every entry. Entries without a series in the chart are left out. Errors: as svg_chart.
std::string svg_document(const Chart& chart, const std::vector<LegendEntry>& legend);

}  // namespace lode
