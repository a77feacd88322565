#pragma once

#include <initializer_list>
#include <string>

#include <fmt/format.h>

#include <lode/graph/directed_densest.hpp>
#include <lode/report/format.hpp>
#include <lode/study/density_report.hpp>

#include "core/column.hpp"

// The facts about one answer: one list for fields of JSON and lines for people.

namespace lode::detail {

struct Fact {
  const char* key = "";     ///< field of JSON; empty: no field
  Json value = no_value();  ///< value of the field; no_value(): no field
  const char* line = "";    ///< beginning of the line
  std::string text = {};    ///< rest of the line; empty: no line
};
using Facts = std::vector<Fact>;

/// The facts of a graph, except histograms.
Facts summary_facts(const GraphSummary& summary);

/// Adds the fields to an object.
inline void add_fields(Json& json, const Facts& facts) {
  for (const Fact& fact : facts) {
    if (*fact.key != '\0' && !fact.value.is_discarded()) json[fact.key] = fact.value;
  }
}

inline std::string lines_text(const Facts& facts) {
  std::string text;
  for (const Fact& fact : facts) {
    if (!fact.text.empty()) text += fmt::format("  {:<15} {}\n", fact.line, fact.text);
  }
  return text;
}

/// The facts about a densest pair of sets of arcs or of two sides. `unit`: "arcs" or "edges".
inline void add_pair_facts(Facts& facts, const DirectedDensest& densest, const char* unit) {
  const std::string bound = densest.proven_optimal ? "the same" : format_rounded(densest.bound, 10);
  const Facts more = {{"edges", densest.arcs},
                      {"weight", densest.arcs},
                      {"rho", json_number(densest.rho()), "rho",
                       fmt::format("{}/sqrt({}*{}) = {}", densest.arcs, densest.sources.size(),
                                   densest.targets.size(), format_rounded(densest.rho(), 10))},
                      {"bound", json_number(densest.bound), "bound", bound + ": no pair has a larger rho"},
                      {"proven_optimal", densest.proven_optimal},
                      {"proof",
                       {{"splits", densest.ratios}, {"flows", densest.flows}},
                       "proof",
                       fmt::format("{} of the {}, {}", format_plural(densest.ratios, "split", "splits"), unit,
                                   format_plural(densest.flows, "flow", "flows"))}};
  facts.insert(facts.end(), more.begin(), more.end());
}

/// The field "seconds" of a document, and its line.
inline Fact time_fact(double load, double solve) {
  return {"", no_value(), "time",
          fmt::format("{} to load, {} to solve", format_seconds(load), format_seconds(solve))};
}
inline Json json_seconds(double load, double solve) {
  return {{"load", json_number(load)}, {"solve", json_number(solve)}};
}

}  // namespace lode::detail
