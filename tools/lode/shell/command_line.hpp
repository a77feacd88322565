#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace lode::tool {

/// The command that was reached, and its parents before it.
std::vector<const CLI::App*> levels_of(const CLI::App& app);

/// The command of that name below another; nullptr if there is none.
const CLI::App* command_called(const CLI::App& level, const std::string& name);

/// The option of that name, "--size" or "-s", of one of the levels; nullptr if none has it.
const CLI::Option* known_option(const std::vector<const CLI::App*>& levels, const std::string& name);

/// The option that a word is, without a value behind "=" or a letter: "--size" of "--size=5".
std::string option_name(const std::string& word);

/// What a word of a command line is.
enum class WordKind {
  command,
  option,        ///< known where it stands
  early_option,  ///< known only to a command that comes later
  unknown_option,
  value,  ///< of the option before it
  argument
};

struct TypedWord {
  std::string text;
  WordKind kind;
};

/// The words that were typed, by the levels that were reached.
std::vector<TypedWord> typed_words(const std::vector<const CLI::App*>& levels,
                                   const std::vector<std::string>& arguments);

/// The file that --config names; empty: none.
std::string config_path(const std::vector<std::string>& arguments);

}  // namespace lode::tool
