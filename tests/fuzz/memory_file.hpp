#pragma once

#include <string>
#include <string_view>

#include <sys/mman.h>
#include <unistd.h>

#include "fuzz/fuzz_target.hpp"

namespace lode::fuzz {

/// A file without a place on a disk, for readers that take a path alone.
class MemoryFile {
 public:
  MemoryFile() : file_(memfd_create("input", 0)), path_("/proc/self/fd/" + std::to_string(file_)) {
    require(file_ >= 0);
  }
  ~MemoryFile() { close(file_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  /// The path of a file that holds this text until the next call.
  const std::string& with(std::string_view text) {
    require(ftruncate(file_, 0) == 0);
    require(pwrite(file_, text.data(), text.size(), 0) == static_cast<ssize_t>(text.size()));
    return path_;
  }

 private:
  int file_;
  std::string path_;
};

}  // namespace lode::fuzz
