#include <algorithm>
#include <cmath>
#include <iterator>

#include <fmt/format.h>

#include <lode/report/format.hpp>
#include <lode/report/graph_report.hpp>

#include "report/tables/facts.hpp"
#include "report/tables/json.hpp"
#include "report/tables/names.hpp"

namespace lode {
namespace {

using detail::Facts;
using detail::Json;
using detail::json_names;
using detail::json_number;

VertexSet both_sets(const DirectedDensest& densest) {
  VertexSet both;
  std::ranges::set_union(densest.sources, densest.targets, std::back_inserter(both));
  return both;
}

Facts directed_facts(const DirectedReport& report) {
  const DirectedDensest& densest = report.densest;
  const VertexSet both = both_sets(densest);
  const std::size_t sources = densest.sources.size();
  const std::size_t targets = densest.targets.size();
  const EdgeCount loops = report.drops_loops ? report.loops_dropped : report.arcs.num_loops();
  Facts facts = {
      {"", {}, "input", escape_terminal(report.input.summary())},
      {"loops_counted", !report.drops_loops, "loops",
       fmt::format("{}, {}", report.drops_loops ? "left out" : "counted",
                   format_plural(loops, "loop", "loops"))},
      {"size", both.size(), "densest pair",
       fmt::format("{} and {}, {} in both", format_plural(sources, "source", "sources"),
                   format_plural(targets, "target", "targets"), sources + targets - both.size())},
      {"ratio",
       {{"numerator", densest.arcs},
        {"denominator", json_number(std::sqrt(static_cast<double>(sources) * static_cast<double>(targets)))},
        {"value", json_number(densest.rho())}},
       "arcs",
       fmt::format("{} from sources to targets", densest.arcs)}};
  detail::add_pair_facts(facts, densest, "arcs");
  facts.push_back(detail::time_fact(report.load_seconds, report.solve_seconds));
  facts.push_back({"sources", json_names(report.arcs, densest.sources)});
  facts.push_back({"targets", json_names(report.arcs, densest.targets)});
  facts.push_back({"vertices", json_names(report.arcs, both)});
  return facts;
}

}  // namespace

std::string directed_text(const DirectedReport& report) {
  return escape_terminal(report.name) + '\n' + detail::lines_text(directed_facts(report)) +
         detail::names_text("sources", report.arcs, report.densest.sources) +
         detail::names_text("targets", report.arcs, report.densest.targets);
}

std::string directed_json(const DirectedReport& report) {
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
  detail::add_fields(json["result"], directed_facts(report));
  json["seconds"] = detail::json_seconds(report.load_seconds, report.solve_seconds);
  return detail::json_text(json);
}

std::string directed_pair_lines(const Arcs& arcs, const DirectedDensest& densest) {
  return fmt::format("# arcs {}\n", densest.arcs) + detail::side_lines("source", arcs, densest.sources) +
         detail::side_lines("target", arcs, densest.targets);
}

}  // namespace lode
