#pragma once

#include <string>
#include <vector>

#include "shell/help/help.hpp"

namespace lode::tool {

/// The methods and bounds that `lode help` explains, and "records". `group`: "lsq" for methods of least
/// squares; otherwise topics of graphs come first.
std::vector<std::string> topic_names(const std::string& group);

/// Description, cost and settings of a method or a bound; for "records", question_records(). Errors:
/// InvalidArgument with the nearest names for an unknown name.
std::string topic_text(const std::string& group, const std::string& name, std::size_t columns);

}  // namespace lode::tool
