#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <lode/core/version.hpp>
#include <lode/report/density_report.hpp>
#include <lode/report/format.hpp>

#include "report/density/density_figures.hpp"
#include "report/density/density_words.hpp"
#include "report/html/frame.hpp"
#include "report/svg/spy_plot.hpp"
#include "report/svg/chart.hpp"

namespace lode {
namespace {

// What keeps the page below 500 kB whatever the report holds.
constexpr std::size_t mark_limit = 300;      // points of the density figure, over all methods
constexpr std::size_t row_limit = 120;       // sizes in the table and among the sets
constexpr std::size_t name_bytes = 100'000;  // of vertex names, over all sets
constexpr std::size_t body_bytes = 480'000;  // of everything, the picture included if there is room
constexpr std::size_t name_length = 80;      // characters of one name
constexpr std::size_t open_panels = 6;       // convergence panels in sight
constexpr std::size_t all_panels = 12;       // and those folded away

/// A duration as markup, with the micro sign.
std::string duration(double seconds) {
  std::string text = format_seconds(seconds);
  if (const auto at = text.find("us"); at != std::string::npos) text.replace(at, 2, "\u00B5s");
  return escape_markup(text);
}

std::vector<std::size_t> sizes_in_figure(const DensityReport& report) {
  const std::size_t series = report.methods.size() + 1;
  return detail::spread_indices(report.sizes.size(), std::max<std::size_t>(12, mark_limit / series));
}

std::string head(const DensityReport& report) {
  std::string out = fmt::format("<header>\n<p class=\"eyebrow\">Density report</p>\n<h1>{}</h1>\n",
                                escape_markup(shorten(report.name, 200)));
  out += "<p class=\"lead\">" + escape_markup(detail::density_summary(report)) + "</p>\n";
  out += "<dl class=\"facts\">\n";
  for (const auto& [name, value] : detail::graph_facts(report)) {
    out += fmt::format("<div><dt>{}</dt><dd>{}</dd></div>\n", name, escape_markup(value));
  }
  return out + "</dl>\n</header>\n<main>\n";
}

std::string density_section(const DensityReport& report) {
  if (report.sizes.empty()) return "";
  const std::vector<std::size_t> shown = sizes_in_figure(report);
  Chart wide = detail::density_figure(report, shown);
  wide.width = 960;
  wide.height = 430;
  Chart narrow = wide;
  narrow.id = "density-narrow";
  narrow.width = 380;
  narrow.height = 360;
  for (ChartSeries& series : narrow.series) {
    for (ChartPoint& point : series.points) point.title.clear();  // no hovering on a small screen
  }
  std::string out =
      "<section>\n<h2>Density against size</h2>\n<p class=\"note\">Each mark is the best set a method found. "
      "Where methods agree their marks coincide. No set can lie above the dotted line.";
  if (report.stop_reason != StopReason::converged) out += " Hollow marks: runs cut short by a limit.";
  if (shown.size() < report.sizes.size()) {
    out += fmt::format(" {} of {} sizes are drawn.", shown.size(), grouped(report.sizes.size()));
  }
  return out + "</p>\n<figure class=\"wide\">\n" + svg_chart(wide) +
         "</figure>\n<figure class=\"narrow\">\n" + svg_chart(narrow) + "</figure>\n</section>\n";
}

std::string table_row(const DensityReport& report, const DensityReportSize& size) {
  std::string out = fmt::format("<tr><th scope=\"row\">{}</th><td>{}<span class=\"of\"> / {}</span></td>",
                                grouped(size.s), grouped(size.best.edges), grouped(possible_edges(size.s)));
  if (report.graph.weighted) out += fmt::format("<td>{}</td>", grouped_weight(size.best.weight));
  out += fmt::format("<td>{}</td><td>{}</td><td>{} <span class=\"of\">{}</span></td>",
                     group_thousands(format_density(weight_density(size.best.weight, size.s))),
                     group_thousands(format_rounded(average_degree(size.best.weight, size.s))),
                     grouped_weight(size.bound.value), escape_markup(size.bound.name));
  if (size.proven_optimal) {
    out += fmt::format("<td><span class=\"badge\">{}</span></td>",
                       detail::proven_or_gap(size, "proven optimal"));
  } else {
    out += fmt::format("<td><span class=\"gap\" style=\"--share:{:.3f}\">{}</span></td>",
                       std::isfinite(size.gap) ? std::clamp(size.gap, 0.0, 1.0) : 0.0,
                       escape_markup(format_percent(size.gap)));
  }
  return out + fmt::format("<td class=\"l\">{}</td><td>{}</td></tr>\n", escape_markup(size.best_method),
                           duration(size.best.seconds));
}

std::string table_section(const DensityReport& report) {
  if (report.sizes.empty()) return "";
  const std::vector<std::size_t> shown = detail::spread_indices(report.sizes.size(), row_limit);
  const char* unit = report.graph.weighted ? "weight" : "edges";
  std::string out =
      "<section>\n<h2>Sizes</h2>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
      "aria-label=\"Sizes\">\n"
      "<table>\n";
  out += fmt::format(
      "<caption><span>Edges are counted inside the set, beside the number possible. Density is {} per vertex "
      "pair. "
      "The upper bound is on the {} of any set of that size.{}</span></caption>\n",
      unit, unit,
      shown.size() < report.sizes.size()
          ? fmt::format(" {} of {} sizes are listed.", shown.size(), grouped(report.sizes.size()))
          : "");
  out += "<thead><tr><th scope=\"col\">s</th><th scope=\"col\">edges</th>";
  if (report.graph.weighted) out += "<th scope=\"col\">weight</th>";
  out +=
      "<th scope=\"col\">density</th><th scope=\"col\">avg degree</th><th scope=\"col\">upper bound</th>"
      "<th scope=\"col\">gap</th><th scope=\"col\" class=\"l\">found by</th><th scope=\"col\">time</th>"
      "</tr></thead>\n<tbody>\n";
  for (const std::size_t i : shown) out += table_row(report, report.sizes[i]);
  return out + "</tbody>\n</table>\n</div>\n</section>\n";
}

std::string core_section(const DensityReport& report) {
  if (report.graph.cores.empty()) return "";
  return fmt::format(
      "<section>\n<h2>Cores</h2>\n<p class=\"note\">Vertices in the c-core, where each keeps at least c "
      "neighbours; the innermost has c = {}.</p>\n<figure>\n{}</figure>\n</section>\n",
      grouped(report.graph.degeneracy), svg_chart(detail::core_figure(report)));
}

std::string distribution_sections(const DensityReport& report) {
  if (report.graph.vertices == 0) return "";
  const std::string isolated =
      report.graph.isolated > 0
          ? fmt::format(" {} without any edge {} left out.",
                        group_thousands(format_plural(report.graph.isolated, "vertex", "vertices")),
                        report.graph.isolated == 1 ? "is" : "are")
          : "";
  return fmt::format(
      "<div class=\"pair\">\n<section>\n<h2>Degrees</h2>\n<p class=\"note\">Vertices with at least this many "
      "neighbours; the largest degree is {}.{}</p>\n<figure>\n{}</figure>\n</section>\n"
      "{}</div>\n",
      grouped(report.graph.max_degree), isolated, svg_chart(detail::degree_figure(report)),
      core_section(report));
}

/// The names of the methods with their colours, for figures without a legend of their own.
std::string method_legend(const DensityReport& report) {
  std::string out = "<ul class=\"legend\">";
  for (std::size_t i = 0; i < report.methods.size(); ++i) {
    out += fmt::format("<li><i style=\"border-color:var(--series-{}){}\"></i>{}</li>", i % 8,
                       i >= 8 ? ";border-top-style:dashed" : "", escape_markup(report.methods[i]));
  }
  return out + "</ul>\n";
}

std::string panel(const Chart& chart, Vertex s) {
  return fmt::format("<figure>\n<h3>s = {}</h3>\n{}</figure>\n", grouped(s), svg_chart(chart));
}

/// The size a convergence chart is about, from its id.
Vertex chart_size(const Chart& chart) {
  return static_cast<Vertex>(std::stoul(chart.id.substr(chart.id.rfind('-') + 1)));
}

std::string convergence_section(const DensityReport& report) {
  const std::vector<Chart> charts = detail::convergence_figures(report, all_panels);
  if (charts.empty()) return "";
  const std::vector<std::size_t> open = detail::spread_indices(charts.size(), open_panels);
  std::string out = fmt::format(
      "<section>\n<h2>Convergence</h2>\n<p class=\"note\">{} of the best set known against time, from the "
      "start of each run. Moments before the first mark of the axis are drawn there.</p>\n{}"
      "<div class=\"panels\">\n",
      report.graph.weighted ? "Weight" : "Edges", method_legend(report));
  std::string folded;
  for (std::size_t i = 0; i < charts.size(); ++i) {
    const bool shown = std::find(open.begin(), open.end(), i) != open.end();
    (shown ? out : folded) += panel(charts[i], chart_size(charts[i]));
  }
  out += "</div>\n";
  if (!folded.empty()) {
    out += "<details class=\"more\"><summary>More sizes</summary>\n<div class=\"panels\">\n" + folded +
           "</div></details>\n";
  }
  return out + "</section>\n";
}

/// Names until the budget is spent, and a remark on those left out.
std::string name_list(const std::vector<std::string>& names, std::size_t budget) {
  std::string out = "<p class=\"names\">";
  std::size_t spent = 0;
  std::size_t shown = 0;
  for (const std::string& name : names) {
    const std::string text = escape_markup(shorten(name, name_length));
    // Plain numbers need no element of their own to keep their direction.
    const bool plain = text.find_first_not_of("0123456789") == std::string::npos;
    const std::string item = plain ? text + ' ' : "<span>" + text + "</span> ";
    if (shown > 0 && spent + item.size() > budget) break;
    out += item;
    spent += item.size();
    ++shown;
  }
  out += "</p>\n";
  if (shown < names.size()) {
    out += fmt::format("<p class=\"note\">The first {} of {}; the JSON report lists them all.</p>\n",
                       grouped(shown), grouped(names.size()));
  }
  return out;
}

std::string sets_section(const DensityReport& report) {
  const std::vector<std::size_t> shown =
      detail::spread_indices(std::min(report.best_set_names.size(), report.sizes.size()), row_limit);
  if (shown.empty()) return "";
  const std::size_t budget = std::max<std::size_t>(400, name_bytes / shown.size());
  std::string out =
      "<section>\n<h2>Best sets</h2>\n<p class=\"note\">Vertices by their original names, with their core "
      "numbers and the connected components of the subgraph they induce.</p>\n";
  for (const std::size_t i : shown) {
    const DensityReportSize& size = report.sizes[i];
    const std::string objective =
        report.graph.weighted ? fmt::format("weight {} on {}", grouped_weight(size.best.weight),
                                            group_thousands(format_plural(size.best.edges, "edge", "edges")))
                              : group_thousands(format_plural(size.best.edges, "edge", "edges"));
    out += fmt::format(
        "<details><summary><b>s = {}</b><span>{}</span><span>core {} {}</span>"
        "<span>{}</span></summary>\n{}</details>\n",
        grouped(size.s), objective,
        size.smallest_core_number == size.largest_core_number ? "number" : "numbers",
        detail::core_range(size), group_thousands(format_plural(size.components, "component", "components")),
        name_list(report.best_set_names[i], budget));
  }
  return out + "</section>\n";
}

std::string picture_section(const DensityReport& report) {
  if (!report.picture) return "";
  const EgoNetwork& network = report.picture->network;
  const Vertex neighbors = network.graph.num_vertices() - report.picture->s;
  std::string out = fmt::format(
      "<section>\n<h2>A best set among its neighbours</h2>\n<p class=\"note\">The best set of {} and ",
      group_thousands(format_plural(report.picture->s, "vertex", "vertices")));
  if (neighbors == 0 && network.left_out > 0) {
    out += "none of its neighbours, for want of room";
  } else if (network.left_out > 0) {
    out += fmt::format("those {} of its {} neighbours that have the most {} into it", grouped(neighbors),
                       grouped(std::uint64_t{neighbors} + network.left_out),
                       report.graph.weighted ? "weight" : "edges");
  } else {
    out += neighbors == 0 ? "no neighbours, as it has none"
                          : fmt::format("its {}", format_plural(neighbors, "neighbour", "neighbours"));
  }
  return out + ", each ordered by degree into the set. A dot is an edge.</p>\n<figure>\n" +
         detail::spy_plot(network, report.picture->s) + "</figure>\n</section>\n";
}

std::string foot(const DensityReport& report) {
  std::string out = "</main>\n<footer>\n";
  if (!report.input_summary.empty()) {
    out += "<p>" + escape_markup(shorten(report.input_summary, 1000)) + "</p>\n";
  }
  std::string ended;
  if (report.stop_reason == StopReason::deadline) ended = "; stopped by the time limit";
  if (report.stop_reason == StopReason::interrupted) ended = "; interrupted";
  return out + fmt::format("<p>lode {}, seed {}, {}{}.</p>\n</footer>\n", escape_markup(version()),
                           report.seed, duration(report.seconds), ended);
}

}  // namespace

std::string render_html(const DensityReport& report) {
  const std::string before = head(report) + density_section(report) + table_section(report) +
                             distribution_sections(report) + convergence_section(report);
  const std::string after = sets_section(report) + foot(report);
  std::string picture = picture_section(report);
  if (before.size() + picture.size() + after.size() > body_bytes) {
    picture = "<p class=\"note\">The picture of a best set is left out for want of room.</p>\n";
  }
  return detail::html_page(shorten(report.name, 200) + ": density report", before + picture + after,
                           {detail::spy_style(), ""});
}

}  // namespace lode
