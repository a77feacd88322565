#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace lode::tool {

/// `help`, `help COMMAND` and `version` as the flags they stand for.
/// Errors: InvalidArgument for help on a command that there is not.
std::vector<std::string> with_flags_for_words(const CLI::App& app, std::vector<std::string> arguments);

/// What a command line gets wrong: one short line, with the nearest names where a word is not known.
std::string usage_problem(const CLI::App& app, const std::vector<std::string>& arguments,
                          const CLI::ParseError& error);

}  // namespace lode::tool
