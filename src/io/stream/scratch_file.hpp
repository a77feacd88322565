#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace lode::detail {

/// A file without a name for data that does not fit in memory; it goes with the object or the process.
///
/// Errors: SystemError naming the folder when it is not writable or the disk is full.
class ScratchFile {
 public:
  explicit ScratchFile(std::string folder);
  ~ScratchFile();
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;

  void write_at(std::uint64_t place, const void* data, std::size_t size);
  /// All of it must have been written.
  void read_at(std::uint64_t place, void* data, std::size_t size) const;
  /// Gives the disk space of [begin, end) back where the file system can.
  void release(std::uint64_t begin, std::uint64_t end);

 private:
  [[noreturn]] void fail(const char* what, int error) const;

  std::string folder_;
  int fd_ = -1;
};

}  // namespace lode::detail
