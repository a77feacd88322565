#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

namespace lode::tool {

/// The problem, and the names of `known` nearest to the word.
std::string with_nearest(std::string problem, std::string_view word, const std::vector<std::string>& known);

/// The names of the subcommands.
std::vector<std::string> command_names(const CLI::App& level);

/// CLI11's message about a value, shortened; `levels` are the commands that were reached.
std::string value_problem(const std::string& text, const std::vector<const CLI::App*>& levels);

}  // namespace lode::tool
