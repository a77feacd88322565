#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace lode::tool {

/// The script that completes commands, options and values of a program in "bash", "zsh" or "fish". It
/// contains all words and runs no program.
std::string completion_script(const CLI::App& app, const std::string& shell);

/// The words of an option or an argument: the values of its check, or names of methods, presets and topics.
std::vector<std::string> words_of(const CLI::Option& option, const CLI::App& command);

}  // namespace lode::tool
