#pragma once

#include <istream>
#include <string>

#include <nlohmann/json.hpp>

#include <lode/core/run_context.hpp>

namespace lode::detail {

/// JSON whose objects keep the order in which their fields were put in.
using Json = nlohmann::ordered_json;

/// A number as the formats promise it: integral values as JSON integers, infinities and NaN as null.
Json json_number(double value);
/// [{"seconds", value_name, "iteration"}, ...]
Json json_trace(const Trace& trace, const char* value_name = "weight");
/// {"schema_version", "lode_version", "command"}: how every document begins.
Json json_document(const char* command);
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

/// Reads a document. `path` is what errors call it, `remedy` what they advise.
/// Errors: InputError for a stream that failed to open, for text that is not JSON, and for a number too
/// large.
Json parse_json(std::istream& in, const std::string& path, const char* remedy);
/// What an exception of the JSON library says of a document, in words: a field is missing or of another type,
/// a number too large.
std::string json_problem(const nlohmann::json::exception& error);

}  // namespace lode::detail
