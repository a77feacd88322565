#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include <lode/report/tables.hpp>

#include "shell/help/description.hpp"

// Help texts of one option, by its record.

namespace lode::tool {

/// "-s, --size SIZES", or "GRAPH" for an argument without a dash.
std::string name_of(const CLI::Option& option);
/// "-s", or the long name of an option without a short one.
std::string short_name(const CLI::Option& option);
/// The meaning of an option, its values, and its default. The second line of a description is only for full
/// help.
std::string meaning_of(const CLI::Option& option, Detail detail);
/// The settings of one method.
std::vector<Entry> entries_of(const MethodOptions& method);

}  // namespace lode::tool
