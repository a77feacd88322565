#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include <lode/core/error.hpp>

namespace lode::tool {

/// Replaces the word `version` by its flag.
std::vector<std::string> with_flags_for_words(std::vector<std::string> arguments);

/// The error in a command line: one short line, with the nearest names for an unknown word, and a line that
/// names the help of the command.
std::string usage_problem(const CLI::App& app, const std::vector<std::string>& arguments,
                          const CLI::ParseError& error);

/// The text for a call without arguments: a description and first steps.
std::string beginning_text(const CLI::App& app);

// --- the words of the library --------------------------------------------------------------------------

/// A message of the library with the tool's options: "option 'weight_column'" becomes "--weight-column", and
/// "option 'format'" becomes "--from".
std::string with_flags(const std::string& message);

/// A message of the library about a parameter, beginning with the option for it: "min_density is 0: ..."
/// becomes "--min-density is 0: ...", "s is 3: ..." becomes "-s is 3: ...".
std::string option_problem(const CLI::App& app, const InvalidArgument& error);

/// A message of the library about a file. Commands without --signed refer to a command with it.
std::string input_problem(const CLI::App& app, const InputError& error);

// --- parts of command lines -----------------------------------------------------------------------------

/// The command that was reached, after its parents.
using Levels = std::vector<const CLI::App*>;
Levels levels_of(const CLI::App& app);

/// The subcommands, and their names.
std::vector<const CLI::App*> commands_below(const CLI::App& level);
std::vector<std::string> command_names(const CLI::App& level);

/// The option called "--size" or "-s" at one of the levels, or nullptr.
const CLI::Option* known_option(const Levels& levels, const std::string& name);

/// The option in a word, without "=" and a value or an attached letter: "--size" of "--size=5".
std::string option_name(const std::string& word);

/// The file of --config, or empty.
std::string config_path(const std::vector<std::string>& arguments);

/// The problem of a value in the words of lode, after the name of the --config file if its option is not on
/// the command line.
std::string problem_of_value(const CLI::ParseError& error, const Levels& levels,
                             const std::vector<std::string>& arguments);

/// Reads options from a TOML file, every line of which is a section, a key with a value, a comment, or blank.
/// A byte order mark at the beginning is ignored. Its errors name the line.
std::shared_ptr<CLI::Config> strict_config();

/// The problem, and the names of `known` nearest to the word.
std::string with_nearest(std::string problem, std::string_view word, const std::vector<std::string>& known);

}  // namespace lode::tool
