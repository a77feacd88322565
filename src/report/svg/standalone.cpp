#include "report/svg/standalone.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <lode/report/format.hpp>

#include "report/page/assets.hpp"

namespace lode {
namespace {

constexpr double margin = 12.0;
constexpr double row_height = 18.0;
constexpr double swatch_width = 36.0;

/// A colour of the light page, from the style that all charts share.
std::string light_colour(const std::string& name) {
  const std::string_view style = detail::chart_rules();
  const std::size_t begin = style.find("--" + name + ":") + name.size() + 3;
  return std::string(style.substr(begin, style.find_first_of(";}", begin) - begin));
}

/// The rules of charts for light paper, every colour written out.
std::string plain_style() {
  const std::string paper = light_colour("paper");
  std::string style = fmt::format(
      "text{{font:12px sans-serif;fill:{}}}.rule{{stroke:{};fill:none}}.base{{stroke:{};fill:none}}"
      ".line{{fill:none;stroke-width:2;stroke-linejoin:round;stroke-linecap:round}}"
      ".dashed{{stroke-dasharray:7 4}}.line.ref{{stroke-width:1.5;stroke-dasharray:2 4}}.area{{opacity:.12}}"
      ".mark{{stroke:{};stroke-width:1}}.quiet,.hit{{fill:none}}",
      light_colour("muted"), light_colour("rule"), light_colour("base"), paper);
  const auto add = [&](const std::string& name, const std::string& colour) {
    style += fmt::format(
        ".line.{0}{{stroke:{1}}}.area.{0}{{fill:{1}}}.{0} .mark{{fill:{1}}}"
        ".{0} .hollow{{fill:{2};stroke:{1};stroke-width:1.75}}",
        name, colour, paper);
  };
  add("ref", light_colour("muted"));
  for (int i = 0; i < 8; ++i) add(fmt::format("s{}", i), light_colour(fmt::format("series-{}", i)));
  return style;
}

/// `element`, an <svg>, with a place in another one.
std::string placed(const std::string& element, double x, double y, double width, double height) {
  return fmt::format("<svg x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"", x, y, width,
                     height) +
         element.substr(4);
}

}  // namespace

std::string svg_document(const Chart& chart, const std::vector<LegendEntry>& legend) {
  std::string entries;
  double x = margin;
  double y = margin + chart.height + 8.0;
  for (const LegendEntry& entry : legend) {
    const bool drawn = std::any_of(chart.series.begin(), chart.series.end(), [&](const ChartSeries& series) {
      return series.style == entry.style && !series.points.empty();
    });
    if (!drawn) continue;
    const std::string name = shorten(entry.name, 60);
    const double width = swatch_width + text_width(name) + 16.0;
    if (x > margin && x + width > chart.width) {
      x = margin;
      y += row_height;
    }
    entries += placed(series_swatch(entry.style), x, y, 28.0, 12.0);
    entries += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", x + swatch_width, y + 10.0,
                           escape_markup(name));
    x += width;
  }
  const double width = chart.width + 2 * margin;
  const double height = (entries.empty() ? margin + chart.height : y + row_height) + margin;
  return fmt::format(
             "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" "
             "width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\">\n<style>{2}</style>\n"
             "<rect width=\"100%\" height=\"100%\" fill=\"{3}\"/>\n",
             width, height, plain_style(), light_colour("paper")) +
         placed(svg_chart(chart), margin, margin, chart.width, chart.height) + entries + "</svg>\n";
}

}  // namespace lode
