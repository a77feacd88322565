#include <algorithm>
#include <cmath>

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
    layers.push_back(
        {{"size", layer.size},
         {"edges", layer.edges},
         {"weight", json_number(layer.weight)},
         {"numerator", json_number(decomposition.layer_weight(i) + decomposition.layer_value(i))},
         {"denominator", json_number(decomposition.layer_cost(i))},
         {"marginal_density", json_number(decomposition.marginal_density(i))}});
  }
  return layers;
}

Json json_sets(const DensestReport& report, bool labels) {
  Json sets = Json::array();
  for (const LocallyDensest& set : report.answer.locally_densest) {
    sets.push_back({{"layer", set.layer + 1},
                    {"density", json_number(set.density)},
                    {"size", set.vertices.size()},
                    {"edges", set.edges},
                    {"weight", json_number(set.weight)},
                    {"vertices", detail::json_list(set.vertices, [&](Vertex v) {
                       return detail::json_name(report.answer.graph.name(v), labels);
                     })}});
  }
  return sets;
}

/// What is asked beside the plain question; empty: nothing.
Json json_question(const DensestReport& report, bool labels) {
  const DensestRequest& request = report.request;
  const auto names = [&](const VertexSet& set) {
    return detail::json_list(
        set, [&](Vertex v) { return detail::json_name(report.answer.graph.name(v), labels); });
  };
  Json question = Json::object();
  if (!request.terms.values.empty()) question["values"] = true;
  if (!request.terms.costs.empty()) question["costs"] = true;
  if (!request.anchors.empty()) question["anchors"] = names(request.anchors);
  if (request.weighting == EdgeWeighting::fraudar) question["weighting"] = "fraudar";
  if (!request.demands.include.empty()) question["include"] = names(request.demands.include);
  if (!request.demands.exclude.empty()) question["exclude"] = names(request.demands.exclude);
  if (request.at_least) question["at_least"] = *request.at_least;
  if (request.at_most) question["at_most"] = *request.at_most;
  return question;
}

/// Whether the ratio is more than the weight over the number of vertices.
bool has_terms(const DensestRequest& request) {
  return !request.terms.values.empty() || !request.terms.costs.empty() || !request.anchors.empty();
}

std::string proof_sentence(const DensestReport& report) {
  const DensestSubgraph& densest = report.answer.densest;
  if (!densest.proven_optimal && std::isfinite(densest.optimality_tolerance)) {
    return fmt::format("proven within ±{}, the error of rounding: no set of these is denser than {}",
                       format_rounded(densest.optimality_tolerance, 3), format_rounded(densest.bound, 10));
  }
  if (!densest.proven_optimal) {
    return fmt::format("no set of these is denser than {}: the densest one found so far",
                       format_rounded(densest.bound, 10));
  }
  if (report.request.at_least || report.request.at_most) return "the bound and the set meet";
  return fmt::format(
      "a split of the edges of {} and {}, {}", format_plural(densest.core_vertices, "vertex", "vertices"),
      format_plural(densest.core_edges, "edge", "edges"), format_plural(densest.flows, "flow", "flows"));
}

std::string wrapped_names(const Graph& graph, const std::vector<Vertex>& vertices) {
  std::vector<std::string> names;
  names.reserve(vertices.size());
  for (const Vertex v : vertices) names.push_back(escape_terminal(detail::quoted_if_needed(graph.name(v))));
  return wrapped_words(names, "    ");
}

}  // namespace

