#include "core/method_settings.hpp"

#include <algorithm>

namespace lode::detail {

std::string list_of(std::span<const std::string_view> names) {
  std::string text;
  for (const std::string_view name : names) text += (text.empty() ? "" : ", ") + std::string(name);
  return text;
}

void check_settings(std::string_view method, std::span<const std::string_view> presets,
                    std::span<const std::string_view> names, const Settings& settings) {
  const auto known = [](std::span<const std::string_view> list, std::string_view name) {
    return std::find(list.begin(), list.end(), name) != list.end();
  };
  for (const auto& [name, value] : settings) {
    if (name == "preset") {
      if (presets.empty()) {
        throw InvalidArgument("preset", value, "method " + std::string(method) + " has no presets");
      }
      if (!known(presets, value)) {
        throw InvalidArgument("preset", value, "is not a preset of method " + std::string(method),
                              "use " + list_of(presets));
      }
    } else if (!known(names, name)) {
      throw InvalidArgument(name, value, "is not a setting of method " + std::string(method),
                            names.empty() ? "it has none" : "it has " + list_of(names));
    }
  }
}

}  // namespace lode::detail
