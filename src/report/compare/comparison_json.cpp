#include <lode/report/comparison_report.hpp>

#include "report/compare/comparison_words.hpp"
#include "report/tables/json.hpp"

namespace lode {
namespace {

using detail::compact;
using detail::Json;
using detail::json_lines;
using detail::json_number;

Json json_graph(const ComparisonGraph& graph) {
  return {{"name", graph.name},
          {"vertices", graph.vertices},
          {"edges", graph.edges},
          {"weighted", graph.weighted},
          {"sizes", graph.sizes}};
}

Json json_method(const ComparisonMethod& method) {
  return {{"label", method.label},
          {"method", method.name},
          {"preset", method.preset},
          {"runs", method.once ? "once" : "every start"}};
}

Json json_run(const Comparison& comparison, const ComparisonRun& run) {
  const ComparisonGraph& graph = comparison.graphs[run.graph];
  const ComparisonMethod& method = comparison.methods[run.method];
  const ComparisonInstance& instance = detail::find_instance(comparison, run.graph, run.s);
  Json names = Json::array();
  for (const std::string& name : run.names) names.push_back(detail::json_name(name, graph.labels));
  return {{"graph", graph.name},
          {"s", run.s},
          {"method", method.name},
          {"preset", method.preset},
          {"start", run.start},
          {"seed", run.seed},
          {"edges", run.solution.edges},
          {"weight", json_number(run.solution.weight)},
          {"density", json_number(weight_density(run.solution.weight, run.s))},
          {"average_degree", json_number(average_degree(run.solution.weight, run.s))},
          {"upper_bound", json_number(instance.bound.value)},
          {"bound", instance.bound.name},
          {"seconds", json_number(run.solution.seconds)},
          {"seconds_to_best", json_number(run.solution.seconds_to_best)},
          {"stop_reason", to_string(run.solution.stop_reason)},
          {"iterations", run.solution.iterations},
          {"parallel", run.parallel},
          {"vertices", std::move(names)},
          {"trace", detail::json_trace(run.solution.trace)}};
}

Json json_instance(const Comparison& comparison, const ComparisonInstance& instance) {
  return {{"graph", comparison.graphs[instance.graph].name},
          {"s", instance.s},
          {"best_weight", json_number(instance.best)},
          {"upper_bound", json_number(instance.bound.value)},
          {"bound", instance.bound.name},
          {"complete", instance.complete}};
}

Json json_score(const Comparison& comparison, const ComparisonScore& score) {
  Json json = {{"method", comparison.methods[score.method].label}, {"instances", score.instances}};
  if (score.instances == 0) return json;
  json["mean_rank"] = json_number(score.mean_rank);
  json["wins"] = score.wins;
  json["best_found"] = score.best_found;
  json["relative"] = json_number(score.relative);
  json["mean_seconds"] = json_number(score.mean_seconds);
  return json;
}

Json json_cell(const Comparison& comparison, const ComparisonCell& cell) {
  return {{"graph", comparison.graphs[cell.graph].name},
          {"s", cell.s},
          {"method", comparison.methods[cell.method].label},
          {"runs", cell.runs},
          {"complete", cell.complete},
          {"average_weight", json_number(cell.average)},
          {"best_weight", json_number(cell.best)},
          {"average_edges", json_number(cell.average_edges)},
          {"best_edges", cell.best_edges},
          {"relative", json_number(cell.relative)},
          {"rank", cell.rank > 0.0 ? json_number(cell.rank) : Json(nullptr)},
          {"mean_seconds", json_number(cell.mean_seconds)},
          {"mean_seconds_to_best", json_number(cell.mean_seconds_to_best)}};
}

}  // namespace

std::string render_json(const Comparison& comparison) {
  const auto line = [](const char* name, const Json& value) {
    return "  " + compact(name) + ": " + compact(value) + ",\n";
  };
  const auto score = [&](const ComparisonScore& s) { return json_score(comparison, s); };
  std::string text = "{\n";
  const Json document = detail::json_document("compare");
  for (const auto& [name, value] : document.items()) text += line(name.c_str(), value);
  text += json_lines("graphs", "  ", comparison.graphs, json_graph) + ",\n";
  text += json_lines("methods", "  ", comparison.methods, json_method) + ",\n";
  text += line("starts", comparison.starts) + line("start_rule", comparison.start_rule) +
          line("seed", comparison.seed) + line("time_limit", json_number(comparison.time_limit));
  text += line("total_runs", comparison.total_runs) + line("finished_runs", comparison.runs.size()) +
          line("resumed_runs", comparison.resumed_runs) + line("parallel", comparison.parallel) +
          line("interrupted", comparison.interrupted);
  text += json_lines("runs", "  ", comparison.runs,
                     [&](const ComparisonRun& run) { return json_run(comparison, run); });
  text += ",\n  \"aggregates\": {\n";
  text += json_lines("methods", "    ", comparison.scores, score) + ",\n    \"graphs\": [";
  for (std::size_t g = 0; g < comparison.graph_scores.size(); ++g) {
    text += (g > 0 ? ",\n    {\"graph\": " : "\n    {\"graph\": ") + compact(comparison.graphs[g].name) +
            ",\n" + json_lines("methods", "    ", comparison.graph_scores[g], score) + "}";
  }
  text += comparison.graph_scores.empty() ? "],\n" : "\n    ],\n";
  text +=
      json_lines("instances", "    ", comparison.instances,
                 [&](const ComparisonInstance& instance) { return json_instance(comparison, instance); }) +
      ",\n";
  text += json_lines("cells", "    ", comparison.cells,
                     [&](const ComparisonCell& cell) { return json_cell(comparison, cell); });
  return text + "\n  },\n  \"seconds\": " + compact({{"total", json_number(comparison.seconds)}}) + "\n}\n";
}

}  // namespace lode
