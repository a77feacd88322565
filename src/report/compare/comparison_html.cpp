#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <lode/core/version.hpp>
#include <lode/report/compare.hpp>
#include <lode/report/format.hpp>

#include "report/compare/comparison_page.hpp"
#include "report/compare/comparison_sections.hpp"
#include "report/compare/comparison_view.hpp"
#include "report/html/html_page.hpp"
#include "report/svg/svg_chart.hpp"
#include "study/compare/scores.hpp"

namespace lode {
namespace {

using detail::CellValue;
using detail::ComparisonView;
using detail::markup;

// What keeps the page below 2 MB whatever the comparison holds.
constexpr std::size_t cell_limit = 9000;     // entries of the tables of numbers
constexpr std::size_t graph_limit = 24;      // graphs drawn and listed
constexpr std::size_t method_limit = 32;     // methods drawn and listed
constexpr std::size_t page_limit = 1900000;  // bytes; beyond it the figures go without hover texts

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

/// A share as a bar behind its text.
std::string share_bar(double share) {
  return fmt::format("<span class=\"share\"><i style=\"--share:{:.4f}\"></i></span>",
                     std::isfinite(share) ? std::clamp(share, 0.0, 1.0) : 0.0);
}

/// The table of scores. Of graphs the relative score stands last, with a bar.
std::string scores_section(const ComparisonView& view) {
  const detail::ComparisonLabels& labels = view.labels;
  std::vector<std::string_view> shown = {
      "mean_rank", "wins", "best_found", labels.instances_key, labels.relative_key, "mean_seconds"};
  if (view.of_graphs()) std::swap(shown[4], shown[5]);
  auto columns = detail::picked(detail::score_columns(view), shown);
  if (view.of_graphs()) columns.back().title = "relative to the best";
  std::string out =
      "<section>\n<h2>Summary</h2>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
      "aria-label=\"Summary\">\n<table class=\"scores\">\n<thead><tr><th scope=\"col\">method</th>";
  for (const auto& column : columns) out += fmt::format("<th scope=\"col\">{}</th>", column.title);
  out += "</tr></thead>\n<tbody>\n";
  for (const ComparisonScore& score : detail::ranked_scores(view.all)) {
    out += method_row(view, score.method);
    for (const auto& column : columns) {
      const std::string text = column.text(score);
      out += "<td>" + markup(view.of_graphs() ? group_thousands(text) : text);
      const bool bar = view.of_graphs() && score.instances > 0 && column.json_key == labels.relative_key;
      out += (bar ? share_bar(score.relative) : "") + "</td>";
    }
    out += "</tr>\n";
  }
  return out + "</tbody>\n</table>\n</div>\n<p class=\"note\">" + markup(detail::comparison_meaning(view)) +
         "</p>\n</section>\n";
}

/// A step of the heat map, from the worst to the best, as the classes h0 ... h6 of the page's style. Of
/// graphs it holds shares from `limit`, of least squares ratios below it.
struct HeatStep {
  double limit;
  const char* text;
};
constexpr std::size_t heat_step_count = 7;
constexpr HeatStep share_steps[heat_step_count] = {
    {0.0, "less"},       {0.75, "from 75 %"},    {0.9, "from 90 %"},          {0.95, "from 95 %"},
    {0.98, "from 98 %"}, {0.995, "from 99.5 %"}, {0.99995, "all of the best"}};
constexpr HeatStep ratio_steps[heat_step_count] = {{std::numeric_limits<double>::infinity(), "more"},
                                                   {2.0, "below x 2"},
                                                   {1.5, "below +50 %"},
                                                   {1.2, "below +20 %"},
                                                   {1.05, "below +5 %"},
                                                   {1.01, "below +1 %"},
                                                   {1.0 + 1e-6, "best"}};

const HeatStep* heat_steps(const ComparisonView& view) {
  return view.of_graphs() ? share_steps : ratio_steps;
}

std::size_t heat_step(const ComparisonView& view, double relative) {
  const HeatStep* steps = heat_steps(view);
  const auto reached = [&](double limit) { return view.of_graphs() ? relative >= limit : relative < limit; };
  std::size_t step = 0;
  while (step + 1 < heat_step_count && reached(steps[step + 1].limit)) ++step;
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
  for (std::size_t i = 0; i < heat_step_count; ++i) {
    out += fmt::format("<li class=\"h{}\">{}</li>", i, heat_steps(view)[i].text);
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

/// Of graphs the average, the best start in grey where it differs, bold where that is the best of all; of
/// least squares the average, bold where it is the least.
std::string number_cell(const ComparisonView& view, std::size_t place, std::uint32_t s, std::size_t method) {
  const ComparisonCell* cell = view.cell(place, s, method);
  if (!cell) return view.of_graphs() ? "<td class=\"of\">-</td>" : "<td>-</td>";
  const std::string average = group_thousands(view.objective(place, cell->average));
  const bool bold =
      view.of_graphs()
          ? cell->best == view.instance(place, s).best
          : reaches(cell->average, detail::best_value(view, place, s, CellValue::average), view.all.better());
  const std::string top =
      view.of_graphs() && cell->best != cell->average
          ? fmt::format(" <span class=\"of\">{}</span>", group_thousands(view.objective(place, cell->best)))
          : "";
  return (bold ? "<td><b>" + average + "</b>" : "<td>" + average) + top + "</td>";
}

std::string number_table(const ComparisonView& view, std::size_t place,
                         const std::vector<std::uint32_t>& sizes) {
  std::string out =
      "<div class=\"scroll\" tabindex=\"0\">\n<table class=\"numbers\">\n<thead><tr><th "
      "scope=\"col\">method</th>";
  std::string best_row = "<tr><th scope=\"row\">best known here</th>";
  std::string bound_row = "<tr><th scope=\"row\">upper bound</th>";
  for (const std::uint32_t s : sizes) {
    const ComparisonInstance& instance = view.instance(place, s);
    out += fmt::format("<th scope=\"col\">{}</th>", view.of_graphs() ? "s = " + grouped(s)
                                                    : s > 0          ? fmt::format("s = {}", s)
                                                                     : "objective");
    best_row += "<td>" + grouped_weight(instance.best) + "</td>";
    bound_row += "<td>" + grouped_weight(instance.bound.value) + "</td>";
  }
  out += "</tr></thead>\n<tbody>\n";
  for (const std::size_t m : view.all.cases[place].methods) {
    out += fmt::format("<tr data-series=\"{}\"><th scope=\"row\">{}</th>", m, method_name(view, m));
    for (const std::uint32_t s : sizes) out += number_cell(view, place, s, m);
    out += "</tr>\n";
  }
  out += "</tbody>\n";
  if (view.of_graphs()) out += "<tfoot>\n" + best_row + "</tr>\n" + bound_row + "</tr>\n</tfoot>\n";
  return out + "</table>\n</div>\n";
}

std::string number_details(const ComparisonView& view, std::size_t place,
                           const std::vector<std::uint32_t>& sizes) {
  const bool open = view.all.cases.size() <= (view.of_graphs() ? 1 : 4);
  return fmt::format("<details{}><summary><b>{}</b>{}</summary>\n{}</details>\n", open ? " open=\"\"" : "",
                     detail::case_name(view, place),
                     view.of_graphs() ? "<span>" + view.objective_name(place) + "</span>" : "",
                     number_table(view, place, sizes));
}

/// The numbers: of graphs as many sizes of each as there is room for, of least squares as many panels.
std::string numbers_section(const ComparisonView& view) {
  const Comparison& all = view.all;
  const std::size_t room = view.of_graphs()
                               ? detail::room_per_size(cell_limit, detail::methods_of_cases(all), 3)
                               : std::numeric_limits<std::size_t>::max();
  std::size_t entries = 0;
  std::string tables;
  for (std::size_t place = 0; place < all.cases.size(); ++place) {
    const ComparisonCase& one = all.cases[place];
    entries += one.methods.size() * (one.sizes.size() + 1);
    if (!view.of_graphs() && entries > cell_limit) break;
    tables += number_details(view, place, detail::spread_sizes(one.sizes, room));
  }
  if (tables.empty()) return "";
  std::string note = view.of_graphs()
                         ? "Averages over the starts, and the best start in grey where it differs. Bold: the "
                           "best start reached the largest objective found here."
                         : "Average objectives over the starts; bold: the least of the column.";
  if (view.of_graphs() && detail::any_above(all, room)) {
    note += fmt::format(" At most {} sizes per graph are listed; the CSV has all.", room);
  }
  if (!view.of_graphs() && entries > cell_limit) note += " The CSV has all of them.";
  return "<section>\n<h2>Numbers</h2>\n<p class=\"note\">" + note + "</p>\n" + tables + "</section>\n";
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

enum class HoverTexts { all, times };

/// The page; `whole` is summed up, of `part` everything is shown.
std::string page(const ComparisonView& whole, const ComparisonView& part, const std::string& remark,
                 HoverTexts texts) {
  const bool of_graphs = whole.of_graphs();
  const std::string figures =
      detail::size_section(part, texts == HoverTexts::all) + detail::time_section(part);
  const std::string body = head(whole) + keys(part) + scores_section(part) + heat_section(part) + figures +
                           numbers_section(part) + foot(whole.all, remark);
  const std::string title = !of_graphs ? "Least squares: " + whole.all.experiment.title
                            : whole.all.cases.size() == 1
                                ? shorten(whole.all.cases[0].name, 200) + ": methods compared"
                                : "Methods compared";
  const std::string style =
      std::string(detail::comparison_style()) +
      (of_graphs ? detail::choice_style(part.all)
                 : ".group{margin-top:2.4rem;font-size:1.02rem;font-weight:620}.group+.figures{margin-top:"
                   ".6rem}\n");
  return detail::html_page(title, body, {style, detail::comparison_script()});
}

}  // namespace

std::string render_html(const Comparison& comparison) {
  const Shown shown = fitted(comparison);
  const ComparisonView whole(comparison);
  const ComparisonView part(shown.comparison);
  std::string text = page(whole, part, shown.remark, HoverTexts::all);
  if (whole.of_graphs() || text.size() <= page_limit) return text;
  return page(whole, part, shown.remark, HoverTexts::times);
}

}  // namespace lode
