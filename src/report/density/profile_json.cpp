#include <algorithm>
#include <span>

#include <lode/report/density_report.hpp>

#include "report/density/profile.hpp"
#include "report/tables/answer_words.hpp"
#include "report/tables/facts.hpp"
#include "report/tables/json.hpp"

namespace lode {
namespace {

using detail::Json;
using detail::json_number;

// Largest number of listed sets; `lode densest` writes all of them.
constexpr std::size_t most_layers = 500;
constexpr std::size_t most_locally_densest = 200;

/// The vertices of the sets, by columns. Positions in these lists are the numbers of `results[].members`.
Json json_members(const DensityReport& report) {
  const DensityReportMembers& members = report.members;
  Json json = {{"vertices", detail::json_list(members.names,
                                              [&](const std::string& name) {
                                                return detail::json_name(name, report.labels);
                                              })},
               {"degrees", members.degrees}};
  if (report.graph.weighted) json["strengths"] = detail::json_list(members.strengths, json_number);
  json["core_numbers"] = members.core_numbers;
  json["attributes"] =
      detail::json_list(members.attributes, [](const DensityReportAttribute& attribute) -> Json {
        return {{"name", attribute.name},
                {"values", attribute.values},
                {"counts", detail::json_list(attribute.counts, [](const auto& count) -> Json {
                   return {{"value", count.first}, {"vertices", count.second}};
                 })}};
      });
  return json;
}

/// The edges between members of drawn sets: a flat list of pairs of positions in `members`.
Json json_drawn_edges(const DensityReport& report) {
  const DensityReportMembers& members = report.members;
  std::vector<std::size_t> places;
  for (const Vertex v : members.drawn_vertices) places.push_back(member_place(members, v));
  Json ends = Json::array();
  Json weights = Json::array();
  for (Vertex u = 0; u < members.drawn.num_vertices(); ++u) {
    const auto neighbors = members.drawn.neighbors(u);
    for (std::size_t i = 0; i < neighbors.size(); ++i) {
      if (neighbors[i] < u) continue;
      ends.push_back(places[u]);
      ends.push_back(places[neighbors[i]]);
      if (report.graph.weighted) weights.push_back(json_number(members.drawn.neighbor_weights(u)[i]));
    }
  }
  Json json = {{"ends", std::move(ends)}};
  if (report.graph.weighted) json["weights"] = std::move(weights);
  return json;
}

template <class Set>
Json json_dense_set(const Set& set, Vertex s, bool weighted) {
  return {{"s", s},
          {"edges", set.edges},
          {"weight", json_number(set.weight)},
          {detail::density_key(weighted), json_number(weight_density(set.weight, s))},
          {detail::degree_key(weighted), json_number(average_degree(set.weight, s))}};
}

template <class List, class Make>
Json json_first(const List& list, std::size_t most, const Make& make) {
  return detail::json_list(std::span(list).first(std::min(list.size(), most)), make);
}

}  // namespace

Json detail::density_document(const DensityReport& report) {
  const bool weighted = report.graph.weighted;
  Json json = detail::json_document("report");
  json["summary"] = detail::density_summary(report);
  json["graph"]["name"] = report.name;
  detail::add_fields(json["graph"], detail::summary_facts(report.graph));
  json["graph"]["input"] = report.input_summary;
  json["degrees"] = detail::json_histogram(report.graph.degrees, "degree", "vertices");
  json["cores"] = detail::json_histogram(report.graph.cores, "core_number", "vertices");
  json["requested_sizes"] = report.requested_sizes;
  json["results"] = detail::size_columns(report).objects(report.sizes);
  for (std::size_t i = 0; i < report.sizes.size(); ++i) {
    json["results"][i]["drawn"] =
        report.sizes[i].s <= drawing_limit && !report.members.drawn_vertices.empty();
  }
  if (!report.largest_sets.empty()) {
    json["largest_sets"] = detail::largest_columns().objects(report.largest_sets);
  }
  json["members"] = json_members(report);
  json["drawn_edges"] = json_drawn_edges(report);
  json["dense_layers"] = json_first(report.layers, most_layers, [&](const DenseLayer& layer) {
    return json_dense_set(layer, layer.size, weighted);
  });
  json["locally_densest"] =
      json_first(report.locally_densest, most_locally_densest, [&](const LocallyDensest& set) {
        Json dense = json_dense_set(set, static_cast<Vertex>(set.vertices.size()), weighted);
        dense["layer"] = set.layer;
        return dense;
      });
  json["stop_reason"] = to_string(report.stop_reason);
  json["seed"] = report.seed;
  json["seconds"] = {{"total", json_number(report.seconds)}};
  return json;
}

std::string render_json(const DensityReport& report) {
  return detail::json_text(detail::density_document(report));
}

}  // namespace lode
