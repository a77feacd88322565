#include <fmt/format.h>

#include <lode/report/format.hpp>
#include <lode/report/graph_report.hpp>

#include "report/tables/facts.hpp"
#include "report/tables/json.hpp"
#include "report/tables/names.hpp"
#include "report/tables/table.hpp"

namespace lode {
namespace {

using detail::Facts;
using detail::Json;
using detail::json_number;
using detail::no_value;

Facts info_facts(const InfoReport& report) {
  Facts facts = {{"format", report.input.format, "input", escape_terminal(report.input.summary())},
                 {"", no_value(), "file", report.input.details()},
                 {"compression", report.input.compression},
                 {"lines", report.input.lines}};
  const Facts more = detail::summary_facts(report.summary);
  facts.insert(facts.end(), more.begin(), more.end());
  return facts;
}

}  // namespace

Facts detail::summary_facts(const GraphSummary& summary) {
  const double density = edge_density(summary.edges, summary.vertices).value();
  const bool no_cores = summary.vertices > 0 && summary.cores.empty();
  const bool no_components = summary.vertices > 0 && summary.components == 0;
  const char* const unknown = "not counted: the time was up";
  return {{"vertices", summary.vertices, "vertices",
           fmt::format("{} ({} isolated)", summary.vertices, summary.isolated)},
          {"edges", summary.edges, "edges", std::to_string(summary.edges)},
          {"weighted", summary.weighted},
          {"total_weight", json_number(summary.total_weight), "total weight",
           summary.weighted ? format_weight(summary.total_weight) : ""},
          {"edge_density", json_number(density), "edge density", format_density(density)},
          {"average_degree", json_number(summary.average_degree), "average degree",
           format_rounded(summary.average_degree, 5)},
          {"max_degree", summary.max_degree, "largest degree", std::to_string(summary.max_degree)},
          {"isolated", summary.isolated},
          {"degeneracy", no_cores ? Json(nullptr) : Json(summary.degeneracy), "degeneracy",
           no_cores ? unknown : fmt::format("{} (largest core number)", summary.degeneracy)},
          {"components", no_components ? Json(nullptr) : Json(summary.components), "components",
           no_components ? unknown
                         : fmt::format("{}, the largest with {}", summary.components,
                                       format_plural(summary.largest_component, "vertex", "vertices"))},
          {"largest_component", summary.largest_component}};
}

std::string info_text(const InfoReport& report) {
  std::string text = escape_terminal(report.graph) + '\n' + detail::lines_text(info_facts(report));
  return text + report.more;
}

std::string info_json(const InfoReport& report) {
  Json json = detail::json_document("info");
  json["graph"] = detail::json_graph(report.graph, report.input);
  for (const detail::Fact& fact : info_facts(report)) {
    if (!json["graph"].contains(fact.key)) detail::add_fields(json, {fact});
  }
  json["degrees"] = detail::json_histogram(report.summary.degrees, "degree", "vertices");
  json["cores"] = detail::json_histogram(report.summary.cores, "core_number", "vertices");
  if (!report.more.empty()) json.update(Json::parse(report.more));
  json["seconds"] = {{"load", json_number(report.input.seconds)}};
  return detail::json_text(json);
}

std::string cores_csv(const Graph& graph, std::span<const Vertex> cores,
                      const std::optional<StrengthCoreDecomposition>& strength) {
  std::string text = fmt::format("id,degree,core{}\n", strength ? ",strength,strength_core" : "");
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    text += fmt::format("{},{},{}", escape_csv(graph.name(v)), graph.degree(v), cores[v]);
    if (strength) {
      text += fmt::format(",{},{}", format_exact(graph.strength(v)), format_exact(strength->core[v]));
    }
    text += '\n';
  }
  return text;
}

std::string component_tree_json(const std::string& name, const InputReport& input, const Graph& graph,
                                const ComponentTree& tree, std::string_view kind) {
  Json head = detail::json_document("info");
  head["tree"] = kind;
  head["graph"] = detail::json_graph(name, input);
  std::string text = detail::json_text(head);
  text.erase(text.rfind('\n', text.size() - 2));  // the closing brace
  const auto node_json = [&](const ComponentNode& node) {
    const auto id = static_cast<std::size_t>(&node - tree.nodes.data());
    return Json{{"id", id},
                {"parent", node.parent == no_node ? Json(nullptr) : Json(node.parent)},
                {"k", node.k},
                {"vertices", node.vertices},
                {"edges", node.edges},
                {"edge_density", json_number(edge_density(node.edges, node.vertices).value())},
                {"members", detail::json_names(graph, tree.members_of(id))}};
  };
  return text + ",\n" + detail::json_lines("nodes", "  ", tree.nodes, node_json) + "\n}\n";
}

}  // namespace lode
