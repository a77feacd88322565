#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

namespace lode::tool {

/// The problem, and the names of `known` that are nearest to the word.
std::string with_nearest(std::string problem, std::string_view word, const std::vector<std::string>& known);

/// The commands below one.
std::vector<std::string> command_names(const CLI::App& level);

/// What CLI11 says of a value, in fewer words; `levels` are the commands that were reached.
std::string value_problem(const std::string& text, const std::vector<const CLI::App*>& levels);

}  // namespace lode::tool
