#include <lode/report/compare.hpp>

#include "report/compare/view.hpp"
#include "study/compare/run_columns.hpp"

namespace lode {
namespace {

using detail::compact;
using detail::ComparisonView;
using detail::Json;
using detail::json_lines;
using detail::json_number;

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

std::string render_json(const Comparison& comparison) {
  const ComparisonView view(comparison);
  const bool of_graphs = view.of_graphs();
  const auto line = [](const char* name, const Json& value) {
    return "  " + compact(name) + ": " + compact(value) + ",\n";
  };
  const auto with_view = [&](auto make) {
    return [&view, make](const auto& row) { return make(view, row); };
  };
  const auto lines = [](const char* name, const char* indent, const auto& rows, const auto& columns) {
    return json_lines(name, indent, rows, [&](const auto& row) { return columns.object(row); });
  };
  const auto scores = detail::score_columns(view);

  std::string text = "{\n";
  const Json document = detail::json_document(view.labels.command);
  for (const auto& [name, value] : document.items()) text += line(name.c_str(), value);
  if (!of_graphs) text += line("experiment", comparison.experiment.name);
  text += json_lines(view.labels.places, "  ", comparison.cases, with_view(json_case)) + ",\n";
  text += json_lines("methods", "  ", comparison.methods, with_view(json_compared_method)) + ",\n";
  text += line("starts", comparison.starts);
  if (of_graphs) text += line("start_rule", comparison.start_rule);
  text += line("seed", comparison.seed) + line("time_limit", json_number(comparison.time_limit)) +
          line("total_runs", comparison.total_runs) + line("finished_runs", comparison.runs.size()) +
          line("resumed_runs", comparison.resumed_runs);
  if (of_graphs) text += line("parallel", comparison.parallel);
  text += line("interrupted", comparison.interrupted);
  text += lines("runs", "  ", comparison.runs, detail::run_columns(comparison));
  text += ",\n  \"aggregates\": {\n" + lines("methods", "    ", comparison.scores, scores) + ",\n";
  if (of_graphs) {
    text += case_score_lines(view, [&](const auto& score) { return scores.object(score); }) +
            lines("instances", "    ", comparison.instances, detail::instance_columns(view)) + ",\n";
  }
  text += lines("cells", "    ", comparison.cells, detail::cell_columns(view));
  return text + "\n  },\n  \"seconds\": " + compact({{"total", json_number(comparison.seconds)}}) + "\n}\n";
}

}  // namespace lode
