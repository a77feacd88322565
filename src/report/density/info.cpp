#include <fmt/format.h>

#include <lode/report/format.hpp>
#include <lode/report/graph_report.hpp>

#include "report/tables/json.hpp"
#include "report/tables/table.hpp"

namespace lode {
namespace {

using detail::Json;
using detail::json_histogram;
using detail::json_number;

}  // namespace

std::string info_text(const InfoReport& report) {
  const GraphSummary& summary = report.summary;
  std::string text = fmt::format("{}\n", escape_terminal(report.graph));
  const auto line = [&](std::string_view name, const std::string& value) {
    text += fmt::format("  {:<15} {}\n", name, value);
  };
  line("input", escape_terminal(report.input.summary()));
  line("vertices", fmt::format("{} ({} isolated)", summary.vertices, summary.isolated));
  line("edges", std::to_string(summary.edges));
  if (summary.weighted) line("total weight", format_weight(summary.total_weight));
  line("edge density", format_density(edge_density(summary.edges, summary.vertices).value()));
  line("average degree", format_rounded(summary.average_degree, 5));
  line("largest degree", std::to_string(summary.max_degree));
  const bool counts = summary.vertices > 0;
  const char* const unknown = "not counted: interrupted";
  line("degeneracy", counts && summary.cores.empty()
                         ? unknown
                         : fmt::format("{} (largest core number)", summary.degeneracy));
  line("components", counts && summary.components == 0
                         ? unknown
                         : fmt::format("{}, the largest with {}", summary.components,
                                       format_plural(summary.largest_component, "vertex", "vertices")));
  if (!report.trusses.empty()) {
    line("trusses", fmt::format("largest k {}", report.trusses.back().k));
    Table table{{{"k"}, {"vertices"}, {"edges"}}, {}};
    for (const TrussSize& truss : report.trusses) {
      table.rows.push_back(
          {std::to_string(truss.k), std::to_string(truss.vertices), std::to_string(truss.edges)});
    }
    text += '\n' + table_text(table);
  }
  return text;
}

std::string info_json(const InfoReport& report) {
  const GraphSummary& summary = report.summary;
  Json json = detail::json_document("info");
  json["graph"] = detail::json_graph(report.graph, report.input);
  json["format"] = report.input.format;
  json["compression"] = report.input.compression;
  json["lines"] = report.input.lines;
  json["total_weight"] = json_number(summary.total_weight);
  json["edge_density"] = json_number(edge_density(summary.edges, summary.vertices).value());
  json["average_degree"] = json_number(summary.average_degree);
  json["max_degree"] = summary.max_degree;
  json["isolated"] = summary.isolated;
  const bool counts = summary.vertices > 0;
  json["degeneracy"] = counts && summary.cores.empty() ? Json(nullptr) : Json(summary.degeneracy);
  json["components"] = counts && summary.components == 0 ? Json(nullptr) : Json(summary.components);
  json["largest_component"] = summary.largest_component;
  json["degrees"] = json_histogram(summary.degrees, "degree", "vertices");
  json["cores"] = json_histogram(summary.cores, "core_number", "vertices");
  if (!report.trusses.empty()) {
    json["trusses"] = detail::json_list(report.trusses, [](const TrussSize& truss) {
      return Json{{"k", truss.k}, {"vertices", truss.vertices}, {"edges", truss.edges}};
    });
  }
  json["seconds"] = {{"load", json_number(report.input.seconds)}};
  return detail::json_text(json);
}

std::string cores_csv(const Graph& graph, std::span<const Vertex> cores) {
  std::string text = "id,degree,core\n";
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    text += fmt::format("{},{},{}\n", escape_csv(graph.name(v)), graph.degree(v), cores[v]);
  }
  return text;
}

std::string cores_csv(const Graph& graph, std::span<const Vertex> cores,
                      const StrengthCoreDecomposition& strength) {
  std::string text = "id,degree,core,strength,strength_core\n";
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    text += fmt::format("{},{},{},{},{}\n", escape_csv(graph.name(v)), graph.degree(v), cores[v],
                        format_exact(graph.strength(v)), format_exact(strength.core[v]));
  }
  return text;
}

}  // namespace lode
