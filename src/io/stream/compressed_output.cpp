#include "io/stream/compressed_output.hpp"

#include <algorithm>
#include <limits>
#include <new>
#include <utility>
#include <vector>

#include <bzlib.h>
#include <fmt/format.h>
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>

#include <lode/core/error.hpp>

#include "io/text/file_names.hpp"

namespace lode::detail {

/// Turns text into bytes.
class CompressedOutput::Encoder {
 public:
  explicit Encoder(TextSink next) : next_(std::move(next)) {}
  virtual ~Encoder() = default;
  enum class End { no, yes };
  virtual void write(std::string_view text, End end) = 0;

 protected:
  void pass(std::string_view bytes) const {
    if (!bytes.empty()) next_(bytes);
  }

 private:
  TextSink next_;
};

namespace {

using Encoder = CompressedOutput::Encoder;

constexpr std::size_t out_bytes = std::size_t{1} << 16;

class PlainEncoder final : public Encoder {
 public:
  using Encoder::Encoder;
  void write(std::string_view text, End) override { pass(text); }
};

class GzipEncoder final : public Encoder {
 public:
  explicit GzipEncoder(TextSink next) : Encoder(std::move(next)), out_(out_bytes) {
    constexpr int gzip_window = 15 + 16;
    constexpr int memory_level = 8;
    const int state = ::deflateInit2(&stream_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, gzip_window, memory_level,
                                     Z_DEFAULT_STRATEGY);
    if (state == Z_MEM_ERROR) throw std::bad_alloc();
    if (state != Z_OK) throw SystemError(fmt::format("zlib {}: {}", ::zlibVersion(), ::zError(state)));
  }
  ~GzipEncoder() override { ::deflateEnd(&stream_); }
  GzipEncoder(const GzipEncoder&) = delete;
  GzipEncoder& operator=(const GzipEncoder&) = delete;

  void write(std::string_view text, End end) override {
    do {
      const std::size_t taken = std::min<std::size_t>(text.size(), std::numeric_limits<uInt>::max());
      stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
      stream_.avail_in = static_cast<uInt>(taken);
      text.remove_prefix(taken);
      const int flush = end == End::yes && text.empty() ? Z_FINISH : Z_NO_FLUSH;
      do {
        stream_.next_out = reinterpret_cast<Bytef*>(out_.data());
        stream_.avail_out = static_cast<uInt>(out_.size());
        if (::deflate(&stream_, flush) == Z_STREAM_ERROR) throw InternalError("deflate failed");
        pass({out_.data(), out_.size() - stream_.avail_out});
      } while (stream_.avail_out == 0);
    } while (!text.empty());
  }

 private:
  std::vector<char> out_;
  z_stream stream_{};
};

class ZstdEncoder final : public Encoder {
 public:
  explicit ZstdEncoder(TextSink next)
      : Encoder(std::move(next)), out_(out_bytes), stream_(::ZSTD_createCCtx()) {
    if (!stream_) throw std::bad_alloc();
    ::ZSTD_CCtx_setParameter(stream_, ZSTD_c_checksumFlag, 1);
  }
  ~ZstdEncoder() override { ::ZSTD_freeCCtx(stream_); }
  ZstdEncoder(const ZstdEncoder&) = delete;
  ZstdEncoder& operator=(const ZstdEncoder&) = delete;

  void write(std::string_view text, End end) override {
    ZSTD_inBuffer input{text.data(), text.size(), 0};
    const ZSTD_EndDirective directive = end == End::yes ? ZSTD_e_end : ZSTD_e_continue;
    for (bool more = true; more;) {
      ZSTD_outBuffer output{out_.data(), out_.size(), 0};
      const std::size_t left = ::ZSTD_compressStream2(stream_, &output, &input, directive);
      if (::ZSTD_isError(left)) throw InternalError(::ZSTD_getErrorName(left));
      pass({out_.data(), output.pos});
      more = end == End::yes ? left > 0 : input.pos < input.size;
    }
  }

 private:
  std::vector<char> out_;
  ZSTD_CCtx* stream_;
};

class Bzip2Encoder final : public Encoder {
 public:
  explicit Bzip2Encoder(TextSink next) : Encoder(std::move(next)), out_(out_bytes) {
    constexpr int block_size = 9;  // of 100 kB
    const int state = ::BZ2_bzCompressInit(&stream_, block_size, 0, 0);
    if (state == BZ_MEM_ERROR) throw std::bad_alloc();
    if (state != BZ_OK) throw SystemError(fmt::format("bzip2 {}: error {}", ::BZ2_bzlibVersion(), state));
  }
  ~Bzip2Encoder() override { ::BZ2_bzCompressEnd(&stream_); }
  Bzip2Encoder(const Bzip2Encoder&) = delete;
  Bzip2Encoder& operator=(const Bzip2Encoder&) = delete;

