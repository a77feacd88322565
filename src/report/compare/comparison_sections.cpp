#include "report/compare/comparison_sections.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <lode/report/format.hpp>

#include "report/compare/comparison_figures.hpp"
#include "report/density/density_words.hpp"

namespace lode::detail {
namespace {

// What keeps the page below 2 MB whatever the comparison holds. Of graphs:
constexpr std::size_t figure_mark_limit = 2400;   // points of the density figures
constexpr std::size_t curve_limit = 1400;         // lines of the convergence figures
constexpr std::size_t trace_point_limit = 24000;  // points of their lines
// Of least squares:
constexpr std::size_t point_limit = 9000;      // points of the figures against s
constexpr std::size_t time_figure_limit = 12;  // figures against time
constexpr std::size_t trace_points = 60;       // per line of these

struct Figure {
  std::string heading;
  std::string aside;
  Chart chart;
};

std::string drawn(const Figure& figure) {
  return fmt::format("<figure>\n<h3>{}{}</h3>\n{}</figure>\n", figure.heading,
                     figure.aside.empty() ? "" : "<span>" + figure.aside + "</span>",
                     svg_chart(figure.chart));
}

/// A figure alone on its row is drawn once for wide and once for narrow screens.
std::string drawn_alone(Figure figure) {
  figure.chart.width = 960;
  figure.chart.height = 440;
  std::string out = "<div class=\"wide\">\n" + drawn(figure) + "</div>\n";
  figure.chart.id += "-narrow";
  figure.chart.width = 400;
  figure.chart.height = 330;
  for (ChartSeries& series : figure.chart.series) {
    for (ChartPoint& point : series.points) point.title.clear();  // no hovering on a small screen
  }
  return out + "<div class=\"narrow\">\n" + drawn(figure) + "</div>\n";
}

enum class Alone { as_others, large };

std::string drawn(const std::vector<Figure>& figures, Alone alone) {
  const bool one = alone == Alone::large && figures.size() == 1;
  std::string out = one ? "<div class=\"figures one\">\n" : "<div class=\"figures\">\n";
  for (const Figure& figure : figures) out += one ? drawn_alone(figure) : drawn(figure);
  return out + "</div>\n";
}

Chart sized(Chart chart, int height) {
  chart.width = 480;
  chart.height = height;
  return chart;
}

std::string density_section(const ComparisonView& view) {
  const Comparison& all = view.all;
  const std::size_t room = room_per_size(figure_mark_limit, methods_of_cases(all) + all.cases.size(), 3);
  std::vector<Figure> figures;
  for (std::size_t place = 0; place < all.cases.size(); ++place) {
    const Chart chart = size_figure(view, place, fmt::format("density-{}", place),
                                    spread_sizes(all.cases[place].sizes, room), true);
    figures.push_back({case_name(view, place),
                       fmt::format("{} vertices, {} edges", grouped(all.graphs[place].vertices),
                                   grouped(all.graphs[place].edges)),
                       sized(chart, 320)});
  }
  if (figures.empty()) return "";
  return fmt::format(
             "<section>\n<h2>Density against size</h2>\n<p class=\"note\">Average over the starts of each "
             "method. Where methods agree their marks coincide. No set can lie above the dotted line, the "
             "upper bound.{}{}</p>\n",
             all.runs.size() < all.total_runs ? " Hollow marks: starts are missing." : "",
             any_above(all, room) ? fmt::format(" At most {} sizes per graph are drawn.", room) : "") +
         drawn(figures, Alone::large) + "</section>\n";
}

/// The figures of the experiment, each panel with more than one size drawn against s.
std::string sparsity_section(const ComparisonView& view, bool titles) {
  const LeastSquaresExperiment& experiment = view.all.experiment;
  std::size_t drawn_points = 0;
  std::string out;
  for (std::size_t f = 0; f < experiment.figures.size(); ++f) {
    std::vector<Figure> figures;
    for (const std::size_t place : experiment.figures[f].panels) {
      const ComparisonCase& one = view.all.cases[place];
      if (one.sizes.size() < 2) continue;
      drawn_points += one.sizes.size() * one.methods.size();
      if (drawn_points > point_limit) continue;
      const Chart chart =
          size_figure(view, place, fmt::format("objective-{}-{}", f, place), one.sizes, titles);
      figures.push_back({case_name(view, place), "", sized(chart, 320)});
    }
    if (figures.empty()) continue;
    out += "<h3 class=\"group\">" + escape_markup(experiment.figures[f].title) + "</h3>\n" +
           drawn(figures, Alone::as_others);
  }
  if (out.empty()) return "";
  return fmt::format(
             "<section>\n<h2>Objective against sparsity</h2>\n<p class=\"note\">Average over the starts of "
             "each method; less is better. Where methods agree their marks coincide.{}{}</p>\n",
             titles ? "" : " There are too many values for hover texts: see the numbers below.",
             drawn_points > point_limit ? " Figures beyond what the page holds are left out." : "") +
         out + "</section>\n";
}

/// Sizes of any graph, increasing; at most as many as there is room for.
std::vector<std::uint32_t> convergence_sizes(const Comparison& comparison) {
  std::vector<std::uint32_t> sizes;
  for (const ComparisonCase& one : comparison.cases) {
    sizes.insert(sizes.end(), one.sizes.begin(), one.sizes.end());
  }
  std::sort(sizes.begin(), sizes.end());
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  return spread_sizes(sizes, room_per_size(curve_limit, methods_of_cases(comparison), 1));
}

constexpr const char* thinned_note = " Long curves are drawn through a part of their points.";

std::string time_heading(const ComparisonView& view, const std::string& remarks) {
  return fmt::format(
      "<section>\n<h2>Objective against time</h2>\n<p class=\"note\">The {} objective known to each method, "
      "averaged over its starts; the mark is the mean end of the runs.{}</p>\n",
      view.of_graphs() ? "best" : "least", remarks);
}

/// One group of figures per size, and buttons to choose the group that is shown; needs no script.
std::string convergence_section(const ComparisonView& view) {
  const Comparison& all = view.all;
  if (all.cells.empty()) return "";
  const std::vector<std::uint32_t> sizes = convergence_sizes(all);
  const TimeRange times = comparison_times(all);
  const std::size_t points = std::clamp<std::size_t>(
      room_per_size(trace_point_limit, sizes.size() * methods_of_cases(all), 1), 5, 60);
  std::string choices;
  std::string inputs;
  std::string groups;
  const std::size_t first = sizes.size() / 2;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    std::vector<Figure> figures;
    for (std::size_t place = 0; place < all.cases.size(); ++place) {
      Chart chart = time_figure(view, place, sizes[i], times, points);
      if (chart.series.empty()) continue;
      figures.push_back({case_name(view, place), "s = " + grouped(sizes[i]), sized(std::move(chart), 300)});
    }
    if (figures.empty()) continue;
    inputs += fmt::format("<input class=\"choice\" type=\"radio\" name=\"size\" id=\"size-{}\"{}/>\n", i,
                          i == first ? " checked=\"\"" : "");
    choices += fmt::format("<label for=\"size-{}\">s = {}</label>\n", i, grouped(sizes[i]));
    groups += fmt::format("<div class=\"chosen group-{}\">\n{}</div>\n", i, drawn(figures, Alone::large));
  }
  const bool thinned = std::any_of(all.cells.begin(), all.cells.end(),
                                   [&](const ComparisonCell& cell) { return cell.trace.size() > points; });
  return time_heading(view, std::string(" Moments before the first mark of the axis are drawn there.") +
                                (thinned ? thinned_note : "")) +
         inputs + (sizes.size() > 1 ? "<div class=\"choices\">\n" + choices + "</div>\n" : "") + groups +
         "</section>\n";
}

/// Objective against time: of panels with one size, or of one size of each.
std::string panel_time_section(const ComparisonView& view) {
  const Comparison& all = view.all;
  std::size_t count = 0;
  std::vector<Figure> figures;
  for (std::size_t place = 0; place < all.cases.size(); ++place) {
    const std::vector<std::uint32_t>& sizes = all.cases[place].sizes;
    const std::uint32_t s = sizes[sizes.size() / 2];
    const Chart chart = time_figure(view, place, s, std::nullopt, trace_points);
    if (chart.series.empty() || ++count > time_figure_limit) continue;
    figures.push_back({case_name(view, place), s > 0 ? fmt::format("s = {}", s) : "", sized(chart, 320)});
  }
  if (figures.empty()) return "";
  const std::string cut =
      count > time_figure_limit ? fmt::format(" The first {} panels are drawn.", time_figure_limit) : "";
  return time_heading(view, thinned_note + cut) + drawn(figures, Alone::as_others) + "</section>\n";
}

}  // namespace

