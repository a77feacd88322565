#include "shell/figure_folder.hpp"

#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include <lode/core/error.hpp>

namespace lode::tool {

namespace fs = std::filesystem;

void check_figure_folder(const std::string& folder, const std::vector<std::string>& other,
                         Overwrite overwrite) {
  if (folder.empty()) return;
  std::error_code error;
  if (!fs::exists(folder, error)) {
    fs::create_directories(folder, error);
    if (error) throw SystemError(fmt::format("{}: cannot be made: {}", folder, error.message()));
    return;
  }
  if (!fs::is_directory(folder, error)) throw InvalidArgument("--svg", folder, "is a file", "name a folder");
  for (const std::string& file : other) {
    const fs::path path(file);
    const fs::path place = path.has_parent_path() ? path.parent_path() : fs::path(".");
    if (path.extension() != ".svg" || !fs::equivalent(place, folder, error)) continue;
    throw InvalidArgument("--svg", folder, "holds " + file + ", which a figure could overwrite",
                          "name another folder");
  }
  if (overwrite == Overwrite::yes) return;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().extension() != ".svg") continue;
    throw InvalidArgument("--svg", folder, "holds SVG files already", "name another folder, or add --force");
  }
}

void write_figures(const std::string& folder, const std::vector<NamedFigure>& figures, Overwrite overwrite,
                   const Session& session) {
  if (folder.empty()) return;
  for (const NamedFigure& figure : figures) {
    write_file((fs::path(folder) / figure.file).string(), figure.svg, overwrite);
  }
  session.note(fmt::format("wrote {} to {}", format_plural(figures.size(), "figure", "figures"), folder));
}

}  // namespace lode::tool
