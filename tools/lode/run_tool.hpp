#pragma once

#include <string>
#include <vector>

namespace lode::tool {

/// Does what a command line of the tool asks for, its name left out. Returns its exit code.
/// Errors: std::bad_alloc before the command line is read; others are printed.
int run_tool(std::vector<std::string> arguments);

}  // namespace lode::tool
