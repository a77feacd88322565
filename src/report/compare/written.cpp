#include <fmt/format.h>

#include <lode/core/version.hpp>
#include <lode/report/compare.hpp>
#include <lode/report/format.hpp>

#include "report/compare/view.hpp"
#include "study/compare/run_columns.hpp"

namespace lode {
namespace {

using detail::CellValue;
using detail::ComparisonView;

constexpr std::size_t columns_at_once = 10;

Table printable(Table table) {
  for (auto& row : table.rows) {
    for (std::string& cell : row) cell = escape_terminal(cell);
  }
  return table;
}

/// The cells of a Markdown table need no room for a missing star.
Table trimmed(Table table) {
  for (auto& row : table.rows) {
    for (std::string& cell : row) cell.erase(cell.find_last_not_of(' ') + 1);
  }
  return table;
}

/// What stands above the tables of a case: its name and, of a graph, its size.
std::string case_title(const ComparisonView& view, std::size_t place, const std::string& name) {
  if (!view.of_graphs()) return name;
  const ComparisonGraph& graph = view.all.graphs[place];
  return fmt::format("{}: {}, {}", name, group_thousands(format_plural(graph.vertices, "vertex", "vertices")),
                     group_thousands(format_plural(graph.edges, "edge", "edges")));
}

/// Calls visit(value, sizes) for every table of a case: a few sizes at a time, of graphs.
template <class Visit>
void for_each_table(const ComparisonView& view, std::size_t place, const Visit& visit) {
  const std::vector<std::uint32_t>& sizes = view.all.cases[place].sizes;
  const std::size_t at_once = view.of_graphs() ? columns_at_once : std::max<std::size_t>(1, sizes.size());
  for (const CellValue value : detail::values_shown(view)) {
    for (std::size_t begin = 0; begin < sizes.size(); begin += at_once) {
      const std::size_t end = std::min(sizes.size(), begin + at_once);
      visit(value, std::vector<std::uint32_t>(sizes.begin() + static_cast<std::ptrdiff_t>(begin),
                                              sizes.begin() + static_cast<std::ptrdiff_t>(end)));
    }
  }
}

std::string end_note(const Comparison& comparison) {
  std::string text =
      fmt::format("lode {}, seed {}, {}", version(), comparison.seed, format_seconds(comparison.seconds));
  if (comparison.resumed_runs > 0) {
    text += fmt::format(", {} of {} runs from an earlier session", comparison.resumed_runs,
                        comparison.total_runs);
  }
  return text + (comparison.interrupted ? ", interrupted" : "");
}

}  // namespace

std::string render_text(const Comparison& comparison) {
  const ComparisonView view(comparison);
  std::string text = view.of_graphs() ? "" : comparison.experiment.title + '\n';
  text += wrap_paragraph(escape_terminal(detail::comparison_summary(view)));
  text += '\n' + table_text(printable(detail::score_table(view)));
  for (std::size_t place = 0; place < comparison.cases.size(); ++place) {
    text += '\n' + case_title(view, place, escape_terminal(comparison.cases[place].name));
    if (view.of_graphs()) text += '\n';
    for_each_table(view, place, [&](CellValue value, const std::vector<std::uint32_t>& sizes) {
      text +=
          view.of_graphs()
              ? detail::value_title(view, place, value)
              : fmt::format(" (average objective over {}, * least)",
                            format_plural(static_cast<std::uint64_t>(comparison.starts), "start", "starts"));
      text += '\n' + table_text(printable(detail::cell_table(view, place, sizes, value)));
    });
  }
  return text + '\n' + wrap_paragraph(detail::comparison_meaning(view)) + end_note(comparison) + '\n';
}

std::string render_markdown(const Comparison& comparison) {
  const ComparisonView view(comparison);
  std::string text =
      "# Comparison of methods\n\n" + escape_markdown(detail::comparison_summary(view)) + "\n\n";
  text += table_markdown(detail::score_table(view));
  text += '\n' + escape_markdown(detail::comparison_meaning(view)) + '\n';
  for (std::size_t place = 0; place < comparison.cases.size(); ++place) {
    text += "\n## " + escape_markdown(case_title(view, place, comparison.cases[place].name)) + '\n';
    for_each_table(view, place, [&](CellValue value, const std::vector<std::uint32_t>& sizes) {
      text += '\n' + escape_markdown(detail::value_title(view, place, value)) + "\n\n" +
              table_markdown(trimmed(detail::cell_table(view, place, sizes, value)));
    });
  }
  return text + '\n' + escape_markdown(end_note(comparison)) + '\n';
}

std::string render_csv(const Comparison& comparison) {
  return detail::csv_rows(detail::run_columns(comparison), comparison.runs);
}

}  // namespace lode
