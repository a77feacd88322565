#include <algorithm>
#include <functional>
#include <map>
#include <span>
#include <string_view>
#include <utility>

#include <lode/report/density_report.hpp>

#include "report/density/profile.hpp"
#include "report/tables/answer_words.hpp"
#include "report/tables/facts.hpp"
#include "report/tables/json.hpp"
#include "report/tables/names.hpp"

namespace lode {
namespace {

using detail::Json;
using detail::json_number;

// Largest number of listed sets; `lode densest` writes all of them.
constexpr std::size_t most_layers = 500;
constexpr std::size_t most_locally_densest = 200;

/// Largest number of vertices in a set that is drawn with its edges.
constexpr Vertex drawing_limit = 300;
/// Attributes with more values probably name vertices, and are left out.
constexpr std::size_t most_attribute_values = 200;

/// The vertices of the sets: by the smallest set that holds them, then by number.
struct Members {
  VertexSet vertices;
  std::vector<Vertex> place;  ///< position in `vertices`, by vertex; no_vertex: in no set
  Vertex drawn = 0;           ///< the first of them, which are in the sets that are drawn
};

Members members_of(const DensityReport& report) {
  std::vector<const DensityReportSize*> sizes;
  for (const DensityReportSize& size : report.sizes) sizes.push_back(&size);
  std::ranges::stable_sort(sizes, {}, &DensityReportSize::s);
  Members members;
  members.place.assign(report.data.num_vertices(), no_vertex);
  for (const DensityReportSize* size : sizes) {
    for (const Vertex v : size->solution.vertices) {
      if (members.place[v] != no_vertex) continue;
      members.place[v] = static_cast<Vertex>(members.vertices.size());
      members.vertices.push_back(v);
    }
    if (size->s <= drawing_limit) members.drawn = static_cast<Vertex>(members.vertices.size());
  }
  return members;
}

/// The members of a set as positions in the table of members, with their edges to other members. `set_of` has
/// the size of the last set of each vertex.
void add_inside(Json& result, const DensityReport& report, const Members& members,
                const DensityReportSize& size, std::vector<Vertex>& set_of) {
  for (const Vertex v : size.solution.vertices) set_of[v] = size.s;
  for (const Vertex v : size.solution.vertices) {
    Vertex degree = 0;
    Weight strength = 0.0;
    report.data.for_each_neighbor(v, [&](Vertex u, Weight weight) {
      if (set_of[u] != size.s) return;
      ++degree;
      strength += weight;
    });
    result["members"].push_back(members.place[v]);
    result["degrees_inside"].push_back(degree);
    if (report.graph.weighted) result["weights_inside"].push_back(json_number(strength));
  }
  result["drawn"] = size.s <= drawing_limit;
}

/// An attribute of the members, with the number of vertices of the graph for each value.
Json json_attribute(const VertexTexts& attribute, const Members& members) {
  std::map<std::string_view, std::uint64_t> counts;
  for (const std::string& value : attribute.values) ++counts[value];
  if (counts.size() > most_attribute_values) return nullptr;
  std::vector<std::pair<std::string_view, std::uint64_t>> by_count(counts.begin(), counts.end());
  std::ranges::stable_sort(by_count, std::greater<>(), [](const auto& count) { return count.second; });
  return {{"name", attribute.name},
          {"values", detail::json_list(members.vertices, [&](Vertex v) { return attribute.values[v]; })},
          {"counts", detail::json_list(by_count, [](const auto& count) -> Json {
             return {{"value", count.first}, {"vertices", count.second}};
           })}};
}

/// The members, by columns.
Json json_members(const DensityReport& report, const Members& members) {
  const auto column = [&](const auto& value) { return detail::json_list(members.vertices, value); };
  const Graph& graph = report.data;
  Json json = {{"vertices", detail::json_names(graph, members.vertices)},
               {"degrees", column([&](Vertex v) { return graph.degree(v); })}};
  if (report.graph.weighted) {
    json["strengths"] = column([&](Vertex v) { return json_number(graph.strength(v)); });
  }
  json["core_numbers"] =
      report.core_numbers.empty() ? Json::array() : column([&](Vertex v) { return report.core_numbers[v]; });
  json["attributes"] = Json::array();
  for (const VertexTexts& attribute : report.attributes) {
    Json counted = json_attribute(attribute, members);
    if (!counted.is_null()) json["attributes"].push_back(std::move(counted));
  }
  return json;
}

/// The edges between members of drawn sets: a flat list of pairs of positions in `members`.
Json json_drawn_edges(const DensityReport& report, const Members& members) {
  Json json = {{"ends", Json::array()}};
  if (report.graph.weighted) json["weights"] = Json::array();
  for (Vertex place = 0; place < members.drawn; ++place) {
    report.data.for_each_neighbor(members.vertices[place], [&](Vertex u, Weight weight) {
      const Vertex other = members.place[u];
      if (other <= place || other >= members.drawn) return;
      json["ends"].push_back(place);
      json["ends"].push_back(other);
      if (report.graph.weighted) json["weights"].push_back(json_number(weight));
    });
  }
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
  const Members members = members_of(report);
  std::vector<Vertex> set_of(report.data.num_vertices(), 0);
  for (std::size_t i = 0; i < report.sizes.size(); ++i) {
    add_inside(json["results"][i], report, members, report.sizes[i], set_of);
  }
  json["members"] = json_members(report, members);
  json["drawn_edges"] = json_drawn_edges(report, members);
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
