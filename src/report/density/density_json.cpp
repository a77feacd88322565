#include <lode/report/density_report.hpp>

#include "report/tables/json.hpp"

namespace lode {
namespace {

using detail::Json;
using detail::json_number;

Json json_graph(const DensityReport& report) {
  return {
      {"name", report.name},
      {"vertices", report.graph.vertices},
      {"edges", report.graph.edges},
      {"weight", json_number(report.graph.total_weight)},
      {"weighted", report.graph.weighted},
      {"components", report.graph.components == 0 && report.graph.vertices > 0
                         ? Json(nullptr)
                         : Json(report.graph.components)},
      {"largest_component", report.graph.largest_component},
      {"isolated", report.graph.isolated},
      {"max_degree", report.graph.max_degree},
      {"average_degree", json_number(report.graph.average_degree)},
      {"degeneracy", report.graph.cores.empty() && report.graph.vertices > 0 ? Json(nullptr)
                                                                             : Json(report.graph.degeneracy)},
      {"input", report.input_summary}};
}

Json json_names(const DensityReport& report, std::size_t i) {
  if (i >= report.best_set_names.size()) return Json::array();
  return detail::json_list(report.best_set_names[i],
                           [&](const std::string& name) { return detail::json_name(name, report.labels); });
}

void add_objective(Json& json, const subgraph::Solution& solution, Vertex s) {
  json["edges"] = solution.edges;
  json["weight"] = json_number(solution.weight);
  json["density"] = json_number(weight_density(solution.weight, s));
  json["average_degree"] = json_number(average_degree(solution.weight, s));
}

Json json_size(const DensityReport& report, std::size_t i) {
  const DensityReportSize& size = report.sizes[i];
  Json json = {{"s", size.s}, {"method", size.best_method}};
  add_objective(json, size.best, size.s);
  json["upper_bound"] = json_number(size.bound.value);
  json["gap"] = json_number(size.gap);
  json["bound"] = size.bound.name;
  json["proven_optimal"] = size.proven_optimal;
  json["optimality_tolerance"] = detail::json_number(size.optimality_tolerance);
  const bool cores = size.smallest_core_number != no_vertex;
  json["smallest_core_number"] = cores ? Json(size.smallest_core_number) : Json(nullptr);
  json["largest_core_number"] = cores ? Json(size.largest_core_number) : Json(nullptr);
  json["components"] = size.components;
  json["vertices"] = json_names(report, i);
  json["stop_reason"] = to_string(size.best.stop_reason);
  json["seconds"] = {{"solve", json_number(size.best.seconds)},
                     {"bound", json_number(size.bound.seconds)},
                     {"to_best", json_number(size.best.seconds_to_best)}};
  return json;
}

Json json_run(const DensityReportRun& run) {
  Json json = {{"s", run.s}, {"method", run.method}};
  add_objective(json, run.solution, run.s);
  json["stop_reason"] = to_string(run.solution.stop_reason);
  json["iterations"] = run.solution.iterations;
  json["seconds"] = {{"solve", json_number(run.solution.seconds)},
                     {"to_best", json_number(run.solution.seconds_to_best)}};
  json["trace"] = detail::json_trace(run.solution.trace);
  return json;
}

Json json_of(const DensityReport& report) {
  Json json = detail::json_document("report");
  json["graph"] = json_graph(report);
  json["degrees"] = detail::json_histogram(report.graph.degrees, "degree", "vertices");
  json["cores"] = detail::json_histogram(report.graph.cores, "core_number", "vertices");
  json["requested_sizes"] = report.requested_sizes;
  json["methods"] = report.methods;
  json["results"] = Json::array();
  for (std::size_t i = 0; i < report.sizes.size(); ++i) json["results"].push_back(json_size(report, i));
  json["runs"] = detail::json_list(report.runs, json_run);
  json["stop_reason"] = to_string(report.stop_reason);
  json["seed"] = report.seed;
  json["seconds"] = {{"total", json_number(report.seconds)}};
  return json;
}

}  // namespace

std::string render_json(const DensityReport& report) { return detail::json_text(json_of(report)); }

std::string render_json(const DensityReport& report, const Provenance& provenance) {
  Json json = json_of(report);
  json["provenance"] = detail::json_provenance(provenance);
  return detail::json_text(json);
}

}  // namespace lode
