#include "shell/output_pattern.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include <lode/core/error.hpp>

namespace lode::tool {

bool has_place(std::string_view path, std::string_view place) {
  return path.find(place) != std::string_view::npos;
}

bool is_open_pattern(std::string_view path) {
  return has_place(path, "{s}") || has_place(path, "{rank}") || has_place(path, "{graph}");
}

std::string filled(std::string path, std::string_view place, std::string value) {
  std::replace(value.begin(), value.end(), '/', '-');
  for (std::size_t at = path.find(place); at != std::string::npos; at = path.find(place, at + value.size())) {
    path.replace(at, place.size(), value);
  }
  return path;
}

void need_place(const char* option, const std::string& path, std::string_view place,
                const std::string& reason) {
  if (path.empty() || has_place(path, place)) return;
  const std::size_t dot = path.rfind('.');
  const bool ends = dot != std::string::npos && dot > path.rfind('/') + 1;
  const std::string better = ends ? fmt::format("{}-{}{}", path.substr(0, dot), place, path.substr(dot))
                                  : fmt::format("{}-{}", path, place);
  throw InvalidArgument(option, path, "names one file: " + reason,
                        fmt::format("write {}, as in '{}'", place, better));
}

void without_certificate(const std::string& path, std::string_view reason) {
  if (std::filesystem::is_regular_file(path)) std::filesystem::remove(path);
  throw SystemError(fmt::format("no certificate is written to {}: {}", path, reason));
}

}  // namespace lode::tool
