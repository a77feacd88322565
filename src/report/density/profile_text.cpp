#include <fmt/format.h>

#include <lode/core/version.hpp>
#include <lode/io/write_graph.hpp>
#include <lode/report/density_report.hpp>
#include <lode/report/format.hpp>

#include "report/density/sentences.hpp"
#include "report/tables/facts.hpp"
#include "report/tables/table.hpp"

namespace lode {
namespace {

Table size_table(const DensityReport& report) {
  return detail::text_table(detail::size_columns(report), report.sizes);
}

Table largest_table(const DensityReport& report) {
  return detail::text_table(detail::largest_columns(), report.largest_sets);
}

std::string end_note(const DensityReport& report) {
  return fmt::format("lode {}, seed {}, {}, {}", version(), report.seed, format_seconds(report.seconds),
                     to_string(report.stop_reason));
}

}  // namespace

std::string render_text(const DensityReport& report) {
  std::string text = "Density report: " + escape_terminal(report.name) + "\n\n";
  text += detail::lines_text(detail::summary_facts(report.graph));
  if (!report.input_summary.empty()) text += "\n" + wrap_paragraph(escape_terminal(report.input_summary));
  text += '\n' + wrap_paragraph(detail::density_summary(report));
  if (!report.sizes.empty()) {
    text += '\n' + table_text(size_table(report)) + '\n' + wrap_paragraph(detail::size_meaning(report));
  }
  if (!report.largest_sets.empty()) {
    text += '\n' + table_text(largest_table(report)) + '\n' + wrap_paragraph(detail::largest_meaning());
  }
  return text + '\n' + end_note(report) + '\n';
}

std::string render_markdown(const DensityReport& report) {
  std::string text = "# Density report: " + escape_markdown(report.name) + "\n\n";
  text += escape_markdown(detail::density_summary(report)) + "\n\n## Graph\n\n";
  Table facts{{{"fact", Align::left}, {"value"}}, {}};
  for (const detail::Fact& fact : detail::summary_facts(report.graph)) {
    if (!fact.text.empty()) facts.rows.push_back({fact.line, fact.text});
  }
  text += table_markdown(facts);
  if (!report.input_summary.empty()) text += '\n' + escape_markdown(report.input_summary) + '\n';
  if (!report.sizes.empty()) {
    text += "\n## Best sets by size\n\n" + table_markdown(size_table(report)) + '\n' +
            escape_markdown(detail::size_meaning(report)) + '\n';
  }
  if (!report.largest_sets.empty()) {
    text += "\n## Largest sets by density\n\n" + table_markdown(largest_table(report)) + '\n' +
            escape_markdown(detail::largest_meaning()) + '\n';
  }
  return text + '\n' + escape_markdown(end_note(report)) + '\n';
}

std::string render_graphml(const EgoNetwork& network, const RunContext& run) {
  WriteOptions options;
  options.format = "graphml";
  options.attributes = {{"member", {network.member.begin(), network.member.end()}}};
  std::string text;
  write_graph(
      network.graph, [&](std::string_view piece) { text += piece; }, options, run);
  return text;
}

}  // namespace lode
