#include <lode/report/density_report.hpp>

#include "report/density/sentences.hpp"
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

Json json_run(const DensityReportRun& run) {
  const subgraph::Solution& solution = run.solution;
  const Json json = {
      {"s", run.s},
      {"method", run.method},
      {"edges", solution.edges},
      {"weight", json_number(solution.weight)},
      {"edge_density", json_number(weight_density(solution.weight, run.s))},
      {"average_degree", json_number(average_degree(solution.weight, run.s))},
      {"stop_reason", to_string(solution.stop_reason)},
      {"iterations", solution.iterations},
      {"seconds",
       {{"solve", json_number(solution.seconds)}, {"to_best", json_number(solution.seconds_to_best)}}},
      {"trace", detail::json_trace(solution.trace)}};
  return detail::with_former(json, "edge_density", "density");
}

Json json_of(const DensityReport& report) {
  Json json = detail::json_document("report");
  json["graph"] = json_graph(report);
  json["degrees"] = detail::json_histogram(report.graph.degrees, "degree", "vertices");
  json["cores"] = detail::json_histogram(report.graph.cores, "core_number", "vertices");
  json["requested_sizes"] = report.requested_sizes;
  json["methods"] = report.methods;
  json["results"] = detail::size_columns(report).objects(report.sizes);
  if (!report.largest_sets.empty()) {
    json["largest_sets"] = detail::largest_columns().objects(report.largest_sets);
  }
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
