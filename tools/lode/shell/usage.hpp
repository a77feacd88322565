#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace lode::tool {

/// Replaces the word `version` by its flag.
std::vector<std::string> with_flags_for_words(std::vector<std::string> arguments);

/// The error in a command line: one short line, with the nearest names for an unknown word, and a line that
/// names the help of the command.
std::string usage_problem(const CLI::App& app, const std::vector<std::string>& arguments,
                          const CLI::ParseError& error);

/// The text for a call without arguments: a description and first steps.
std::string beginning_text(const CLI::App& app);

}  // namespace lode::tool
