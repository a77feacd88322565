#include "report/compare/least_squares_comparison_figures.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include <lode/report/format.hpp>

#include "report/compare/least_squares_comparison_words.hpp"
#include "study/compare/scores.hpp"

namespace lode::detail {
namespace {

using least_squares::Index;

constexpr double earliest = 1e-5;  // seconds
constexpr double wide = 3.0;       // ratio of objectives from which their axis is logarithmic

/// Fits the y axis to the points, logarithmic where they are far apart.
void fit_axis(Chart& chart) {
  double low = std::numeric_limits<double>::infinity();
  double high = 0.0;
  for (const ChartSeries& series : chart.series) {
    for (const ChartPoint& point : series.points) {
      low = std::min(low, point.y);
      high = std::max(high, point.y);
    }
  }
  if (!(high > low)) return;
  if (low > 0.0 && high > wide * low) {
    chart.y.scale = AxisScale::log;
    chart.y.low = low / 1.05;
    chart.y.high = high * 1.05;
  } else {
    const double room = 0.06 * (high - low);
    chart.y.low = std::max(0.0, low - room);
    chart.y.high = high + room;
  }
}

}  // namespace

Chart objective_figure(const LeastSquaresComparison& comparison, std::size_t panel, std::size_t figure,
                       bool titles) {
  const LeastSquaresPanel& described = comparison.experiment.panels[panel];
  Chart chart;
  chart.id = fmt::format("objective-{}-{}", figure, panel);
  chart.title = "Objective against sparsity, " + shorten(described.name, 60);
  chart.description = "Objective of each method, averaged over its starts, against the number of nonzeros.";
  chart.x.label = "nonzeros, s";
  chart.x.integers = true;
  chart.y.label = "objective";
  chart.legend = false;
  std::vector<Index> sizes = described.sizes;
  std::sort(sizes.begin(), sizes.end());
  for (const std::size_t m : comparison.panel_methods[panel]) {
    const std::string& label = comparison.methods[m].label;
    const auto number = static_cast<int>(m);
    ChartSeries series{label, {}, LineStyle::straight, Marks::all, false, number, number};
    for (const Index s : sizes) {
      const LeastSquaresCell* cell = find_cell(comparison, panel, s, m);
      if (!cell) continue;
      std::string title;
      if (titles) {
        title = fmt::format("{}, s = {}: {}, {}", label, s, average_objective(cell->average),
                            excess_text(cell->ratio));
      }
      series.points.push_back({static_cast<double>(s), cell->average, std::move(title), !cell->complete});
    }
    chart.series.push_back(std::move(series));
  }
  fit_axis(chart);
  return chart;
}

Chart time_figure(const LeastSquaresComparison& comparison, std::size_t panel, Index s, std::size_t points) {
  const LeastSquaresPanel& described = comparison.experiment.panels[panel];
  Chart chart;
  chart.id = fmt::format("time-{}-{}", panel, s);
  chart.title = "Objective against time, " + shorten(described.name, 60);
  chart.description = "Mean over the starts of the least objective known to each method as time passes.";
  chart.x = {.label = "time", .scale = AxisScale::log, .ticks = TickFormat::seconds};
  chart.y.label = "objective";
  chart.legend = false;
  double first = std::numeric_limits<double>::infinity();
  double last = 0.0;
  for (const std::size_t m : comparison.panel_methods[panel]) {
    const LeastSquaresCell* cell = find_cell(comparison, panel, s, m);
    if (!cell || cell->trace.empty()) continue;
    const std::string& label = comparison.methods[m].label;
    const auto number = static_cast<int>(m);
    ChartSeries series{label, {}, LineStyle::step, Marks::last, false, number, number};
    for (const TracePoint& point : thinned_trace(cell->trace, points)) {
      series.points.push_back({std::max(point.seconds, earliest), point.weight});
    }
    const double end = std::max({cell->mean_seconds, cell->trace.back().seconds, earliest});
    series.points.push_back(
        {end, cell->trace.back().weight,
         fmt::format("{}: {}, {}; {}, best after {}", label, average_objective(cell->average),
                     excess_text(cell->ratio), format_seconds(cell->mean_seconds),
                     format_seconds(cell->mean_seconds_to_best))});
    first = std::min(first, series.points.front().x);
    last = std::max(last, end);
    chart.series.push_back(std::move(series));
  }
  if (last > 0.0) {
    chart.x.low = std::pow(10.0, std::floor(std::log10(first)));
    chart.x.high = std::max(last, 10.0 * *chart.x.low);
  }
  fit_axis(chart);
  return chart;
}

}  // namespace lode::detail
