#pragma once

#include <map>
#include <string>
#include <string_view>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <lode/subgraph/registry.hpp>

namespace lode::tool {

/// A method for the densest s-subgraph problem and its settings.
struct MethodArguments {
  std::string method = "hybrid";
  MethodSettings settings;
};

/// --preset, and one option per setting of any of the methods: what `meaning_of(setting)` says, and who takes
/// it. `settings` must outlive the command.
template <class Rows, class MeaningOf, class Settings>
void add_setting_options(CLI::App& command, const Rows& rows, std::string_view preset_meaning,
                         const MeaningOf& meaning_of, Settings& settings) {
  std::map<std::string, std::string> takers;
  for (const auto& row : rows) {
    for (const std::string_view setting : row.settings) {
      std::string& names = takers[std::string(setting)];
      names += (names.empty() ? "" : ", ") + std::string(row.name);
    }
  }
  const auto add = [&](const std::string& name, const std::string& text) {
    command
        .add_option_function<std::string>(
            "--" + name, [&settings, name](const std::string& value) { settings[name] = value; }, text)
        ->type_name("VALUE");
  };
  add("preset", std::string(preset_meaning));
  for (const auto& [name, methods_taking] : takers) {
    add(name, fmt::format("{} ({})", meaning_of(name), methods_taking));
  }
}

/// --method, --preset, and one option per setting of any registered method. `arguments` must outlive the
/// command.
void add_method_options(CLI::App& command, MethodArguments& arguments);

}  // namespace lode::tool
