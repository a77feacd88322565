#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
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
};

/// Packs or unpacks in one format. All formats share this interface.
class Codec {
 public:
  enum class Direction { pack, unpack };
  enum class Input { more, last };
  struct Step {
    bool ended = false;        ///< a stream has ended
    std::string problem = {};  ///< with the packed data; empty: none
    std::string remedy = "download or copy the file again";
  };

  virtual ~Codec() = default;
  /// Reads some bytes and writes some.
  virtual Step run(CodecBuffers& buffers, Input input) = 0;
};

/// The codec of a compression; nullptr for none.
/// Errors: SystemError if the library refuses to start.
std::unique_ptr<Codec> make_codec(Compression compression, Codec::Direction direction);

/// Compresses text for another sink. The same text gives the same bytes.
class CompressedOutput {
 public:
  CompressedOutput(Compression compression, TextSink next);

  void write(std::string_view text) { pack(text, Codec::Input::more); }
  /// Writes the rest. Must be the last call.
  void finish() { pack({}, Codec::Input::last); }

 private:
  void pack(std::string_view text, Codec::Input input);

  std::unique_ptr<Codec> codec_;
  TextSink next_;
  std::vector<char> room_;
};

}  // namespace lode::detail
