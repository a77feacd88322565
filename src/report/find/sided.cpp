#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <lode/bounds/bounds.hpp>
#include <lode/report/find_report.hpp>
#include <lode/report/format.hpp>

#include "report/tables/facts.hpp"
#include "report/tables/json.hpp"
#include "report/tables/names.hpp"
#include "report/tables/table.hpp"

namespace lode {
namespace {

using detail::Facts;
using detail::Json;
using detail::json_names;
using detail::json_number;
using SidedColumns = detail::Columns<SidedAnswer>;

/// Names separated by blanks; blanks and backslashes inside a label are escaped by a backslash.
std::string csv_side(const SidedGraph& sides, std::span<const Vertex> vertices) {
  std::string text;
  for (const Vertex v : vertices) {
    if (!text.empty()) text += ' ';
    for (const char c : sides.graph.name(v)) {
      if (c == ' ' || c == '\\') text += '\\';
      text += c;
    }
  }
  return text;
}

double gap_of(const SidedAnswer& answer) {
  return subgraph::relative_gap(static_cast<double>(answer.bound), static_cast<double>(answer.objective()));
}

double density_of(const SidedAnswer& answer) {
  return answer.area() == 0 ? 0.0 : static_cast<double>(answer.edges) / static_cast<double>(answer.area());
}

std::string bound_name(const SidedAnswer& answer) {
  return answer.rule.empty() ? std::string(answer.bound_name)
                             : fmt::format("{}, {}", answer.bound_name, answer.rule);
}

std::string optimality(const SidedAnswer& answer) {
  return answer.proven_optimal ? "optimal" : format_percent(gap_of(answer));
}

std::string bound_sentence(const SidedAnswer& answer) {
  return fmt::format("{} {} ({}){}{}", answer.least ? "area" : "edges", answer.bound, bound_name(answer),
                     answer.proven_optimal ? ": proven " : ", gap ", optimality(answer));
}

std::string title(const SidedAnswer& answer) {
  if (!answer.least) return fmt::format("{} x {}", answer.left.size(), answer.right.size());
  if (*answer.least == SideSizes{}) return "largest biclique";
  return fmt::format("largest biclique, at least {} x {}", answer.least->left, answer.least->right);
}

SidedColumns answer_columns(const SidedReport& report) {
  using A = const SidedAnswer&;
  SidedColumns columns;
  const SidedGraph& sides = report.sides;
  const bool areas = !report.answers.empty() && report.answers.front().least.has_value();
  columns.add("s", [](A a) { return a.left.size() + a.right.size(); });
  columns.add("left_size", [](A a) { return a.left.size(); }).table(1, "left");
  columns.add("right_size", [](A a) { return a.right.size(); }).table(2, "right");
  columns.add("area", [](A a) { return a.area(); }).table(3, "area").tell("sizes", [](A a) {
    return fmt::format("{} left and {} right vertices: area {}", a.left.size(), a.right.size(), a.area());
  });
  columns.add("edges", [](A a) { return a.edges; }).table(4, "edges").tell("edges", [](A a) {
    return fmt::format("{} of {} possible", a.edges, a.area());
  });
  columns.add("weight", [](A a) { return a.edges; });
  columns.add("edge_density", [](A a) { return json_number(density_of(a)); })
      .table(5, "edge density", [](A a) { return format_density(density_of(a)); })
      .tell("edge density", [](A a) { return format_density(density_of(a)) + " (edges / area)"; });
  columns.add("bound_of", [](A a) { return a.least ? "area" : "edges"; });
  columns.add("bound", [](A a) { return a.bound; })
      .table(6, "upper bound")
      .tell("upper bound", bound_sentence);
  columns.add("bound_rule", [](A a) { return a.bound_name; }).table(7, "bound", bound_name, Align::left);
  columns.json("rule", [](A a) { return a.rule.empty() ? detail::no_value() : Json(a.rule); });
  columns.json("multiplier",
               [](A a) { return a.rule.empty() ? detail::no_value() : json_number(a.multiplier); });
  columns.add("gap", [](A a) { return json_number(gap_of(a)); }).table(8, "gap", optimality);
  columns.add("proven_optimal", [](A a) { return a.proven_optimal; });
  if (areas) {
    columns.add("least_left", [](A a) { return a.least->left; });
    columns.add("least_right", [](A a) { return a.least->right; });
  }
  columns.add("method", [](A a) { return a.method; }).table(9, "method", {}, Align::left);
  columns.add("seed", [&](A) { return report.seed; });
  columns.add("threads", [&](A) { return report.threads; });
  columns.add("stop_reason", [](A a) { return to_string(a.stop_reason); }).tell("found by", [](A a) {
    return fmt::format("{} in {}, stopped: {}", a.method, format_seconds(a.seconds),
                       to_string(a.stop_reason));
  });
  columns.add("seconds", [](A a) { return json_number(a.seconds); });
  columns.json("left", [&](A a) { return json_names(sides.graph, a.left); });
  columns.json("right", [&](A a) { return json_names(sides.graph, a.right); });
  columns.csv("graph", [&](A) { return report.name; });
  columns.csv("left", [&](A a) { return csv_side(sides, a.left); });
  columns.csv("right", [&](A a) { return csv_side(sides, a.right); });
  return columns;
}

std::string head_text(const SidedReport& report) {
  return fmt::format("{}: {}\nsides: {} left and {} right vertices, {}\n", escape_terminal(report.name),
                     escape_terminal(report.input.summary()), report.sides.left, report.sides.right(),
                     format_plural(report.sides.graph.num_edges(), "edge", "edges"));
}

std::string both_sides(const SidedGraph& sides, std::span<const Vertex> left, std::span<const Vertex> right) {
  return detail::names_text("left", sides.graph, left) + detail::names_text("right", sides.graph, right);
}

Json json_sided_graph(const SidedReport& report) {
  Json json = detail::json_graph(report.name, report.input);
  json["left"] = report.sides.left;
  json["right"] = report.sides.right();
  return json;
}

struct SideDegrees {
  Vertex least = no_vertex;
  Vertex most = 0;
  Vertex isolated = 0;
};

SideDegrees side_degrees(const SidedGraph& sides, bool left) {
  SideDegrees degrees;
  for (Vertex v = left ? 0 : sides.left; v < (left ? sides.left : sides.graph.num_vertices()); ++v) {
    const Vertex degree = sides.graph.degree(v);
    degrees.least = std::min(degrees.least, degree);
    degrees.most = std::max(degrees.most, degree);
    degrees.isolated += degree == 0;
  }
  return degrees;
}

double side_density(const SidedGraph& sides) {
  return static_cast<double>(sides.graph.num_edges()) /
         (static_cast<double>(sides.left) * static_cast<double>(sides.right()));
}

Facts sided_facts(const SidedReport& report, const DirectedDensest& densest) {
  const std::size_t left = densest.sources.size();
  const std::size_t right = densest.targets.size();
  Facts facts = {
      {"size", left + right, "densest pair", fmt::format("{} left and {} right vertices", left, right)},
      {"left_size", left},
      {"right_size", right, "edges", fmt::format("{} of {} possible", densest.arcs, left * right)}};
  detail::add_pair_facts(facts, densest, "edges");
  facts.push_back(detail::time_fact(report.load_seconds, report.total_seconds - report.load_seconds));
  facts.push_back({"left", json_names(report.sides.graph, densest.sources)});
  facts.push_back({"right", json_names(report.sides.graph, densest.targets)});
  return facts;
}

std::string_view side_name(const SidedGraph& sides, Vertex v) { return v < sides.left ? "left" : "right"; }

}  // namespace

std::string sided_text(const SidedReport& report) {
  std::string text = head_text(report);
  if (report.answers.empty()) return text + "no answer: stopped before the first one\n";
  const SidedColumns columns = answer_columns(report);
  if (report.answers.size() > 1) {
    text += '\n' + table_text(detail::text_table(columns, report.answers));
    text += "\nedge density: edges / area; upper bound: on edges\n";
  }
  for (const SidedAnswer& answer : report.answers) {
    text += '\n' + title(answer) + '\n';
    if (answer.left.empty()) text += "  no pair of sets was found that does this\n";
    if (report.answers.size() == 1) text += detail::lines_text(columns, answer);
    text += both_sides(report.sides, answer.left, answer.right);
  }
  return text + fmt::format("\nloaded in {}, {} in all\n", format_seconds(report.load_seconds),
                            format_seconds(report.total_seconds));
}

std::string sided_json(const SidedReport& report) {
  Json json = detail::json_document("find");
  json["graph"] = json_sided_graph(report);
  json["results"] = answer_columns(report).objects(report.answers);
  json["provenance"] = detail::json_provenance(report.provenance);
  json["seconds"] = {{"load", json_number(report.load_seconds)},
                     {"total", json_number(report.total_seconds)}};
  return detail::json_text(json);
}

std::string sided_csv(const SidedReport& report) {
  return detail::csv_rows(answer_columns(report), report.answers);
}

std::string sided_pair_lines(const SidedGraph& sides, std::span<const Vertex> left,
                             std::span<const Vertex> right, EdgeCount edges) {
  return fmt::format("# edges {}\n", edges) + detail::side_lines("left", sides.graph, left) +
         detail::side_lines("right", sides.graph, right);
}

std::string sided_densest_text(const SidedReport& report, const DirectedDensest& densest) {
  return head_text(report) + '\n' + detail::lines_text(sided_facts(report, densest)) +
         both_sides(report.sides, densest.sources, densest.targets);
}

std::string sided_densest_json(const SidedReport& report, const DirectedDensest& densest) {
  Json json = detail::json_document("densest");
  json["graph"] = json_sided_graph(report);
  detail::add_fields(json["result"], sided_facts(report, densest));
  json["seconds"] = detail::json_seconds(report.load_seconds, report.total_seconds - report.load_seconds);
  return detail::json_text(json);
}

std::string sided_info_text(const SidedReport& report) {
  std::string text = head_text(report);
  for (const bool left : {true, false}) {
    const SideDegrees degrees = side_degrees(report.sides, left);
    text += fmt::format("  {:<15} {} to {} edges, {} without any\n", left ? "left degrees" : "right degrees",
                        degrees.least, degrees.most, degrees.isolated);
  }
  return text + fmt::format("  {:<15} {} (edges / all pairs of a left and a right vertex)\n", "edge density",
                            format_density(side_density(report.sides)));
}

std::string sided_info_json(const SidedReport& report) {
  Json json = detail::json_document("info");
  json["graph"] = json_sided_graph(report);
  json["graph"]["edge_density"] = json_number(side_density(report.sides));
  for (const bool left : {true, false}) {
    const SideDegrees degrees = side_degrees(report.sides, left);
    json[left ? "left" : "right"] = {{"vertices", left ? report.sides.left : report.sides.right()},
                                     {"least_degree", degrees.least},
                                     {"most_degree", degrees.most},
                                     {"isolated", degrees.isolated}};
  }
  return detail::json_text(json);
}

std::string sided_cores_csv(const SidedGraph& sides, std::span<const SidedCore> cores) {
  Table table;
  table.columns = {{"side"}, {"id"}, {"alpha"}, {"beta"}};
  for (const SidedCore& core : cores) {
    table.rows.push_back({std::string(side_name(sides, core.vertex)), sides.graph.name(core.vertex),
                          std::to_string(core.alpha), std::to_string(core.beta)});
  }
  return table_csv(table);
}

}  // namespace lode
