#pragma once

#include <span>
#include <string>

#include <CLI/CLI.hpp>

#include <lode/report/tables.hpp>
#include <lode/subgraph/registry.hpp>

namespace lode::tool {

/// A method for the densest s-subgraph problem and its settings.
struct MethodArguments {
  std::string method = "hybrid";
  subgraph::MethodSettings settings;
};

/// --preset, and one option for every name that the methods of a registry know, with the help of their
/// records. `settings` must outlive the command.
void add_setting_options(CLI::App& command, std::span<const MethodOptions> methods,
                         subgraph::MethodSettings& settings);

/// A flag that is short for one value of a setting, "--SETTING VALUE", and excludes that option.
void add_setting_flag(CLI::App& command, const std::string& flag, const std::string& setting,
                      const std::string& value, subgraph::MethodSettings& settings);

/// --method, --preset, and one option per setting of any registered method. `arguments` must outlive the
/// command.
void add_method_options(CLI::App& command, MethodArguments& arguments);

}  // namespace lode::tool
