#pragma once

#include <string>
#include <vector>

#include <lode/io/output_file.hpp>
#include <lode/report/format.hpp>

#include "shell/session.hpp"

namespace lode::tool {

/// Makes the folder that --svg names, and refuses, before the work, what write_figures could not take: a
/// file, or a folder that holds SVG files already and may not be overwritten, or one of the `other` files
/// that are read or written. Empty: nothing was asked. Errors: InvalidArgument, SystemError.
void check_figure_folder(const std::string& folder, const std::vector<std::string>& other,
                         Overwrite overwrite);

/// Writes figures into the folder, and says so.
void write_figures(const std::string& folder, const std::vector<NamedFigure>& figures, Overwrite overwrite,
                   const Session& session);

}  // namespace lode::tool
