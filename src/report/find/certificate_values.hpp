#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include <lode/core/types.hpp>

#include "report/tables/json.hpp"

namespace lode::detail {

// The values in a certificate's JSON, read as what they have to be. Errors: std::invalid_argument with what
// is wrong, to be said of the file ("has ...").

template <class T>
T certified_whole(const Json& json) {
  if (!json.is_number_unsigned() || json.get<std::uint64_t>() > std::numeric_limits<T>::max()) {
    throw std::invalid_argument(fmt::format("has {} where a whole number up to {} belongs", json.dump(),
                                            std::numeric_limits<T>::max()));
  }
  return json.get<T>();
}

/// The value that stands for none is written as null.
template <class T>
Json null_for(T value, T none) {
  return value == none ? Json(nullptr) : Json(value);
}
template <class T>
T certified_whole_or(const Json& json, T none) {
  return json.is_null() ? none : certified_whole<T>(json);
}

inline double certified_real(const Json& json) {
  if (!json.is_number()) {
    throw std::invalid_argument(fmt::format("has {} where a number belongs", json.dump()));
  }
  return json.get<double>();
}

inline std::int32_t certified_integer(const Json& json) {
  const bool fits = json.is_number_integer() &&
                    json.get<std::int64_t>() >= std::numeric_limits<std::int32_t>::min() &&
                    json.get<std::int64_t>() <= std::numeric_limits<std::int32_t>::max();
  if (fits &&
      !(json.is_number_unsigned() && json.get<std::uint64_t>() > std::numeric_limits<std::int32_t>::max())) {
    return json.get<std::int32_t>();
  }
  throw std::invalid_argument(fmt::format("has {} where an integer of 32 bits belongs", json.dump()));
}

inline const Json& certified_list(const Json& json) {
  if (!json.is_array()) throw std::invalid_argument("has another value where a list belongs");
  return json;
}

inline std::vector<double> certified_reals(const Json& json) {
  std::vector<double> list;
  for (const Json& one : certified_list(json)) list.push_back(certified_real(one));
  return list;
}

inline std::vector<std::int32_t> certified_integers(const Json& json) {
  std::vector<std::int32_t> list;
  list.reserve(certified_list(json).size());
  for (const Json& one : json) list.push_back(certified_integer(one));
  return list;
}

inline std::vector<Vertex> certified_vertices(const Json& json) {
  std::vector<Vertex> list;
  for (const Json& one : certified_list(json)) list.push_back(certified_whole<Vertex>(one));
  return list;
}

}  // namespace lode::detail
