#include <fmt/format.h>

#include <lode/report/format.hpp>
#include <lode/report/graph_report.hpp>

#include "io/text/quoted_label.hpp"
#include "report/tables/json.hpp"

namespace lode {
namespace {

using detail::Json;
using detail::json_number;

std::string fraction_text(Fraction fraction) {
  return fmt::format("{}/{} = {}", fraction.numerator, fraction.denominator,
                     format_rounded(fraction.value(), 10));
}

Json fraction_json(Fraction fraction) {
  return {{"numerator", fraction.numerator},
          {"denominator", fraction.denominator},
          {"value", json_number(fraction.value())}};
}

Fraction ratio_of(const CliqueDensest& densest) {
  return {densest.cliques, std::max<std::uint64_t>(1, densest.vertices.size())};
}

std::string clique_proof(const CliqueDensest& densest) {
  if (!densest.proven_optimal) return "none, the search was stopped: the densest set found so far";
  if (densest.cliques == 0) return "the graph has no such cliques";
  return fmt::format("all loads down to the ratio, on a clique core of {} and {}, {}, {}",
                     format_plural(densest.core_vertices, "vertex", "vertices"),
                     format_plural(densest.core_cliques, "clique", "cliques"),
                     format_plural(densest.passes, "pass", "passes"),
                     format_plural(densest.flows, "flow", "flows"));
}

}  // namespace

std::string clique_densest_text(const CliqueDensestReport& report) {
  const CliqueDensest& densest = report.densest;
  const auto size = static_cast<Vertex>(densest.vertices.size());
  std::string text = fmt::format("{}\n", escape_terminal(report.name));
  const auto line = [&](std::string_view name, const std::string& value) {
    text += fmt::format("  {:<15} {}\n", name, value);
  };
  line("input", escape_terminal(report.input.summary()));
  line("densest set", format_plural(size, "vertex", "vertices"));
  line("cliques",
       fmt::format(
           "{} of {} vertices{}", densest.cliques, densest.k,
           densest.graph_cliques > 0 ? fmt::format(", of {} in the graph", densest.graph_cliques) : ""));
  line("edges", fmt::format("{} of {} possible", densest.edges, possible_edges(size)));
  line("ratio", fraction_text(ratio_of(densest)) + " cliques per vertex");
  line("bound", "no set has more than " + fraction_text(densest.bound));
  line("proof", clique_proof(densest));
  line("time", fmt::format("{} to load, {} to solve", format_seconds(report.load_seconds),
                           format_seconds(report.solve_seconds)));
  std::vector<std::string> names;
  for (const Vertex v : densest.vertices) {
    names.push_back(escape_terminal(detail::quoted_if_needed(report.graph.name(v))));
  }
  return text + "  vertices\n" + wrapped_words(names, "    ");
}

std::string clique_densest_json(const CliqueDensestReport& report) {
  const CliqueDensest& densest = report.densest;
  const auto size = static_cast<Vertex>(densest.vertices.size());
  const bool labels = report.graph.names().kind() == VertexNames::Kind::labels;
  Json json = detail::json_document("densest");
  json["graph"] = detail::json_graph(report.name, report.input);
  json["clique"] = densest.k;
  json["graph_cliques"] = densest.graph_cliques;
  json["result"] = {{"size", size},
                    {"cliques", densest.cliques},
                    {"edges", densest.edges},
                    {"weight", json_number(densest.weight)},
                    {"ratio", fraction_json(ratio_of(densest))},
                    {"upper_bound", fraction_json(densest.bound)},
                    {"edge_density", json_number(weight_density(densest.weight, size))},
                    {"average_degree", json_number(average_degree(densest.weight, size))},
                    {"proven_optimal", densest.proven_optimal},
                    {"proof",
                     {{"core_vertices", densest.core_vertices},
                      {"core_cliques", densest.core_cliques},
                      {"passes", densest.passes},
                      {"flows", densest.flows}}},
                    {"vertices", detail::json_list(densest.vertices, [&](Vertex v) {
                       return detail::json_name(report.graph.name(v), labels);
                     })}};
  json["seconds"] = {{"load", json_number(report.load_seconds)},
                     {"solve", json_number(report.solve_seconds)}};
  return detail::json_text(json);
}

std::string clique_curve_csv(std::span<const std::uint64_t> curve) {
  std::string text = "s,bound\n";
  for (std::size_t s = 0; s < curve.size(); ++s) text += fmt::format("{},{}\n", s, curve[s]);
  return text;
}

std::string truss_csv(const Graph& graph, const TrussDecomposition& trusses) {
  std::string text = "u,v,truss\n";
  for (std::size_t e = 0; e < trusses.number.size(); ++e) {
    text += fmt::format("{},{},{}\n", escape_csv(graph.name(trusses.edges[e].u)),
                        escape_csv(graph.name(trusses.edges[e].v)), trusses.number[e]);
  }
  return text;
}

std::string component_tree_json(const std::string& name, const InputReport& input, const Graph& graph,
                                const ComponentTree& tree, TreeKind kind) {
  const bool labels = graph.names().kind() == VertexNames::Kind::labels;
  Json head = detail::json_document("info");
  head["tree"] = kind == TreeKind::cores ? "cores" : "trusses";
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
                {"members", detail::json_list(tree.members_of(id), [&](Vertex v) {
                   return detail::json_name(graph.name(v), labels);
                 })}};
  };
  return text + ",\n" + detail::json_lines("nodes", "  ", tree.nodes, node_json) + "\n}\n";
}

}  // namespace lode
