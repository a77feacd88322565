#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lode::detail {

/// A file, standard input ("-") or bytes in memory as they are packed, with a window of bytes not yet
/// consumed.
class RawInput {
 public:
  RawInput(std::string_view bytes, std::string display_name);
  /// Errors: InputError for what is missing, not readable or a folder; SystemError where the system fails.
  RawInput(const std::string& path, std::string display_name);
  ~RawInput();
  RawInput(const RawInput&) = delete;
  RawInput& operator=(const RawInput&) = delete;

  const char* begin() const { return window_.data() + used_; }
  std::size_t available() const { return filled_ - used_; }
  std::string_view window() const { return {begin(), available()}; }
  void consume(std::size_t size) {
    used_ += size;
    consumed_ += size;
  }
  /// Bytes consumed since the beginning.
  std::uint64_t consumed() const { return consumed_; }

  /// Reads on until the window holds at least `wanted` bytes or the input ends.
  void fill(std::size_t wanted);
  /// Reads straight into `out`, at least one byte unless the input has ended.
  std::size_t read_some(char* out, std::size_t size);

  const std::string& display_name() const { return display_name_; }
  bool is_repeatable() const { return repeatable_; }

 private:
  [[noreturn]] void fail_to_open(int error) const;

  std::string display_name_;
  std::vector<char> window_;
  std::size_t used_ = 0;
  std::size_t filled_ = 0;
  std::uint64_t consumed_ = 0;
  std::string_view unread_;  ///< in memory
  int fd_ = -1;              ///< below 0: in memory
  bool owned_ = false;
  bool repeatable_ = false;
};

}  // namespace lode::detail
