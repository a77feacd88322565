#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "shell/help/sections.hpp"

namespace lode::tool {

/// Ends the group of options that --help leaves out.
inline constexpr std::string_view in_full_mark = " (more)";

/// An option, a command or an argument, and what help says of it.
struct Entry {
  std::string name;  ///< "-s, --size SIZES"
  std::string meaning;
};

struct Section {
  std::string heading;
  std::vector<Entry> entries;
};

/// What help, manual pages and documents say of a command.
struct Description {
  std::string name;  ///< "lode find"
  std::string about;
  std::string usage;
  std::vector<Example> examples;
  std::vector<Section> sections;
  std::vector<std::string> notes;  ///< sentences at the end
  bool abridged = false;           ///< there are options that are left out
};

/// Of --help: the options that are needed most. Of --help-all: every option.
enum class Detail { main, all };

/// Describes a command by the records of its options. Where a --method was chosen, its settings are shown.
Description describe(const CLI::App& command, Detail detail);

/// "lode find"
std::string full_name(const CLI::App& command);
/// The values that an option offers, by its checks: "text", "json", "csv". Empty where there is no such list.
std::vector<std::string> values_of(const CLI::Option& option);
/// What stands for the option's value, "FILE"; empty for flags.
std::string value_name(const CLI::Option& option);

}  // namespace lode::tool
