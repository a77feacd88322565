#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <lode/core/version.hpp>
#include <lode/report/format.hpp>
#include <lode/report/least_squares_comparison_report.hpp>

#include "report/compare/comparison_page.hpp"
#include "report/compare/least_squares_comparison_figures.hpp"
#include "report/compare/least_squares_comparison_words.hpp"
#include "report/html/html_page.hpp"

namespace lode {
namespace {

using detail::markup;

using least_squares::Index;

// What keeps the page below 2 MB.
constexpr std::size_t page_limit = 1900000;    // bytes; beyond it the figures go without hover texts
constexpr std::size_t point_limit = 9000;      // points of the figures against s
constexpr std::size_t time_figure_limit = 12;  // figures against time
constexpr std::size_t trace_points = 60;       // per line of these
constexpr std::size_t number_limit = 9000;     // entries of the tables of numbers

std::string method_name(const LeastSquaresComparison& comparison, std::size_t method) {
  return escape_markup(shorten(comparison.methods[method].label, 48));
}

std::string panel_name(const LeastSquaresComparison& comparison, std::size_t panel) {
  return escape_markup(shorten(comparison.experiment.panels[panel].name, 60));
}

std::string swatch(std::size_t method) { return series_swatch(static_cast<int>(method)); }

std::string head(const LeastSquaresComparison& comparison) {
  std::string out =
      "<header>\n<p class=\"eyebrow\">Least squares with discrete constraints, methods compared</p>\n<h1>" +
      markup(comparison.experiment.title) + "</h1>\n<p class=\"lead\">" +
      markup(detail::least_squares_summary(comparison)) + "</p>\n<dl class=\"facts\">\n";
  for (const auto& [name, value] : detail::least_squares_facts(comparison)) {
    out += fmt::format("<div><dt>{}</dt><dd>{}</dd></div>\n", name, markup(value));
  }
  return out + "</dl>\n</header>\n<main>\n";
}

/// The methods with their colours; the script makes names highlight and boxes hide.
std::string keys(const LeastSquaresComparison& comparison) {
  std::string out = "<ul class=\"keys\" aria-label=\"Methods\">\n";
  for (std::size_t m = 0; m < comparison.methods.size(); ++m) {
    out += fmt::format(
        "<li><input type=\"checkbox\" checked=\"\" data-key=\"{0}\" aria-label=\"show {2}\"/>"
        "<button type=\"button\" data-key=\"{0}\">{1}{2}</button></li>\n",
        m, swatch(m), method_name(comparison, m));
  }
  return out +
         "<li><button type=\"button\" class=\"reset\">show all</button></li>\n</ul>\n"
         "<p class=\"note how\">Click a name to pick the method out in every figure, clear its box to hide "
         "it. Values appear under the pointer.</p>\n";
}

std::string scores_section(const LeastSquaresComparison& comparison) {
  const Table table = detail::score_table(comparison);
  const std::vector<std::size_t> order = detail::methods_by_rank(comparison.scores);
  std::string out =
      "<section>\n<h2>Summary</h2>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
      "aria-label=\"Summary\">\n<table class=\"scores\">\n<thead><tr>";
  for (const TableColumn& column : table.columns) {
    out += fmt::format("<th scope=\"col\">{}</th>", escape_markup(column.title));
  }
  out += "</tr></thead>\n<tbody>\n";
  for (std::size_t i = 0; i < order.size(); ++i) {
    out += fmt::format("<tr data-series=\"{}\"><th scope=\"row\">{}{}</th>", order[i], swatch(order[i]),
                       method_name(comparison, order[i]));
    for (std::size_t cell = 1; cell < table.rows[i].size(); ++cell) {
      out += "<td>" + markup(table.rows[i][cell]) + "</td>";
    }
    out += "</tr>\n";
  }
  return out + "</tbody>\n</table>\n</div>\n<p class=\"note\">" +
         markup(detail::least_squares_meaning(comparison)) + "</p>\n</section>\n";
}

struct RatioStep {
  double below;
  const char* text;
};
// From the worst to the best, as the classes h0 ... h6 of the page's style.
constexpr RatioStep ratio_steps[] = {{std::numeric_limits<double>::infinity(), "more"},
                                     {2.0, "below x 2"},
                                     {1.5, "below +50 %"},
                                     {1.2, "below +20 %"},
                                     {1.05, "below +5 %"},
                                     {1.01, "below +1 %"},
                                     {1.0 + 1e-6, "best"}};

std::size_t ratio_step(double ratio) {
  std::size_t step = 0;
  while (step + 1 < std::size(ratio_steps) && ratio < ratio_steps[step + 1].below) ++step;
  return step;
}

std::string heat_cell(const LeastSquaresComparison& comparison, std::size_t panel, std::size_t method) {
  const LeastSquaresScore& score = comparison.panel_scores[panel][method];
  if (score.instances == 0) return "<td class=\"of\">-</td>";
  return fmt::format("<td class=\"h{}\" title=\"{} on {}: {}, mean rank {}, {}\">{}</td>",
                     ratio_step(score.ratio), method_name(comparison, method), panel_name(comparison, panel),
                     markup(detail::excess_text(score.ratio)), format_rounded(score.mean_rank, 3),
                     markup(format_seconds(score.mean_seconds)),
                     score.ratio < 2.0 ? fmt::format("{:.1f}", std::max(0.0, 100.0 * (score.ratio - 1.0)))
                                       : fmt::format("\u00D7{}", format_rounded(score.ratio, 2)));
}

std::string heat_section(const LeastSquaresComparison& comparison) {
  const auto& panels = comparison.experiment.panels;
  const bool any = std::any_of(comparison.scores.begin(), comparison.scores.end(),
                               [](const LeastSquaresScore& score) { return score.instances > 0; });
  if (!any) return "";
  const bool tall = panels.size() > 4;
  std::string out =
      "<section>\n<h2>Methods and panels</h2>\n<p class=\"note\">Average objective above the least any run "
      "found, in percent (or as a multiple), geometric mean over sizes.</p>\n<ul class=\"steps\">";
  for (std::size_t i = 0; i < std::size(ratio_steps); ++i) {
    out += fmt::format("<li class=\"h{}\">{}</li>", i, ratio_steps[i].text);
  }
  out +=
      "</ul>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Methods and panels\">\n"
      "<table class=\"heat\">\n<thead><tr><td></td>";
  for (std::size_t p = 0; p < panels.size(); ++p) {
    out += fmt::format("<th scope=\"col\"{}><span>{}</span></th>", tall ? " class=\"tall\"" : "",
                       panel_name(comparison, p));
  }
  out += "</tr></thead>\n<tbody>\n";
  for (const std::size_t m : detail::methods_by_rank(comparison.scores)) {
    out += fmt::format("<tr data-series=\"{}\"><th scope=\"row\">{}{}</th>", m, swatch(m),
                       method_name(comparison, m));
    for (std::size_t p = 0; p < panels.size(); ++p) out += heat_cell(comparison, p, m);
    out += "</tr>\n";
  }
  return out + "</tbody>\n</table>\n</div>\n</section>\n";
}

std::string drawn(const std::string& heading, Chart chart) {
  chart.width = 480;
  chart.height = 320;
  return fmt::format("<figure>\n<h3>{}</h3>\n{}</figure>\n", heading, svg_chart(chart));
}

bool has_curve(const LeastSquaresPanel& panel) { return panel.sizes.size() > 1; }

/// The figures of the experiment, each panel with more than one size drawn against s.
std::string objective_section(const LeastSquaresComparison& comparison, bool titles) {
  const LeastSquaresExperiment& experiment = comparison.experiment;
  std::size_t drawn_points = 0;
  bool complete = true;
  std::string out;
  for (std::size_t f = 0; f < experiment.figures.size(); ++f) {
    std::string charts;
    for (const std::size_t p : experiment.figures[f].panels) {
      if (!has_curve(experiment.panels[p])) continue;
      drawn_points += experiment.panels[p].sizes.size() * comparison.panel_methods[p].size();
      if (drawn_points > point_limit) {
        complete = false;
        continue;
      }
      charts += drawn(panel_name(comparison, p), detail::objective_figure(comparison, p, f, titles));
    }
    if (charts.empty()) continue;
    out += "<h3 class=\"group\">" + escape_markup(experiment.figures[f].title) +
           "</h3>\n<div class=\"figures\">\n" + charts + "</div>\n";
  }
  if (out.empty()) return "";
  return fmt::format(
             "<section>\n<h2>Objective against sparsity</h2>\n<p class=\"note\">Average over the starts of "
             "each method; less is better. Where methods agree their marks coincide.{}{}</p>\n",
             titles ? "" : " There are too many values for hover texts: see the numbers below.",
             complete ? "" : " Figures beyond what the page holds are left out.") +
         out + "</section>\n";
}

/// Objective against time: of panels with one size, or of one size of each.
std::string time_section(const LeastSquaresComparison& comparison) {
  std::size_t count = 0;
  std::string charts;
  for (std::size_t p = 0; p < comparison.experiment.panels.size(); ++p) {
    const LeastSquaresPanel& panel = comparison.experiment.panels[p];
    const Index s = panel.sizes[panel.sizes.size() / 2];
    const Chart chart = detail::time_figure(comparison, p, s, trace_points);
    if (chart.series.empty() || ++count > time_figure_limit) continue;
    charts += drawn(panel_name(comparison, p) + (s > 0 ? fmt::format("<span>s = {}</span>", s) : ""), chart);
  }
  if (charts.empty()) return "";
  return fmt::format(
      "<section>\n<h2>Objective against time</h2>\n<p class=\"note\">The least objective known to each "
      "method, "
      "averaged over its starts; the mark is the mean end of the runs. Long curves are drawn through a part "
      "of "
      "their points.{}</p>\n<div class=\"figures\">\n{}</div>\n</section>\n",
      count > time_figure_limit ? fmt::format(" The first {} panels are drawn.", time_figure_limit) : "",
      charts);
}

std::string numbers_section(const LeastSquaresComparison& comparison) {
  std::size_t entries = 0;
  bool complete = true;
  std::string tables;
  for (std::size_t p = 0; p < comparison.experiment.panels.size(); ++p) {
    const Table table = detail::cell_table(comparison, p);
    entries += table.rows.size() * table.columns.size();
    if (entries > number_limit) {
      complete = false;
      break;
    }
    std::string rows;
    for (const TableColumn& column : table.columns) {
      rows += fmt::format("<th scope=\"col\">{}</th>", escape_markup(column.title));
    }
    rows = "<thead><tr>" + rows + "</tr></thead>\n<tbody>\n";
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
      const std::size_t m = comparison.panel_methods[p][i];
      rows += fmt::format("<tr data-series=\"{}\"><th scope=\"row\">{}</th>", m, method_name(comparison, m));
      for (std::size_t c = 1; c < table.rows[i].size(); ++c) {
        std::string number = table.rows[i][c];
        const bool least = number.back() == '*';
        number.pop_back();
        number = group_thousands(number);
        rows += least ? "<td><b>" + number + "</b></td>" : "<td>" + number + "</td>";
      }
      rows += "</tr>\n";
    }
    tables += fmt::format(
        "<details{}><summary><b>{}</b></summary>\n<div class=\"scroll\" tabindex=\"0\">\n<table "
        "class=\"numbers\">\n{}</tbody>\n</table>\n</div>\n</details>\n",
        comparison.experiment.panels.size() <= 4 ? " open=\"\"" : "", panel_name(comparison, p), rows);
  }
  if (tables.empty()) return "";
  return fmt::format(
      "<section>\n<h2>Numbers</h2>\n<p class=\"note\">Average objectives over the starts; bold: the least of "
      "the column.{}</p>\n{}</section>\n",
      complete ? "" : " The CSV has all of them.", tables);
}

std::string foot(const LeastSquaresComparison& comparison) {
  std::string out = fmt::format("</main>\n<footer>\n<p>lode {}, seed {}, {}", escape_markup(version()),
                                comparison.seed, markup(format_seconds(comparison.seconds)));
  if (comparison.resumed_runs > 0) {
    out += fmt::format("; {} of {} runs from an earlier session", grouped(comparison.resumed_runs),
                       grouped(comparison.total_runs));
  }
  return out + (comparison.interrupted ? "; interrupted" : "") + ".</p>\n</footer>\n";
}

}  // namespace

std::string render_html(const LeastSquaresComparison& comparison) {
  const std::string style =
      std::string(detail::comparison_style()) +
      ".group{margin-top:2.4rem;font-size:1.02rem;font-weight:620}.group+.figures{margin-top:.6rem}\n";
  const auto page = [&](bool titles) {
    const std::string body = head(comparison) + keys(comparison) + scores_section(comparison) +
                             heat_section(comparison) + objective_section(comparison, titles) +
                             time_section(comparison) + numbers_section(comparison) + foot(comparison);
    return detail::html_page("Least squares: " + comparison.experiment.title, body,
                             {style, detail::comparison_script()});
  };
  std::string whole = page(true);
  return whole.size() <= page_limit ? whole : page(false);
}

}  // namespace lode
