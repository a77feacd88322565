#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <lode/core/version.hpp>
#include <lode/report/comparison_report.hpp>
#include <lode/report/format.hpp>

#include "report/compare/comparison_figures.hpp"
#include "report/compare/comparison_page.hpp"
#include "report/compare/comparison_words.hpp"
#include "report/density/density_words.hpp"
#include "report/html/html_page.hpp"

namespace lode {
namespace {

using detail::markup;

// What keeps the page below 2 MB whatever the comparison holds.
constexpr std::size_t graph_limit = 24;           // graphs drawn and listed
constexpr std::size_t method_limit = 32;          // methods drawn and listed
constexpr std::size_t figure_mark_limit = 2400;   // points of the density figures
constexpr std::size_t curve_limit = 1400;         // lines of the convergence figures
constexpr std::size_t trace_point_limit = 24000;  // points of their lines
constexpr std::size_t cell_limit = 9000;          // entries of the tables of numbers

std::string graph_name(const Comparison& comparison, std::size_t graph) {
  return escape_markup(shorten(comparison.graphs[graph].name, 60));
}

std::string method_name(const Comparison& comparison, std::size_t method) {
  return escape_markup(shorten(comparison.methods[method].label, 40));
}

/// The comparison with what the page has room for, and a sentence on what was left out.
struct Shown {
  Comparison comparison;
  std::string remark;
};

Shown fitted(const Comparison& whole) {
  Shown shown{whole, ""};
  Comparison& part = shown.comparison;
  const bool many_graphs = whole.graphs.size() > graph_limit;
  const bool many_methods = whole.methods.size() > method_limit;
  if (!many_graphs && !many_methods) return shown;
  if (many_graphs) {
    part.graphs.resize(graph_limit);
    if (part.graph_scores.size() > graph_limit) part.graph_scores.resize(graph_limit);
    shown.remark +=
        fmt::format("The first {} of {} graphs are shown. ", graph_limit, grouped(whole.graphs.size()));
  }
  if (many_methods) {
    for (ComparisonGraph& graph : part.graphs) {
      std::erase_if(graph.methods, [](std::size_t m) { return m >= method_limit; });
    }
    shown.remark +=
        fmt::format("The first {} of {} methods are shown. ", method_limit, grouped(whole.methods.size()));
  }
  std::erase_if(part.cells,
                [](const ComparisonCell& c) { return c.graph >= graph_limit || c.method >= method_limit; });
  std::erase_if(part.instances, [](const ComparisonInstance& i) { return i.graph >= graph_limit; });
  return shown;
}

/// Methods on the page, best first.
std::vector<std::size_t> listed_methods(const Comparison& comparison) {
  std::vector<std::size_t> order = detail::methods_by_rank(comparison.scores);
  std::erase_if(order, [](std::size_t m) { return m >= method_limit; });
  return order;
}

std::string head(const Comparison& comparison) {
  const std::string title =
      comparison.graphs.size() == 1
          ? "Methods on " + graph_name(comparison, 0)
          : fmt::format("Methods on {}", format_plural(comparison.graphs.size(), "graph", "graphs"));
  std::string out =
      "<header>\n<p class=\"eyebrow\">Densest s-vertex subgraphs compared</p>\n<h1>" + title + "</h1>\n";
  out +=
      "<p class=\"lead\">" + markup(detail::comparison_summary(comparison)) + "</p>\n<dl class=\"facts\">\n";
  for (const auto& [name, value] : detail::comparison_facts(comparison)) {
    out += fmt::format("<div><dt>{}</dt><dd>{}</dd></div>\n", name, markup(value));
  }
  return out + "</dl>\n</header>\n<main>\n";
}

/// The methods with their colours; the script makes names highlight and boxes hide.
std::string keys(const Comparison& comparison) {
  std::string out = "<ul class=\"keys\" aria-label=\"Methods\">\n";
  for (std::size_t m = 0; m < std::min(comparison.methods.size(), method_limit); ++m) {
    out += fmt::format(
        "<li><input type=\"checkbox\" checked=\"\" data-key=\"{}\" aria-label=\"show {}\"/>"
        "<button type=\"button\" data-key=\"{}\">{}{}</button></li>\n",
        m, method_name(comparison, m), m, series_swatch(static_cast<int>(m)), method_name(comparison, m));
  }
  return out +
         "<li><button type=\"button\" class=\"reset\">show all</button></li>\n</ul>\n"
         "<p class=\"note how\">Click a name to pick the method out in every figure, clear its box to hide "
         "it. Values appear under the pointer.</p>\n";
}

std::string scores_section(const Comparison& comparison) {
  std::string out =
      "<section>\n<h2>Summary</h2>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
      "aria-label=\"Summary\">\n<table class=\"scores\">\n<thead><tr><th scope=\"col\">method</th>"
      "<th scope=\"col\">mean rank</th><th scope=\"col\">wins</th><th scope=\"col\">best found</th>"
      "<th scope=\"col\">sizes</th><th scope=\"col\">mean time</th><th scope=\"col\">relative to the "
      "best</th>"
      "</tr></thead>\n<tbody>\n";
  for (const std::size_t m : listed_methods(comparison)) {
    const ComparisonScore& score = comparison.scores[m];
    out += fmt::format("<tr data-series=\"{}\"><th scope=\"row\">{}{}</th>", m,
                       series_swatch(static_cast<int>(m)), method_name(comparison, m));
    if (score.instances == 0) {
      out += "<td>-</td><td>-</td><td>-</td><td>0</td><td>-</td><td>-</td></tr>\n";
      continue;
    }
    out += fmt::format(
        "<td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}<span class=\"share\">"
        "<i style=\"--share:{:.4f}\"></i></span></td></tr>\n",
        format_rounded(score.mean_rank, 3), grouped(score.wins), grouped(score.best_found),
        grouped(score.instances), markup(detail::time_text(comparison, score.mean_seconds)),
        markup(detail::relative_text(score.relative)),
        std::isfinite(score.relative) ? std::clamp(score.relative, 0.0, 1.0) : 0.0);
  }
  return out + "</tbody>\n</table>\n</div>\n<p class=\"note\">" +
         markup(detail::comparison_meaning(comparison)) + "</p>\n</section>\n";
}

struct HeatStep {
  double from;
  const char* text;
};
constexpr HeatStep heat_steps[] = {
    {0.0, "less"},       {0.75, "from 75 %"},    {0.9, "from 90 %"},          {0.95, "from 95 %"},
    {0.98, "from 98 %"}, {0.995, "from 99.5 %"}, {0.99995, "all of the best"}};

std::size_t heat_step(double relative) {
  std::size_t step = 0;
  while (step + 1 < std::size(heat_steps) && relative >= heat_steps[step + 1].from) ++step;
  return step;
}

std::string heat_cell(const Comparison& comparison, std::size_t graph, std::size_t method) {
  const ComparisonScore& score = comparison.graph_scores[graph][method];
  if (score.instances == 0) return "<td class=\"of\">-</td>";
  const std::string number = score.relative >= 0.99995
                                 ? std::string("100")
                                 : fmt::format("{:.1f}", std::floor(score.relative * 1000.0) / 10.0);
  return fmt::format(
      "<td class=\"h{}\" title=\"{} on {}: {} of the best, mean rank {}, {} of {}, {}\">{}</td>",
      heat_step(score.relative), method_name(comparison, method), graph_name(comparison, graph),
      markup(detail::relative_text(score.relative)), format_rounded(score.mean_rank, 3),
      format_plural(score.wins, "win", "wins"), format_plural(score.instances, "size", "sizes"),
      markup(detail::time_text(comparison, score.mean_seconds)), number);
}

std::string heat_section(const Comparison& comparison) {
  const bool any = std::any_of(comparison.scores.begin(), comparison.scores.end(),
                               [](const ComparisonScore& score) { return score.instances > 0; });
  if (!any) return "";
  const bool tall = comparison.graphs.size() > 5;
  std::string out =
      "<section>\n<h2>Methods and graphs</h2>\n<p class=\"note\">Average objective in percent of the largest "
      "any "
      "run found, geometric mean over sizes, rounded down.</p>\n<ul class=\"steps\">";
  for (std::size_t i = 0; i < std::size(heat_steps); ++i) {
    out += fmt::format("<li class=\"h{}\">{}</li>", i, heat_steps[i].text);
  }
  out +=
      "</ul>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Methods and graphs\">\n"
      "<table class=\"heat\">\n<thead><tr><td></td>";
  for (std::size_t g = 0; g < comparison.graphs.size(); ++g) {
    out += fmt::format("<th scope=\"col\"{}><span>{}</span></th>", tall ? " class=\"tall\"" : "",
                       graph_name(comparison, g));
  }
  out += "</tr></thead>\n<tbody>\n";
  for (const std::size_t m : listed_methods(comparison)) {
    out += fmt::format("<tr data-series=\"{}\"><th scope=\"row\">{}{}</th>", m,
                       series_swatch(static_cast<int>(m)), method_name(comparison, m));
    for (std::size_t g = 0; g < comparison.graphs.size(); ++g) out += heat_cell(comparison, g, m);
    out += "</tr>\n";
  }
  return out + "</tbody>\n</table>\n</div>\n</section>\n";
}

std::string figure(const std::string& heading, const std::string& aside, const Chart& chart) {
  return fmt::format("<figure>\n<h3>{}{}</h3>\n{}</figure>\n", heading,
                     aside.empty() ? "" : "<span>" + aside + "</span>", svg_chart(chart));
}

/// A figure alone on its row is drawn once for wide and once for narrow screens.
std::string single_figure(const std::string& heading, const std::string& aside, Chart chart) {
  chart.width = 960;
  chart.height = 440;
  std::string out = "<div class=\"wide\">\n" + figure(heading, aside, chart) + "</div>\n";
  chart.id += "-narrow";
  chart.width = 400;
  chart.height = 330;
  for (ChartSeries& series : chart.series) {
    for (ChartPoint& point : series.points) point.title.clear();  // no hovering on a small screen
  }
  return out + "<div class=\"narrow\">\n" + figure(heading, aside, chart) + "</div>\n";
}

std::string figures(const std::vector<std::tuple<std::string, std::string, Chart>>& charts) {
  const bool one = charts.size() == 1;
  std::string out = one ? "<div class=\"figures one\">\n" : "<div class=\"figures\">\n";
  for (const auto& [heading, aside, chart] : charts) {
    out += one ? single_figure(heading, aside, chart) : figure(heading, aside, chart);
  }
  return out + "</div>\n";
}

std::string density_section(const Comparison& comparison) {
  std::size_t per_size = 0;
  for (const ComparisonGraph& graph : comparison.graphs) per_size += graph.methods.size() + 1;
  const std::size_t room = std::max<std::size_t>(3, figure_mark_limit / std::max<std::size_t>(1, per_size));
  bool thinned = false;
  std::vector<std::tuple<std::string, std::string, Chart>> charts;
  for (std::size_t g = 0; g < comparison.graphs.size(); ++g) {
    const ComparisonGraph& graph = comparison.graphs[g];
    const std::vector<std::size_t> shown = detail::spread_indices(graph.sizes.size(), room);
    thinned = thinned || shown.size() < graph.sizes.size();
    Chart chart = detail::comparison_density_figure(comparison, g, shown);
    chart.width = 480;
    chart.height = 320;
    charts.emplace_back(graph_name(comparison, g),
                        fmt::format("{} vertices, {} edges", grouped(graph.vertices), grouped(graph.edges)),
                        chart);
  }
  if (charts.empty()) return "";
  return fmt::format(
             "<section>\n<h2>Density against size</h2>\n<p class=\"note\">Average over the starts of each "
             "method. "
             "Where methods agree their marks coincide. No set can lie above the dotted line, the upper "
             "bound.{}{}</p>\n",
             comparison.runs.size() < comparison.total_runs ? " Hollow marks: starts are missing." : "",
             thinned ? fmt::format(" At most {} sizes per graph are drawn.", room) : "") +
         figures(charts) + "</section>\n";
}

/// Sizes in any graph, increasing; at most as many as there is room for.
std::vector<Vertex> convergence_sizes(const Comparison& comparison) {
  std::vector<Vertex> sizes;
  for (const ComparisonGraph& graph : comparison.graphs)
    sizes.insert(sizes.end(), graph.sizes.begin(), graph.sizes.end());
  std::sort(sizes.begin(), sizes.end());
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  std::size_t curves = 0;
  for (const ComparisonGraph& graph : comparison.graphs) curves += graph.methods.size();
  const std::size_t room = std::max<std::size_t>(1, curve_limit / std::max<std::size_t>(1, curves));
  std::vector<Vertex> kept;
  for (const std::size_t i : detail::spread_indices(sizes.size(), room)) kept.push_back(sizes[i]);
  return kept;
}

/// What makes the choice of a size show its group.
std::string choice_style(std::size_t sizes) {
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

/// One group of figures per size, and buttons to choose the group that is shown; needs no script.
std::string convergence_section(const Comparison& comparison) {
  if (comparison.cells.empty()) return "";
  const std::vector<Vertex> sizes = convergence_sizes(comparison);
  const detail::TimeRange times = detail::comparison_times(comparison);
  std::size_t series = 0;
  for (const ComparisonGraph& graph : comparison.graphs) series += sizes.size() * graph.methods.size();
  const std::size_t points =
      std::clamp<std::size_t>(trace_point_limit / std::max<std::size_t>(1, series), 5, 60);
  bool thinned = false;
  std::string choices;
  std::string inputs;
  std::string groups;
  const std::size_t first = sizes.size() / 2;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    std::vector<std::tuple<std::string, std::string, Chart>> charts;
    for (std::size_t g = 0; g < comparison.graphs.size(); ++g) {
      Chart chart = detail::comparison_convergence_figure(comparison, g, sizes[i], times, points);
      if (chart.series.empty()) continue;
      chart.width = 480;
      chart.height = 300;
      charts.emplace_back(graph_name(comparison, g), "s = " + grouped(sizes[i]), std::move(chart));
    }
    if (charts.empty()) continue;
    inputs += fmt::format("<input class=\"choice\" type=\"radio\" name=\"size\" id=\"size-{}\"{}/>\n", i,
                          i == first ? " checked=\"\"" : "");
    choices += fmt::format("<label for=\"size-{}\">s = {}</label>\n", i, grouped(sizes[i]));
    groups += fmt::format("<div class=\"chosen group-{}\">\n{}</div>\n", i, figures(charts));
  }
  for (const ComparisonCell& cell : comparison.cells) thinned = thinned || cell.trace.size() > points;
  return "<section>\n<h2>Objective against time</h2>\n<p class=\"note\">The best objective known to each "
         "method, "
         "averaged over its starts; the mark is the mean end of the runs. Moments before the first mark of "
         "the axis "
         "are drawn there." +
         std::string(thinned ? " Long curves are drawn through a part of their points." : "") + "</p>\n" +
         inputs + (sizes.size() > 1 ? "<div class=\"choices\">\n" + choices + "</div>\n" : "") + groups +
         "</section>\n";
}

std::string number_cell(const Comparison& comparison, std::size_t graph, Vertex s, std::size_t method,
                        double best) {
  const ComparisonCell* cell = detail::find_cell(comparison, graph, s, method);
  if (!cell) return "<td class=\"of\">-</td>";
  const bool weighted = comparison.graphs[graph].weighted;
  const std::string average = group_thousands(detail::average_text(cell->average, weighted));
  const std::string top = cell->best != cell->average
                              ? fmt::format(" <span class=\"of\">{}</span>",
                                            group_thousands(detail::average_text(cell->best, weighted)))
                              : "";
  return cell->best == best ? "<td><b>" + average + "</b>" + top + "</td>" : "<td>" + average + top + "</td>";
}

std::string number_table(const Comparison& comparison, std::size_t g, const std::vector<std::size_t>& shown) {
  const ComparisonGraph& graph = comparison.graphs[g];
  std::string out =
      "<div class=\"scroll\" tabindex=\"0\">\n<table class=\"numbers\">\n<thead><tr><th "
      "scope=\"col\">method</th>";
  std::string best_row = "<tr><th scope=\"row\">best known here</th>";
  std::string bound_row = "<tr><th scope=\"row\">upper bound</th>";
  for (const std::size_t i : shown) {
    const ComparisonInstance& instance = detail::find_instance(comparison, g, graph.sizes[i]);
    out += fmt::format("<th scope=\"col\">s = {}</th>", grouped(instance.s));
    best_row += "<td>" + group_thousands(format_weight(instance.best)) + "</td>";
    bound_row += "<td>" + group_thousands(format_weight(instance.bound.value)) + "</td>";
  }
  out += "</tr></thead>\n<tbody>\n";
  for (const std::size_t m : graph.methods) {
    out += fmt::format("<tr data-series=\"{}\"><th scope=\"row\">{}</th>", m, method_name(comparison, m));
    for (const std::size_t i : shown) {
      const ComparisonInstance& instance = detail::find_instance(comparison, g, graph.sizes[i]);
      out += number_cell(comparison, g, instance.s, m, instance.best);
    }
    out += "</tr>\n";
  }
  return out + "</tbody>\n<tfoot>\n" + best_row + "</tr>\n" + bound_row +
         "</tr>\n</tfoot>\n</table>\n</div>\n";
}

std::string numbers_section(const Comparison& comparison) {
  std::size_t per_size = 0;
  for (const ComparisonGraph& graph : comparison.graphs) per_size += graph.methods.size();
  const std::size_t room = std::max<std::size_t>(3, cell_limit / std::max<std::size_t>(1, per_size));
  std::string out =
      "<section>\n<h2>Numbers</h2>\n<p class=\"note\">Averages over the starts, and the best start in grey "
      "where it "
      "differs. Bold: the best start reached the largest objective found here.";
  std::string tables;
  bool thinned = false;
  for (std::size_t g = 0; g < comparison.graphs.size(); ++g) {
    const ComparisonGraph& graph = comparison.graphs[g];
    const std::vector<std::size_t> shown = detail::spread_indices(graph.sizes.size(), room);
    thinned = thinned || shown.size() < graph.sizes.size();
    tables += fmt::format("<details{}><summary><b>{}</b><span>{}</span></summary>\n{}</details>\n",
                          comparison.graphs.size() == 1 ? " open=\"\"" : "", graph_name(comparison, g),
                          detail::objective_name(graph), number_table(comparison, g, shown));
  }
  if (tables.empty()) return "";
  return out +
         (thinned ? fmt::format(" At most {} sizes per graph are listed; the CSV has all.", room) : "") +
         "</p>\n" + tables + "</section>\n";
}

std::string foot(const Comparison& comparison, const std::string& remark) {
  std::string out = "</main>\n<footer>\n";
  if (!remark.empty()) out += "<p>" + escape_markup(remark) + "</p>\n";
  out += fmt::format("<p>lode {}, seed {}, {}", escape_markup(version()), comparison.seed,
                     markup(format_seconds(comparison.seconds)));
  if (comparison.resumed_runs > 0) {
    out += fmt::format("; {} of {} runs from an earlier session", grouped(comparison.resumed_runs),
                       grouped(comparison.total_runs));
  }
  return out + (comparison.interrupted ? "; interrupted" : "") + ".</p>\n</footer>\n";
}

}  // namespace

std::string render_html(const Comparison& comparison) {
  const Shown shown = fitted(comparison);
  const Comparison& part = shown.comparison;
  const std::string body = head(comparison) + keys(part) + scores_section(part) + heat_section(part) +
                           density_section(part) + convergence_section(part) + numbers_section(part) +
                           foot(comparison, shown.remark);
  const std::string title = comparison.graphs.size() == 1
                                ? shorten(comparison.graphs[0].name, 200) + ": methods compared"
                                : "Methods compared";
  const std::string style =
      std::string(detail::comparison_style()) + choice_style(convergence_sizes(part).size());
  return detail::html_page(title, body, {style, detail::comparison_script()});
}

}  // namespace lode
