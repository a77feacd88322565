#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "ranks.hpp"
#include "shell/session.hpp"

namespace lode::cluster {

/// Each adds one command to the tool; all ranks run it together.
void add_core(CLI::App& app, Ranks& ranks, tool::Session& session);
/// `options` are for `lode find`: what stands behind -- on the command line. `code` becomes its exit code.
void add_find(CLI::App& app, Ranks& ranks, tool::Session& session, const std::vector<std::string>& options,
              int& code);

}  // namespace lode::cluster
