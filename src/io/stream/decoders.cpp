#include "io/stream/decoders.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <new>
#include <string>
#include <utility>

#include <bzlib.h>
#include <fmt/format.h>
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <lode/core/error.hpp>

namespace lode::detail {
namespace {

using namespace std::string_view_literals;

[[noreturn]] void damaged(const RawInput& raw, const std::string& problem) {
  throw InputError({raw.display_name()}, fmt::format("{} at byte {}", problem, raw.consumed()),
                   "download or copy the file again");
}

/// Passes over zero bytes up to the end of the input, which may stand behind packed data.
void pass_over_padding(RawInput& input, std::string_view name) {
  input.fill(1);
  while (input.available() > 0) {
    if (input.window().find_first_not_of('\0') != std::string_view::npos) {
      damaged(input, fmt::format("the {0} data is followed by bytes that are not {0}", name));
    }
    input.consume(input.available());
    input.fill(1);
  }
}

class PlainDecoder final : public CompressedInput::Decoder {
 public:
  explicit PlainDecoder(std::unique_ptr<RawInput> input) : input_(std::move(input)) {}

  std::size_t read(char* out, std::size_t size) override {
    if (input_->available() == 0) return input_->read_some(out, size);
    const std::size_t taken = std::min(size, input_->available());
    std::memcpy(out, input_->begin(), taken);
    input_->consume(taken);
    return taken;
  }

 private:
  std::unique_ptr<RawInput> input_;
};

class GzipDecoder final : public CompressedInput::Decoder {
 public:
  explicit GzipDecoder(std::unique_ptr<RawInput> input) : input_owner_(std::move(input)) {
    const int state = ::inflateInit2(&stream_, 15 + 16);
    if (state == Z_MEM_ERROR) throw std::bad_alloc();
    if (state != Z_OK) throw SystemError(fmt::format("zlib {}: {}", ::zlibVersion(), ::zError(state)));
  }
  ~GzipDecoder() override { ::inflateEnd(&stream_); }

  std::size_t read(char* out, std::size_t size) override {
    stream_.next_out = reinterpret_cast<Bytef*>(out);
    stream_.avail_out = static_cast<uInt>(std::min<std::size_t>(size, std::size_t{1} << 30));
    const uInt wanted = stream_.avail_out;
    while (stream_.avail_out == wanted && !ended_) step();
    return wanted - stream_.avail_out;
  }

 private:
  void step() {
    if (member_ended_) {
      begin_member();
      return;
    }
    if (input_.available() == 0) input_.fill(1);
    if (input_.available() == 0) damaged(input_, "the gzip data is truncated");
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(input_.begin()));
    stream_.avail_in = static_cast<uInt>(input_.available());
    const int state = ::inflate(&stream_, Z_NO_FLUSH);
    input_.consume(input_.available() - stream_.avail_in);
    if (state == Z_STREAM_END) {
      member_ended_ = true;
    } else if (state == Z_MEM_ERROR) {
      throw std::bad_alloc();
    } else if (state != Z_OK && state != Z_BUF_ERROR) {
      damaged(input_,
              fmt::format("the gzip data is damaged ({})", stream_.msg ? stream_.msg : "unexpected data"));
    }
  }

  /// Another member, zero padding up to the end, or the end.
  void begin_member() {
    input_.fill(2);
    if (input_.available() >= 2 && input_.begin()[0] == '\x1f' && input_.begin()[1] == '\x8b') {
      ::inflateReset(&stream_);
      member_ended_ = false;
      return;
    }
    pass_over_padding(input_, "gzip");
    ended_ = true;
  }

  std::unique_ptr<RawInput> input_owner_;
  RawInput& input_ = *input_owner_;
  z_stream stream_{};
  bool member_ended_ = false;
  bool ended_ = false;
};

class ZstdDecoder final : public CompressedInput::Decoder {
 public:
  explicit ZstdDecoder(std::unique_ptr<RawInput> input)
      : input_owner_(std::move(input)), stream_(::ZSTD_createDStream()) {
    if (!stream_) throw std::bad_alloc();
    ::ZSTD_DCtx_setParameter(stream_, ZSTD_d_windowLogMax, 31);
  }
  ~ZstdDecoder() override { ::ZSTD_freeDStream(stream_); }

