#include <fmt/format.h>

#include <lode/core/version.hpp>
#include <lode/report/compare.hpp>
#include <lode/report/format.hpp>

#include "report/compare/view.hpp"
#include "study/compare/run_columns.hpp"

namespace lode {
namespace {

using detail::CellValue;
using detail::compact;
using detail::ComparisonView;
using detail::Json;
using detail::json_lines;
using detail::json_number;

constexpr std::size_t columns_at_once = 10;

Table printable(Table table) {
  for (auto& row : table.rows) {
    for (std::string& cell : row) cell = escape_terminal(cell);
  }
  return table;
}

/// Removes the blanks that stand for a missing star, which Markdown does not need.
Table trimmed(Table table) {
  for (auto& row : table.rows) {
    for (std::string& cell : row) cell.erase(cell.find_last_not_of(' ') + 1);
  }
  return table;
}

/// The title of a case: its name and, for a graph, its size.
std::string case_title(const ComparisonView& view, std::size_t place, const std::string& name) {
  if (!view.of_graphs()) return name;
  const ComparisonGraph& graph = view.all.graphs[place];
  return fmt::format("{}: {}, {}", name, group_thousands(format_plural(graph.vertices, "vertex", "vertices")),
                     group_thousands(format_plural(graph.edges, "edge", "edges")));
}

/// Calls visit(value, sizes) for every table of a case. For graphs, each table has a few sizes.
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

Json json_case(const ComparisonView& view, const ComparisonCase& one) {
  const auto place = static_cast<std::size_t>(&one - view.all.cases.data());
  if (view.of_graphs()) {
    const ComparisonGraph& graph = view.all.graphs[place];
    return {{"name", one.name},
            {"vertices", graph.vertices},
            {"edges", graph.edges},
            {"weighted", graph.weighted},
            {"sizes", one.sizes}};
  }
  const LeastSquaresPanel& panel = view.all.experiment.panels[place];
  const detail::SourceWords words = detail::source_words(panel.source);
  return {{"name", one.name},
          {"rows", panel.source.rows()},
          {"columns", panel.source.columns()},
          {"design", words.design},
          {"noise", words.noise},
          {"instance_seed", words.seed},
          {"constraint", to_string(panel.constraint)},
          {"lambda", json_number(panel.lambda)},
          {"box", json_number(panel.box)},
          {"sizes", one.sizes},
          {"start_scale", panel.start_scale ? Json(*panel.start_scale) : Json(nullptr)}};
}

Json json_compared_method(const ComparisonView& view, const ComparisonMethod& method) {
  Json json = {{"label", method.label}, {"method", method.name}};
  if (view.of_graphs()) {
    json["preset"] = method.preset();
  } else {
    json["settings"] = Json::object();
    for (const auto& [name, value] : method.settings) json["settings"][name] = value;
  }
  json["runs"] = method.once ? "once" : "every start";
  return json;
}

/// Scores of every case: "graphs": [{"graph": NAME, "methods": [...]}, ...].
template <class Score>
std::string case_score_lines(const ComparisonView& view, const Score& json_score) {
  std::string text = "    " + compact(view.labels.places) + ": [";
  const auto& scores = view.all.case_scores;
  for (std::size_t place = 0; place < scores.size(); ++place) {
    text += (place > 0 ? ",\n    {" : "\n    {") + compact(view.labels.place) + ": " +
            compact(view.all.cases[place].name) + ",\n" +
            json_lines("methods", "    ", scores[place], json_score) + "}";
  }
  return text + (scores.empty() ? "],\n" : "\n    ],\n");
}

}  // namespace

Json detail::comparison_head(const ComparisonView& view) {
  const Comparison& all = view.all;
  const auto objects = [&view](const auto& rows, const auto& make) {
    return detail::json_list(rows, [&](const auto& row) { return make(view, row); });
  };
  Json head = detail::json_document(view.labels.command);
  head["summary"] = detail::comparison_summary(view);
  head["meaning"] = detail::comparison_meaning(view);
  if (!view.of_graphs()) {
    head["experiment"] = all.experiment.name;
    head["title"] = all.experiment.title;
    head["figures"] = detail::json_list(all.experiment.figures, [&](const LeastSquaresFigure& figure) {
      return Json{{"title", figure.title},
                  {"panels", detail::json_list(figure.panels,
                                               [&](std::size_t place) { return all.cases[place].name; })}};
    });
  }
  head[view.labels.places] = objects(all.cases, json_case);
  head["methods"] = objects(all.methods, json_compared_method);
  head["starts"] = all.starts;
  if (view.of_graphs()) head["start_rule"] = all.start_rule;
  head["seed"] = all.seed;
  head["time_limit"] = json_number(all.time_limit);
  head["total_runs"] = all.total_runs;
  head["finished_runs"] = all.runs.size();
  head["resumed_runs"] = all.resumed_runs;
  head["interrupted"] = all.interrupted;
  return head;
}

Json detail::comparison_seconds(const Comparison& comparison) {
  return {{"total", json_number(comparison.seconds)}};
}

std::string render_json(const Comparison& comparison) {
  const ComparisonView view(comparison);
  const auto lines = [](const char* name, const char* indent, const auto& rows, const auto& columns) {
    return json_lines(name, indent, rows, [&](const auto& row) { return columns.object(row); });
  };
  const auto scores = detail::score_columns(view);

  std::string text = "{\n";
  const Json head = detail::comparison_head(view);
  for (const auto& [name, value] : head.items()) {
    text += value.is_array() ? json_lines(name.c_str(), "  ", value, [](const Json& row) { return row; })
                             : "  " + compact(name) + ": " + compact(value);
    text += ",\n";
  }
  text += lines("runs", "  ", comparison.runs, detail::run_columns(comparison));
  text += ",\n  \"aggregates\": {\n" + lines("methods", "    ", comparison.scores, scores) + ",\n";
  text += case_score_lines(view, [&](const auto& score) { return scores.object(score); });
  text += lines("instances", "    ", comparison.instances, detail::instance_columns(view)) + ",\n";
  text += lines("cells", "    ", comparison.cells, detail::cell_columns(view));
  return text + "\n  },\n  \"seconds\": " + compact(detail::comparison_seconds(comparison)) + "\n}\n";
}

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
