#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace lode::detail {

/// A file that arrives bit by bit, perhaps over several runs of the program.
///
/// Bytes are appended to what an earlier run has left. Whatever happens they stay, until `commit` gives the
/// file its final name or `discard` removes it; an empty file is removed with the object. A lock on the file
/// keeps a second process away for the lifetime of the object.
///
/// Errors: SystemError naming the path when the file cannot be written, and when another process holds it.
class PartFile {
 public:
  explicit PartFile(std::string path);
  ~PartFile();
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;

  const std::string& path() const { return path_; }
  std::uint64_t size() const { return size_; }

  void append(std::string_view bytes);
  /// Drops every byte.
  void restart();
  /// Flushes to the disk and replaces `final_path`, in one step. Must be the last call.
  void commit(const std::string& final_path);
  /// Removes the file. Must be the last call.
  void discard();

 private:
  void open_locked();
  [[noreturn]] void fail(const char* what, int error) const;

  std::string path_;
  std::uint64_t size_ = 0;
  int fd_ = -1;
  bool gone_ = false;
};

}  // namespace lode::detail