  std::size_t read(char* out, std::size_t size) override {
    ZSTD_outBuffer output{out, size, 0};
    while (output.pos == 0) {
      if (input_.available() == 0) input_.fill(1);
      if (input_.available() == 0 && !pending_output_) {
        if (!frame_ended_) damaged(input_, "the zstd data is truncated");
        return 0;
      }
      ZSTD_inBuffer input{input_.begin(), input_.available(), 0};
      const std::size_t state = ::ZSTD_decompressStream(stream_, &output, &input);
      input_.consume(input.pos);
      if (::ZSTD_getErrorCode(state) == ZSTD_error_memory_allocation) throw std::bad_alloc();
      if (::ZSTD_isError(state)) {
        damaged(input_, fmt::format("the zstd data is damaged ({})", ::ZSTD_getErrorName(state)));
      }
      frame_ended_ = state == 0;
      pending_output_ = output.pos == output.size && !frame_ended_;
    }
    return output.pos;
  }

 private:
  std::unique_ptr<RawInput> input_owner_;
  RawInput& input_ = *input_owner_;
  ZSTD_DStream* stream_;
  bool frame_ended_ = false;
  bool pending_output_ = false;
};

class Bzip2Decoder final : public CompressedInput::Decoder {
 public:
  explicit Bzip2Decoder(std::unique_ptr<RawInput> input) : input_owner_(std::move(input)) { begin(); }
  ~Bzip2Decoder() override { ::BZ2_bzDecompressEnd(&stream_); }

  std::size_t read(char* out, std::size_t size) override {
    stream_.next_out = out;
    stream_.avail_out = static_cast<unsigned>(std::min<std::size_t>(size, std::size_t{1} << 30));
    const unsigned wanted = stream_.avail_out;
    while (stream_.avail_out == wanted && !ended_) step();
    return wanted - stream_.avail_out;
  }

 private:
  void begin() {
    const int state = ::BZ2_bzDecompressInit(&stream_, 0, 0);
    if (state == BZ_MEM_ERROR) throw std::bad_alloc();
    if (state != BZ_OK) throw SystemError(fmt::format("bzip2 {}: error {}", ::BZ2_bzlibVersion(), state));
  }

  void step() {
    if (stream_ended_) {
      next_stream();
      return;
    }
    if (input_.available() == 0) input_.fill(1);
    const unsigned before = stream_.avail_out;
    stream_.next_in = const_cast<char*>(input_.begin());
    stream_.avail_in = static_cast<unsigned>(input_.available());
    const int state = ::BZ2_bzDecompress(&stream_);
    const std::size_t consumed = input_.available() - stream_.avail_in;
    input_.consume(consumed);
    if (state == BZ_STREAM_END) {
      stream_ended_ = true;
    } else if (state == BZ_MEM_ERROR) {
      throw std::bad_alloc();
    } else if (state != BZ_OK) {
      damaged(input_, "the bzip2 data is damaged");
    } else if (consumed == 0 && stream_.avail_out == before) {
      damaged(input_, "the bzip2 data is truncated");
    }
  }

  /// Another stream, zero padding up to the end, or the end.
  void next_stream() {
    input_.fill(4);
    if (!input_.window().starts_with("BZh")) {
      pass_over_padding(input_, "bzip2");
      ended_ = true;
      return;
    }
    char* const out = stream_.next_out;
    const unsigned room = stream_.avail_out;
    ::BZ2_bzDecompressEnd(&stream_);
    stream_ = {};
    begin();
    stream_.next_out = out;
    stream_.avail_out = room;
    stream_ended_ = false;
  }

