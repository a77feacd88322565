// The densest subgraph, by edges or by cliques.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <lode/report/format.hpp>
#include <lode/report/graph_report.hpp>

#include "core/assert.hpp"
#include "report/tables/answer_words.hpp"
#include "report/tables/facts.hpp"
#include "report/tables/json.hpp"
#include "report/tables/names.hpp"

namespace lode {
namespace {

using detail::Facts;
using detail::Json;
using detail::json_names;
using detail::json_number;
using detail::no_value;

Json json_layers(const DenseDecomposition& decomposition) {
  Json layers = Json::array();
  for (std::size_t i = 0; i < decomposition.layers.size(); ++i) {
    const DenseLayer& layer = decomposition.layers[i];
    const double numerator = layer.own_weight + layer.own_value;
    layers.push_back({{"size", layer.size},
                      {"edges", layer.edges},
                      {"weight", json_number(layer.weight)},
                      {"numerator", json_number(numerator)},
                      {"denominator", json_number(layer.own_cost)},
                      {"marginal_density", json_number(decomposition.marginal_density(i))}});
  }
  return layers;
}

/// Further parts of the question; empty for the plain one.
Json json_question(const DensestRequest& request, const Graph& graph) {
  Json question = Json::object();
  if (!request.terms.values.empty()) question["values"] = true;
  if (!request.terms.costs.empty()) question["costs"] = true;
  if (!request.anchors.empty()) question["anchors"] = json_names(graph, request.anchors);
  if (request.weighting == EdgeWeighting::fraudar) question["weighting"] = "fraudar";
  if (!request.demands.include.empty()) question["include"] = json_names(graph, request.demands.include);
  if (!request.demands.exclude.empty()) question["exclude"] = json_names(graph, request.demands.exclude);
  if (request.at_least) question["at_least"] = *request.at_least;
  if (request.at_most) question["at_most"] = *request.at_most;
  return question;
}

std::string proof_sentence(const DensestReport& report) {
  const DensestSubgraph& densest = report.answer.densest;
  if (!densest.proven_optimal) {
    const std::string none = "no set of these is denser than " + format_rounded(densest.bound, 10);
    return !std::isfinite(densest.optimality_tolerance)
               ? none + ": the densest one found so far"
               : fmt::format("proven within ±{}, the error of rounding: {}",
                             format_rounded(densest.optimality_tolerance, 3), none);
  }
  if (report.request.at_least || report.request.at_most) return "the bound and the set meet";
  return fmt::format(
      "a split of the edges of {} and {}, {}", format_plural(densest.core_vertices, "vertex", "vertices"),
      format_plural(densest.core_edges, "edge", "edges"), format_plural(densest.flows, "flow", "flows"));
}

std::string decomposition_sentence(const DensestAnswer& answer) {
  if (!answer.decomposition) return "";
  return fmt::format("{} in {}", format_plural(answer.decomposition->layers.size(), "layer", "layers"),
                     format_seconds(answer.decomposition_seconds));
}

/// The facts about the answer.
Facts densest_facts(const DensestReport& report) {
  const DensestSubgraph& densest = report.answer.densest;
  const DensestRequest& request = report.request;
  const auto size = static_cast<Vertex>(densest.vertices.size());
  const bool weighted = report.answer.graph.weighted();
  const bool anchored = !request.anchors.empty();
  // True if the ratio is not simply weight / number of vertices.
  const bool terms = !request.terms.values.empty() || !request.terms.costs.empty() || anchored;
  const char* const unit = weighted ? "weight" : "edges";
  const std::string ratio = format_rounded(densest.ratio(), 10);
  const double density = weight_density(densest.weight, size);
  const double degree = average_degree(densest.weight, size);
  return {{"", {}, "input", escape_terminal(report.input.summary())},
          {"size", size, "densest set", format_plural(size, "vertex", "vertices")},
          {"edges", densest.edges, "edges",
           fmt::format("{} of {} possible", densest.edges, possible_edges(size))},
          {"weight", json_number(densest.weight), "weight", weighted ? format_weight(densest.weight) : ""},
          {"value", terms ? json_number(densest.value) : no_value(), anchored ? "2w - volume" : "value",
           !terms ? "" : format_weight(anchored ? densest.weight + densest.value : densest.value)},
          {"cost", terms ? json_number(densest.cost) : no_value()},
          {"ratio",
           {{"numerator", json_number(densest.weight + densest.value)},
            {"denominator", json_number(densest.cost)},
            {"value", json_number(densest.ratio())}},
           "ratio",
           terms ? fmt::format("{}/{} = {} per {}", format_exact(densest.weight + densest.value),
                               format_exact(densest.cost), ratio,
                               request.terms.costs.empty() ? "vertex" : "unit of cost")
                 : fmt::format("{}/{} = {} {} per vertex", format_exact(densest.weight), size, ratio, unit)},
          {detail::density_key(weighted), json_number(density), detail::density_words(weighted),
           fmt::format("{} ({} / (s(s-1)/2))", format_density(density), unit)},
          {detail::degree_key(weighted), json_number(degree), weighted ? "avg strength" : "average degree",
           format_rounded(degree, 6)},
          {"proven_optimal", densest.proven_optimal},
          {"optimality_tolerance", json_number(densest.optimality_tolerance)},
          {"bound", json_number(densest.bound)},
          {"proof",
           {{"core_vertices", densest.core_vertices},
            {"core_edges", densest.core_edges},
            {"flows", densest.flows}},
           densest.proven_optimal ? "proof" : "bound",
           proof_sentence(report)},
          {"", {}, "decomposition", decomposition_sentence(report.answer)},
          detail::time_fact(report.load_seconds, report.answer.solve_seconds),
          {"vertices", json_names(report.answer.graph, densest.vertices)}};
}

}  // namespace

std::string densest_text(const DensestReport& report) {
  std::string text = escape_terminal(report.name) + '\n' + detail::lines_text(densest_facts(report)) +
                     detail::names_text("vertices", report.answer.graph, report.answer.densest.vertices);
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
  const DensestAnswer& answer = report.answer;
  Json json = detail::json_document("densest");
  json["graph"] = detail::json_graph(report.name, report.input);
  const Json question = json_question(report.request, answer.graph);
  if (!question.empty()) json["question"] = question;
  detail::add_fields(json["result"], densest_facts(report));
  if (answer.decomposition) json["layers"] = json_layers(*answer.decomposition);
  if (report.request.locally_densest) {
    json["locally_densest"] =
        detail::json_list(answer.locally_densest, [&](const LocallyDensest& set) -> Json {
          return {{"layer", set.layer + 1},
                  {"density", json_number(set.density)},
                  {"size", set.vertices.size()},
                  {"edges", set.edges},
                  {"weight", json_number(set.weight)},
                  {"vertices", json_names(answer.graph, set.vertices)}};
        });
  }
  json["seconds"] = detail::json_seconds(report.load_seconds, answer.solve_seconds);
  json["seconds"]["decomposition"] = json_number(answer.decomposition_seconds);
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
    const DenseLayer& layer = decomposition.layers[i];
    const std::string rest =
        fmt::format(",{},{},{},{}\n", i + 1, format_exact(layer.own_weight + layer.own_value),
                    format_exact(layer.own_cost), format_exact(decomposition.marginal_density(i)));
    for (; at < layer.size; ++at) {
      text += escape_csv(graph.name(decomposition.order[at])) + rest;
    }
  }
  return text;
}

}  // namespace lode
