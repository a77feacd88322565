#pragma once

#include <optional>
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

/// A start by its name; unset for other words.
std::optional<subgraph::StartKind> start_kind(const std::string& word);

/// The methods that a command offers by --method or --methods: methods of graphs, or of least squares below
/// `lsq`. Empty for a command without such an option.
std::vector<MethodOptions> methods_of(const CLI::App& command);

/// --method, --preset, and one option for every setting of these methods. Help shows only the settings of the
/// chosen method. `method` and `settings` must outlive the command.
void add_method_options(CLI::App& command, const std::vector<MethodOptions>& methods, std::string& method,
                        subgraph::MethodSettings& settings);

}  // namespace lode::tool
