#include "shell/arguments/method_settings.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include <lode/least_squares/registry.hpp>

#include "shell/options.hpp"

namespace lode::tool {
namespace {

bool is_lsq(const CLI::App& command) {
  return command.get_parent() && command.get_parent()->get_name() == "lsq";
}

}  // namespace

std::optional<subgraph::StartKind> start_kind(const std::string& word) {
  if (word == "random") return subgraph::StartKind::random;
  if (word == "degree") return subgraph::StartKind::degree;
  return word == "peeling" ? std::optional(subgraph::StartKind::peeling) : std::nullopt;
}

std::vector<MethodOptions> methods_of(const CLI::App& command) {
  if (!command.get_option_no_throw("--method") && !command.get_option_no_throw("--methods")) return {};
  return is_lsq(command) ? options_of(least_squares::methods()) : options_of(subgraph::methods());
}

void add_method_options(CLI::App& command, const std::vector<MethodOptions>& methods, std::string& method,
                        subgraph::MethodSettings& settings) {
  std::vector<std::string> names, presets;
  for (const MethodOptions& row : methods) {
    names.emplace_back(row.method);
    for (const std::string_view preset : row.presets) {
      if (std::ranges::find(presets, preset) == presets.end()) presets.emplace_back(preset);
    }
  }
  add_option(
      command, "--method", method, "METHOD",
      fmt::format("Method of the search, which 'lode help {}METHOD' explains", is_lsq(command) ? "lsq " : ""),
      one_of(names));
  const auto into = [&settings](const std::string& name) {
    return [&settings, name](const std::string& value) { settings[name] = value; };
  };
  begin_section(command, heading::effort, Shown::in_full);
  add_parsed_option(command, "--preset", into("preset"), "PRESET", "Settings of the method under one name",
                    suggested(presets));
  begin_section(command, heading::settings);
  std::set<std::string_view> added;
  for (const MethodOptions& row : methods) {
    for (const OptionInfo& option : row.options) {
      if (!added.insert(option.name).second) continue;
      const std::string name(option.name);
      add_parsed_option(command, "--" + name, into(name), "VALUE", std::string(option.meaning));
    }
  }
}

}  // namespace lode::tool
