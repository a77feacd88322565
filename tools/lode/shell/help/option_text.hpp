#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include <lode/report/tables.hpp>

#include "shell/help/description.hpp"

// What help says of one option, by its record.

namespace lode::tool {

/// "-s, --size SIZES", or "GRAPH" for an argument without a dash.
std::string name_of(const CLI::Option& option);
/// "-s", or its long name where it has no short one.
std::string short_name(const CLI::Option& option);
/// What it means, the values it takes, and its default. Of a description of two lines, the second one is for
/// readers of all details.
std::string meaning_of(const CLI::Option& option, Detail detail);
/// The settings of one method.
std::vector<Entry> entries_of(const MethodOptions& method);

}  // namespace lode::tool
