#pragma once

#include <functional>
#include <string>
#include <vector>

#include "shell/arguments/graph.hpp"
#include "shell/outputs.hpp"

namespace lode::tool {

/// The file name of every graph, or the name as typed if two files have the same name.
std::vector<std::string> distinct_names(const std::vector<std::string>& graphs);

/// Runs a command on each of its graphs, with its name, the format and the places {graph} of its files
/// filled in. Prints one table (text), one document (json) or one list of rows (csv) of all outputs. After an
/// error, the remaining graphs are still processed: the first error is thrown at the end, others are reported
/// on standard error. Errors: InvalidArgument for files that several graphs would overwrite.
void run_on_each(const char* command, GraphArgument& graph, Outputs& out, Session& session,
                 const std::function<void()>& run);

}  // namespace lode::tool
