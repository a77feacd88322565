#pragma once

#include <string>

#include "core_run.hpp"

namespace lode::cluster {

/// For people: what was read, the core, the bounds, and what each phase took.
std::string core_text(const CoreReport& report, const std::string& output);

/// The same as JSON, with every number that was counted; schema_version 1.
std::string core_json(const CoreReport& report, const std::string& output);

}  // namespace lode::cluster
