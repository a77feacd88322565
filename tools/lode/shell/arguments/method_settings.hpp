#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include <lode/report/tables.hpp>
#include <lode/subgraph/registry.hpp>

namespace lode::tool {

/// A method for the densest s-subgraph problem and its settings.
struct MethodArguments {
  std::string method = "hybrid";
  subgraph::MethodSettings settings;
};

/// The methods that a command offers by --method or --methods: methods of graphs, or of least squares below
/// `lsq`. Empty for a command without such an option.
std::vector<MethodOptions> methods_of(const CLI::App& command);

/// --method, --preset, and one option for every setting of these methods. Help shows only the settings of the
/// chosen method. `method` and `settings` must outlive the command.
void add_method_options(CLI::App& command, const std::vector<MethodOptions>& methods, std::string& method,
                        subgraph::MethodSettings& settings);

/// A flag equivalent to "--SETTING VALUE" that excludes that option.
void add_setting_flag(CLI::App& command, const std::string& flag, const std::string& setting,
                      const std::string& value, subgraph::MethodSettings& settings);

}  // namespace lode::tool
