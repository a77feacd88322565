#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <lode/core/version.hpp>
#include <lode/report/density_report.hpp>
#include <lode/report/format.hpp>

#include "report/density/plots.hpp"
#include "report/density/sentences.hpp"
#include "report/html/frame.hpp"
#include "report/svg/chart.hpp"
#include "report/svg/icicle.hpp"
#include "report/svg/spy_plot.hpp"
#include "report/tables/column_tables.hpp"

namespace lode {
namespace {

// What keeps the page below 500 kB whatever the report holds.
constexpr std::size_t mark_limit = 300;      // points of the density figure, over all methods
constexpr std::size_t row_limit = 120;       // sizes in the table and among the sets
constexpr std::size_t name_bytes = 100'000;  // of vertex names, over all sets
constexpr std::size_t body_bytes = 480'000;  // of everything, the picture included if there is room
constexpr std::size_t name_length = 80;      // characters of one name
constexpr std::size_t panel_limit = 12;      // convergence panels

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

/// The names of the methods with their colours.
std::string method_legend(const DensityReport& report) {
  std::string out = "<ul class=\"legend\">";
  for (std::size_t i = 0; i < report.methods.size(); ++i) {
    out += "<li>" + series_swatch(static_cast<int>(i)) + escape_markup(report.methods[i]) + "</li>";
  }
  return out + "</ul>\n";
}

std::string density_section(const DensityReport& report) {
  if (report.sizes.empty()) return "";
  const std::vector<std::size_t> shown = sizes_in_figure(report);
  std::string out =
      "<section>\n<h2>Density against size</h2>\n<p class=\"note\">Each mark is the best set a method found. "
      "Where methods agree their marks coincide. Grey marks are the largest "
      "sets found of some densities, with a line to the largest size that is not ruled out. No set can lie "
      "above the dotted line, the upper bound.";
  if (report.stop_reason != StopReason::converged) out += " Hollow marks: runs cut short by a limit.";
  if (shown.size() < report.sizes.size()) {
    out += fmt::format(" {} of {} sizes are drawn.", shown.size(), grouped(report.sizes.size()));
  }
  return out + "</p>\n" + method_legend(report) +
         detail::large_figure(detail::density_figure(report, shown), "") + "</section>\n";
}

std::string table_section(const DensityReport& report) {
  if (report.sizes.empty()) return "";
  const std::vector<std::size_t> shown = detail::spread_indices(report.sizes.size(), row_limit);
  Table table = detail::text_table(detail::size_columns(report), report.sizes);
  for (std::size_t i = 0; i < shown.size(); ++i) table.rows[i] = table.rows[shown[i]];
  table.rows.resize(shown.size());
  const auto head = [&](std::size_t row) {
    return fmt::format("<tr><th scope=\"row\">{}</th>", grouped(report.sizes[shown[row]].s));
  };
  return "<section>\n<h2>Sizes</h2>\n<p class=\"note\">" + escape_markup(detail::size_meaning(report)) + "." +
         (shown.size() < report.sizes.size()
              ? fmt::format(" {} of {} sizes are listed.", shown.size(), grouped(report.sizes.size()))
              : "") +
         "</p>\n" + detail::table_html(table, "sizes", head) + "</section>\n";
}

std::string largest_section(const DensityReport& report) {
  if (report.largest_sets.empty()) return "";
  const Table table = detail::text_table(detail::largest_columns(), report.largest_sets);
  const auto head = [&](std::size_t row) {
    return fmt::format("<tr><th scope=\"row\">{}</th>", escape_markup(table.rows[row].front()));
  };
  return "<section>\n<h2>Largest sets by density</h2>\n<p class=\"note\">" +
         escape_markup(detail::largest_meaning()) + ".</p>\n" + detail::table_html(table, "largest", head) +
         "</section>\n";
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

std::string hierarchy_section(const DensityReport& report) {
  if (report.core_tree.nodes.empty()) return "";
  return "<section>\n<h2>Components of the cores</h2>\n<p class=\"note\">Each rectangle is a connected part "
         "of the k-core, labelled k and its number of vertices. The parts that it falls into at larger k lie "
         "below it. Widths are numbers of vertices; very small parts are left out.</p>\n<figure>\n" +
         detail::icicle(report.core_tree) + "</figure>\n</section>\n";
}

std::string convergence_section(const DensityReport& report) {
  const std::vector<Chart> charts = detail::convergence_figures(report, panel_limit);
  if (charts.empty()) return "";
  std::string out = fmt::format(
      "<section>\n<h2>Convergence</h2>\n<p class=\"note\">{} of the best set known against time, from the "
      "start of each run. Moments before the first mark of the axis are drawn there.</p>\n{}"
      "<div class=\"panels\">\n",
      report.graph.weighted ? "Weight" : "Edges", method_legend(report));
  for (const Chart& chart : charts)
    out += detail::figure_html(chart, "s = " + chart.id.substr(chart.id.rfind('-') + 1));
  return out + "</div>\n</section>\n";
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
                           report.seed, detail::markup(format_seconds(report.seconds)), ended);
}

}  // namespace

std::string render_html(const DensityReport& report) {
  const std::string before = head(report) + density_section(report) + table_section(report) +
                             largest_section(report) + distribution_sections(report) +
                             hierarchy_section(report) + convergence_section(report);
  const std::string after = sets_section(report) + foot(report);
  std::string picture = picture_section(report);
  if (before.size() + picture.size() + after.size() > body_bytes) {
    picture = "<p class=\"note\">The picture of a best set is left out for want of room.</p>\n";
  }
  return detail::html_page(shorten(report.name, 200) + ": density report", before + picture + after,
                           {std::string(detail::spy_style()) + std::string(detail::icicle_style()), ""});
}

}  // namespace lode
