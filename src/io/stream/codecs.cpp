#include "io/stream/codecs.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <new>
#include <utility>

#include <bzlib.h>
#include <fmt/format.h>
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <lode/core/error.hpp>

#include "io/text/file_names.hpp"

namespace lode::detail {
namespace {

using namespace std::string_view_literals;
using Direction = Codec::Direction;

constexpr std::array compression_names = {""sv, "gzip"sv, "zstd"sv, "bzip2"sv, "xz"sv};

/// Runs a library whose stream has zlib's members. Returns its state.
template <class Stream, class Call>
auto run_stream(Stream& stream, CodecBuffers& buffers, const Call& call) {
  constexpr std::size_t most = std::size_t{1} << 30;
  const std::size_t in = std::min(buffers.in.size(), most);
  const std::size_t out = std::min(buffers.out.size(), most);
  stream.next_in = reinterpret_cast<decltype(stream.next_in)>(const_cast<char*>(buffers.in.data()));
  stream.avail_in = static_cast<decltype(stream.avail_in)>(in);
  stream.next_out = reinterpret_cast<decltype(stream.next_out)>(buffers.out.data());
  stream.avail_out = static_cast<decltype(stream.avail_out)>(out);
  const auto state = call(&stream);
  buffers.in.remove_prefix(in - stream.avail_in);
  buffers.out = buffers.out.subspan(out - stream.avail_out);
  return state;
}

/// Checks that a library has started.
template <class State>
void check_start(State state, State good, State no_memory, const char* library) {
  if (state == no_memory) throw std::bad_alloc();
  if (state != good)
    throw SystemError(fmt::format("{} does not start: error {}", library, static_cast<int>(state)));
}

class Gzip final : public Codec {
 public:
  explicit Gzip(Direction direction) : direction_(direction) {
    constexpr int gzip_window = 15 + 16;
    constexpr int memory_level = 8;
    check_start(direction == Direction::unpack
                    ? ::inflateInit2(&stream_, gzip_window)
                    : ::deflateInit2(&stream_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, gzip_window, memory_level,
                                     Z_DEFAULT_STRATEGY),
                Z_OK, Z_MEM_ERROR, "zlib");
  }
  ~Gzip() override { direction_ == Direction::unpack ? ::inflateEnd(&stream_) : ::deflateEnd(&stream_); }

  Step run(CodecBuffers& buffers, Input input) override {
    const int state = run_stream(stream_, buffers, [&](z_stream* stream) {
      return direction_ == Direction::unpack
                 ? ::inflate(stream, Z_NO_FLUSH)
                 : ::deflate(stream, input == Input::last ? Z_FINISH : Z_NO_FLUSH);
    });
    if (state == Z_MEM_ERROR) throw std::bad_alloc();
    if (state == Z_OK || state == Z_BUF_ERROR || state == Z_STREAM_END) return {state == Z_STREAM_END};
    return {false, fmt::format("is damaged ({})", stream_.msg ? stream_.msg : "unexpected data")};
  }

 private:
  Direction direction_;
  z_stream stream_{};
};

class Zstd final : public Codec {
 public:
  explicit Zstd(Direction direction) {
    if (direction == Direction::unpack) {
      unpacking_.reset(::ZSTD_createDCtx());
      if (!unpacking_) throw std::bad_alloc();
      ::ZSTD_DCtx_setParameter(unpacking_.get(), ZSTD_d_windowLogMax, 31);
    } else {
      packing_.reset(::ZSTD_createCCtx());
      if (!packing_) throw std::bad_alloc();
      ::ZSTD_CCtx_setParameter(packing_.get(), ZSTD_c_checksumFlag, 1);
    }
  }

  Step run(CodecBuffers& buffers, Input input) override {
    ZSTD_inBuffer in{buffers.in.data(), buffers.in.size(), 0};
    ZSTD_outBuffer out{buffers.out.data(), buffers.out.size(), 0};
    const std::size_t left =
        unpacking_ ? ::ZSTD_decompressStream(unpacking_.get(), &out, &in)
                   : ::ZSTD_compressStream2(packing_.get(), &out, &in,
                                            input == Input::last ? ZSTD_e_end : ZSTD_e_continue);
    buffers.in.remove_prefix(in.pos);
    buffers.out = buffers.out.subspan(out.pos);
    if (::ZSTD_getErrorCode(left) == ZSTD_error_memory_allocation) throw std::bad_alloc();
    if (::ZSTD_isError(left)) return {false, fmt::format("is damaged ({})", ::ZSTD_getErrorName(left))};
    return {left == 0};
  }

 private:
  struct Free {
    void operator()(ZSTD_DCtx* context) const { ::ZSTD_freeDCtx(context); }
    void operator()(ZSTD_CCtx* context) const { ::ZSTD_freeCCtx(context); }
  };
  std::unique_ptr<ZSTD_DCtx, Free> unpacking_;
  std::unique_ptr<ZSTD_CCtx, Free> packing_;
};

class Bzip2 final : public Codec {
 public:
  explicit Bzip2(Direction direction) : direction_(direction) {
    constexpr int block_size = 9;  // of 100 kB
    check_start(direction_ == Direction::unpack ? ::BZ2_bzDecompressInit(&stream_, 0, 0)
                                                : ::BZ2_bzCompressInit(&stream_, block_size, 0, 0),
                BZ_OK, BZ_MEM_ERROR, "bzip2");
  }
  ~Bzip2() override {
    direction_ == Direction::unpack ? ::BZ2_bzDecompressEnd(&stream_) : ::BZ2_bzCompressEnd(&stream_);
  }

