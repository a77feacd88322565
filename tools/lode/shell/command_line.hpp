#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace lode::tool {

/// The command that was reached, after its parents.
std::vector<const CLI::App*> levels_of(const CLI::App& app);

/// The subcommand of that name, or nullptr.
const CLI::App* command_called(const CLI::App& level, const std::string& name);

/// The option called "--size" or "-s" at one of the levels, or nullptr.
const CLI::Option* known_option(const std::vector<const CLI::App*>& levels, const std::string& name);

/// The option in a word, without "=" and a value or an attached letter: "--size" of "--size=5".
std::string option_name(const std::string& word);

/// The role of a word in a command line.
enum class WordKind {
  command,
  option,        ///< known at its position
  early_option,  ///< known only to a later command
  unknown_option,
  value,  ///< value of the option before it
  argument
};

struct TypedWord {
  std::string text;
  WordKind kind;
};

/// The words of the command line, classified by the levels that were reached.
std::vector<TypedWord> typed_words(const std::vector<const CLI::App*>& levels,
                                   const std::vector<std::string>& arguments);

/// The file of --config, or empty.
std::string config_path(const std::vector<std::string>& arguments);

}  // namespace lode::tool
