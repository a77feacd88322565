#pragma once

#include <string>

#include "run/core_run.hpp"

namespace lode::cluster {

/// A summary of the input in one line without its end, as in lode's input reports.
std::string input_text(const CoreResult& result);
/// For people: the core, the bounds, the cost of every phase; with `levels` every level of the peeling.
std::string core_text(const CoreResult& result, const std::string& output, bool levels);
/// One JSON object, schema version 1. "graph", "core" and "bounds" are equal for any number of ranks.
std::string core_json(const CoreResult& result, const std::string& output);

}  // namespace lode::cluster