  Step run(CodecBuffers& buffers, Input input) override {
    const int state = run_stream(stream_, buffers, [&](bz_stream* stream) {
      return direction_ == Direction::unpack
                 ? ::BZ2_bzDecompress(stream)
                 : ::BZ2_bzCompress(stream, input == Input::last ? BZ_FINISH : BZ_RUN);
    });
    if (state == BZ_MEM_ERROR) throw std::bad_alloc();
    return {state == BZ_STREAM_END, state < 0 ? "is damaged" : ""};
  }

 private:
  Direction direction_;
  bz_stream stream_{};
};

/// liblzma unpacks all streams of a file as one.
class Xz final : public Codec {
 public:
  explicit Xz(Direction direction) {
    // Equal to the largest window of zstd.
    constexpr std::uint64_t most_memory = (std::uint64_t{1} << 31) + (std::uint64_t{1} << 20);
    check_start(direction == Direction::unpack
                    ? ::lzma_stream_decoder(&stream_, most_memory, LZMA_CONCATENATED)
                    : ::lzma_easy_encoder(&stream_, LZMA_PRESET_DEFAULT, LZMA_CHECK_CRC64),
                LZMA_OK, LZMA_MEM_ERROR, "liblzma");
  }
  ~Xz() override { ::lzma_end(&stream_); }

  Step run(CodecBuffers& buffers, Input input) override {
    const lzma_ret state = run_stream(stream_, buffers, [&](lzma_stream* stream) {
      return ::lzma_code(stream, input == Input::last ? LZMA_FINISH : LZMA_RUN);
    });
    if (state == LZMA_MEM_ERROR) throw std::bad_alloc();
    if (state == LZMA_MEMLIMIT_ERROR)
      return {false, "asks for more than 2 GiB of memory", "pack it again: xz -d FILE, then xz -9"};
    const bool good = state == LZMA_OK || state == LZMA_BUF_ERROR || state == LZMA_STREAM_END;
    return {state == LZMA_STREAM_END, good ? "" : "is damaged"};
  }

 private:
  lzma_stream stream_ = LZMA_STREAM_INIT;
};

}  // namespace

std::string_view to_string(Compression compression) {
  return compression_names[static_cast<std::size_t>(compression)];
}

Compression compression_of(std::string_view path) {
  const auto packed = std::ranges::find_if(
      packed_extensions, [&](std::string_view each) { return equal_ignoring_case(extension(path), each); });
  return packed == packed_extensions.end() ? Compression::none
                                           : static_cast<Compression>(packed - packed_extensions.begin() + 1);
}

Compression compression_of_bytes(std::string_view bytes) {
  if (bytes.starts_with("\x1f\x8b")) return Compression::gzip;
  const bool skippable = !bytes.empty() && (bytes.front() & '\xf0') == '\x50';
  if (bytes.starts_with("\x28\xb5\x2f\xfd") || (skippable && bytes.substr(1).starts_with("\x2a\x4d\x18")))
    return Compression::zstd;
  // A block or the end of the stream follows the first four bytes.
  if (bytes.starts_with("BZh") && bytes.size() >= 10 &&
      (bytes.substr(4).starts_with("1AY&SY") || bytes.substr(4).starts_with("\x17rE8P\x90")))
    return Compression::bzip2;
  return bytes.starts_with("\xfd\x37zXZ\0"sv) ? Compression::xz : Compression::none;
}

std::unique_ptr<Codec> make_codec(Compression compression, Direction direction) {
  if (compression == Compression::gzip) return std::make_unique<Gzip>(direction);
  if (compression == Compression::zstd) return std::make_unique<Zstd>(direction);
  if (compression == Compression::bzip2) return std::make_unique<Bzip2>(direction);
  if (compression == Compression::xz) return std::make_unique<Xz>(direction);
  return nullptr;
}

CompressedOutput::CompressedOutput(Compression compression, TextSink next)
    : codec_(make_codec(compression, Direction::pack)), next_(std::move(next)), room_(std::size_t{1} << 16) {}

void CompressedOutput::pack(std::string_view text, Codec::Input input) {
  if (!codec_) return text.empty() ? void() : next_(text);
  Codec::Step step;
  for (CodecBuffers buffers{text, {}}; input == Codec::Input::last ? !step.ended : !buffers.in.empty();) {
    buffers.out = room_;
    step = codec_->run(buffers, input);
    if (!step.problem.empty()) throw InternalError("compression failed");
    if (const std::size_t size = room_.size() - buffers.out.size(); size > 0) next_({room_.data(), size});
  }
}

}  // namespace lode::detail
