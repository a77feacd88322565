#pragma once

#include <string>
#include <string_view>

#include <bzlib.h>
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>

#include "fuzz/fuzz_target.hpp"

// Compressed streams, made for speed.

namespace lode::fuzz {

inline std::string gzip(std::string_view text) {
  z_stream stream{};
  require(deflateInit2(&stream, 1, Z_DEFLATED, 15 + 16, 1, Z_DEFAULT_STRATEGY) == Z_OK);
  std::string packed(deflateBound(&stream, text.size()) + 32, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  require(deflate(&stream, Z_FINISH) == Z_STREAM_END);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

inline std::string zstd(std::string_view text) {
  std::string packed(ZSTD_compressBound(text.size()), '\0');
  packed.resize(ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 1));
  return packed;
}

inline std::string bzip2(std::string_view text) {
  std::string packed(text.size() * 2 + 600, '\0');
  auto size = static_cast<unsigned>(packed.size());
  require(BZ2_bzBuffToBuffCompress(packed.data(), &size, const_cast<char*>(text.data()),
                                   static_cast<unsigned>(text.size()), 1, 0, 0) == BZ_OK);
  packed.resize(size);
  return packed;
}

inline std::string xz(std::string_view text, lzma_check check) {
  lzma_options_lzma options;
  lzma_lzma_preset(&options, 0);
  options.dict_size = 4096;
  const lzma_filter filters[] = {{LZMA_FILTER_LZMA2, &options}, {LZMA_VLI_UNKNOWN, nullptr}};
  std::string packed(lzma_stream_buffer_bound(text.size()), '\0');
  std::size_t size = 0;
  require(lzma_stream_buffer_encode(const_cast<lzma_filter*>(filters), check, nullptr,
                                    reinterpret_cast<const std::uint8_t*>(text.data()), text.size(),
                                    reinterpret_cast<std::uint8_t*>(packed.data()), &size,
                                    packed.size()) == LZMA_OK);
  packed.resize(size);
  return packed;
}

/// The container number `kind` modulo 4.
inline std::string packed(std::string_view text, std::uint64_t kind) {
  switch (kind % 4) {
    case 0:
      return gzip(text);
    case 1:
      return zstd(text);
    case 2:
      return bzip2(text);
    default:
      return xz(text, kind / 4 % 2 == 0 ? LZMA_CHECK_CRC32 : LZMA_CHECK_CRC64);
  }
}

}  // namespace lode::fuzz
