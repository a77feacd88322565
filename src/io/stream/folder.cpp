#include "io/stream/folder.hpp"

#include <cerrno>
#include <cstring>
#include <memory>
#include <new>

#include <dirent.h>
#include <fmt/format.h>

#include <lode/core/error.hpp>

namespace lode::detail {
namespace {

[[noreturn]] void fail(const std::string& folder, int error) {
  if (error == ENOMEM) throw std::bad_alloc();
  throw SystemError(fmt::format("{}: cannot read the folder ({})", folder, std::strerror(error)));
}

}  // namespace

std::vector<std::string> names_in(const std::string& folder) {
  const std::unique_ptr<DIR, int (*)(DIR*)> open(::opendir(folder.c_str()), ::closedir);
  if (!open) {
    if (errno == ENOENT || errno == ENOTDIR || errno == EACCES || errno == EPERM) return {};
    fail(folder, errno);
  }
  std::vector<std::string> names;
  for (errno = 0; const dirent* const entry = ::readdir(open.get()); errno = 0) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
  }
  if (errno != 0) fail(folder, errno);
  return names;
}

}  // namespace lode::detail
