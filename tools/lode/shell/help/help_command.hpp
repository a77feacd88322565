#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace lode::tool {

/// Topics that `help` explains besides commands: methods and bounds.
struct HelpTopics {
  std::string kinds;  ///< "a method or a bound"
  /// Their names below a command: "" or "lsq".
  std::function<std::vector<std::string>(const std::string& group)> names;
  /// The help text of one topic.
  std::function<std::string(const std::string& group, const std::string& name, std::size_t columns)> text;
};

/// Prints to standard output.
using Print = std::function<void(const std::string&)>;

/// Adds `help [COMMAND|TOPIC] [--all] [--markdown] [--man [--folder FOLDER]]`. `program_version` is for
/// manual pages.
void add_help_command(CLI::App& app, const HelpTopics& topics, const std::string& program_version,
                      const Print& print);

}  // namespace lode::tool
