#include <fmt/format.h>

#include <lode/core/version.hpp>
#include <lode/report/density_report.hpp>
#include <lode/report/format.hpp>

#include "report/density_words.hpp"

namespace lode {
namespace {

std::string meaning(const DensityReport& report) {
  const char* unit = report.graph.weighted ? "weight" : "edges";
  return fmt::format(
      "edges: inside the set; density: {} / (s(s-1)/2); avg degree: 2 {} / s; upper bound: on the {} of any "
      "set of s vertices; cores: core numbers of the members; components: of the subgraph the set induces",
      unit, unit, unit);
}

std::string end_note(const DensityReport& report) {
  return fmt::format("lode {}, seed {}, {}, {}", version(), report.seed, format_seconds(report.seconds),
                     to_string(report.stop_reason));
}

/// Breaks a paragraph into lines of at most 100 characters.
std::string wrapped(std::string_view paragraph) {
  std::string text;
  std::size_t column = 0;
  while (!paragraph.empty()) {
    const std::size_t end = std::min(paragraph.find(' '), paragraph.size());
    const std::string_view word = paragraph.substr(0, end);
    if (column > 0 && column + 1 + word.size() > 100) {
      text += '\n';
      column = 0;
    } else if (column > 0) {
      text += ' ';
      ++column;
    }
    text += word;
    column += word.size();
    paragraph.remove_prefix(std::min(end + 1, paragraph.size()));
  }
  return text + '\n';
}

}  // namespace

std::string render_text(const DensityReport& report) {
  std::string text = "Density report: " + escape_terminal(report.name) + "\n\n";
  std::size_t width = 0;
  const auto facts = detail::graph_facts(report);
  for (const auto& [name, value] : facts) width = std::max(width, name.size());
  for (const auto& [name, value] : facts) text += fmt::format("  {:<{}}  {}\n", name, width, value);
  if (!report.input_summary.empty()) text += "\n" + wrapped(escape_terminal(report.input_summary));
  text += '\n' + wrapped(detail::density_summary(report));
  if (!report.sizes.empty()) {
    text += '\n' + table_text(detail::size_table(report)) + '\n' + wrapped(meaning(report));
  }
  return text + '\n' + end_note(report) + '\n';
}

std::string render_markdown(const DensityReport& report) {
  std::string text = "# Density report: " + escape_markdown(report.name) + "\n\n";
  text += escape_markdown(detail::density_summary(report)) + "\n\n## Graph\n\n";
  Table facts{{{"fact", Align::left}, {"value"}}, {}};
  for (const auto& [name, value] : detail::graph_facts(report)) facts.rows.push_back({name, value});
  text += table_markdown(facts);
  if (!report.input_summary.empty()) text += '\n' + escape_markdown(report.input_summary) + '\n';
  if (!report.sizes.empty()) {
    text += "\n## Best sets by size\n\n" + table_markdown(detail::size_table(report)) + '\n' +
            escape_markdown(meaning(report)) + '\n';
  }
  return text + '\n' + escape_markdown(end_note(report)) + '\n';
}

}  // namespace lode
