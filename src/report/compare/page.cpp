#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <lode/core/version.hpp>
#include <lode/report/compare.hpp>
#include <lode/report/format.hpp>

#include "report/compare/sections.hpp"
#include "report/compare/view.hpp"
#include "report/html/frame.hpp"
#include "report/page/assets.hpp"
#include "report/svg/chart.hpp"
#include "study/compare/scores.hpp"

namespace lode {
namespace {

using detail::CellValue;
using detail::ComparisonView;
using detail::markup;

// What keeps the page below 2 MB whatever the comparison holds.
constexpr std::size_t cell_limit = 9000;  // entries of a table of numbers of each kind
constexpr std::size_t graph_limit = 24;   // graphs drawn and listed
constexpr std::size_t method_limit = 32;  // methods drawn and listed

std::string method_name(const ComparisonView& view, std::size_t method) {
  return escape_markup(shorten(view.all.methods[method].label, view.of_graphs() ? 40 : 48));
}

/// The comparison with what the page has room for, and a sentence on what was left out.
struct Shown {
  Comparison comparison;
  std::string remark;
};

Shown fitted(const Comparison& whole) {
  Shown shown{whole, ""};
  Comparison& part = shown.comparison;
  const bool many_graphs = whole.cases.size() > graph_limit;
  const bool many_methods = whole.methods.size() > method_limit;
  if (whole.kind != ComparisonKind::graphs || (!many_graphs && !many_methods)) return shown;
  if (many_graphs) {
    part.cases.resize(graph_limit);
    part.graphs.resize(graph_limit);
    if (part.case_scores.size() > graph_limit) part.case_scores.resize(graph_limit);
    shown.remark +=
        fmt::format("The first {} of {} graphs are shown. ", graph_limit, grouped(whole.cases.size()));
  }
  if (many_methods) {
    for (ComparisonCase& one : part.cases) {
      std::erase_if(one.methods, [](std::size_t m) { return m >= method_limit; });
    }
    std::erase_if(part.scores, [](const ComparisonScore& score) { return score.method >= method_limit; });
    shown.remark +=
        fmt::format("The first {} of {} methods are shown. ", method_limit, grouped(whole.methods.size()));
  }
  std::erase_if(part.cells,
                [](const ComparisonCell& c) { return c.place >= graph_limit || c.method >= method_limit; });
  std::erase_if(part.instances, [](const ComparisonInstance& i) { return i.place >= graph_limit; });
  return shown;
}

std::string head(const ComparisonView& view) {
  const Comparison& all = view.all;
  const std::string title =
      !view.of_graphs() ? markup(all.experiment.title)
      : all.cases.size() == 1
          ? "Methods on " + detail::case_name(view, 0)
          : fmt::format("Methods on {}", format_plural(all.cases.size(), "graph", "graphs"));
  std::string out = fmt::format(
      "<header>\n<p class=\"eyebrow\">{}</p>\n<h1>{}</h1>\n<p class=\"lead\">{}</p>\n<dl class=\"facts\">\n",
      view.of_graphs() ? "Densest s-vertex subgraphs compared"
                       : "Least squares with discrete constraints, methods compared",
      title, markup(detail::comparison_summary(view)));
  for (const auto& [name, value] : detail::comparison_facts(view)) {
    out += fmt::format("<div><dt>{}</dt><dd>{}</dd></div>\n", name, markup(value));
  }
  return out + "</dl>\n</header>\n<main>\n";
}

/// A method's row of a table, up to its name.
std::string method_row(const ComparisonView& view, std::size_t m) {
  return fmt::format("<tr data-series=\"{}\"><th scope=\"row\">{}{}</th>", m,
                     series_swatch(static_cast<int>(m)), method_name(view, m));
}

/// The methods with their colours; the script makes names highlight and boxes hide.
std::string keys(const ComparisonView& view) {
  std::string out = "<ul class=\"keys\" aria-label=\"Methods\">\n";
  const std::size_t methods = view.all.methods.size();
  for (std::size_t m = 0; m < (view.of_graphs() ? std::min(methods, method_limit) : methods); ++m) {
    out += fmt::format(
        "<li><input type=\"checkbox\" checked=\"\" data-key=\"{0}\" aria-label=\"show {2}\"/>"
        "<button type=\"button\" data-key=\"{0}\">{1}{2}</button></li>\n",
        m, series_swatch(static_cast<int>(m)), method_name(view, m));
  }
  return out +
         "<li><button type=\"button\" class=\"reset\">show all</button></li>\n</ul>\n"
         "<p class=\"note how\">Click a name to pick the method out in every figure, clear its box to hide "
         "it. Values appear under the pointer.</p>\n";
}

std::string scores_section(const ComparisonView& view) {
  const std::vector<ComparisonScore> scores = detail::ranked_scores(view.all);
  const auto head = [&](std::size_t row) { return method_row(view, scores[row].method); };
  return "<section>\n<h2>Summary</h2>\n" + detail::table_html(detail::score_table(view), "scores", head) +
         "<p class=\"note\">" + markup(detail::comparison_meaning(view)) + "</p>\n</section>\n";
}

/// A step of the heat map, from the worst to the best, as the classes h0 ... h6 of the page's style: it holds
/// shares of the best objective from `share` on.
struct HeatStep {
  double share;
  const char* of_graphs;
  const char* of_panels;
};
constexpr HeatStep heat_steps[] = {{0.0, "less", "more"},
                                   {0.75, "from 75 %", "up to +33 %"},
                                   {0.9, "from 90 %", "up to +11 %"},
                                   {0.95, "from 95 %", "up to +5.3 %"},
                                   {0.98, "from 98 %", "up to +2 %"},
                                   {0.995, "from 99.5 %", "up to +0.5 %"},
                                   {0.99995, "all of the best", "best"}};

std::size_t heat_step(const ComparisonView& view, double relative) {
  const double share = view.of_graphs() ? relative : 1.0 / relative;
  std::size_t step = 0;
  while (step + 1 < std::size(heat_steps) && share >= heat_steps[step + 1].share) ++step;
  return step;
}

/// A relative score in a heat map: of graphs in percent, rounded down; of least squares the excess in
/// percent, or as a multiple.
std::string heat_number(const ComparisonView& view, double relative) {
  if (view.of_graphs()) {
    return relative >= 0.99995 ? "100" : fmt::format("{:.1f}", std::floor(relative * 1000.0) / 10.0);
  }
  return relative < 2.0 ? fmt::format("{:.1f}", std::max(0.0, 100.0 * (relative - 1.0)))
                        : fmt::format("\u00D7{}", format_rounded(relative, 2));
}

std::string heat_cell(const ComparisonView& view, std::size_t place, std::size_t method) {
  const ComparisonScore& score = view.all.case_scores[place][method];
  if (score.instances == 0) return "<td class=\"of\">-</td>";
  const std::string counts = view.of_graphs()
                                 ? fmt::format("{} of {}, ", format_plural(score.wins, "win", "wins"),
                                               format_plural(score.instances, "size", "sizes"))
                                 : "";
  return fmt::format("<td class=\"h{}\" title=\"{} on {}: {}{}, mean rank {}, {}{}\">{}</td>",
                     heat_step(view, score.relative), method_name(view, method),
                     detail::case_name(view, place), markup(view.labels.relative(score.relative)),
                     view.of_graphs() ? " of the best" : "", format_rounded(score.mean_rank, 3), counts,
                     markup(view.time(score.mean_seconds)), heat_number(view, score.relative));
}

std::string heat_section(const ComparisonView& view) {
  const Comparison& all = view.all;
  const bool any = std::any_of(all.scores.begin(), all.scores.end(),
                               [](const ComparisonScore& score) { return score.instances > 0; });
  if (!any) return "";
  const bool tall = all.cases.size() > (view.of_graphs() ? 5 : 4);
  const std::string title = std::string("Methods and ") + view.labels.places;
  std::string out = fmt::format(
      "<section>\n<h2>{}</h2>\n<p class=\"note\">{}</p>\n<ul class=\"steps\">", title,
      view.of_graphs()
          ? "Average objective in percent of the largest any run found, geometric mean over sizes, "
            "rounded down."
          : "Average objective above the least any run found, in percent (or as a multiple), "
            "geometric mean over sizes.");
  for (std::size_t i = 0; i < std::size(heat_steps); ++i) {
    out += fmt::format("<li class=\"h{}\">{}</li>", i,
                       view.of_graphs() ? heat_steps[i].of_graphs : heat_steps[i].of_panels);
  }
  out += fmt::format(
      "</ul>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{}\">\n"
      "<table class=\"heat\">\n<thead><tr><td></td>",
      title);
  for (std::size_t place = 0; place < all.cases.size(); ++place) {
    out += fmt::format("<th scope=\"col\"{}><span>{}</span></th>", tall ? " class=\"tall\"" : "",
                       detail::case_name(view, place));
  }
  out += "</tr></thead>\n<tbody>\n";
  for (const ComparisonScore& score : detail::ranked_scores(all)) {
    out += method_row(view, score.method);
    for (std::size_t place = 0; place < all.cases.size(); ++place)
      out += heat_cell(view, place, score.method);
    out += "</tr>\n";
  }
  return out + "</tbody>\n</table>\n</div>\n</section>\n";
}

/// The tables of a case, of as many sizes as there is room for.
std::string number_details(const ComparisonView& view, std::size_t place, std::size_t room) {
  const ComparisonCase& one = view.all.cases[place];
  const auto head = [&](std::size_t row) {
    if (row >= one.methods.size()) return std::string("<tr><th scope=\"row\">upper bound</th>");
    return fmt::format("<tr data-series=\"{}\"><th scope=\"row\">{}</th>", one.methods[row],
                       method_name(view, one.methods[row]));
  };
  std::string out =
      fmt::format("<details{}><summary><b>{}</b></summary>\n", view.all.cases.size() <= 4 ? " open=\"\"" : "",
                  detail::case_name(view, place));
  for (const CellValue value : detail::values_shown(view)) {
    const Table table = detail::cell_table(view, place, detail::spread_sizes(one.sizes, room), value);
    out += "<p class=\"note\">" + markup(detail::value_title(view, place, value)) + "</p>\n" +
           detail::table_html(table, "numbers", head);
  }
  return out + "</details>\n";
}

std::string numbers_section(const ComparisonView& view) {
  const Comparison& all = view.all;
  const std::size_t room = detail::room_per_size(cell_limit, detail::methods_of_cases(all), 3);
  std::string tables;
  for (std::size_t place = 0; place < all.cases.size(); ++place) tables += number_details(view, place, room);
  if (tables.empty()) return "";
  const std::string note =
      detail::any_above(all, room)
          ? fmt::format("<p class=\"note\">At most {} sizes of a {} are listed; the CSV has all.</p>\n", room,
                        view.labels.place)
          : "";
  return "<section>\n<h2>Numbers</h2>\n" + note + tables + "</section>\n";
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
  const ComparisonView whole(comparison);
  const ComparisonView part(shown.comparison);
  const std::string body = head(whole) + keys(part) + scores_section(part) + heat_section(part) +
                           detail::size_section(part) + detail::time_section(part) + numbers_section(part) +
                           foot(comparison, shown.remark);
  const std::string title = !whole.of_graphs() ? "Least squares: " + comparison.experiment.title
                            : comparison.cases.size() == 1
                                ? shorten(comparison.cases[0].name, 200) + ": methods compared"
                                : "Methods compared";
  const std::string style = std::string(detail::comparison_style()) + detail::choice_style(part.all);
  return detail::page_of(detail::comparison_shell(),
                         {escape_markup(title), style, body, detail::comparison_script()});
}

}  // namespace lode