std::string case_name(const ComparisonView& view, std::size_t place) {
  return escape_markup(shorten(view.all.cases[place].name, 60));
}

std::size_t methods_of_cases(const Comparison& comparison) {
  std::size_t count = 0;
  for (const ComparisonCase& one : comparison.cases) count += one.methods.size();
  return count;
}

std::size_t room_per_size(std::size_t limit, std::size_t entries_per_size, std::size_t least) {
  return std::max(least, limit / std::max<std::size_t>(1, entries_per_size));
}

std::vector<std::uint32_t> spread_sizes(const std::vector<std::uint32_t>& sizes, std::size_t room) {
  std::vector<std::uint32_t> kept;
  for (const std::size_t i : spread_indices(sizes.size(), room)) kept.push_back(sizes[i]);
  return kept;
}

bool any_above(const Comparison& comparison, std::size_t room) {
  return std::any_of(comparison.cases.begin(), comparison.cases.end(),
                     [&](const ComparisonCase& one) { return one.sizes.size() > room; });
}

std::string size_section(const ComparisonView& view, bool titles) {
  return view.of_graphs() ? density_section(view) : sparsity_section(view, titles);
}

std::string time_section(const ComparisonView& view) {
  return view.of_graphs() ? convergence_section(view) : panel_time_section(view);
}

std::string choice_style(const Comparison& comparison) {
  const std::size_t sizes = convergence_sizes(comparison).size();
  std::string style;
  for (std::size_t i = 0; i < sizes; ++i) {
    style += fmt::format(
        "#size-{0}:checked~.group-{0}{{display:block}}#size-{0}:checked~.choices label[for=size-{0}]"
        "{{border-color:var(--ink);font-weight:620}}#size-{0}:focus-visible~.choices label[for=size-{0}]"
        "{{outline:2px solid var(--series-0)}}\n",
        i);
  }
  return style;
}

}  // namespace lode::detail
