#pragma once

#include <string>

#include "run/core_run.hpp"

namespace lode::cluster {

/// What was read, as lode's input reports say it; one line without its end.
std::string input_text(const CoreResult& result);
/// For people: the core, the bounds, what every phase took; with `levels` every level of the peeling.
std::string core_text(const CoreResult& result, const std::string& output, bool levels);
/// One JSON object, schema version 1. "graph", "core" and "bounds" are the same for any number of ranks.
std::string core_json(const CoreResult& result, const std::string& output);

}  // namespace lode::cluster
