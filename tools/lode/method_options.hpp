#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include <lode/subgraph/registry.hpp>

namespace lode::tool {

/// A method for the densest s-subgraph problem and its settings.
struct MethodArguments {
  std::string method = "hybrid";
  MethodSettings settings;
};

/// --method, --preset, and one option per setting of any registered method. `arguments` must outlive the
/// command.
void add_method_options(CLI::App& command, MethodArguments& arguments);

}  // namespace lode::tool
