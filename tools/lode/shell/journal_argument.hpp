#pragma once

#include <string>
#include <vector>

#include <lode/study/run_grid.hpp>

namespace lode::tool {

/// Refuses a --resume file that is standard output, an output or an input. Errors: InvalidArgument.
void check_journal(const std::string& journal, const std::vector<std::string>& outputs,
                   const std::vector<std::string>& inputs);

/// What a grid of runs shows while it goes on.
std::string progress_line(const GridProgress& progress);

}  // namespace lode::tool
