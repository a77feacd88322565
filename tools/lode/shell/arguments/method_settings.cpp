#include "shell/arguments/method_settings.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include <lode/least_squares/registry.hpp>

#include "shell/help/sections.hpp"

namespace lode::tool {
namespace {

bool is_lsq(const CLI::App& command) {
  return command.get_parent() && command.get_parent()->get_name() == "lsq";
}

/// Adds the option for one setting.
CLI::Option& add_setting(CLI::App& command, const std::string& name, const std::string& meaning,
                         subgraph::MethodSettings& settings) {
  return *command.add_option_function<std::string>(
      "--" + name, [&settings, name](const std::string& value) { settings[name] = value; }, meaning);
}

/// Adds names in order, without repetitions.
template <class Names>
void add_names(std::vector<std::string>& all, const Names& names) {
  for (const std::string_view name : names) {
    if (std::ranges::find(all, name) == all.end()) all.emplace_back(name);
  }
}

}  // namespace

std::vector<MethodOptions> methods_of(const CLI::App& command) {
  if (!command.get_option_no_throw("--method") && !command.get_option_no_throw("--methods")) return {};
  return is_lsq(command) ? options_of(least_squares::methods()) : options_of(subgraph::methods());
}

void add_method_options(CLI::App& command, const std::vector<MethodOptions>& methods, std::string& method,
                        subgraph::MethodSettings& settings) {
  std::vector<std::string> names;
  std::vector<std::string> presets;
  for (const MethodOptions& row : methods) {
    names.emplace_back(row.method);
    add_names(presets, row.presets);
  }
  command
      .add_option("--method", method,
                  fmt::format("Method of the search, which 'lode help {}METHOD' explains",
                              is_lsq(command) ? "lsq " : ""))
      ->capture_default_str()
      ->check(CLI::IsMember(names))
      ->type_name("METHOD");
  begin_section(command, heading::effort, Shown::in_full);
  add_setting(command, "preset", "Settings of the method under one name", settings)
      .type_name("PRESET")
      ->check(suggested(presets));
  begin_section(command, heading::settings);
  std::set<std::string_view> added;
  for (const MethodOptions& row : methods) {
    for (const OptionInfo& option : row.options) {
      if (!added.insert(option.name).second) continue;
      add_setting(command, std::string(option.name), std::string(option.meaning), settings)
          .type_name("VALUE");
    }
  }
}

void add_setting_flag(CLI::App& command, const std::string& flag, const std::string& setting,
                      const std::string& value, subgraph::MethodSettings& settings) {
  command
      .add_flag_callback(
          flag, [&settings, setting, value] { settings[setting] = value; },
          fmt::format("Short for --{} {}", setting, value))
      ->excludes("--" + setting);
}

}  // namespace lode::tool