  std::unique_ptr<RawInput> input_owner_;
  RawInput& input_ = *input_owner_;
  bz_stream stream_{};
  bool stream_ended_ = false;
  bool ended_ = false;
};

class XzDecoder final : public CompressedInput::Decoder {
 public:
  explicit XzDecoder(std::unique_ptr<RawInput> input) : input_owner_(std::move(input)) {
    // As much as the largest window of zstd.
    constexpr std::uint64_t most_memory = (std::uint64_t{1} << 31) + (std::uint64_t{1} << 20);
    const lzma_ret state = ::lzma_stream_decoder(&stream_, most_memory, LZMA_CONCATENATED);
    if (state == LZMA_MEM_ERROR) throw std::bad_alloc();
    if (state != LZMA_OK) {
      throw SystemError(
          fmt::format("liblzma {}: error {}", ::lzma_version_string(), static_cast<int>(state)));
    }
  }
  ~XzDecoder() override { ::lzma_end(&stream_); }

  std::size_t read(char* out, std::size_t size) override {
    stream_.next_out = reinterpret_cast<std::uint8_t*>(out);
    stream_.avail_out = size;
    while (stream_.avail_out == size && !ended_) {
      if (input_.available() == 0) input_.fill(1);
      stream_.next_in = reinterpret_cast<const std::uint8_t*>(input_.begin());
      stream_.avail_in = input_.available();
      const lzma_ret state = ::lzma_code(&stream_, stream_.avail_in == 0 ? LZMA_FINISH : LZMA_RUN);
      input_.consume(input_.available() - stream_.avail_in);
      check(state);
    }
    return size - stream_.avail_out;
  }

 private:
  void check(lzma_ret state) {
    switch (state) {
      case LZMA_OK:
        return;
      case LZMA_STREAM_END:
        ended_ = true;
        return;
      case LZMA_BUF_ERROR:
        damaged(input_, "the xz data is truncated");
      case LZMA_MEM_ERROR:
        throw std::bad_alloc();
      case LZMA_MEMLIMIT_ERROR:
        throw InputError({input_.display_name()}, "the xz data asks for more than 2 GiB of memory",
                         "pack it again: xz -d FILE, then xz -9");
      case LZMA_OPTIONS_ERROR:
        damaged(input_, "the xz data has options that liblzma does not know");
      default:
        damaged(input_, "the xz data is damaged");
    }
  }

  std::unique_ptr<RawInput> input_owner_;
  RawInput& input_ = *input_owner_;
  lzma_stream stream_ = LZMA_STREAM_INIT;
  bool ended_ = false;
};

bool is_zstd(std::string_view bytes) {
  if (bytes.starts_with("\x28\xb5\x2f\xfd")) return true;
  return bytes.size() >= 4 && (bytes.front() & '\xf0') == '\x50' &&
         bytes.substr(1).starts_with("\x2a\x4d\x18");
}

/// A block or the end of the stream follows the first four bytes.
bool is_bzip2(std::string_view bytes) {
  return bytes.starts_with("BZh") && bytes.size() >= 10 &&
         (bytes.substr(4).starts_with("1AY&SY") || bytes.substr(4).starts_with("\x17rE8P\x90"));
}

}  // namespace

Compression compression_of_bytes(RawInput& raw) {
  raw.fill(16);
  const std::string_view bytes = raw.window();
  if (bytes.starts_with("\x1f\x8b")) return Compression::gzip;
  if (is_zstd(bytes)) return Compression::zstd;
  if (is_bzip2(bytes)) return Compression::bzip2;
  if (bytes.starts_with("\xfd\x37zXZ\0"sv)) return Compression::xz;
  return Compression::none;
}

std::unique_ptr<CompressedInput::Decoder> decoder_for(Compression compression,
                                                      std::unique_ptr<RawInput> raw) {
  switch (compression) {
    case Compression::none:
      return std::make_unique<PlainDecoder>(std::move(raw));
    case Compression::gzip:
      return std::make_unique<GzipDecoder>(std::move(raw));
    case Compression::zstd:
      return std::make_unique<ZstdDecoder>(std::move(raw));
    case Compression::bzip2:
      return std::make_unique<Bzip2Decoder>(std::move(raw));
    case Compression::xz:
      return std::make_unique<XzDecoder>(std::move(raw));
  }
  throw InternalError("unknown compression");
}

}  // namespace lode::detail
