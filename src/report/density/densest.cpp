#include <fmt/format.h>

#include <lode/report/format.hpp>
#include <lode/report/graph_report.hpp>

#include "core/assert.hpp"
#include "io/text/quoted_label.hpp"
#include "report/tables/json.hpp"

namespace lode {
namespace {

using detail::Json;
using detail::json_number;

Json json_layers(const DenseDecomposition& decomposition) {
  Json layers = Json::array();
  for (std::size_t i = 0; i < decomposition.layers.size(); ++i) {
    const DenseLayer& layer = decomposition.layers[i];
    layers.push_back({{"size", layer.size},
                      {"edges", layer.edges},
                      {"weight", json_number(layer.weight)},
                      {"numerator", json_number(decomposition.layer_weight(i))},
                      {"denominator", decomposition.layer_size(i)},
                      {"marginal_density", json_number(decomposition.marginal_density(i))}});
  }
  return layers;
}

std::string proof_sentence(const DensestSubgraph& densest) {
  if (!densest.proven) return "none, the search was stopped: the densest set found so far";
  return fmt::format(
      "largest flow on a core of {} and {}, {}", format_plural(densest.core_vertices, "vertex", "vertices"),
      format_plural(densest.core_edges, "edge", "edges"), format_plural(densest.flows, "flow", "flows"));
}

std::string wrapped_names(const Graph& graph, const std::vector<Vertex>& vertices) {
  std::vector<std::string> names;
  for (const Vertex v : vertices) names.push_back(escape_terminal(detail::quoted_if_needed(graph.name(v))));
  return wrapped_words(names, "    ");
}

}  // namespace

std::string densest_text(const DensestReport& report) {
  const DensestSubgraph& densest = report.densest;
  const auto size = static_cast<Vertex>(densest.vertices.size());
  const bool weighted = report.graph.weighted();
  std::string text = fmt::format("{}\n", escape_terminal(report.name));
  const auto line = [&](std::string_view name, const std::string& value) {
    text += fmt::format("  {:<15} {}\n", name, value);
  };
  line("input", escape_terminal(report.input.summary()));
  line("densest set", format_plural(size, "vertex", "vertices"));
  line("edges", fmt::format("{} of {} possible", densest.edges, possible_edges(size)));
  if (weighted) line("weight", format_weight(densest.weight));
  line("ratio", fmt::format("{}/{} = {} {} per vertex", format_exact(densest.weight), size,
                            format_rounded(densest.ratio(), 10), weighted ? "weight" : "edges"));
  line("density", fmt::format("{} ({} / (s(s-1)/2))", format_density(weight_density(densest.weight, size)),
                              weighted ? "weight" : "edges"));
  line("average degree", format_rounded(average_degree(densest.weight, size), 6));
  line("proof", proof_sentence(densest));
  if (report.decomposition) {
    line("decomposition",
         fmt::format("{} in {}", format_plural(report.decomposition->layers.size(), "layer", "layers"),
                     format_seconds(report.decomposition_seconds)));
  }
  line("time", fmt::format("{} to load, {} to solve", format_seconds(report.load_seconds),
                           format_seconds(report.solve_seconds)));
  return text + "  vertices\n" + wrapped_names(report.graph, densest.vertices);
}

std::string densest_json(const DensestReport& report) {
  const DensestSubgraph& densest = report.densest;
  const auto size = static_cast<Vertex>(densest.vertices.size());
  Json json = detail::json_document("densest");
  json["graph"] = detail::json_graph(report.name, report.input);
  const bool labels = report.graph.names().kind() == VertexNames::Kind::labels;
  json["result"] = {{"size", size},
                    {"edges", densest.edges},
                    {"weight", json_number(densest.weight)},
                    {"ratio",
                     {{"numerator", json_number(densest.weight)},
                      {"denominator", size},
                      {"value", json_number(densest.ratio())}}},
                    {"density", json_number(weight_density(densest.weight, size))},
                    {"average_degree", json_number(average_degree(densest.weight, size))},
                    {"proven_optimal", densest.proven},
                    {"proof",
                     {{"core_vertices", densest.core_vertices},
                      {"core_edges", densest.core_edges},
                      {"flows", densest.flows}}},
                    {"vertices", detail::json_list(densest.vertices, [&](Vertex v) {
                       return detail::json_name(report.graph.name(v), labels);
                     })}};
  if (report.decomposition) json["layers"] = json_layers(*report.decomposition);
  json["seconds"] = {{"load", json_number(report.load_seconds)},
                     {"solve", json_number(report.solve_seconds)},
                     {"decomposition", json_number(report.decomposition_seconds)}};
  return detail::json_text(json);
}

std::string decomposition_csv(const Graph& graph, const DenseDecomposition& decomposition) {
  LODE_ASSERT_LIGHT(decomposition.complete());
  std::string text = "id,layer,numerator,denominator,marginal_density\n";
  Vertex at = 0;
  for (std::size_t i = 0; i < decomposition.layers.size(); ++i) {
    const std::string rest =
        fmt::format(",{},{},{},{}\n", i + 1, format_exact(decomposition.layer_weight(i)),
                    decomposition.layer_size(i), format_exact(decomposition.marginal_density(i)));
    for (; at < decomposition.layers[i].size; ++at) {
      text += escape_csv(graph.name(decomposition.order[at]));
      text += rest;
    }
  }
  return text;
}

}  // namespace lode
