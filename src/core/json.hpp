#pragma once

#include <cstdint>
#include <istream>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include <nlohmann/json.hpp>

#include <lode/core/run_context.hpp>

namespace lode::detail {

/// JSON whose objects keep the order in which their fields were put in.
using Json = nlohmann::ordered_json;

/// A number as the formats promise it: integral values as JSON integers, infinities and NaN as null.
Json json_number(double value);
/// [{"seconds", value_name, "iteration"}, ...]
Json json_trace(const Trace& trace, const char* value_name = "weight");
/// A vertex's name: an integer when names are integers (no labels) and this one is, else a string.
Json json_name(const std::string& name, bool labels);
/// {"schema_version", "lode_version", "command"}: how every document begins.
Json json_document(const char* command);
/// Indented text ending in a newline, lists of numbers and texts on one line; bytes that are not UTF-8 become
/// U+FFFD.
std::string json_text(const Json& json);
/// The text on one line, without the end of the line.
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

/// A filter for Json::parse: refuses lists and objects in more than 100 levels, whose copies could overflow
/// the stack, and objects of more than 10,000 names, which are compared pairwise. No document of lode has ten
/// levels or a thousand names.
/// Errors: InputError, which names the path.
Json::parser_callback_t shallow(const std::string& path);
/// Reads a document. Errors name `path` and advise `remedy`.
/// Errors: InputError for a stream that failed to open, for a folder, for deep nesting, for text that is not
/// JSON, and for a number too large; SystemError where reading fails.
Json parse_json(std::istream& in, const std::string& path, const char* remedy);
/// The first fields of a certificate. `kind`: empty for bounds of set sizes. `graph`: compared by readers.
Json certificate_head(const std::string& kind, const Json& graph);
/// Errors: std::invalid_argument for another kind or format, or another number in a field of `graph`.
void check_certificate_head(const Json& json, const std::string& kind, const Json& graph);
/// Reads a value of this type, in its range. Errors: std::invalid_argument with a blank and the problem.
template <class Value>
void read_value(const Json& json, Value& value) {
  std::string wanted = "a whole number in its range";
  bool fits = false;
  if constexpr (std::is_integral_v<Value> && !std::is_same_v<Value, bool>) {
    fits = json.is_number_unsigned()
               ? std::in_range<Value>(json.get<std::uint64_t>())
               : json.is_number_integer() && std::in_range<Value>(json.get<std::int64_t>());
  } else {
    constexpr bool text = std::is_same_v<Value, std::string>, truth = std::is_same_v<Value, bool>;
    fits = text ? json.is_string() : truth ? json.is_boolean() : json.is_number();
    wanted = text ? "a text" : truth ? "true or false" : "a number";
  }
  if (!fits) throw std::invalid_argument(" has " + compact(json) + " where " + wanted + " belongs");
  value = json.get<Value>();
}
template <class Value>
void read_value(const Json& json, std::optional<Value>& value) {
  read_value(json, value.emplace());
}

/// The problem of a document that an exception of the JSON library reports, in words: a field is missing or
/// of another type, a number too large.
std::string json_problem(const nlohmann::json::exception& error);

}  // namespace lode::detail
