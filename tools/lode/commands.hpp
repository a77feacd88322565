#pragma once

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

}  // namespace lode::tool
