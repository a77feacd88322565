#pragma once

#include <memory>

#include "io/stream/compressed_input.hpp"
#include "io/stream/raw_input.hpp"

namespace lode::detail {

/// Turns raw bytes into text.
class CompressedInput::Decoder {
 public:
  virtual ~Decoder() = default;
  /// Some of the next bytes, at least one unless the text has ended.
  virtual std::size_t read(char* out, std::size_t size) = 0;
};

/// The compression that the first bytes show.
Compression compression_of_bytes(RawInput& raw);

/// Errors of the decoder: InputError for truncated or damaged data.
std::unique_ptr<CompressedInput::Decoder> decoder_for(Compression compression, std::unique_ptr<RawInput> raw);

}  // namespace lode::detail
