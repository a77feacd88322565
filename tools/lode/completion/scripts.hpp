#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace lode::tool {

/// The script that completes the commands, options and values of a program in "bash", "zsh" or "fish". It
/// holds all words, and runs nothing.
std::string completion_script(const CLI::App& app, const std::string& shell);

/// The words an option or an argument of a command takes: those of its check, or the names of methods,
/// presets and topics.
std::vector<std::string> words_of(const CLI::Option& option, const CLI::App& command);

}  // namespace lode::tool
