#include "report/html/frame.hpp"

#include <utility>

#include <fmt/format.h>

#include <lode/report/format.hpp>

#include "report/svg/chart.hpp"

namespace lode::detail {

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

std::string page_of(std::string_view shell, const PageParts& parts) {
  const std::pair<std::string_view, std::string_view> places[] = {{"@title@", parts.title},
                                                                  {"@style@", parts.style},
                                                                  {"@document@", parts.document},
                                                                  {"@script@", parts.script}};
  std::string page;
  for (const auto& [place, text] : places) {
    const std::size_t at = shell.find(place);
    page += shell.substr(0, at);
    page += text;
    shell.remove_prefix(at + place.size());
  }
  page += shell;
  return page;
}

std::string script_data(const Json& document) {
  std::string text = compact(document);
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    if (c == '<') {
      out += "\\u003c";
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace lode::detail
