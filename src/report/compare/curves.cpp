#include "report/compare/curves.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include <lode/report/format.hpp>

#include "report/density/plots.hpp"
#include "study/compare/scores.hpp"

namespace lode::detail {
namespace {

constexpr double wide = 3.0;  // ratio of objectives from which their axis is logarithmic

/// The series of a method, without points.
ChartSeries method_series(std::size_t method, LineStyle line, Marks marks) {
  return {{}, line, marks, false, static_cast<int>(method)};
}

/// The upper bound of the sizes, above all that was found; logarithmic axes where they are wide.
void add_bounds(Chart& chart, const ComparisonView& view, std::size_t place,
                const std::vector<std::uint32_t>& sizes) {
  double low = std::numeric_limits<double>::infinity();
  double high = 0.0;
  ChartSeries bound{{}, LineStyle::straight, Marks::none, false, ChartSeries::reference};
  for (const std::uint32_t s : sizes) {
    const ComparisonInstance& instance = view.instance(place, s);
    bound.points.push_back({static_cast<double>(s), weight_density(instance.bound.value, s)});
    const double best = weight_density(instance.best, s);
    if (best > 0.0) low = std::min(low, best);
    high = std::max(high, best);
  }
  chart.series.push_back(std::move(bound));
  if (!sizes.empty() && sizes.back() > wide_sizes * sizes.front()) chart.x.scale = AxisScale::log;
  if (high > wide_densities * low) chart.y.scale = AxisScale::log;
}

}  // namespace

Chart size_figure(const ComparisonView& view, std::size_t place) {
  const ComparisonCase& one = view.all.cases[place];
  const bool of_graphs = view.of_graphs();
  const bool weighted = of_graphs && view.all.graphs[place].weighted;
  Chart chart;
  chart.id = fmt::format("size-{}", place);
  chart.title =
      (of_graphs ? "Density against size, " : "Objective against sparsity, ") + shorten(one.name, 60);
  chart.description =
      !of_graphs
          ? "Objective of each method, averaged over its starts, against the number of nonzeros."
          : fmt::format("{} of the sets each method found, averaged over its starts, and the upper bound.",
                        weighted ? "Weight per vertex pair" : "Density");
  chart.x.label = of_graphs ? "vertices in the set, s" : "nonzeros, s";
  chart.x.integers = true;
  chart.y.label = !of_graphs ? "objective" : weighted ? "weight per vertex pair" : "edge density";
  std::vector<std::uint32_t> sizes = one.sizes;
  std::sort(sizes.begin(), sizes.end());
  for (const std::size_t m : one.methods) {
    ChartSeries series = method_series(m, LineStyle::straight, Marks::all);
    for (const std::uint32_t s : sizes) {
      const ComparisonCell* cell = view.cell(place, s, m);
      if (!cell) continue;
      series.points.push_back({static_cast<double>(s),
                               of_graphs ? weight_density(cell->average, s) : cell->average, "",
                               !cell->complete || cell->cut_short > 0});
    }
    chart.series.push_back(std::move(series));
  }
  if (of_graphs) {
    add_bounds(chart, view, place, sizes);
  } else {
    fit_y(chart, wide);
  }
  return chart;
}

ChartAxis comparison_times(const Comparison& comparison) {
  TimeRange times;
  for (const ComparisonCell& cell : comparison.cells) {
    if (!cell.trace.empty()) times.add(cell.trace.front().seconds);
    times.add(cell.mean_seconds);
  }
  return times.axis();
}

Chart time_figure(const ComparisonView& view, std::size_t place, std::uint32_t s, const ChartAxis& times,
                  std::size_t points) {
  const bool of_graphs = view.of_graphs();
  const std::string name = shorten(view.all.cases[place].name, 60);
  Chart chart;
  chart.id = fmt::format("{}-{}-{}", of_graphs ? "convergence" : "time", place, s);
  chart.title = "Objective against time, " + name + (of_graphs ? fmt::format(", s = {}", grouped(s)) : "");
  chart.description = fmt::format("Mean over the starts of the {} known to each method as time passes.",
                                  !of_graphs                        ? "least objective"
                                  : view.all.graphs[place].weighted ? "best weight"
                                                                    : "best number of edges");
  chart.x = times;
  chart.y.label = view.objective_name(place);
  for (const std::size_t m : view.all.cases[place].methods) {
    const ComparisonCell* cell = view.cell(place, s, m);
    if (!cell || cell->trace.empty()) continue;
    ChartSeries series = method_series(m, LineStyle::step, Marks::last);
    for (const TracePoint& point : thinned_trace(cell->trace, points)) {
      series.points.push_back({std::max(point.seconds, *times.low), point.weight});
    }
    const double end = std::max({cell->mean_seconds, cell->trace.back().seconds, *times.low});
    series.points.push_back({end, cell->trace.back().weight, "", cell->cut_short > 0});
    chart.series.push_back(std::move(series));
  }
  fit_y(chart, of_graphs ? std::numeric_limits<double>::infinity() : wide);
  return chart;
}

}  // namespace lode::detail
