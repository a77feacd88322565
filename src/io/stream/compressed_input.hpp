#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace lode::detail {

enum class Compression { none, gzip, zstd, bzip2, xz };
/// "", "gzip", "zstd", "bzip2", "xz".
std::string_view to_string(Compression compression);

/// What errors and reports call a text in memory that has no other name.
inline constexpr auto memory_name = "<memory>";

/// What a text should hold, for the error of an empty one.
enum class Content {
  graph,
  matrix,
  vertex_set,
  vertex_values,
  vertex_groups,
  quotas,
  catalogue,
  shard  ///< part of a graph: nothing is allowed, too
};

/// The text of a file, of standard input ("-"), or of bytes in memory; gzip (any number of members), zstd
/// (any number of frames), bzip2 and xz (any number of streams) are recognised by their first bytes, whatever
/// the name, and unpacked on the fly.
///
/// Errors: InputError for a missing, unreadable or empty file, a folder, truncated or damaged compressed
///         data, and files of other programs; SystemError when the system fails to read.
class CompressedInput {
 public:
  explicit CompressedInput(const std::string& path, Content content = Content::graph);
  /// Bytes in memory that are called `name` and must outlive the input.
  CompressedInput(std::string_view bytes, std::string name, Content content = Content::graph);
  ~CompressedInput();
  CompressedInput(const CompressedInput&) = delete;
  CompressedInput& operator=(const CompressedInput&) = delete;

  /// Copies the next `size` bytes of text; fewer only at the end.
  std::size_t read(char* out, std::size_t size);

  /// The beginning of the text (up to 64 KiB), whatever has been read.
  std::string_view head() const { return head_; }
  /// True if `head` is the whole text.
  bool head_is_all() const { return head_.size() < head_bytes; }
  const std::string& path() const { return path_; }
  /// What errors call this input: the path, or "standard input".
  const std::string& display_name() const { return display_name_; }
  Compression compression() const { return compression_; }
  /// The bytes in memory, as they are packed; empty for files and standard input.
  std::string_view memory() const { return in_memory_ ? bytes_ : std::string_view(); }
  /// True for regular files and bytes in memory: `again` gives the same text. False for pipes and standard
  /// input.
  bool can_be_read_again() const { return can_be_read_again_; }
  CompressedInput again() const;
  /// Bytes of text handed out so far.
  std::uint64_t bytes_read() const { return bytes_read_; }

  class Decoder;

 private:
  static constexpr std::size_t head_bytes = std::size_t{1} << 16;

  void open(Content content);
  void fill_head();

  std::string path_;
  std::string display_name_;
  bool in_memory_ = false;
  std::string_view bytes_;  ///< in memory
  Compression compression_ = Compression::none;
  std::unique_ptr<Decoder> decoder_;
  bool can_be_read_again_ = false;
  std::string head_;
  std::size_t head_used_ = 0;
  std::uint64_t bytes_read_ = 0;
};

}  // namespace lode::detail
