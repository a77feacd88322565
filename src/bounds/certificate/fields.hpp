#pragma once

#include <algorithm>
#include <istream>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/types.hpp>

#include "core/json.hpp"

// JSON that is written and read by one list of fields. Each kind of data has a function in this namespace:
//   void fields(auto& visit, Is<Data> auto& data)
// The function calls `visit(key, value)` for each field of an object and `visit.optional(key, value)` for a
// field that is left out when empty. For a list of fixed length, the function calls `visit.list(values...)`,
// in which null is the largest std::size_t: no place. For an enumeration, `words_of(value)` returns the texts
// of all values.

namespace lode::detail {

/// `Type`, or the same to be read alone.
template <class Type, class Kind>
concept Is = std::is_same_v<std::remove_const_t<Type>, Kind>;

/// Writes fields.
struct FieldWriter {
  Json json;

  void operator()(const char* key, const auto& value) { json[key] = form(value); }
  void list(const auto&... values) { (json.push_back(form(values)), ...); }
  void optional(const char* key, const auto& value) {
    Json made = form(value);
    if (made != Json() && made != Json(false) && made != Json::array()) json[key] = std::move(made);
  }

  template <class Value>
  static Json form(const Value& value) {
    if constexpr (std::is_floating_point_v<Value>) {
      return json_number(value);
    } else if constexpr (std::is_enum_v<Value>) {
      return words_of(value)[static_cast<std::size_t>(value)];
    } else if constexpr (std::is_same_v<Value, std::size_t>) {
      return value == std::numeric_limits<Value>::max() ? Json() : Json(value);
    } else if constexpr (std::is_arithmetic_v<Value> || std::is_same_v<Value, std::string>) {
      return value;
    } else if constexpr (requires { *value; }) {
      return value ? form(*value) : Json();
    } else {
      FieldWriter inner;
      fields(inner, value);
      return std::move(inner.json);
    }
  }
  template <class Value>
  static Json form(const std::vector<Value>& list) {
    return json_list(list, [](const Value& one) { return form(one); });
  }
};

void fields(auto& visit, Is<Fraction> auto& fraction) {
  visit("numerator", fraction.numerator);
  visit("denominator", fraction.denominator);
}

/// Reads fields. Errors: as Json for a missing field; std::invalid_argument with the path and the problem of
/// a value, such as "/claims/s has ...".
struct FieldReader {
  const Json& json;

  void operator()(const char* key, auto& value) {
    try {
      take(json.at(key), value);
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument(fmt::format("/{}{}", key, error.what()));
    }
  }
  void list(auto&... values) {
    require(json.is_array() && json.size() == sizeof...(values), json, "a list of fixed length");
    std::size_t next = 0;
    const auto take_next = [&]<class Value>(Value& value) {
      const Json& one = json[next++];
      if (std::is_same_v<Value, std::size_t> && one.is_null()) {
        value = std::numeric_limits<Value>::max();
      } else {
        take(one, value);
      }
    };
    (take_next(values), ...);
  }
  void optional(const char* key, auto& value) {
    if (json.contains(key)) (*this)(key, value);
  }

  template <class Value>
  static void take(const Json& json, Value& value) {
    if constexpr (std::is_enum_v<Value>) {
      const auto words = words_of(value);
      const auto at = std::ranges::find(words, json.get<std::string>());
      require(at != words.end(), json, "a known word");
      value = static_cast<Value>(at - words.begin());
    } else if constexpr (std::is_arithmetic_v<Value> || std::is_same_v<Value, std::string>) {
      read_value(json, value);
    } else {
      FieldReader inner{json};
      fields(inner, value);
    }
  }
  template <class Value>
  static void take(const Json& json, std::vector<Value>& list) {
    require(json.is_array(), json, "a list");
    list.clear();
    list.reserve(json.size());
    for (const Json& one : json) take(one, list.emplace_back());
  }
  template <class Value>
  static void take(const Json& json, std::optional<Value>& value) {
    take(json, value.emplace());
  }
  template <class Value>
  static void take(const Json& json, std::shared_ptr<const Value>& value) {
    auto made = std::make_shared<Value>();
    take(json, *made);
    value = std::move(made);
  }
  static void require(bool fits, const Json& json, const char* what) {
    if (!fits) throw std::invalid_argument(fmt::format(" has {} where {} belongs", compact(json), what));
  }
};

/// A certificate about a graph, as a line of text. `kind`: empty for bounds of set sizes. `graph`: numbers
/// that readers compare, such as the number of vertices.
template <class Data>
std::string certificate_text(const char* kind, const Json& graph, const Data& data) {
  FieldWriter out{certificate_head(kind, graph)};
  fields(out, data);
  return compact(out.json) + '\n';
}

/// Reads what certificate_text wrote. Errors: InputError for a stream that failed to open, and for a document
/// that is no certificate of this kind, or of another graph.
template <class Data>
Data read_certificate_text(std::istream& in, const std::string& path, const char* kind, const Json& graph) {
  constexpr auto remedy = "give a certificate of this graph that lode wrote";
  const Json json = parse_json(in, path, remedy);
  std::string problem;
  try {
    check_certificate_head(json, kind, graph);
    Data data;
    FieldReader::take(json, data);
    return data;
  } catch (const Json::exception& error) {
    problem = json_problem(error);
  } catch (const std::invalid_argument& error) {
    problem = error.what();
  }
  throw InputError({path}, problem, remedy);
}

}  // namespace lode::detail
