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

inline const Json& certified_list(const Json& json) {
  if (!json.is_array()) throw std::invalid_argument("has another value where a list belongs");
  return json;
}

inline std::vector<double> certified_reals(const Json& json) {
  std::vector<double> list;
  for (const Json& one : certified_list(json)) list.push_back(certified_real(one));
  return list;
}

inline std::vector<Vertex> certified_vertices(const Json& json) {
  std::vector<Vertex> list;
  for (const Json& one : certified_list(json)) list.push_back(certified_whole<Vertex>(one));
  return list;
}

}  // namespace lode::detail
