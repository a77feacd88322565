#pragma once

#include <memory>
#include <string_view>

#include <lode/io/output_file.hpp>

#include "io/stream/compressed_input.hpp"

namespace lode::detail {

/// The compression that the ending of a path asks for.
Compression compression_of(std::string_view path);

/// Compresses text on its way to another sink; the same text gives the same bytes.
class CompressedOutput {
 public:
  CompressedOutput(Compression compression, TextSink next);
  ~CompressedOutput();
  CompressedOutput(const CompressedOutput&) = delete;
  CompressedOutput& operator=(const CompressedOutput&) = delete;

  void write(std::string_view text);
  /// Writes what is left. Must be the last call.
  void finish();

  class Encoder;

 private:
  std::unique_ptr<Encoder> encoder_;
};

}  // namespace lode::detail
