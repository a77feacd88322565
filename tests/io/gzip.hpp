#pragma once

#include <string>
#include <string_view>

#include <zlib.h>

#include "support/catch.hpp"

namespace lode::test {

/// Packed by zlib at a level from 0 (stored) to 9, within what the window bits of zlib say.
inline std::string packed_by_zlib(std::string_view text, int level, int window_bits) {
  z_stream stream{};
  REQUIRE(::deflateInit2(&stream, level, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY) == Z_OK);
  std::string packed(::deflateBound(&stream, text.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  REQUIRE(::deflate(&stream, Z_FINISH) == Z_STREAM_END);
  packed.resize(stream.total_out);
  ::deflateEnd(&stream);
  return packed;
}

inline std::string gzip(std::string_view text, int level = 6) { return packed_by_zlib(text, level, 15 + 16); }

}  // namespace lode::test
