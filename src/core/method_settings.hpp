#pragma once

// Settings of methods by name ("theta" -> "0.001"): what the registries share.

#include <charconv>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include <lode/core/error.hpp>

namespace lode::detail {

using Settings = std::map<std::string, std::string, std::less<>>;

/// "a, b, c"
std::string list_of(std::span<const std::string_view> names);

/// Throws InvalidArgument naming the remedy unless every setting is one of `names`, or a `preset` among
/// `presets`.
void check_settings(std::string_view method, std::span<const std::string_view> presets,
                    std::span<const std::string_view> names, const Settings& settings);

/// Typed access to one method's settings.
class SettingsReader {
 public:
  explicit SettingsReader(const Settings& settings) : settings_(settings) {}

  bool has(std::string_view name) const { return settings_.find(name) != settings_.end(); }

  /// The text of a setting, or `otherwise` when it is not set.
  std::string_view text(std::string_view name, std::string_view otherwise) const {
    const auto found = settings_.find(name);
    return found == settings_.end() ? otherwise : std::string_view(found->second);
  }

  /// Replaces `value` by the setting when it is set. Errors: InvalidArgument for text that is not such a
  /// number.
  template <class Number>
  void read(std::string_view name, Number& value) const {
    const auto found = settings_.find(name);
    if (found == settings_.end()) return;
    const std::string& given = found->second;
    const auto [end, error] = std::from_chars(given.data(), given.data() + given.size(), value);
    constexpr const char* kind = std::is_integral_v<Number> ? "is not an integer" : "is not a number";
    if (error == std::errc::invalid_argument || end != given.data() + given.size()) {
      throw InvalidArgument(std::string(name), given, kind);
    }
    if (error != std::errc{}) throw InvalidArgument(std::string(name), given, "is out of range");
  }

 private:
  const Settings& settings_;
};

}  // namespace lode::detail
