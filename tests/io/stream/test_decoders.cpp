#include <string>

#include <bzlib.h>
#include <fmt/format.h>
#include <lzma.h>

#include <lode/core/error.hpp>
#include <lode/io/read_graph.hpp>

#include "io/stream/compressed_input.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;

namespace {

std::string bzip2(std::string text) {
  std::string packed(text.size() + text.size() / 50 + 700, '\0');
  auto size = static_cast<unsigned>(packed.size());
  REQUIRE(::BZ2_bzBuffToBuffCompress(packed.data(), &size, text.data(), static_cast<unsigned>(text.size()), 1,
                                     0, 0) == BZ_OK);
  packed.resize(size);
  return packed;
}

std::string xz(const std::string& text, lzma_check check = LZMA_CHECK_CRC64) {
  std::string packed(::lzma_stream_buffer_bound(text.size()), '\0');
  std::size_t size = 0;
  REQUIRE(::lzma_easy_buffer_encode(1, check, nullptr, reinterpret_cast<const std::uint8_t*>(text.data()),
                                    text.size(), reinterpret_cast<std::uint8_t*>(packed.data()), &size,
                                    packed.size()) == LZMA_OK);
  packed.resize(size);
  return packed;
}

struct Packing {
  std::string name;
  std::string (*pack)(const std::string&);
};
const Packing packings[] = {{"bzip2", [](const std::string& text) { return bzip2(text); }},
                            {"xz", [](const std::string& text) { return xz(text); }}};

std::string edges_of_path(int n) {
  std::string text;
  for (int i = 0; i < n; ++i) text += fmt::format("{} {}\n", i, i + 1);
  return text;
}

std::string unpacked(const std::string& packed, std::size_t step) {
  detail::CompressedInput input(packed, "input");
  std::string text;
  std::string piece(step, '\0');
  while (const std::size_t got = input.read(piece.data(), step)) text.append(piece, 0, got);
  return text;
}

std::string unpacking_error(const std::string& packed) {
  try {
    unpacked(packed, 4096);
  } catch (const InputError& error) {
    return error.problem();
  }
  return "no error";
}

}  // namespace

TEST_CASE("bzip2 and xz: streams follow each other, whatever the file is called") {
  const std::string a = edges_of_path(60000);
  const std::string b = "7 9\n";
  for (const Packing& packing : packings) {
    INFO(packing.name);
    for (const std::size_t step : {std::size_t{1000}, std::size_t{1} << 20}) {
      CHECK(unpacked(packing.pack(a), step) == a);
      CHECK(unpacked(packing.pack(a) + packing.pack(b) + packing.pack("") + packing.pack(a), step) ==
            a + b + a);
      CHECK(unpacked(packing.pack("") + packing.pack(b), step) == b);
      CHECK(unpacked(packing.pack(a) + std::string(1000, '\0'), step) == a);
    }
    const test::TemporaryFolder folder;
    const LoadedGraph loaded =
        read_graph(folder.write("d.txt", packing.pack(a)), {}, RunContext({.threads = 2}));
    CHECK(loaded.report.compression == packing.name);
    CHECK(loaded.report.edges == 60000);
    CHECK(loaded.report.bytes == a.size());
  }
  for (const lzma_check check : {LZMA_CHECK_NONE, LZMA_CHECK_CRC32, LZMA_CHECK_SHA256}) {
    CHECK(unpacked(xz(a, check), 4096) == a);
  }
}

TEST_CASE("bzip2 and xz: every truncation and many bit errors are noticed") {
  const std::string text = edges_of_path(200);
  for (const Packing& packing : packings) {
    const std::string packed = packing.pack(text);
    for (std::size_t size = 10; size < packed.size(); ++size) {
      INFO(packing.name << " cut to " << size);
      CHECK(unpacking_error(packed.substr(0, size)) ==
            fmt::format("the {} data is truncated at byte {}", packing.name, size));
    }
    for (std::size_t at = 12; at < packed.size(); at += 7) {
      std::string broken = packed;
      broken[at] = static_cast<char>(broken[at] ^ 0x10);
      INFO(packing.name << " broken at " << at);
      CHECK(unpacking_error(broken) != "no error");
    }
    CHECK_THAT(unpacking_error(packed + "junk"), Catch::Contains(packing.name + " data is "));
    CHECK(unpacking_error(packing.pack("")) == fmt::format("is empty once unpacked ({})", packing.name));
  }
  CHECK(unpacking_error(bzip2(text) + "junk") ==
        fmt::format("the bzip2 data is followed by bytes that are not bzip2 at byte {}", bzip2(text).size()));
  // A name that begins as bzip2 does is a text.
  CHECK(unpacked("BZh9 BZh91AY\n", 100) == "BZh9 BZh91AY\n");
}

TEST_CASE("xz data that asks for a window of 4 GiB is refused before any memory is taken") {
  std::string packed = xz("0 1\n");
  constexpr std::size_t block = 12;  // behind the header of the stream
  const std::size_t header = (static_cast<unsigned char>(packed[block]) + std::size_t{1}) * 4;
  const std::size_t filter = packed.find("\x21\x01", block);
  REQUIRE(filter < block + header - 4);
  packed[filter + 2] = 40;
  const std::uint32_t sum =
      ::lzma_crc32(reinterpret_cast<const std::uint8_t*>(packed.data()) + block, header - 4, 0);
  for (std::size_t i = 0; i < 4; ++i)
    packed[block + header - 4 + i] = static_cast<char>(sum >> (8 * i) & 0xffu);
  CHECK(unpacking_error(packed) == "the xz data asks for more than 2 GiB of memory");
}
