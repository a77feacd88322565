#include <algorithm>
#include <string>

#include <lode/io/read_graph.hpp>
#include <lode/io/write_graph.hpp>

#include "io/stream/compressed_input.hpp"
#include "io/stream/compressed_output.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using detail::Compression;

namespace {

std::string text_of_packed(const std::string& packed) {
  detail::CompressedInput input(packed, "input");
  std::string text;
  std::string piece(std::size_t{1} << 16, '\0');
  while (const std::size_t got = input.read(piece.data(), piece.size())) text.append(piece, 0, got);
  return text;
}

}  // namespace

TEST_CASE("what is packed by lode is what was written, in one piece or many") {
  std::string text;
  for (int i = 0; i < 30000; ++i) text += std::to_string(i) + " " + std::to_string(7 * i % 30011) + "\n";
  for (const Compression compression :
       {Compression::none, Compression::gzip, Compression::zstd, Compression::bzip2, Compression::xz}) {
    INFO(detail::to_string(compression));
    std::string first;
    for (const std::size_t step : {std::size_t{100}, std::size_t{1} << 20}) {
      std::string packed;
      detail::CompressedOutput output(compression, [&](std::string_view piece) { packed += piece; });
      for (std::size_t at = 0; at < text.size(); at += step)
        output.write(std::string_view(text).substr(at, step));
      output.finish();
      CHECK(text_of_packed(packed) == text);
      CHECK(detail::CompressedInput(packed, "input").compression() == compression);
      if (first.empty()) first = packed;
      if (compression != Compression::zstd) CHECK(packed == first);
    }
    const std::string_view start = std::string_view(text).substr(0, 1000);
    std::string bytewise;
    detail::CompressedOutput by_bytes(compression, [&](std::string_view piece) { bytewise += piece; });
    for (std::size_t at = 0; at < start.size(); ++at) by_bytes.write(start.substr(at, 1));
    by_bytes.finish();
    CHECK(text_of_packed(bytewise) == start);
    std::string nothing;
    detail::CompressedOutput output(compression, [&](std::string_view piece) { nothing += piece; });
    output.finish();
    CHECK((compression == Compression::none) == nothing.empty());
  }
  CHECK(detail::compression_of("a.BZ2") == Compression::bzip2);
  CHECK(detail::compression_of("a.xz") == Compression::xz);
  CHECK(detail::compression_of("a.gz") == Compression::gzip);
  CHECK(detail::compression_of("a.zst") == Compression::zstd);
  CHECK(detail::compression_of("xz") == Compression::none);
}

TEST_CASE("a graph is written to and read from .bz2 and .xz") {
  const test::TemporaryFolder folder;
  const Graph graph = test::random_graph(40, 0.2, 3);
  for (const std::string ending : {".mtx.bz2", ".gml.xz", ".graphml.xz", ".json.xz"}) {
    const std::string path = (folder.path() / ("g" + ending)).string();
    const RunContext run({.threads = 1});
    const OutputReport report = write_graph(graph, path, {}, run);
    CHECK(report.compression == (ending.ends_with("xz") ? "xz" : "bzip2"));
    CHECK(read_graph(path, {}, run).graph.num_edges() == graph.num_edges());
  }
}
