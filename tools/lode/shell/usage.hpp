#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace lode::tool {

/// `version` as the flag it stands for.
std::vector<std::string> with_flags_for_words(std::vector<std::string> arguments);

/// What a command line gets wrong: one short line, with the nearest names where a word is not known.
std::string usage_problem(const CLI::App& app, const std::vector<std::string>& arguments,
                          const CLI::ParseError& error);

/// What one reads who calls the program without arguments: what it is, and where to begin.
std::string beginning_text(const CLI::App& app);

}  // namespace lode::tool
