#include "shell/outputs.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include <lode/core/error.hpp>

#include "shell/help/help.hpp"

namespace lode::tool {
namespace {

constexpr std::string_view file_prefix = "file:";

}  // namespace

GraphLocation located(const std::string& graph) {
  try {
    return resolve_graph(graph, default_search_folders());
  } catch (const Error&) {
    return {};
  }
}

CLI::Option* Outputs::add_file(CLI::App& to, const std::string& names, std::string& path,
                               const std::string& meaning) {
  files.push_back({names.substr(0, names.find(',')), &path});
  command = &to;
  return add_option(to, names, path, "FILE", meaning);
}

void Outputs::add_options(CLI::App& to, const std::vector<std::string>& formats) {
  command = &to;
  begin_section(to, heading::output);
  if (!formats.empty()) general(add_option(to, "--format", format, "FORM", "Output format", one_of(formats)));
  begin_section(to, heading::output, Shown::in_full);
  if (!files.empty()) general(to.add_flag("--force", force, "Overwrite files that exist"));
}

std::vector<std::string> Outputs::inputs() const {
  std::vector<std::string> inputs;
  for (const CLI::Option* const option : command->get_options()) {
    const std::string word = value_name(*option);
    const bool reads = word.find("FILE") != std::string::npos || word == "GRAPH";
    if (option->count() == 0 || option->get_group().starts_with(heading::output)) continue;
    for (const std::string& value : option->results()) {
      const std::string path = word == "GRAPH" ? located(value).path : value;
      if (reads && !word.starts_with(value + '|')) inputs.push_back(path.empty() ? value : path);
      inputs.push_back(named_file(value));
    }
  }
  return inputs;
}

void Outputs::check(Session& session) const {
  std::vector<std::string> paths;
  for (const File& file : files) {
    if (!file.path->empty() && !is_open_pattern(*file.path)) paths.push_back(*file.path);
  }
  if (!paths.empty()) session.check_outputs(paths, inputs(), overwrite());
}

void Outputs::need_place(std::string_view option, std::string_view place, const std::string& reason) const {
  const std::string& path = *std::ranges::find(files, option, &File::option)->path;
  if (path.empty() || path.find(place) != std::string::npos) return;
  const std::size_t dot = path.rfind('.');
  const bool ends = dot != std::string::npos && dot > path.rfind('/') + 1;
  const std::string better = ends ? fmt::format("{}-{}{}", path.substr(0, dot), place, path.substr(dot))
                                  : fmt::format("{}-{}", path, place);
  throw InvalidArgument(std::string(option), path, "names one file: " + reason,
                        fmt::format("write {}, as in '{}'", place, better));
}

void Outputs::write(const Session& session, const std::string& path, std::string text) const {
  if (path.empty()) return;
  write_file(path, with_provenance(std::move(text), session.provenance()), overwrite());
  session.note_written(path);
}

bool is_open_pattern(std::string_view path) {
  const auto has = [&](std::string_view place) { return path.find(place) != std::string_view::npos; };
  return has("{s}") || has("{rank}") || has("{graph}");
}

std::string filled(std::string path, std::string_view place, std::string value) {
  std::replace(value.begin(), value.end(), '/', '-');
  for (std::size_t at = path.find(place); at != std::string::npos; at = path.find(place, at + value.size())) {
    path.replace(at, place.size(), value);
  }
  return path;
}

std::string named_file(std::string_view word) {
  return std::string(word.starts_with(file_prefix) ? word.substr(file_prefix.size()) : "");
}

void without_certificate(const std::string& path, std::string_view reason) {
  if (std::filesystem::is_regular_file(path)) std::filesystem::remove(path);
  throw SystemError(fmt::format("no certificate is written to {}: {}", path, reason));
}

}  // namespace lode::tool
