#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <utility>

#include <fmt/format.h>

#include <lode/core/version.hpp>
#include <lode/report/compare.hpp>
#include <lode/report/format.hpp>

#include "report/compare/document.hpp"
#include "report/tables/table.hpp"
#include "study/compare/run_columns.hpp"
#include "study/compare/scores.hpp"

namespace lode {
namespace {

using detail::Json;

constexpr std::size_t columns_at_once = 10;

/// An average for people. Graphs: integers exactly, other values with one decimal (weights with six digits).
/// Least squares: seven significant digits.
std::string average_text(const Comparison& all, std::size_t place, double value) {
  if (all.kind != ComparisonKind::graphs) return format_rounded(value, 7);
  if (all.graphs[place].weighted || value == std::floor(value)) return format_weight(value);
  return std::isfinite(value) ? fmt::format("{:.1f}", value) : "n/a";
}

/// The averages of a case: a row per method, and for graphs a row for the bound. A star marks the best values
/// of a column; "-" means no finished run.
Table case_table(const Comparison& all, std::size_t place, std::span<const std::uint32_t> sizes) {
  const bool of_graphs = all.kind == ComparisonKind::graphs;
  std::map<std::pair<std::uint32_t, std::size_t>, double> averages;
  std::map<std::uint32_t, double> best;
  for (const ComparisonCell& cell : all.cells) {
    if (cell.place != place) continue;
    averages[{cell.s, cell.method}] = cell.average;
    const auto [known, is_first] = best.try_emplace(cell.s, cell.average);
    if (!is_first && !reaches(known->second, cell.average, all.better())) known->second = cell.average;
  }
  Table table{{{"method", Align::left}}, {}};
  for (const std::uint32_t s : sizes) {
    table.columns.push_back({of_graphs ? fmt::format("s={}", s)
                             : s > 0   ? fmt::format("s = {}", s)
                                       : "objective"});
  }
  for (const std::size_t m : all.cases[place].methods) {
    auto& row = table.rows.emplace_back(1, escape_terminal(all.methods[m].label));
    for (const std::uint32_t s : sizes) {
      const auto found = averages.find({s, m});
      const bool known = found != averages.end();
      row.push_back(!known ? "- "
                           : average_text(all, place, found->second) +
                                 (reaches(found->second, best.at(s), all.better()) ? "*" : " "));
    }
  }
  if (!of_graphs) return table;
  auto& row = table.rows.emplace_back(1, "upper bound");
  for (const std::uint32_t s : sizes) {
    const auto at = std::find_if(all.instances.begin(), all.instances.end(),
                                 [&](const auto& one) { return one.place == place && one.s == s; });
    row.push_back(at == all.instances.end() ? "- " : format_weight(at->bound.value) + " ");
  }
  return table;
}

std::string case_text(const Comparison& all, std::size_t place) {
  std::string text = escape_terminal(all.cases[place].name);
  std::string objective = "objective";
  std::span<const std::uint32_t> sizes = all.cases[place].sizes;
  std::size_t at_once = std::max<std::size_t>(1, sizes.size());
  if (all.kind == ComparisonKind::graphs) {
    const ComparisonGraph& graph = all.graphs[place];
    text += fmt::format(": {}, {}", group_thousands(format_plural(graph.vertices, "vertex", "vertices")),
                        group_thousands(format_plural(graph.edges, "edge", "edges")));
    objective = graph.weighted ? "weight" : "edges";
    at_once = columns_at_once;
  }
  text += fmt::format("\n{}, average over {} (* {})\n", objective,
                      format_plural(static_cast<std::uint64_t>(all.starts), "start", "starts"),
                      all.better() == Better::larger ? "largest" : "least");
  for (; !sizes.empty(); sizes = sizes.subspan(std::min(at_once, sizes.size()))) {
    text += table_text(case_table(all, place, sizes.first(std::min(at_once, sizes.size()))));
  }
  return text;
}

}  // namespace

std::string render_json(const Comparison& comparison) {
  Json document = detail::comparison_document(comparison);
  const Json runs = std::move(document["runs"]);
  document.erase("runs");
  std::string text = detail::json_text(document);
  text.erase(text.rfind('\n', text.size() - 2));  // the closing brace
  return text + ",\n" + detail::json_lines("runs", "  ", runs, [](const Json& run) { return run; }) + "\n}\n";
}

std::string render_text(const Comparison& comparison) {
  std::string text =
      comparison.kind == ComparisonKind::graphs ? "" : escape_terminal(comparison.experiment.title) + '\n';
  Table scores = detail::text_table(detail::score_columns(comparison), detail::ranked_scores(comparison));
  for (auto& row : scores.rows) row.front() = escape_terminal(row.front());
  text += wrap_paragraph(escape_terminal(detail::comparison_summary(comparison))) + '\n' + table_text(scores);
  for (std::size_t place = 0; place < comparison.cases.size(); ++place) {
    text += '\n' + case_text(comparison, place);
  }
  text += '\n' + wrap_paragraph(detail::comparison_meaning(comparison));
  text += fmt::format("lode {}, seed {}, {}", version(), comparison.seed, format_seconds(comparison.seconds));
  if (comparison.resumed_runs > 0) {
    text += fmt::format(", {} of {} runs from an earlier session", comparison.resumed_runs,
                        comparison.total_runs);
  }
  return text + (comparison.interrupted ? ", interrupted\n" : "\n");
}

std::string render_csv(const Comparison& comparison) {
  return detail::csv_rows(detail::run_columns(comparison), comparison.runs);
}

}  // namespace lode
