#pragma once

#include <CLI/CLI.hpp>

#include "ranks/ranks.hpp"
#include "shell/session.hpp"

namespace lode::cluster {

// The commands of lode-cluster. Each runs on every rank.

void add_core(CLI::App& app, tool::Session& session, const Ranks& ranks);
void add_find(CLI::App& app, tool::Session& session, const Ranks& ranks);

}  // namespace lode::cluster
