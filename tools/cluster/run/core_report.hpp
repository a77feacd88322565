#pragma once

#include <string>

#include "run/core_run.hpp"

namespace lode::cluster {

/// For people: the core, the bounds, the cost of every phase.
std::string core_text(const CoreResult& result, const std::string& output);
/// One JSON object, schema version 1. "graph", "core" and "bounds" are equal for any number of ranks.
std::string core_json(const CoreResult& result, const std::string& output);

}  // namespace lode::cluster
