#pragma once

#include <CLI/CLI.hpp>

#include "shell/session.hpp"

namespace lode::tool {

/// Commands; each adds itself to the application with a callback that runs it. A callback that fails throws.
void add_find(CLI::App& app, Session& session);
void add_report(CLI::App& app, Session& session);
void add_compare(CLI::App& app, Session& session);
void add_densest(CLI::App& app, Session& session);
void add_bounds(CLI::App& app, Session& session);
void add_verify(CLI::App& app, Session& session);
void add_info(CLI::App& app, Session& session);
void add_convert(CLI::App& app, Session& session);
void add_generate(CLI::App& app, Session& session);
void add_methods(CLI::App& app, Session& session);
void add_data(CLI::App& app, Session& session);
void add_lsq(CLI::App& app, Session& session);
void add_completion(CLI::App& app, Session& session);
/// Comes last: it explains the commands before it.
void add_help(CLI::App& app, Session& session);

}  // namespace lode::tool
