#include "report/html/frame.hpp"

#include <fmt/format.h>

#include <lode/report/format.hpp>

#include "report/svg/chart.hpp"

namespace lode::detail {
namespace {

constexpr std::string_view page_style = R"(
:root{color-scheme:light dark}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0 auto;max-width:66rem;padding:3rem 1.5rem 2rem;background:var(--paper);color:var(--ink);
font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
h1{margin:.1rem 0 0;font-size:clamp(1.7rem,4.5vw,2.5rem);line-height:1.15;font-weight:650;letter-spacing:-.02em;overflow-wrap:anywhere}
h2{margin:0 0 .35rem;font-size:1.2rem;line-height:1.3;font-weight:620;letter-spacing:-.005em}
h3{margin:0 0 .2rem;font-size:.9rem;font-weight:600}
p{margin:.35rem 0;max-width:44rem}
section{margin-top:3.25rem}
.eyebrow{margin:0;color:var(--muted);font-size:.8rem;letter-spacing:.07em;text-transform:uppercase}
.lead{margin-top:1.6rem;font-size:1.125rem;line-height:1.55;max-width:46rem}
.note{color:var(--muted);font-size:.875rem}
dl.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(6.4rem,1fr));gap:1rem;margin:1.7rem 0 0;padding:1.1rem 0;border:solid var(--rule);border-width:1px 0}
.facts div{display:flex;flex-direction:column;justify-content:space-between}
.facts dt{line-height:1.25;padding-bottom:.2rem;color:var(--muted);font-size:.8rem}
.facts dd{margin:0;font-size:1.25rem;font-weight:580;letter-spacing:-.01em;font-variant-numeric:tabular-nums}
figure{margin:1.1rem 0 0}
.narrow{display:none}
.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr));gap:2.5rem 3rem}
.pair section{margin-top:3.25rem}
.panels{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,17.5rem),1fr));gap:1.6rem 2.2rem;margin-top:1.1rem}
.panels figure{margin:0}
.legend{display:flex;flex-wrap:wrap;gap:.3rem 1.4rem;margin:.7rem 0 0;padding:0;list-style:none;font-size:.85rem}
.swatch{display:inline-block;width:28px;height:12px;vertical-align:-.05em;margin-right:.4rem;flex:none}
.scroll{overflow-x:auto;margin-top:1rem}
table{border-collapse:collapse;width:100%;font-size:.9rem;font-variant-numeric:tabular-nums}
th,td{padding:.42rem .7rem;text-align:right;white-space:nowrap;border-bottom:1px solid var(--rule)}
th:first-child,td:first-child{padding-left:0}th:last-child,td:last-child{padding-right:0}
thead th{color:var(--muted);font-weight:500;font-size:.8rem;vertical-align:bottom;border-bottom-color:var(--base)}
tbody th{font-weight:620}
.of{color:var(--muted)}
details{border-bottom:1px solid var(--rule)}
summary{padding:.5rem 0;cursor:pointer;font-variant-numeric:tabular-nums}
summary:focus-visible{outline:2px solid var(--series-0);outline-offset:2px}
summary b{font-weight:620}summary span{color:var(--muted);margin-left:.9em;font-size:.9rem}
.names{margin:.1rem 0 1rem;max-width:none;font:.85rem/1.7 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;overflow-wrap:anywhere}
.names span{unicode-bidi:isolate;margin-right:1ch}
footer{margin-top:3.5rem;padding-top:1rem;border-top:1px solid var(--rule);color:var(--muted);font-size:.85rem;overflow-wrap:anywhere}
footer p{max-width:none}
@media screen and (max-width:40rem){body{padding:1.6rem 1.1rem 1.5rem}.wide{display:none}.narrow{display:block}
section,.pair section{margin-top:2.6rem}.pair{gap:0}.lead{font-size:1.05rem}
.facts dd{font-size:1.15rem}th,td{padding-left:.5rem;padding-right:.5rem}}
@media print{@page{margin:16mm}:root{color-scheme:light}body{padding:0;max-width:none;font-size:10pt}
section{margin-top:1.6rem}figure,tr,.facts{break-inside:avoid}h2{break-after:avoid}.scroll{overflow:visible}
table{font-size:8.5pt}th,td{padding:.25rem .35rem}details::details-content{content-visibility:visible;height:auto}}
)";

}  // namespace

std::string markup(std::string text) {
  for (std::size_t at; (at = text.find(" us")) != std::string::npos;) text.replace(at, 3, " \u00B5s");
  return escape_markup(text);
}

std::string table_html(const Table& table, std::string_view style, const RowHead& head) {
  std::string out =
      fmt::format("<div class=\"scroll\" tabindex=\"0\">\n<table class=\"{}\">\n<thead><tr>", style);
  for (const TableColumn& column : table.columns) {
    out += fmt::format("<th scope=\"col\">{}</th>", escape_markup(column.title));
  }
  out += "</tr></thead>\n<tbody>\n";
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    out += head(i);
    for (std::size_t j = 1; j < table.rows[i].size(); ++j) {
      const std::string& cell = table.rows[i][j];
      const bool best = cell.size() > 1 && cell.ends_with('*') && cell[cell.size() - 2] != ' ';
      const std::string value =
          markup(group_thousands(cell.substr(0, best ? cell.size() - 1 : cell.find_last_not_of(' ') + 1)));
      out += best ? "<td><b>" + value + "</b></td>" : "<td>" + value + "</td>";
    }
    out += "</tr>\n";
  }
  return out + "</tbody>\n</table>\n</div>\n";
}

std::string figure_html(const Chart& chart, const std::string& caption) {
  return fmt::format("<figure>\n{}{}</figure>\n", caption.empty() ? "" : "<h3>" + caption + "</h3>\n",
                     svg_chart(chart));
}

std::string large_figure(Chart chart, const std::string& caption) {
  chart.width = 960;
  chart.height = 440;
  const std::string wide = "<div class=\"wide\">\n" + figure_html(chart, caption) + "</div>\n";
  chart.id += "-narrow";
  chart.width = 400;
  chart.height = 330;
  for (ChartSeries& series : chart.series) {
    for (ChartPoint& point : series.points) point.title.clear();  // no hovering on a small screen
  }
  return wide + "<div class=\"narrow\">\n" + figure_html(chart, caption) + "</div>\n";
}

std::string html_page(std::string_view title, std::string_view body, const PageExtras& extras) {
  const bool scripted = !extras.script.empty();
  const std::string script =
      scripted ? fmt::format("<script nonce=\"lode\">\n{}</script>\n", extras.script) : std::string();
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
      "'unsafe-inline'{}\">\n"
      "<title>{}</title>\n<style>\n{}{}{}</style>\n</head>\n<body>\n{}{}</body>\n</html>\n",
      scripted ? "; script-src 'nonce-lode'" : "", escape_markup(title), chart_style(), page_style.substr(1),
      extras.style, body, script);
}

}  // namespace lode::detail
