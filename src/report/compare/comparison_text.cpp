#include <fmt/format.h>

#include <lode/core/version.hpp>
#include <lode/report/comparison_report.hpp>
#include <lode/report/format.hpp>

#include "report/compare/comparison_words.hpp"

namespace lode {
namespace {

using detail::CellValue;

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

std::string graph_title(const ComparisonGraph& graph, const std::string& name) {
  return fmt::format("{}: {}, {}", name, group_thousands(format_plural(graph.vertices, "vertex", "vertices")),
                     group_thousands(format_plural(graph.edges, "edge", "edges")));
}

std::string value_title(const Comparison& comparison, const ComparisonGraph& graph, CellValue value) {
  return fmt::format("{}, {} {} (* largest)", detail::objective_name(graph),
                     value == CellValue::average ? "average over" : "best of",
                     format_plural(static_cast<std::uint64_t>(comparison.starts), "start", "starts"));
}

/// Calls visit(value, sizes) for every table of a graph: averages first, then bests, a few sizes at a time.
template <class Visit>
void for_each_table(const Comparison& comparison, const ComparisonGraph& graph, const Visit& visit) {
  for (const CellValue value : {CellValue::average, CellValue::best}) {
    if (value == CellValue::best && comparison.starts == 1) break;
    for (std::size_t begin = 0; begin < graph.sizes.size(); begin += columns_at_once) {
      const std::size_t end = std::min(graph.sizes.size(), begin + columns_at_once);
      visit(value, std::vector<Vertex>(graph.sizes.begin() + static_cast<std::ptrdiff_t>(begin),
                                       graph.sizes.begin() + static_cast<std::ptrdiff_t>(end)));
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
  std::string text = wrap_paragraph(escape_terminal(detail::comparison_summary(comparison)));
  text += '\n' + table_text(printable(detail::score_table(comparison)));
  for (std::size_t g = 0; g < comparison.graphs.size(); ++g) {
    const ComparisonGraph& graph = comparison.graphs[g];
    text += '\n' + graph_title(graph, escape_terminal(graph.name)) + '\n';
    for_each_table(comparison, graph, [&](CellValue value, const std::vector<Vertex>& sizes) {
      text += value_title(comparison, graph, value) + '\n' +
              table_text(printable(detail::cell_table(comparison, g, sizes, value)));
    });
  }
  return text + '\n' + wrap_paragraph(detail::comparison_meaning(comparison)) + end_note(comparison) + '\n';
}

std::string render_markdown(const Comparison& comparison) {
  std::string text =
      "# Comparison of methods\n\n" + escape_markdown(detail::comparison_summary(comparison)) + "\n\n";
  text += table_markdown(detail::score_table(comparison));
  text += '\n' + escape_markdown(detail::comparison_meaning(comparison)) + '\n';
  for (std::size_t g = 0; g < comparison.graphs.size(); ++g) {
    const ComparisonGraph& graph = comparison.graphs[g];
    text += "\n## " + escape_markdown(graph_title(graph, graph.name)) + '\n';
    for_each_table(comparison, graph, [&](CellValue value, const std::vector<Vertex>& sizes) {
      text += '\n' + escape_markdown(value_title(comparison, graph, value)) + "\n\n" +
              table_markdown(trimmed(detail::cell_table(comparison, g, sizes, value)));
    });
  }
  return text + '\n' + escape_markdown(end_note(comparison)) + '\n';
}

std::string render_csv(const Comparison& comparison) {
  Table table;
  for (const char* title :
       {"graph", "s", "method", "preset", "start", "seed", "edges", "weight", "density", "upper_bound",
        "bound", "seconds", "seconds_to_best", "stop_reason", "iterations", "parallel"}) {
    table.columns.push_back({title});
  }
  for (const ComparisonRun& run : comparison.runs) {
    const ComparisonMethod& method = comparison.methods[run.method];
    const ComparisonInstance& instance = detail::find_instance(comparison, run.graph, run.s);
    table.rows.push_back({comparison.graphs[run.graph].name, std::to_string(run.s), method.name,
                          method.preset, std::to_string(run.start), std::to_string(run.seed),
                          std::to_string(run.solution.edges), format_exact(run.solution.weight),
                          format_exact(weight_density(run.solution.weight, run.s)),
                          format_exact(instance.bound.value), std::string(instance.bound.name),
                          format_exact(run.solution.seconds), format_exact(run.solution.seconds_to_best),
                          std::string(to_string(run.solution.stop_reason)),
                          std::to_string(run.solution.iterations), run.parallel ? "true" : "false"});
  }
  return table_csv(table);
}

}  // namespace lode
