#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <lode/core/run_context.hpp>
#include <lode/io/read_graph.hpp>
#include <lode/report/find_report.hpp>
#include <lode/study/density_report.hpp>
#include <lode/subgraph/problem.hpp>

namespace lode::detail {

using Json = nlohmann::ordered_json;

/// A number as the formats promise it: integral values as JSON integers, infinities and NaN as null.
Json json_number(double value);
/// [{"seconds", value_name, "iteration"}, ...]
Json json_trace(const Trace& trace, const char* value_name = "weight");
/// Indented text ending in a newline; bytes that are not UTF-8 become U+FFFD.
std::string json_text(const Json& json);
/// The same on one line, without its end.
std::string compact(const Json& json);
/// [make(element), ...]
template <class List, class Make>
Json json_list(const List& list, const Make& make) {
  Json all = Json::array();
  for (const auto& element : list) all.push_back(make(element));
  return all;
}
/// "name": [ one element per line ], every line after `indent`.
template <class List, class Make>
std::string json_lines(const char* name, const char* indent, const List& list, const Make& make) {
  std::string text = indent + compact(name) + ": [";
  bool first = true;
  for (const auto& element : list) {
    text += (first ? "\n  " : ",\n  ") + (indent + compact(make(element)));
    first = false;
  }
  return text + (first ? "]" : std::string("\n") + indent + "]");
}
/// A vertex's name: an integer when names are integers (no labels) and this one is, else a string.
Json json_name(const std::string& name, bool labels);
/// What an exception of a reader says of a document, in words: a field is missing or of another type, a
/// number too large.
std::string json_problem(const nlohmann::json::exception& error);
/// {"schema_version", "lode_version", "command"}: how every document begins.
Json json_document(const char* command);
/// [{value_name, count_name}, ...]
Json json_histogram(const std::vector<HistogramBin>& bins, const char* value_name, const char* count_name);
/// The "graph" object of a graph that was read: its name, size, and what was dropped or merged.
Json json_graph(const std::string& name, const InputReport& input);
/// What is needed to get the same answer again.
Json json_provenance(const Provenance& provenance);
/// What a graph is declared to be the core of; what is not known of it is null.
Json json_core_of(const CoreOrigin& origin);

}  // namespace lode::detail
