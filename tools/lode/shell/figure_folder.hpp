#pragma once

#include <string>
#include <vector>

#include <lode/io/output_file.hpp>
#include <lode/report/format.hpp>

#include "shell/session.hpp"

namespace lode::tool {

/// Refuses, before the work, what --svg names and write_figures could not take: a file, or a folder that
/// holds SVG files already and may not be overwritten. Empty: nothing was asked. Errors: InvalidArgument.
void check_figure_folder(const std::string& folder, Overwrite overwrite);

/// Writes figures into a folder, which is made where it is missing, and says so.
void write_figures(const std::string& folder, const std::vector<NamedFigure>& figures, Overwrite overwrite,
                   const Session& session);

}  // namespace lode::tool
