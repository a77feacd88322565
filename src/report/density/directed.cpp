#include <algorithm>
#include <cmath>
#include <iterator>

#include <fmt/format.h>

#include <lode/report/format.hpp>
#include <lode/report/graph_report.hpp>

#include "io/text/quoted_label.hpp"
#include "report/tables/json.hpp"

namespace lode {
namespace {

using detail::Json;
using detail::json_number;

VertexSet both_sets(const DirectedDensest& densest) {
  VertexSet both;
  std::set_union(densest.sources.begin(), densest.sources.end(), densest.targets.begin(),
                 densest.targets.end(), std::back_inserter(both));
  return both;
}

bool has_labels(const Arcs& arcs) { return arcs.names().kind() == VertexNames::Kind::labels; }

Json json_names(const Arcs& arcs, const VertexSet& vertices) {
  return detail::json_list(vertices,
                           [&](Vertex v) { return detail::json_name(arcs.name(v), has_labels(arcs)); });
}

std::string wrapped_set(const Arcs& arcs, const VertexSet& vertices) {
  std::vector<std::string> names;
  for (const Vertex v : vertices) names.push_back(escape_terminal(detail::quoted_if_needed(arcs.name(v))));
  return wrapped_words(names, "    ");
}

std::string loops_in_words(const DirectedReport& report) {
  return report.drops_loops
             ? fmt::format("left out, {}", format_plural(report.loops_dropped, "loop", "loops"))
             : fmt::format("counted, {}", format_plural(report.arcs.num_loops(), "loop", "loops"));
}

}  // namespace

std::string directed_text(const DirectedReport& report) {
  const DirectedDensest& densest = report.densest;
  std::string text = fmt::format("{}\n", escape_terminal(report.name));
  const auto line = [&](std::string_view name, const std::string& value) {
    text += fmt::format("  {:<15} {}\n", name, value);
  };
  line("input", escape_terminal(report.input.summary()));
  line("loops", loops_in_words(report));
  line("densest pair",
       fmt::format("{} and {}, {} in both", format_plural(densest.sources.size(), "source", "sources"),
                   format_plural(densest.targets.size(), "target", "targets"),
                   densest.sources.size() + densest.targets.size() - both_sets(densest).size()));
  line("arcs", fmt::format("{} from sources to targets", densest.arcs));
  line("rho", fmt::format("{}/sqrt({}*{}) = {}", densest.arcs, densest.sources.size(), densest.targets.size(),
                          format_rounded(densest.rho(), 10)));
  line("bound", densest.proven_optimal
                    ? "the same: no pair has a larger rho"
                    : fmt::format("{}: no pair has a larger rho", format_rounded(densest.bound, 10)));
  line("proof", fmt::format("{} of the arcs, {}{}", format_plural(densest.ratios, "split", "splits"),
                            format_plural(densest.flows, "flow", "flows"),
                            densest.proven_optimal ? "" : "; not optimal as far as is known"));
  line("time", fmt::format("{} to load, {} to solve", format_seconds(report.load_seconds),
                           format_seconds(report.solve_seconds)));
  return text + "  sources\n" + wrapped_set(report.arcs, densest.sources) + "  targets\n" +
         wrapped_set(report.arcs, densest.targets);
}

std::string directed_json(const DirectedReport& report) {
  const DirectedDensest& densest = report.densest;
  const VertexSet both = both_sets(densest);
  const double product =
      static_cast<double>(densest.sources.size()) * static_cast<double>(densest.targets.size());
  Json json = detail::json_document("densest");
  json["graph"] = {{"name", report.name},
                   {"vertices", report.arcs.num_vertices()},
                   {"edges", report.arcs.num_arcs()},
                   {"directed", true},
                   {"loops", report.arcs.num_loops()},
                   {"self_loops_dropped", report.loops_dropped},
                   {"duplicates_merged", report.input.duplicates_merged},
                   {"weighted", false},
                   {"notes", report.input.notes}};
  json["result"] = {{"size", both.size()},
                    {"edges", densest.arcs},
                    {"weight", densest.arcs},
                    {"ratio",
                     {{"numerator", densest.arcs},
                      {"denominator", json_number(std::sqrt(product))},
                      {"value", json_number(densest.rho())}}},
                    {"rho", json_number(densest.rho())},
                    {"upper_bound", json_number(densest.bound)},
                    {"proven_optimal", densest.proven_optimal},
                    {"loops_counted", !report.drops_loops},
                    {"proof", {{"splits", densest.ratios}, {"flows", densest.flows}}},
                    {"sources", json_names(report.arcs, densest.sources)},
                    {"targets", json_names(report.arcs, densest.targets)},
                    {"vertices", json_names(report.arcs, both)}};
  json["seconds"] = {{"load", json_number(report.load_seconds)},
                     {"solve", json_number(report.solve_seconds)}};
  return detail::json_text(json);
}

std::string directed_pair_lines(const Arcs& arcs, const DirectedDensest& densest) {
  std::string text = fmt::format("# arcs {}\n", densest.arcs);
  const auto add = [&](const char* side, const VertexSet& vertices) {
    for (const Vertex v : vertices) {
      const std::string name = arcs.name(v);
      text += fmt::format("{}\t{}\n", side, has_labels(arcs) ? detail::quoted_if_needed(name) : name);
    }
  };
  add("source", densest.sources);
  add("target", densest.targets);
  return text;
}

}  // namespace lode
