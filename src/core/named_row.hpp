#pragma once

#include <string>
#include <string_view>
#include <type_traits>

#include <lode/core/error.hpp>

namespace lode::detail {

/// The row of a registry that has the given name. A registry holds rows or pointers to rows.
/// Errors: InvalidArgument when no row has it: names `what` ("method") and lists the names there are.
template <class Rows>
const auto& row_called(const Rows& rows, const char* what, std::string_view name) {
  const auto row_of = [](const auto& entry) -> const auto& {
    if constexpr (std::is_pointer_v<std::remove_cvref_t<decltype(entry)>>) {
      return *entry;
    } else {
      return entry;
    }
  };
  std::string names;
  for (const auto& entry : rows) {
    if (row_of(entry).name == name) return row_of(entry);
    names += (names.empty() ? "" : ", ") + std::string(row_of(entry).name);
  }
  throw InvalidArgument(what, std::string(name), "is not known", "use " + names);
}

}  // namespace lode::detail
