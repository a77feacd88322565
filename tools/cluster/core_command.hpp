#pragma once

#include <CLI/CLI.hpp>

#include "ranks/ranks.hpp"
#include "shell/session.hpp"

namespace lode::cluster {

/// Adds the command of lode-cluster, which runs on every rank.
void add_core(CLI::App& app, tool::Session& session, const Ranks& ranks);

}  // namespace lode::cluster
