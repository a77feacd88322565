#include "io/stream/file_names.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <new>

#include <dirent.h>
#include <fmt/format.h>
#include <strings.h>

#include <lode/core/error.hpp>

namespace lode::detail {
std::string_view plain_file_name(std::string_view path) {
  path = path.substr(path.rfind('/') + 1);
  for (const std::string_view packed : packed_extensions) {
    if (path.size() > packed.size() && equal_ignoring_case(extension(path), packed)) {
      return path.substr(0, path.size() - packed.size());
    }
  }
  return path;
}

std::string_view extension(std::string_view plain_name) {
  const std::size_t dot = plain_name.rfind('.');
  return dot == std::string_view::npos ? std::string_view{} : plain_name.substr(dot);
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return a.size() == b.size() && ::strncasecmp(a.data(), b.data(), a.size()) == 0;
}

bool starts_ignoring_case(std::string_view text, std::string_view prefix) {
  return text.size() >= prefix.size() && equal_ignoring_case(text.substr(0, prefix.size()), prefix);
}

std::string naming_file(std::string_view remedy, std::string_view path) {
  constexpr std::string_view word = "FILE";
  const bool plain =
      path != "standard input" && path.find_first_of("'\"\\$`!<>\n\t") == std::string_view::npos;
  std::string text(remedy);
  if (!plain) return text;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + path.size())) {
    text.replace(at, word.size(), path);
  }
  return text;
}

std::vector<std::string> names_in(const std::string& folder) {
  const std::unique_ptr<DIR, int (*)(DIR*)> open(::opendir(folder.c_str()), ::closedir);
  const auto check = [&](bool good) {
    if (!good && errno == ENOMEM) throw std::bad_alloc();
    if (!good)
      throw SystemError(fmt::format("{}: cannot read the folder ({})", folder, std::strerror(errno)));
  };
  if (!open && (errno == ENOENT || errno == ENOTDIR || errno == EACCES || errno == EPERM)) return {};
  check(open != nullptr);
  std::vector<std::string> names;
  for (errno = 0; const dirent* const entry = ::readdir(open.get()); errno = 0) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
  }
  check(errno == 0);
  std::ranges::sort(names);
  return names;
}

}  // namespace lode::detail
