#pragma once

#include <initializer_list>
#include <string>

#include <fmt/format.h>

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

/// The field "seconds" of a document, and its line.
inline Fact time_fact(double load, double solve) {
  return {"", no_value(), "time",
          fmt::format("{} to load, {} to solve", format_seconds(load), format_seconds(solve))};
}
inline Json json_seconds(double load, double solve) {
  return {{"load", json_number(load)}, {"solve", json_number(solve)}};
}

/// The document of one answer. JSON has the fields of `head`, and the facts as fields of "result"; text has
/// the first line, the facts as lines, and the names of vertices.
inline std::string answer_document(bool as_json, Json head, const Facts& facts, const std::string& first_line,
                                   const std::string& names, const Json& seconds) {
  if (!as_json) return first_line + '\n' + lines_text(facts) + names;
  add_fields(head["result"], facts);
  head["seconds"] = seconds;
  return json_text(head);
}

}  // namespace lode::detail