  void write(std::string_view text, End end) override {
    while (!text.empty()) {
      const std::size_t taken = std::min<std::size_t>(text.size(), std::size_t{1} << 30);
      stream_.next_in = const_cast<char*>(text.data());
      stream_.avail_in = static_cast<unsigned>(taken);
      text.remove_prefix(taken);
      while (stream_.avail_in > 0) step(BZ_RUN);
    }
    if (end == End::no) return;
    while (step(BZ_FINISH) != BZ_STREAM_END) {
    }
  }

 private:
  int step(int action) {
    stream_.next_out = out_.data();
    stream_.avail_out = static_cast<unsigned>(out_.size());
    const int state = ::BZ2_bzCompress(&stream_, action);
    if (state < 0) throw InternalError("bzip2 compression failed");
    pass({out_.data(), out_.size() - stream_.avail_out});
    return state;
  }

  std::vector<char> out_;
  bz_stream stream_{};
};

class XzEncoder final : public Encoder {
 public:
  explicit XzEncoder(TextSink next) : Encoder(std::move(next)), out_(out_bytes) {
    const lzma_ret state = ::lzma_easy_encoder(&stream_, LZMA_PRESET_DEFAULT, LZMA_CHECK_CRC64);
    if (state == LZMA_MEM_ERROR) throw std::bad_alloc();
    if (state != LZMA_OK) {
      throw SystemError(
          fmt::format("liblzma {}: error {}", ::lzma_version_string(), static_cast<int>(state)));
    }
  }
  ~XzEncoder() override { ::lzma_end(&stream_); }
  XzEncoder(const XzEncoder&) = delete;
  XzEncoder& operator=(const XzEncoder&) = delete;

  void write(std::string_view text, End end) override {
    stream_.next_in = reinterpret_cast<const std::uint8_t*>(text.data());
    stream_.avail_in = text.size();
    const lzma_action action = end == End::yes ? LZMA_FINISH : LZMA_RUN;
    for (lzma_ret state = LZMA_OK; end == End::yes ? state != LZMA_STREAM_END : stream_.avail_in > 0;) {
      stream_.next_out = reinterpret_cast<std::uint8_t*>(out_.data());
      stream_.avail_out = out_.size();
      state = ::lzma_code(&stream_, action);
      if (state == LZMA_MEM_ERROR) throw std::bad_alloc();
      if (state != LZMA_OK && state != LZMA_STREAM_END) throw InternalError("xz compression failed");
      pass({out_.data(), out_.size() - stream_.avail_out});
    }
  }

 private:
  std::vector<char> out_;
  lzma_stream stream_ = LZMA_STREAM_INIT;
};

std::unique_ptr<Encoder> encoder_for(Compression compression, TextSink next) {
  switch (compression) {
    case Compression::none:
      return std::make_unique<PlainEncoder>(std::move(next));
    case Compression::gzip:
      return std::make_unique<GzipEncoder>(std::move(next));
    case Compression::zstd:
      return std::make_unique<ZstdEncoder>(std::move(next));
    case Compression::bzip2:
      return std::make_unique<Bzip2Encoder>(std::move(next));
    case Compression::xz:
      return std::make_unique<XzEncoder>(std::move(next));
  }
  throw InternalError("unknown compression");
}

}  // namespace

Compression compression_of(std::string_view path) {
  const std::string_view end = extension(path);
  for (const Compression each : {Compression::gzip, Compression::zstd, Compression::bzip2, Compression::xz}) {
    if (equal_ignoring_case(end, packed_extensions[static_cast<std::size_t>(each) - 1])) return each;
  }
  return Compression::none;
}

CompressedOutput::CompressedOutput(Compression compression, TextSink next)
    : encoder_(encoder_for(compression, std::move(next))) {}
CompressedOutput::~CompressedOutput() = default;

void CompressedOutput::write(std::string_view text) { encoder_->write(text, Encoder::End::no); }
void CompressedOutput::finish() { encoder_->write({}, Encoder::End::yes); }

}  // namespace lode::detail
