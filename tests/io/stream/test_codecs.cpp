#include <string>

#include <fmt/format.h>
#include <lzma.h>

#include <lode/core/error.hpp>
#include <lode/io/read_graph.hpp>

#include "io/gzip.hpp"
#include "io/stream/compressed_input.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using detail::Compression;

namespace {

constexpr Compression compressions[] = {Compression::gzip, Compression::zstd, Compression::bzip2,
                                        Compression::xz};

/// The text, packed; written in pieces of `step` bytes.
std::string packed(Compression compression, std::string_view text, std::size_t step = 100'000) {
  std::string bytes;
  detail::CompressedOutput output(compression, [&](std::string_view piece) { bytes += piece; });
  for (; !text.empty(); text.remove_prefix(std::min(step, text.size()))) output.write(text.substr(0, step));
  output.finish();
  return bytes;
}

std::string edges_of_path(int n) {
  std::string text;
  for (int i = 0; i < n; ++i) text += fmt::format("{} {}\n", i, i + 1);
  return text;
}

std::string unpacked(const std::string& bytes, std::size_t step = 4096) {
  detail::CompressedInput input(bytes, "input");
  std::string text;
  std::string piece(step, '\0');
  while (const std::size_t got = input.read(piece.data(), step)) text.append(piece, 0, got);
  CHECK(input.bytes_read() == text.size());
  return text;
}

std::string unpacking_error(const std::string& bytes) {
  try {
    unpacked(bytes);
  } catch (const InputError& error) {
    return error.problem();
  }
  return "no error";
}

}  // namespace

TEST_CASE("what is packed by lode is what was written, in one piece or many") {
  const std::string text = edges_of_path(30000);
  for (const Compression compression : compressions) {
    INFO(detail::to_string(compression));
    const std::string whole = packed(compression, text, text.size());
    CHECK(unpacked(whole) == text);
    CHECK(detail::CompressedInput(whole, "input").compression() == compression);
    const std::string pieces = packed(compression, text, 100);
    CHECK(unpacked(pieces) == text);
    if (compression != Compression::zstd) CHECK(pieces == whole);
    CHECK(unpacked(packed(compression, text.substr(0, 1000), 1)) == text.substr(0, 1000));
  }
  CHECK(packed(Compression::none, text) == text);
  CHECK(packed(Compression::none, "").empty());
  CHECK(detail::compression_of("a.BZ2") == Compression::bzip2);
  CHECK(detail::compression_of("a.xz") == Compression::xz);
  CHECK(detail::compression_of("a.gz") == Compression::gzip);
  CHECK(detail::compression_of("a.zst") == Compression::zstd);
  CHECK(detail::compression_of("xz") == Compression::none);
}

TEST_CASE("streams follow each other, whatever the file is called") {
  const std::string a = edges_of_path(60000);
  const std::string b = "7 9\n";
  for (const Compression compression : compressions) {
    const std::string name(detail::to_string(compression));
    INFO(name);
    const auto pack = [&](const std::string& text) { return packed(compression, text); };
    for (const std::size_t step : {std::size_t{1000}, std::size_t{1} << 20}) {
      CHECK(unpacked(pack(a) + pack(b) + pack("") + pack(a), step) == a + b + a);
      CHECK(unpacked(pack("") + pack(b), step) == b);
      CHECK(unpacked(pack(a) + std::string(1000, '\0'), step) == a);
    }
    CHECK(unpacking_error(pack("")) == fmt::format("is empty once unpacked ({})", name));
    const test::TemporaryFolder folder;
    // A line may cross the border of two streams.
    const LoadedGraph loaded =
        read_graph(folder.write("d.txt", pack(a + "70000 7") + pack("1\n")), {}, RunContext({.threads = 2}));
    CHECK(loaded.report.compression == name);
    CHECK(loaded.report.edges == 60001);
    CHECK(loaded.report.bytes == a.size() + 9);
  }
  const std::string skippable = std::string("\x50\x2a\x4d\x18\x04\0\0\0", 8) + "note";
  CHECK(unpacked(skippable + packed(Compression::zstd, a)) == a);
  // A name that begins as bzip2 does is a text.
  CHECK(unpacked("BZh9 BZh91AY\n") == "BZh9 BZh91AY\n");
}

TEST_CASE("every truncation and many bit errors of packed data are noticed") {
  const std::string text = edges_of_path(200);
  for (const Compression compression : compressions) {
    const std::string name(detail::to_string(compression));
    const std::string bytes = packed(compression, text);
    for (std::size_t size = 10; size < bytes.size(); ++size) {
      INFO(name << " cut to " << size);
      CHECK(unpacking_error(bytes.substr(0, size)) ==
            fmt::format("the {} data is truncated at byte {}", name, size));
    }
    for (std::size_t at = 12; at < bytes.size(); at += 7) {
      std::string broken = bytes;
      broken[at] = static_cast<char>(broken[at] ^ 0x10);
      INFO(name << " broken at " << at);
      CHECK(unpacking_error(broken) != "no error");
    }
    CHECK_THAT(unpacking_error(bytes + "junk"), Catch::StartsWith("the " + name + " data is "));
    if (compression == Compression::xz) continue;  // liblzma takes it for the next stream
    CHECK(unpacking_error(bytes + "junk") ==
          fmt::format("the {0} data is followed by bytes that are not {0} at byte {1}", name, bytes.size()));
  }
}

TEST_CASE("a bad line before the place where packed data is damaged is named") {
  const auto error_in = [](const std::string& bytes) {
    const test::TemporaryFolder folder;
    try {
      read_graph(folder.write("a", bytes), {}, RunContext({.threads = 2}));
    } catch (const InputError& error) {
      return error.problem();
    }
    return std::string("no error");
  };
  const std::string good = edges_of_path(200000);
  const std::string early = test::gzip("0 1\nbad 3\n" + good);
  CHECK(error_in(early.substr(0, early.size() - 9)) == "'bad' is not a number");
  const std::string late = test::gzip(good + "bad 3\n");
  CHECK(error_in(late.substr(0, late.size() / 2)) ==
        fmt::format("the gzip data is truncated at byte {}", late.size() / 2));
}

TEST_CASE("xz data that asks for a window of 4 GiB is refused before any memory is taken") {
  std::string bytes = packed(Compression::xz, "0 1\n");
  constexpr std::size_t block = 12;  // behind the header of the stream
  const std::size_t header = (static_cast<unsigned char>(bytes[block]) + std::size_t{1}) * 4;
  const std::size_t filter = bytes.find("\x21\x01", block);
  REQUIRE(filter < block + header - 4);
  bytes[filter + 2] = 40;
  const std::uint32_t sum =
      ::lzma_crc32(reinterpret_cast<const std::uint8_t*>(bytes.data()) + block, header - 4, 0);
  for (std::size_t i = 0; i < 4; ++i)
    bytes[block + header - 4 + i] = static_cast<char>(sum >> (8 * i) & 0xffu);
  CHECK_THAT(unpacking_error(bytes), Catch::StartsWith("the xz data asks for more than 2 GiB of memory"));
}
