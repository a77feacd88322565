#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include <lode/core/error.hpp>

namespace lode::tool {

/// A message of the library with the tool's options: "option 'weight_column'" becomes "--weight-column", and
/// "option 'format'" becomes "--from".
std::string with_flags(const std::string& message);

/// A message of the library about a parameter, beginning with the option for it: "min_density is 0: ..."
/// becomes "--min-density is 0: ...", "s is 3: ..." becomes "-s is 3: ...".
std::string option_problem(const CLI::App& app, const InvalidArgument& error);

/// A message of the library about a file. Commands without --signed refer to a command with it.
std::string input_problem(const CLI::App& app, const InputError& error);

}  // namespace lode::tool
