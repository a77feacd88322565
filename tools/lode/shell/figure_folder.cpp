#include "shell/figure_folder.hpp"

#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include <lode/core/error.hpp>

namespace lode::tool {

namespace fs = std::filesystem;

void check_figure_folder(const std::string& folder, Overwrite overwrite) {
  if (folder.empty()) return;
  std::error_code error;
  if (!fs::exists(folder, error)) return;
  if (!fs::is_directory(folder, error)) throw InvalidArgument("--svg", folder, "is a file", "name a folder");
  if (overwrite == Overwrite::yes) return;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().extension() != ".svg") continue;
    throw InvalidArgument("--svg", folder, "holds SVG files already", "name another folder, or add --force");
  }
}

void write_figures(const std::string& folder, const std::vector<NamedFigure>& figures, Overwrite overwrite,
                   const Session& session) {
  if (folder.empty()) return;
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw SystemError(fmt::format("{}: cannot be made: {}", folder, error.message()));
  for (const NamedFigure& figure : figures) {
    write_file((fs::path(folder) / figure.file).string(), figure.svg, overwrite);
  }
  session.note(fmt::format("wrote {} to {}", format_plural(figures.size(), "figure", "figures"), folder));
}

}  // namespace lode::tool