std::string densest_text(const DensestReport& report) {
  const DensestSubgraph& densest = report.answer.densest;
  const Graph& graph = report.answer.graph;
  const auto size = static_cast<Vertex>(densest.vertices.size());
  const bool weighted = graph.weighted();
  std::string text = fmt::format("{}\n", escape_terminal(report.name));
  const auto line = [&](std::string_view name, const std::string& value) {
    text += fmt::format("  {:<15} {}\n", name, value);
  };
  line("input", escape_terminal(report.input.summary()));
  line("densest set", format_plural(size, "vertex", "vertices"));
  line("edges", fmt::format("{} of {} possible", densest.edges, possible_edges(size)));
  if (weighted) line("weight", format_weight(densest.weight));
  if (has_terms(report.request)) {
    line(report.request.anchors.empty() ? "value" : "2w - volume",
         format_weight(report.request.anchors.empty() ? densest.value : densest.weight + densest.value));
    line("ratio", fmt::format("{}/{} = {} per {}", format_exact(densest.weight + densest.value),
                              format_exact(densest.cost), format_rounded(densest.ratio(), 10),
                              report.request.terms.costs.empty() ? "vertex" : "unit of cost"));
  } else {
    line("ratio", fmt::format("{}/{} = {} {} per vertex", format_exact(densest.weight), size,
                              format_rounded(densest.ratio(), 10), weighted ? "weight" : "edges"));
  }
  line("edge density",
       fmt::format("{} ({} / (s(s-1)/2))", format_density(weight_density(densest.weight, size)),
                   weighted ? "weight" : "edges"));
  line("average degree", format_rounded(average_degree(densest.weight, size), 6));
  line(densest.proven_optimal ? "proof" : "bound", proof_sentence(report));
  if (report.answer.decomposition) {
    line("decomposition",
         fmt::format("{} in {}", format_plural(report.answer.decomposition->layers.size(), "layer", "layers"),
                     format_seconds(report.answer.decomposition_seconds)));
  }
  line("time", fmt::format("{} to load, {} to solve", format_seconds(report.load_seconds),
                           format_seconds(report.answer.solve_seconds)));
  text += "  vertices\n" + wrapped_names(graph, densest.vertices);
  const auto& sets = report.answer.locally_densest;
  if (sets.empty()) return text;
  text += fmt::format("  locally densest sets: {}\n", sets.size());
  constexpr std::size_t most_shown = 10;
  for (std::size_t i = 0; i < std::min(sets.size(), most_shown); ++i) {
    text += fmt::format("    {:>4}  {} of density {}, {} inside\n", i + 1,
                        format_plural(sets[i].vertices.size(), "vertex", "vertices"),
                        format_rounded(sets[i].density, 6), format_plural(sets[i].edges, "edge", "edges"));
  }
  return text;
}

std::string densest_json(const DensestReport& report) {
  const DensestSubgraph& densest = report.answer.densest;
  const auto size = static_cast<Vertex>(densest.vertices.size());
  Json json = detail::json_document("densest");
  json["graph"] = detail::json_graph(report.name, report.input);
  const bool labels = report.answer.graph.names().kind() == VertexNames::Kind::labels;
  const Json question = json_question(report, labels);
  if (!question.empty()) json["question"] = question;
  Json& result = json["result"];
  result = {{"size", size},
            {"edges", densest.edges},
            {"weight", json_number(densest.weight)},
            {"ratio",
             {{"numerator", json_number(densest.weight + densest.value)},
              {"denominator", json_number(densest.cost)},
              {"value", json_number(densest.ratio())}}},
            {"edge_density", json_number(weight_density(densest.weight, size))},
            {"average_degree", json_number(average_degree(densest.weight, size))},
            {"proven_optimal", densest.proven_optimal},
            {"optimality_tolerance", json_number(densest.optimality_tolerance)},
            {"upper_bound", json_number(densest.bound)}};
  if (has_terms(report.request)) {
    result["value"] = json_number(densest.value);
    result["cost"] = json_number(densest.cost);
  }
  result["proof"] = {
      {"core_vertices", densest.core_vertices}, {"core_edges", densest.core_edges}, {"flows", densest.flows}};
  result["vertices"] = detail::json_list(
      densest.vertices, [&](Vertex v) { return detail::json_name(report.answer.graph.name(v), labels); });
  if (report.answer.decomposition) json["layers"] = json_layers(*report.answer.decomposition);
  if (report.request.locally_densest) json["locally_densest"] = json_sets(report, labels);
  json["seconds"] = {{"load", json_number(report.load_seconds)},
                     {"solve", json_number(report.answer.solve_seconds)},
                     {"decomposition", json_number(report.answer.decomposition_seconds)}};
  return detail::json_text(json);
}

std::string locally_densest_csv(const Graph& graph, std::span<const LocallyDensest> sets) {
  std::string text = "set,layer,density,size,edges,weight,id\n";
  for (std::size_t i = 0; i < sets.size(); ++i) {
    const LocallyDensest& set = sets[i];
    const std::string begin =
        fmt::format("{},{},{},{},{},{},", i + 1, set.layer + 1, format_exact(set.density),
                    set.vertices.size(), set.edges, format_exact(set.weight));
    for (const Vertex v : set.vertices) text += begin + escape_csv(graph.name(v)) + '\n';
  }
  return text;
}

std::string decomposition_csv(const Graph& graph, const DenseDecomposition& decomposition) {
  LODE_ASSERT_LIGHT(decomposition.complete());
  std::string text = "id,layer,numerator,denominator,marginal_density\n";
  Vertex at = 0;
  for (std::size_t i = 0; i < decomposition.layers.size(); ++i) {
    const std::string rest = fmt::format(
        ",{},{},{},{}\n", i + 1, format_exact(decomposition.layer_weight(i) + decomposition.layer_value(i)),
        format_exact(decomposition.layer_cost(i)), format_exact(decomposition.marginal_density(i)));
    for (; at < decomposition.layers[i].size; ++at) {
      text += escape_csv(graph.name(decomposition.order[at]));
      text += rest;
    }
  }
  return text;
}

}  // namespace lode
