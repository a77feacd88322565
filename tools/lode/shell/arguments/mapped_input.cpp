#include "shell/arguments/mapped_input.hpp"

#include <atomic>
#include <iterator>

#include <fmt/format.h>
#include <sys/stat.h>

#include <lode/core/error.hpp>

namespace lode::tool {
namespace {

/// A mapped file for signal handlers, which must not allocate.
struct WatchedFile {
  char path[4096] = {};
  struct stat status = {};
  std::atomic<bool> used = false;
};
WatchedFile watched[4];

/// True if the file itself was changed. If it was replaced, its readers still have the old file.
bool is_changed(const WatchedFile& file) {
  struct stat now {};
  const struct stat& then = file.status;
  return file.used.load() && ::stat(file.path, &now) == 0 && now.st_dev == then.st_dev &&
         now.st_ino == then.st_ino &&
         (now.st_size != then.st_size || now.st_mtim.tv_sec != then.st_mtim.tv_sec ||
          now.st_mtim.tv_nsec != then.st_mtim.tv_nsec);
}

}  // namespace

MappedInput::MappedInput(const std::string& path) {
  for (int i = 0; i < static_cast<int>(std::size(watched)); ++i) {
    WatchedFile& file = watched[i];
    if (file.used.load() || path.size() >= sizeof file.path) continue;
    if (::stat(path.c_str(), &file.status) != 0) return;
    path.copy(file.path, path.size());
    file.path[path.size()] = '\0';
    file.used.store(true);
    place_ = i;
    return;
  }
}

MappedInput::~MappedInput() {
  if (place_ >= 0) watched[place_].used.store(false);
}

const char* changed_input() {
  for (const WatchedFile& file : watched) {
    if (is_changed(file)) return file.path;
  }
  return nullptr;
}

void check_mapped_inputs() {
  if (const char* const path = changed_input()) {
    throw InputError({path}, std::string(changed_input_problem), std::string(changed_input_remedy));
  }
}

}  // namespace lode::tool
