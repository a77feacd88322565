#pragma once

#include <string>
#include <vector>

#include "shell/help/help_command.hpp"

namespace lode::tool {

/// The methods and bounds that `lode help` explains. `group`: "lsq" for those of least squares; else those of
/// graphs come first.
std::vector<std::string> topic_names(const std::string& group);

/// What a method or a bound is, what it costs, and its settings.
/// Errors: InvalidArgument with the nearest names for one that there is not.
std::string topic_text(const std::string& group, const std::string& name, std::size_t columns);

/// Both for the command `help`.
HelpTopics help_topics();

}  // namespace lode::tool
