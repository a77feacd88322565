#include "io/stream/compressed_output.hpp"

#include <algorithm>
#include <limits>
#include <new>
#include <utility>
#include <vector>

#include <fmt/format.h>
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

std::unique_ptr<Encoder> encoder_for(Compression compression, TextSink next) {
  switch (compression) {
    case Compression::none:
      return std::make_unique<PlainEncoder>(std::move(next));
    case Compression::gzip:
      return std::make_unique<GzipEncoder>(std::move(next));
    case Compression::zstd:
      return std::make_unique<ZstdEncoder>(std::move(next));
  }
  throw InternalError("unknown compression");
}

}  // namespace

Compression compression_of(std::string_view path) {
  if (equal_ignoring_case(extension(path), ".gz")) return Compression::gzip;
  if (equal_ignoring_case(extension(path), ".zst")) return Compression::zstd;
  return Compression::none;
}

CompressedOutput::CompressedOutput(Compression compression, TextSink next)
    : encoder_(encoder_for(compression, std::move(next))) {}
CompressedOutput::~CompressedOutput() = default;

void CompressedOutput::write(std::string_view text) { encoder_->write(text, Encoder::End::no); }
void CompressedOutput::finish() { encoder_->write({}, Encoder::End::yes); }

}  // namespace lode::detail
