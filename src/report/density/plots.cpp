#include "report/density/plots.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include <lode/report/format.hpp>

#include "report/density/sentences.hpp"

namespace lode::detail {
namespace {

constexpr std::size_t trace_limit = 600;  // points drawn of traces, over all runs
constexpr std::size_t step_limit = 150;   // points drawn per distribution

bool was_cut(const subgraph::Solution& solution) {
  return solution.stop_reason == StopReason::deadline || solution.stop_reason == StopReason::interrupted;
}

std::string objective_words(const DensityReport& report, const subgraph::Solution& solution) {
  if (report.graph.weighted) return "weight " + grouped_weight(solution.weight);
  return group_thousands(format_plural(solution.edges, "edge", "edges"));
}

/// Position of a method in the legend, which is the order they were run.
int method_style(const std::vector<std::string>& methods, const std::string& name) {
  return static_cast<int>(std::find(methods.begin(), methods.end(), name) - methods.begin());
}

ChartPoint density_point(const DensityReport& report, const DensityReportRun& run) {
  const double density = weight_density(run.solution.weight, run.s);
  return {static_cast<double>(run.s), density,
          fmt::format("{}, s = {}: {}, density {}", run.method, grouped(run.s),
                      objective_words(report, run.solution), format_density(density))};
}

ChartPoint bound_point(const DensityReport& report, const DensityReportSize& size) {
  const double density = weight_density(size.bound.value, size.s);
  return {static_cast<double>(size.s), density,
          fmt::format("upper bound ({}), s = {}: at most {}{}, density at most {}", size.bound.name,
                      grouped(size.s), report.graph.weighted ? "weight " : "",
                      grouped_weight(size.bound.value) + (report.graph.weighted ? "" : " edges"),
                      format_density(density))};
}

/// From the largest set found of a density to the largest size that may reach it.
ChartSeries largest_series(const FindAnswer& answer) {
  const LargestSize& largest = *answer.largest;
  const double asked = largest.threshold.density.value();
  ChartSeries series{{}, LineStyle::straight, Marks::all, false, ChartSeries::reference};
  const std::string what = fmt::format("density at least {}", format_density(asked));
  series.points.push_back(
      {static_cast<double>(answer.s), answer.edge_density(),
       fmt::format("{}: s = {}, {}", what, grouped(answer.s),
                   largest.next_possible == 0 ? "no larger set has it" : "larger sets may have it")});
  if (largest.next_possible > 0) {
    series.points.push_back(
        {static_cast<double>(largest.largest_possible), asked,
         fmt::format("{}: no set of more than {} vertices", what, grouped(largest.largest_possible))});
  }
  return series;
}

/// A logarithmic y axis where one is needed to see the small densities and possible.
AxisScale density_scale(const Chart& chart) {
  const auto [low, high] = value_range(chart.series);
  return low > 0.0 && high > wide_densities * low ? AxisScale::log : AxisScale::linear;
}

/// Numbers of vertices with value >= v, for increasing v, as a falling staircase ending at its last step.
std::vector<ChartPoint> tail_counts(const std::vector<HistogramBin>& bins, std::string_view words) {
  std::uint64_t left = 0;
  for (const HistogramBin& bin : bins) left += bin.count;
  std::vector<ChartPoint> all;
  for (const HistogramBin& bin : bins) {
    all.push_back({static_cast<double>(bin.value), static_cast<double>(left),
                   fmt::format("{} {}: {}; exactly {}: {}", words, grouped(bin.value),
                               group_thousands(format_plural(left, "vertex", "vertices")), bin.value,
                               grouped(bin.count))});
    left -= bin.count;
  }
  std::vector<ChartPoint> kept;
  for (const std::size_t i : spread_indices(all.size(), step_limit)) kept.push_back(std::move(all[i]));
  return kept;
}

/// The value v of a bin stands for all values up to it: the staircase falls after its point, not before.
std::vector<ChartPoint> as_tail_staircase(const std::vector<ChartPoint>& tails) {
  std::vector<ChartPoint> stairs;
  for (std::size_t i = 0; i < tails.size(); ++i) {
    if (i > 0) stairs.push_back({tails[i - 1].x, tails[i].y});
    stairs.push_back(tails[i]);
  }
  return stairs;
}

Chart distribution_figure(std::string id, const std::vector<HistogramBin>& bins, std::string_view words) {
  Chart chart;
  chart.id = std::move(id);
  chart.width = 470;
  chart.height = 290;
  chart.x.integers = true;
  chart.y.label = "vertices";
  chart.y.integers = true;
  std::vector<ChartPoint> points = tail_counts(bins, words);
  if (!points.empty() && points.front().y > wide_densities * points.back().y) {
    chart.y.scale = AxisScale::log;
  }
  const bool marked = points.size() <= 40;
  ChartSeries stairs{as_tail_staircase(points), LineStyle::straight, Marks::none, true, 0};
  if (marked) {
    for (ChartPoint& point : stairs.points) point.title.clear();
    chart.series.push_back({std::move(points), LineStyle::none, Marks::all, false, 0});
  }
  chart.series.push_back(std::move(stairs));
  return chart;
}

// --- convergence ------------------------------------------------------------------------------------

ChartAxis time_axis(const DensityReport& report) {
  TimeRange times;
  for (const DensityReportRun& run : report.runs) {
    for (const TracePoint& point : run.solution.trace) times.add(point.seconds);
    times.add(run.solution.seconds);
  }
  return times.axis();
}

ChartSeries convergence_series(const DensityReportRun& run, int style, double begin, std::size_t points) {
  ChartSeries series{{}, LineStyle::step, Marks::last, false, style};
  const Trace& trace = run.solution.trace;
  for (const std::size_t i : spread_indices(trace.size(), points)) {
    const TracePoint& point = trace[i];
    series.points.push_back({std::max(point.seconds, begin), point.weight,
                             fmt::format("{}: {} after {}", run.method, grouped_weight(point.weight),
                                         format_seconds(point.seconds))});
  }
  if (!trace.empty()) {
    series.points.push_back(
        {std::max({run.solution.seconds, trace.back().seconds, begin}), trace.back().weight});
  }
  return series;
}

bool improved(const DensityReportRun& run) { return run.solution.trace.size() >= 2; }

}  // namespace

std::vector<std::string> methods_run(const DensityReport& report) {
  std::vector<std::string> methods = report.methods;
  for (const DensityReportRun& run : report.runs) {
    if (std::find(methods.begin(), methods.end(), run.method) == methods.end()) methods.push_back(run.method);
  }
  return methods;
}

Chart density_figure(const DensityReport& report, const std::vector<std::size_t>& shown) {
  Chart chart;
  chart.id = "density";
  chart.title = "Density against size";
  chart.description = report.graph.weighted
                          ? "Weight per vertex pair of the best set each method found, for every size, and "
                            "the upper bound no set can exceed."
                          : "Density of the best set each method found, for every size, and the upper bound "
                            "no set can exceed.";
  chart.x.label = "vertices in the set, s";
  chart.x.integers = true;
  chart.y.label = report.graph.weighted ? "weight per vertex pair" : "edge density";
  std::vector<const DensityReportSize*> sizes;
  sizes.reserve(shown.size());
  for (const std::size_t i : shown) sizes.push_back(&report.sizes[i]);
  std::stable_sort(sizes.begin(), sizes.end(), [](const auto* a, const auto* b) { return a->s < b->s; });

  const std::vector<std::string> methods = methods_run(report);
  ChartSeries bound{{}, LineStyle::straight, Marks::none, false, ChartSeries::reference};
  std::vector<ChartSeries> found;
  found.reserve(methods.size());
  for (const std::string& method : methods) {
    found.push_back({{}, LineStyle::straight, Marks::all, false, method_style(methods, method)});
  }
  for (const DensityReportSize* size : sizes) {
    bound.points.push_back(bound_point(report, *size));
    for (const DensityReportRun& run : report.runs) {
      if (run.s != size->s || was_cut(run.solution)) continue;
      found[static_cast<std::size_t>(method_style(methods, run.method))].points.push_back(
          density_point(report, run));
    }
  }
  chart.series = std::move(found);
  chart.series.push_back(std::move(bound));
  for (const FindAnswer& answer : report.largest_sets) chart.series.push_back(largest_series(answer));
  if (!sizes.empty() && sizes.back()->s > wide_sizes * sizes.front()->s) chart.x.scale = AxisScale::log;
  chart.y.scale = density_scale(chart);
  return chart;
}

Chart degree_figure(const DensityReport& report) {
  std::vector<HistogramBin> positive;
  for (const HistogramBin& bin : report.graph.degrees) {
    if (bin.value > 0) positive.push_back(bin);
  }
  Chart chart = distribution_figure("degrees", positive, "degree at least");
  chart.title = "Degree distribution";
  chart.description = fmt::format("Number of vertices with at least each degree; the largest degree is {}.",
                                  grouped(report.graph.max_degree));
  chart.x.label = "degree at least";
  if (report.graph.max_degree > wide_sizes) chart.x.scale = AxisScale::log;
  return chart;
}

Chart core_figure(const DensityReport& report) {
  Chart chart = distribution_figure("cores", report.graph.cores, "core number at least");
  chart.title = "Core-number distribution";
  chart.description = fmt::format("Number of vertices in the c-core for every c; the degeneracy is {}.",
                                  grouped(report.graph.degeneracy));
  chart.x.label = "core number at least, c";
  return chart;
}

std::vector<Chart> convergence_figures(const DensityReport& report, std::size_t limit) {
  std::vector<Vertex> eligible;
  for (const DensityReportSize& size : report.sizes) {
    const bool any = std::any_of(report.runs.begin(), report.runs.end(),
                                 [&](const auto& run) { return run.s == size.s && improved(run); });
    if (any) eligible.push_back(size.s);
  }
  const std::vector<std::string> methods = methods_run(report);
  const ChartAxis times = time_axis(report);
  const std::size_t series = std::min(eligible.size(), limit) * methods.size();
  const std::size_t points = std::clamp<std::size_t>(trace_limit / std::max<std::size_t>(1, series), 6, 60);
  std::vector<Chart> charts;
  for (const std::size_t i : spread_indices(eligible.size(), limit)) {
    Chart chart;
    chart.id = fmt::format("convergence-{}", eligible[i]);
    chart.title = fmt::format("Objective against time, s = {}", grouped(eligible[i]));
    chart.description = fmt::format("Best {} known to each method as time passes.",
                                    report.graph.weighted ? "weight" : "number of edges");
    chart.width = 320;
    chart.height = 210;
    chart.x = times;
    chart.y.label = report.graph.weighted ? "weight" : "edges";
    chart.y.integers = !report.graph.weighted;
    for (const DensityReportRun& run : report.runs) {
      if (run.s != eligible[i] || run.solution.trace.empty()) continue;
      chart.series.push_back(convergence_series(run, method_style(methods, run.method), *times.low, points));
    }
    fit_y(chart);
    charts.push_back(std::move(chart));
  }
  return charts;
}

}  // namespace lode::detail
