#pragma once

#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <lode/core/error.hpp>
#include <lode/core/text.hpp>

namespace lode::detail {

/// "use a, b, c", with the nearest of these names before them where some are near.
inline std::string names_remedy(std::string_view name, const std::vector<std::string>& known) {
  const auto list = [](const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& each : names) text += (text.empty() ? "" : ", ") + each;
    return text;
  };
  const std::vector<std::string> near = nearest_names(name, known);
  return (near.empty() ? "use " : "nearest: " + list(near) + "; use ") + list(known);
}

/// The row of a registry that has the given name. A registry holds rows or pointers to rows.
/// Errors: InvalidArgument when no row has it: names `what` ("method"), the nearest names, and all that there
/// are.
template <class Rows>
const auto& row_called(const Rows& rows, const char* what, std::string_view name) {
  const auto row_of = [](const auto& entry) -> const auto& {
    if constexpr (std::is_pointer_v<std::remove_cvref_t<decltype(entry)>>) {
      return *entry;
    } else {
      return entry;
    }
  };
  std::vector<std::string> names;
  for (const auto& entry : rows) {
    if (row_of(entry).name == name) return row_of(entry);
    names.emplace_back(row_of(entry).name);
  }
  throw InvalidArgument(what, std::string(name), "is not known", names_remedy(name, names));
}

}  // namespace lode::detail
