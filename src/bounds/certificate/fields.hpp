#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
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

// Documents whose fields are named once, for writing and for reading, by a function in this namespace for
// each kind of data:
//   void fields(auto& visit, Is<Data> auto& data)
// `visit(key, value)` is a field of an object, `visit.optional(key, value)` is a field that is left out where
// it is empty, and `visit.list(values...)` are the elements of a list, in which null is the largest
// std::size_t: no place. An enumeration has a function words_of, which returns a list of texts by value.

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

/// Reads fields. Errors: as Json for another shape; std::invalid_argument with the problem of a value ("has
/// ...").
class FieldReader {
 public:
  explicit FieldReader(const Json& json) : json_(json) {}

  void operator()(const char* key, auto& value) { take(json_.at(key), value); }
  void list(auto&... values) {
    if (!json_.is_array() || json_.size() != sizeof...(values)) {
      throw std::invalid_argument("has a list of another length");
    }
    std::size_t next = 0;
    (take_element(json_[next++], values), ...);
  }
  void optional(const char* key, auto& value) {
    if (!json_.contains(key)) return;
    require(!json_[key].is_null(), json_[key], "another value");
    take(json_[key], value);
  }

  template <class Value>
  static void take(const Json& json, Value& value) {
    if constexpr (std::is_enum_v<Value>) {
      const auto words = words_of(value);
      const auto at = std::ranges::find(words, json.get<std::string>());
      require(at != words.end(), json, "a known word");
      value = static_cast<Value>(at - words.begin());
    } else if constexpr (std::is_same_v<Value, bool> || std::is_same_v<Value, std::string>) {
      value = json.get<Value>();
    } else if constexpr (std::integral<Value>) {
      const bool fits = json.is_number_unsigned() ? std::in_range<Value>(json.get<std::uint64_t>())
                                                  : json.is_number_integer() && std::signed_integral<Value> &&
                                                        std::in_range<Value>(json.get<std::int64_t>());
      require(fits, json, "a whole number in its range");
      value = json.get<Value>();
    } else if constexpr (std::is_same_v<Value, double>) {
      require(json.is_number(), json, "a number");
      value = json.get<double>();
    } else {
      FieldReader inner(json);
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

 private:
  template <class Value>
  static void take_element(const Json& json, Value& value) {
    if (std::is_same_v<Value, std::size_t> && json.is_null()) {
      value = std::numeric_limits<Value>::max();
    } else {
      take(json, value);
    }
  }
  static void require(bool fits, const Json& json, const char* what) {
    if (!fits) throw std::invalid_argument(fmt::format("has {} where {} belongs", compact(json), what));
  }

  const Json& json_;
};

/// A certificate about a graph, as a line of text. `kind`: empty for bounds of set sizes. `graph`: what a
/// reader compares, such as the number of vertices.
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
