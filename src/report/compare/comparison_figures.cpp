#include "report/compare/comparison_figures.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include <lode/report/format.hpp>

#include "report/compare/comparison_words.hpp"
#include "report/density/density_figures.hpp"
#include "study/compare/scores.hpp"

namespace lode::detail {
namespace {

/// "291.3 edges on average, best 294".
std::string objective_words(const Comparison& comparison, const ComparisonCell& cell) {
  const ComparisonGraph& graph = comparison.graphs[cell.graph];
  const auto value = [&](double x) { return group_thousands(average_text(x, graph.weighted)); };
  std::string text = graph.weighted ? "weight " + value(cell.average) : value(cell.average) + " edges";
  if (cell.best != cell.average) text += " on average, best " + value(cell.best);
  return text;
}

ChartPoint density_point(const Comparison& comparison, const ComparisonCell& cell) {
  const double density = weight_density(cell.average, cell.s);
  return {static_cast<double>(cell.s), density,
          fmt::format("{}, s = {}: {}; density {}, {} of the best{}", comparison.methods[cell.method].label,
                      grouped(cell.s), objective_words(comparison, cell), format_density(density),
                      relative_text(cell.relative), cell.complete ? "" : " (starts missing)"),
          !cell.complete};
}

ChartPoint bound_point(const ComparisonGraph& graph, const ComparisonInstance& instance) {
  const double density = weight_density(instance.bound.value, instance.s);
  return {static_cast<double>(instance.s), density,
          fmt::format("upper bound ({}), s = {}: {} {}, density {}", instance.bound.name, grouped(instance.s),
                      group_thousands(format_weight(instance.bound.value)), objective_name(graph),
                      format_density(density))};
}

}  // namespace

Chart comparison_density_figure(const Comparison& comparison, std::size_t graph,
                                const std::vector<std::size_t>& shown) {
  const ComparisonGraph& described = comparison.graphs[graph];
  Chart chart;
  chart.id = fmt::format("density-{}", graph);
  chart.title = "Density against size, " + shorten(described.name, 60);
  chart.description =
      fmt::format("{} of the sets each method found, averaged over its starts, and the upper bound.",
                  described.weighted ? "Weight per vertex pair" : "Density");
  chart.x.label = "vertices in the set, s";
  chart.x.integers = true;
  chart.y.label = described.weighted ? "weight per vertex pair" : "density";
  chart.legend = false;
  std::vector<Vertex> sizes;
  for (const std::size_t i : shown) sizes.push_back(described.sizes[i]);
  std::sort(sizes.begin(), sizes.end());

  double low = std::numeric_limits<double>::infinity();
  double high = 0.0;
  ChartSeries bound{"upper bound", {}, LineStyle::straight, Marks::none, false, ChartSeries::reference};
  for (const Vertex s : sizes) {
    const ComparisonInstance& instance = find_instance(comparison, graph, s);
    bound.points.push_back(bound_point(described, instance));
    const double best = weight_density(instance.best, s);
    if (best > 0.0) low = std::min(low, best);
    high = std::max(high, best);
  }
  for (const std::size_t m : described.methods) {
    const auto number = static_cast<int>(m);
    ChartSeries series{
        comparison.methods[m].label, {}, LineStyle::straight, Marks::all, false, number, number};
    for (const Vertex s : sizes) {
      if (const ComparisonCell* cell = find_cell(comparison, graph, s, m)) {
        series.points.push_back(density_point(comparison, *cell));
      }
    }
    chart.series.push_back(std::move(series));
  }
  chart.series.push_back(std::move(bound));
  if (!sizes.empty() && sizes.back() > wide_sizes * sizes.front()) chart.x.scale = AxisScale::log;
  if (high > wide_densities * low) chart.y.scale = AxisScale::log;
  return chart;
}

TimeRange comparison_times(const Comparison& comparison) {
  double first = std::numeric_limits<double>::infinity();
  double last = 0.0;
  const auto add = [&](double seconds) {
    if (!(seconds > 0.0) || !std::isfinite(seconds)) return;
    first = std::min(first, std::max(seconds, 1e-5));
    last = std::max(last, seconds);
  };
  for (const ComparisonCell& cell : comparison.cells) {
    if (!cell.trace.empty()) add(cell.trace.front().seconds);
    add(cell.mean_seconds);
  }
  if (last == 0.0) return {};
  first = std::pow(10.0, std::floor(std::log10(first)));
  return {first, std::max(last, 10.0 * first)};
}

Chart comparison_convergence_figure(const Comparison& comparison, std::size_t graph, Vertex s,
                                    const TimeRange& times, std::size_t points) {
  const ComparisonGraph& described = comparison.graphs[graph];
  Chart chart;
  chart.id = fmt::format("convergence-{}-{}", graph, s);
  chart.title = fmt::format("Objective against time, {}, s = {}", shorten(described.name, 60), grouped(s));
  chart.description = fmt::format("Mean over the starts of the best {} known to each method as time passes.",
                                  described.weighted ? "weight" : "number of edges");
  chart.legend = false;
  chart.x = {.label = "time",
             .scale = AxisScale::log,
             .ticks = TickFormat::seconds,
             .low = times.first,
             .high = times.last};
  chart.y.label = objective_name(described);
  for (const std::size_t m : described.methods) {
    const ComparisonCell* cell = find_cell(comparison, graph, s, m);
    if (!cell || cell->trace.empty()) continue;
    const auto number = static_cast<int>(m);
    ChartSeries series{comparison.methods[m].label, {}, LineStyle::step, Marks::last, false, number, number};
    for (const TracePoint& point : thinned_trace(cell->trace, points)) {
      series.points.push_back({std::max(point.seconds, times.first), point.weight});
    }
    const double end = std::max({cell->mean_seconds, cell->trace.back().seconds, times.first});
    series.points.push_back(
        {end, cell->trace.back().weight,
         fmt::format("{}: {}; {}, best after {}", comparison.methods[m].label,
                     objective_words(comparison, *cell), time_text(comparison, cell->mean_seconds),
                     format_seconds(cell->mean_seconds_to_best))});
    chart.series.push_back(std::move(series));
  }
  fit_y_to_data(chart);
  return chart;
}

}  // namespace lode::detail
