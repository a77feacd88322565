#include "io/stream/codecs.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <new>
#include <utility>

#include <bzlib.h>
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <lode/core/error.hpp>

#include "io/stream/file_names.hpp"

namespace lode::detail {
namespace {

using namespace std::string_view_literals;

constexpr std::array compression_names = {""sv, "gzip"sv, "zstd"sv, "bzip2"sv, "xz"sv};
constexpr auto damaged = "is damaged";

/// A zeroed stream of a library, which `end` releases.
template <class Stream, class End>
std::shared_ptr<Stream> make_stream(End end) {
  return {new Stream{}, [end](Stream* stream) {
            end(stream);
            delete stream;
          }};
}

/// A library that knows its version and parameters fails to start only for lack of memory.
void check_start(bool good) {
  if (!good) throw std::bad_alloc();
}

/// A codec of a library whose stream has zlib's members. run(stream, last) calls the library.
template <class Stream, class Run>
Codec codec_of(const std::shared_ptr<Stream>& stream, const Run& run) {
  return [=](CodecBuffers& buffers) {
    constexpr std::size_t most = std::size_t{1} << 30;
    const std::size_t in = std::min(buffers.in.size(), most);
    const std::size_t out = std::min(buffers.out.size(), most);
    stream->next_in = reinterpret_cast<decltype(stream->next_in)>(const_cast<char*>(buffers.in.data()));
    stream->avail_in = static_cast<decltype(stream->avail_in)>(in);
    stream->next_out = reinterpret_cast<decltype(stream->next_out)>(buffers.out.data());
    stream->avail_out = static_cast<decltype(stream->avail_out)>(out);
    const CodecStep step = run(stream.get(), buffers.last);
    buffers.in.remove_prefix(in - stream->avail_in);
    buffers.out = buffers.out.subspan(out - stream->avail_out);
    return step;
  };
}

Codec gzip(bool pack) {
  constexpr int window = 15 + 16;  // 32 KiB, in the format of gzip
  constexpr int memory_level = 8;
  const auto stream = make_stream<z_stream>(pack ? ::deflateEnd : ::inflateEnd);
  check_start(Z_OK == (pack ? ::deflateInit2(stream.get(), Z_DEFAULT_COMPRESSION, Z_DEFLATED, window,
                                             memory_level, Z_DEFAULT_STRATEGY)
                            : ::inflateInit2(stream.get(), window)));
  return codec_of(stream, [pack](z_stream* at, bool last) -> CodecStep {
    const int state = pack ? ::deflate(at, last ? Z_FINISH : Z_NO_FLUSH) : ::inflate(at, Z_NO_FLUSH);
    if (state == Z_MEM_ERROR) throw std::bad_alloc();
    const bool good = state == Z_OK || state == Z_BUF_ERROR || state == Z_STREAM_END;
    return {state == Z_STREAM_END, good ? nullptr : damaged};
  });
}

Codec zstd(bool pack) {
  const std::shared_ptr<ZSTD_CCtx> packing(pack ? ::ZSTD_createCCtx() : nullptr, ::ZSTD_freeCCtx);
  const std::shared_ptr<ZSTD_DCtx> unpacking(pack ? nullptr : ::ZSTD_createDCtx(), ::ZSTD_freeDCtx);
  check_start(packing || unpacking);
  if (pack) {
    ::ZSTD_CCtx_setParameter(packing.get(), ZSTD_c_checksumFlag, 1);
  } else {
    ::ZSTD_DCtx_setParameter(unpacking.get(), ZSTD_d_windowLogMax, 31);
  }
  return [=](CodecBuffers& buffers) -> CodecStep {
    ZSTD_inBuffer in{buffers.in.data(), buffers.in.size(), 0};
    ZSTD_outBuffer out{buffers.out.data(), buffers.out.size(), 0};
    const std::size_t left =
        pack ? ::ZSTD_compressStream2(packing.get(), &out, &in, buffers.last ? ZSTD_e_end : ZSTD_e_continue)
             : ::ZSTD_decompressStream(unpacking.get(), &out, &in);
    buffers.in.remove_prefix(in.pos);
    buffers.out = buffers.out.subspan(out.pos);
    if (::ZSTD_getErrorCode(left) == ZSTD_error_memory_allocation) throw std::bad_alloc();
    return {left == 0, ::ZSTD_isError(left) ? damaged : nullptr};
  };
}

Codec bzip2(bool pack) {
  constexpr int block_size = 9;  // of 100 kB
  const auto stream = make_stream<bz_stream>(pack ? ::BZ2_bzCompressEnd : ::BZ2_bzDecompressEnd);
  check_start(BZ_OK == (pack ? ::BZ2_bzCompressInit(stream.get(), block_size, 0, 0)
                             : ::BZ2_bzDecompressInit(stream.get(), 0, 0)));
  return codec_of(stream, [pack](bz_stream* at, bool last) -> CodecStep {
    const int state = pack ? ::BZ2_bzCompress(at, last ? BZ_FINISH : BZ_RUN) : ::BZ2_bzDecompress(at);
    if (state == BZ_MEM_ERROR) throw std::bad_alloc();
    return {state == BZ_STREAM_END, state < 0 ? damaged : nullptr};
  });
}

/// liblzma unpacks all streams of a file as one.
Codec xz(bool pack) {
  // Equal to the largest window of zstd.
  constexpr std::uint64_t most_memory = (std::uint64_t{1} << 31) + (std::uint64_t{1} << 20);
  const auto stream = make_stream<lzma_stream>(::lzma_end);
  check_start(LZMA_OK == (pack ? ::lzma_easy_encoder(stream.get(), LZMA_PRESET_DEFAULT, LZMA_CHECK_CRC64)
                               : ::lzma_stream_decoder(stream.get(), most_memory, LZMA_CONCATENATED)));
  return codec_of(stream, [](lzma_stream* at, bool last) -> CodecStep {
    const lzma_ret state = ::lzma_code(at, last ? LZMA_FINISH : LZMA_RUN);
    if (state == LZMA_MEM_ERROR) throw std::bad_alloc();
    if (state == LZMA_MEMLIMIT_ERROR)
      return {false, "asks for more than 2 GiB of memory", "pack it again: xz -d FILE, then xz -9"};
    const bool good = state == LZMA_OK || state == LZMA_BUF_ERROR || state == LZMA_STREAM_END;
    return {state == LZMA_STREAM_END, good ? nullptr : damaged};
  });
}

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

Codec make_codec(Compression compression, Direction direction) {
  constexpr Codec (*codecs[])(bool pack) = {nullptr, gzip, zstd, bzip2, xz};
  if (compression == Compression::none) return nullptr;
  return codecs[static_cast<std::size_t>(compression)](direction == Direction::pack);
}

CompressedOutput::CompressedOutput(Compression compression, TextSink next)
    : codec_(make_codec(compression, Direction::pack)), next_(std::move(next)), room_(std::size_t{1} << 16) {}

void CompressedOutput::pack(CodecBuffers buffers) {
  if (!codec_) return buffers.in.empty() ? void() : next_(buffers.in);
  for (CodecStep step; buffers.last ? !step.ended : !buffers.in.empty();) {
    buffers.out = room_;
    step = codec_(buffers);
    if (step.problem) throw InternalError("compression failed");
    if (const std::size_t size = room_.size() - buffers.out.size(); size > 0) next_({room_.data(), size});
  }
}

}  // namespace lode::detail
