#include <fmt/format.h>

#include <lode/core/version.hpp>
#include <lode/report/format.hpp>
#include <lode/report/least_squares_comparison_report.hpp>

#include "report/compare/least_squares_comparison_words.hpp"
#include "report/tables/json.hpp"

namespace lode {
namespace {

using detail::Json;
using detail::json_lines;
using detail::json_number;

/// The parts of a panel's source and constraint that a run is labelled with.
struct PanelWords {
  std::string design;
  std::string noise;
  std::uint64_t instance_seed = 0;
};

PanelWords words_of(const LeastSquaresPanel& panel) {
  const LeastSquaresSource& source = panel.source;
  switch (source.kind) {
    case LeastSquaresSource::Kind::regression:
      return {std::string(to_string(source.regression.design)),
              std::string(to_string(source.regression.noise)), source.regression.seed};
    case LeastSquaresSource::Kind::uniform:
      return {"uniform", "uniform", source.uniform.seed};
    case LeastSquaresSource::Kind::given:
      return {"given", "given", 0};
  }
  return {};
}

Json json_panel(const LeastSquaresPanel& panel) {
  const PanelWords words = words_of(panel);
  Json json = {{"name", panel.name},
               {"rows", panel.source.rows()},
               {"columns", panel.source.columns()},
               {"design", words.design},
               {"noise", words.noise},
               {"instance_seed", words.instance_seed},
               {"constraint", to_string(panel.constraint)},
               {"lambda", json_number(panel.lambda)},
               {"box", json_number(panel.box)},
               {"sizes", panel.sizes},
               {"start_scale", nullptr}};
  if (panel.start_scale) json["start_scale"] = *panel.start_scale;
  return json;
}

Json json_least_squares_method(const LeastSquaresMethod& method) {
  Json settings = Json::object();
  for (const auto& [name, value] : method.settings) settings[name] = value;
  return {{"label", method.label},
          {"method", method.name},
          {"settings", std::move(settings)},
          {"runs", method.once ? "once" : "every start"}};
}

Json json_run(const LeastSquaresComparison& comparison, const LeastSquaresRun& run) {
  Json trace = Json::array();
  for (const TracePoint& point : run.solution.trace) {
    trace.push_back({json_number(point.seconds), json_number(point.weight)});
  }
  return {{"panel", comparison.experiment.panels[run.panel].name},
          {"s", run.s},
          {"method", comparison.methods[run.method].label},
          {"start", run.start},
          {"seed", run.seed},
          {"objective", json_number(run.solution.objective)},
          {"nonzeros", run.solution.support.size()},
          {"seconds", json_number(run.solution.seconds)},
          {"seconds_to_best", json_number(run.solution.seconds_to_best)},
          {"stop_reason", to_string(run.solution.stop_reason)},
          {"iterations", run.solution.iterations},
          {"support", run.solution.support},
          {"x", run.solution.x},
          {"trace", std::move(trace)}};
}

Json json_score(const LeastSquaresComparison& comparison, const LeastSquaresScore& score) {
  Json json = {{"method", comparison.methods[score.method].label}, {"problems", score.instances}};
  if (score.instances == 0) return json;
  json["mean_rank"] = json_number(score.mean_rank);
  json["wins"] = score.wins;
  json["best_found"] = score.best_found;
  json["ratio"] = json_number(score.ratio);
  json["mean_seconds"] = json_number(score.mean_seconds);
  return json;
}

Json json_cell(const LeastSquaresComparison& comparison, const LeastSquaresCell& cell) {
  return {{"panel", comparison.experiment.panels[cell.panel].name},
          {"s", cell.s},
          {"method", comparison.methods[cell.method].label},
          {"runs", cell.runs},
          {"complete", cell.complete},
          {"average", json_number(cell.average)},
          {"best", json_number(cell.best)},
          {"ratio", json_number(cell.ratio)},
          {"rank", cell.rank > 0.0 ? json_number(cell.rank) : Json(nullptr)},
          {"mean_seconds", json_number(cell.mean_seconds)},
          {"mean_seconds_to_best", json_number(cell.mean_seconds_to_best)}};
}

}  // namespace

std::string render_text(const LeastSquaresComparison& comparison) {
  std::string text = comparison.experiment.title + '\n' +
                     wrap_paragraph(escape_terminal(detail::least_squares_summary(comparison)));
  text += '\n' + table_text(detail::score_table(comparison));
  for (std::size_t p = 0; p < comparison.experiment.panels.size(); ++p) {
    text += fmt::format("\n{} (average objective over {}, * least)\n{}",
                        escape_terminal(comparison.experiment.panels[p].name),
                        format_plural(static_cast<std::uint64_t>(comparison.starts), "start", "starts"),
                        table_text(detail::cell_table(comparison, p)));
  }
  text += '\n' + wrap_paragraph(detail::least_squares_meaning(comparison));
  text += fmt::format("lode {}, seed {}, {}", version(), comparison.seed, format_seconds(comparison.seconds));
  if (comparison.resumed_runs > 0) {
    text += fmt::format(", {} of {} runs from an earlier session", comparison.resumed_runs,
                        comparison.total_runs);
  }
  return text + (comparison.interrupted ? ", interrupted\n" : "\n");
}

std::string render_csv(const LeastSquaresComparison& comparison) {
  Table table;
  for (const char* title : {"panel", "rows", "columns", "design", "noise", "instance_seed", "constraint", "s",
                            "lambda", "start_scale", "method", "start", "seed", "objective", "nonzeros",
                            "seconds", "seconds_to_best", "stop_reason", "iterations"}) {
    table.columns.push_back({title});
  }
  for (const LeastSquaresRun& run : comparison.runs) {
    const LeastSquaresPanel& panel = comparison.experiment.panels[run.panel];
    const PanelWords words = words_of(panel);
    table.rows.push_back(
        {panel.name, std::to_string(panel.source.rows()), std::to_string(panel.source.columns()),
         words.design, words.noise, std::to_string(words.instance_seed),
         std::string(to_string(panel.constraint)), std::to_string(run.s), format_exact(panel.lambda),
         panel.start_scale ? format_exact(*panel.start_scale) : "own", comparison.methods[run.method].label,
         std::to_string(run.start), std::to_string(run.seed), format_exact(run.solution.objective),
         std::to_string(run.solution.support.size()), format_exact(run.solution.seconds),
         format_exact(run.solution.seconds_to_best), std::string(to_string(run.solution.stop_reason)),
         std::to_string(run.solution.iterations)});
  }
  return table_csv(table);
}

std::string render_json(const LeastSquaresComparison& comparison) {
  const auto line = [](const char* name, const Json& value) {
    return "  " + detail::compact(name) + ": " + detail::compact(value) + ",\n";
  };
  std::string text = "{\n";
  const Json document = detail::json_document("lsq compare");
  for (const auto& [name, value] : document.items()) text += line(name.c_str(), value);
  text += line("experiment", comparison.experiment.name);
  text += json_lines("panels", "  ", comparison.experiment.panels, json_panel) + ",\n";
  text += json_lines("methods", "  ", comparison.methods, json_least_squares_method) + ",\n";
  text += line("starts", comparison.starts) + line("seed", comparison.seed) +
          line("time_limit", json_number(comparison.time_limit)) + line("total_runs", comparison.total_runs) +
          line("finished_runs", comparison.runs.size()) + line("resumed_runs", comparison.resumed_runs) +
          line("interrupted", comparison.interrupted);
  text += json_lines("runs", "  ", comparison.runs,
                     [&](const LeastSquaresRun& run) { return json_run(comparison, run); });
  text += ",\n  \"aggregates\": {\n";
  text += json_lines("methods", "    ", comparison.scores,
                     [&](const LeastSquaresScore& score) { return json_score(comparison, score); }) +
          ",\n";
  text += json_lines("cells", "    ", comparison.cells,
                     [&](const LeastSquaresCell& cell) { return json_cell(comparison, cell); });
  return text + "\n  },\n  \"seconds\": " + detail::compact({{"total", json_number(comparison.seconds)}}) +
         "\n}\n";
}

}  // namespace lode
