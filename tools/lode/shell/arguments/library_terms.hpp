#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include <lode/core/error.hpp>

namespace lode::tool {

/// What the library says, with the flags and commands of the tool in place of its options and functions:
/// "option 'weight_column'" becomes "--weight-column", "option 'format'" becomes "--from", and
/// "function 'fetch_graph(NAME)'" becomes "'lode data get NAME'".
std::string with_flags(std::string_view message);

/// The message of the library about a parameter, with the option of the tool in its place, as it was typed:
/// "min_density is 0: ..." becomes "--min-density is 0: ...", "s is 3: ..." becomes "-s is 3: ...".
std::string option_problem(const CLI::App& app, const std::vector<std::string>& arguments,
                           const InvalidArgument& error);

/// The message of the library about a file. Commands without --signed say which command takes it.
std::string input_problem(const CLI::App& app, const InputError& error);

}  // namespace lode::tool
