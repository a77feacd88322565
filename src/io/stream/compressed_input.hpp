#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/stream/codecs.hpp"

namespace lode::detail {

/// Name of an unnamed text in memory, in errors and reports.
inline constexpr auto memory_name = "<memory>";

/// Remedy for an empty text; nullptr: empty is allowed.
struct IfEmpty {
  const char* remedy = "a graph needs at least one edge";
};

/// A file, standard input ("-") or bytes in memory, still packed, with a window of unread bytes.
class RawInput {
 public:
  RawInput(std::string_view bytes, std::string display_name);
  /// Errors: InputError for a missing or unreadable file or a folder; SystemError where the system fails.
  RawInput(const std::string& path, std::string display_name);
  ~RawInput();
  RawInput(const RawInput&) = delete;
  RawInput& operator=(const RawInput&) = delete;

  std::string_view window() const { return window_; }
  void consume(std::size_t size) {
    window_.remove_prefix(size);
    consumed_ += size;
  }
  /// Bytes consumed since the beginning.
  std::uint64_t consumed() const { return consumed_; }

  /// Fills the window to at least `wanted` bytes, or to the end of the input.
  void fill(std::size_t wanted);
  /// Moves bytes into `out`, at least one unless the input has ended.
  std::size_t read_some(char* out, std::size_t size);

  bool is_repeatable() const { return repeatable_; }

 private:
  std::size_t read_file(char* out, std::size_t size);
  [[noreturn]] void fail_to_open(int error) const;

  std::string display_name_;
  std::vector<char> buffer_;  ///< the window of a file
  std::string_view window_;
  std::uint64_t consumed_ = 0;
  int fd_ = -1;  ///< below 0: in memory
  bool repeatable_ = true;
};

/// The text of a file, of standard input ("-"), or of bytes in memory; gzip (any number of members), zstd
/// (any number of frames), bzip2 and xz (any number of streams) are recognised by their first bytes, not by
/// name, and unpacked on reading.
///
/// Errors: InputError for a missing, unreadable or empty file, a folder, truncated or damaged compressed
///         data, and files of other programs; SystemError when the system fails to read.
class CompressedInput {
 public:
  static constexpr std::size_t head_bytes = std::size_t{1} << 16;

  explicit CompressedInput(const std::string& path, IfEmpty if_empty = {});
  /// Bytes in memory that are called `name` and must outlive the input.
  CompressedInput(std::string_view bytes, std::string name, IfEmpty if_empty = {});
  CompressedInput(const CompressedInput&) = delete;
  CompressedInput& operator=(const CompressedInput&) = delete;

  /// Copies the next `size` bytes of text; fewer only at the end.
  std::size_t read(char* out, std::size_t size);

  /// The beginning of the text (up to 64 KiB), at any time.
  std::string_view head() const { return head_; }
  /// True if `head` is the whole text.
  bool head_is_all() const { return head_.size() < head_bytes; }
  const std::string& path() const { return path_; }
  /// Name of the input in errors: a path, or "standard input".
  const std::string& display_name() const { return display_name_; }
  Compression compression() const { return compression_; }
  /// The bytes in memory, still packed; empty for files and standard input.
  std::string_view memory() const { return bytes_.value_or(""); }
  /// True for regular files and bytes in memory: `again` gives the same text. False for pipes and standard
  /// input.
  bool can_be_read_again() const { return raw_.is_repeatable(); }
  CompressedInput again() const;
  /// Bytes of text handed out so far.
  std::uint64_t bytes_read() const { return bytes_read_; }

 private:
  void open(IfEmpty if_empty);
  /// The compression of the next stream.
  Compression next_compression();
  /// Some next bytes of text, at least one unless the text has ended.
  std::size_t unpack(char* out, std::size_t size);
  /// The next `size` bytes of text; fewer only at the end.
  std::size_t unpack_all(char* out, std::size_t size);
  void skip_padding();
  [[noreturn]] void fail(const std::string& problem, const char* remedy = CodecStep().remedy) const;

  std::string path_;
  std::string display_name_;
  std::optional<std::string_view> bytes_;  ///< in memory
  RawInput raw_;
  Compression compression_ = Compression::none;
  Codec codec_;                ///< empty: the text is not packed
  bool stream_ended_ = false;  ///< and the next one has not begun
  std::string head_;
  std::size_t head_used_ = 0;
  std::uint64_t bytes_read_ = 0;
};

// --- files of other programs ---

/// True for the first bytes of a foreign file that lode names and refuses.
bool is_foreign_file(std::string_view head);

/// Refuses foreign files by their signatures, each with a converting command.
/// Errors: InputError.
void refuse_foreign_file(std::string_view head, const std::string& display_name);

}  // namespace lode::detail
