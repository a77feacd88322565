#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "shell/session.hpp"

namespace lode::tool {

/// Add commands to the application, each with a callback that runs it. Callbacks throw on failure.
void add_find(CLI::App& app, Session& session);
void add_report(CLI::App& app, Session& session);
void add_compare(CLI::App& app, Session& session);
void add_densest(CLI::App& app, Session& session);
void add_groups(CLI::App& app, Session& session);
void add_bounds(CLI::App& app, Session& session);
void add_verify(CLI::App& app, Session& session);
void add_info(CLI::App& app, Session& session);
void add_convert(CLI::App& app, Session& session);
void add_generate(CLI::App& app, Session& session);
void add_methods(CLI::App& app, Session& session);
void add_data(CLI::App& app, Session& session);
void add_lsq(CLI::App& app, Session& session);
void add_completion(CLI::App& app, Session& session);
/// Must be added last, because it explains the commands added before.
void add_help(CLI::App& app, Session& session);

/// The methods and bounds that `lode help` explains, and "records". `group`: "lsq" for methods of least
/// squares; otherwise topics of graphs come first.
std::vector<std::string> topic_names(const std::string& group);

/// Description, cost and settings of a method or a bound; for "records", question_records(). Errors:
/// InvalidArgument with the nearest names for an unknown name.
std::string topic_text(const std::string& group, const std::string& name, std::size_t columns);

/// The script that completes commands, options and values of a program in "bash", "zsh" or "fish". It
/// contains all words and runs no program.
std::string completion_script(const CLI::App& app, const std::string& shell);

/// The words of an option or an argument: the values of its check, or names of methods, presets and topics.
std::vector<std::string> words_of(const CLI::Option& option, const CLI::App& command);

}  // namespace lode::tool
