#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include <lode/report/tables.hpp>

#include "shell/options.hpp"

namespace lode::tool {

/// End of the name of an option group that --help omits.
inline constexpr std::string_view in_full_mark = " (more)";

/// An option, a command or an argument with its help.
struct Entry {
  std::string name;  ///< "-s, --size SIZES"
  std::string meaning;
};

struct Section {
  std::string heading;
  std::vector<Entry> entries;
};

/// A command for help, manual pages and documents.
struct Description {
  std::string name;  ///< "lode find"
  std::string about;
  std::string usage;
  std::vector<Example> examples;
  std::vector<Section> sections;
  std::vector<std::string> notes;  ///< sentences at the end
  bool abridged = false;           ///< some options are omitted
};

/// The main options for --help, or all options for --help-all.
enum class Detail { main, all };

/// Describes a command by the records of its options, including the settings of a chosen --method.
Description describe(const CLI::App& command, Detail detail);

/// "lode find"
std::string full_name(const CLI::App& command);
/// The values of an option according to its checks: "text", "json", "csv". Empty without such a list.
std::vector<std::string> values_of(const CLI::Option& option);
/// The placeholder of the option's value, "FILE"; empty for flags.
std::string value_name(const CLI::Option& option);
/// "-s, --size SIZES", or "GRAPH" for an argument without a dash.
std::string name_of(const CLI::Option& option);
/// The meaning of an option, its values, and its default. The second line of a description is only for full
/// help.
std::string meaning_of(const CLI::Option& option, Detail detail);
/// The settings of one method.
std::vector<Entry> entries_of(const MethodOptions& method);

}  // namespace lode::tool
