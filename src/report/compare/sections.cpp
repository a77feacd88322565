#include "report/compare/sections.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <lode/report/format.hpp>

#include "report/compare/curves.hpp"
#include "report/density/sentences.hpp"
#include "report/html/frame.hpp"

namespace lode::detail {
namespace {

// What keeps the page below 2 MB whatever the comparison holds.
constexpr std::size_t point_limit = 5000;         // points of the figures against s
constexpr std::size_t title_limit = 2400;         // of them, if they have hover texts
constexpr std::size_t curve_limit = 1000;         // lines of the figures against time
constexpr std::size_t trace_point_limit = 24000;  // points of these lines

struct Figure {
  std::string heading;
  std::string aside;
  Chart chart;
};

/// Figures side by side; one alone is large.
std::string drawn(const std::vector<Figure>& figures) {
  const bool one = figures.size() == 1;
  std::string out = one ? "<div class=\"figures one\">\n" : "<div class=\"figures\">\n";
  for (const Figure& figure : figures) {
    const std::string caption =
        figure.heading + (figure.aside.empty() ? "" : "<span>" + figure.aside + "</span>");
    out += one ? large_figure(figure.chart, caption) : figure_html(figure.chart, caption);
  }
  return out + "</div>\n";
}

/// "1,000 vertices, 5,000 edges"; empty for a panel.
std::string graph_size(const ComparisonView& view, std::size_t place) {
  if (!view.of_graphs()) return "";
  const ComparisonGraph& graph = view.all.graphs[place];
  return fmt::format("{} vertices, {} edges", grouped(graph.vertices), grouped(graph.edges));
}

Chart sized(Chart chart, int height) {
  chart.width = 480;
  chart.height = height;
  return chart;
}

/// The cases that stand together, under a heading.
struct CaseGroup {
  std::string heading;
  std::vector<std::size_t> places;
};

/// Of graphs all of them, of panels those of each figure of the experiment that have several sizes.
std::vector<CaseGroup> case_groups(const ComparisonView& view) {
  std::vector<CaseGroup> groups;
  if (view.of_graphs()) {
    groups.emplace_back();
    for (std::size_t place = 0; place < view.all.cases.size(); ++place) groups[0].places.push_back(place);
  }
  for (const LeastSquaresFigure& figure : view.all.experiment.figures) {
    groups.push_back({figure.title, figure.panels});
    std::erase_if(groups.back().places,
                  [&](std::size_t place) { return view.all.cases[place].sizes.size() < 2; });
  }
  std::erase_if(groups, [](const CaseGroup& group) { return group.places.empty(); });
  return groups;
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

std::string size_section(const ComparisonView& view) {
  const Comparison& all = view.all;
  const std::vector<CaseGroup> groups = case_groups(view);
  std::size_t series = 0;  // with one for each upper bound
  std::size_t points = 0;
  for (const CaseGroup& group : groups) {
    for (const std::size_t place : group.places) {
      series += all.cases[place].methods.size() + 1;
      points += (all.cases[place].methods.size() + 1) * all.cases[place].sizes.size();
    }
  }
  if (series == 0) return "";
  const std::size_t room = room_per_size(point_limit, series, 3);
  const bool titles = points <= title_limit;
  std::string out = fmt::format(
      "<section>\n<h2>{}</h2>\n<p class=\"note\">Average over the starts of each method. Where "
      "methods agree their marks coincide.{}{}{}{}</p>\n",
      view.of_graphs() ? "Density against size" : "Objective against sparsity",
      view.of_graphs() ? " No set can lie above the dotted line, the upper bound." : " Less is better.",
      all.runs.size() < all.total_runs ? " Hollow marks: starts are missing." : "",
      any_above(all, room) ? fmt::format(" At most {} sizes per {} are drawn.", room, view.labels.place) : "",
      titles ? "" : " There are too many values for hover texts: see the numbers below.");
  std::size_t count = 0;
  for (const CaseGroup& group : groups) {
    std::vector<Figure> figures;
    for (const std::size_t place : group.places) {
      const Chart chart = size_figure(view, place, fmt::format("size-{}", count++),
                                      spread_sizes(all.cases[place].sizes, room), titles);
      figures.push_back({case_name(view, place), graph_size(view, place), sized(chart, 320)});
    }
    if (!group.heading.empty()) out += "<h3 class=\"group\">" + escape_markup(group.heading) + "</h3>\n";
    out += drawn(figures);
  }
  return out + "</section>\n";
}

/// One group of figures per size, and buttons to choose the group that is shown; needs no script.
std::string time_section(const ComparisonView& view) {
  const Comparison& all = view.all;
  if (all.cells.empty()) return "";
  const std::vector<std::uint32_t> sizes = convergence_sizes(all);
  const ChartAxis times = comparison_times(all);
  const std::size_t points = std::clamp<std::size_t>(
      room_per_size(trace_point_limit, sizes.size() * methods_of_cases(all), 1), 5, 60);
  std::string choices;
  std::string inputs;
  std::string groups;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    std::vector<Figure> figures;
    for (std::size_t place = 0; place < all.cases.size(); ++place) {
      Chart chart = time_figure(view, place, sizes[i], times, points);
      if (chart.series.empty()) continue;
      figures.push_back({case_name(view, place), sizes[i] > 0 ? "s = " + grouped(sizes[i]) : "",
                         sized(std::move(chart), 300)});
    }
    if (figures.empty()) continue;
    inputs += fmt::format("<input class=\"choice\" type=\"radio\" name=\"size\" id=\"size-{}\"{}/>\n", i,
                          i == sizes.size() / 2 ? " checked=\"\"" : "");
    choices += fmt::format("<label for=\"size-{}\">s = {}</label>\n", i, grouped(sizes[i]));
    groups += fmt::format("<div class=\"chosen group-{}\">\n{}</div>\n", i, drawn(figures));
  }
  const bool thinned = std::any_of(all.cells.begin(), all.cells.end(),
                                   [&](const ComparisonCell& cell) { return cell.trace.size() > points; });
  return fmt::format(
             "<section>\n<h2>Objective against time</h2>\n<p class=\"note\">The {} objective known to each "
             "method, averaged over its starts; the mark is the mean end of the runs. Moments before the "
             "first "
             "mark of the axis are drawn there.{}</p>\n",
             view.labels.best, thinned ? " Long curves are drawn through a part of their points." : "") +
         inputs + (sizes.size() > 1 ? "<div class=\"choices\">\n" + choices + "</div>\n" : "") + groups +
         "</section>\n";
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
