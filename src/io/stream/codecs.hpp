#pragma once

#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include <lode/io/output_file.hpp>

namespace lode::detail {

enum class Compression { none, gzip, zstd, bzip2, xz };
/// "", "gzip", "zstd", "bzip2", "xz".
std::string_view to_string(Compression compression);
/// The compression that the extension of a path means.
Compression compression_of(std::string_view path);
/// The compression by the first 16 bytes of a file.
Compression compression_of_bytes(std::string_view bytes);

/// Bytes for a codec to read, and room for it to fill.
struct CodecBuffers {
  std::string_view in;
  std::span<char> out;
  bool last = false;  ///< the input ends with `in`
};

struct CodecStep {
  bool ended = false;             ///< a stream has ended
  const char* problem = nullptr;  ///< with the packed data; nullptr: none
  const char* remedy = "download or copy the file again";
};

/// Packs or unpacks one stream; each call reads some bytes and writes some.
using Codec = std::function<CodecStep(CodecBuffers&)>;

enum class Direction { pack, unpack };

/// The codec of a compression; empty for none.
Codec make_codec(Compression compression, Direction direction);

/// Compresses text for another sink. Equal texts give equal bytes.
class CompressedOutput {
 public:
  CompressedOutput(Compression compression, TextSink next);

  void write(std::string_view text) { pack({text, {}}); }
  /// Writes the rest. Must be the last call.
  void finish() { pack({{}, {}, true}); }

 private:
  void pack(CodecBuffers buffers);

  Codec codec_;
  TextSink next_;
  std::vector<char> room_;
};

}  // namespace lode::detail
