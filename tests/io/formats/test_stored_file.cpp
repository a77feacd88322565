#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/io/read_graph.hpp>
#include <lode/io/write_graph.hpp>

#include "io/formats/lode/stored_file.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using detail::LodeHeader;

namespace {

std::string declared_bytes(const Graph& graph, std::optional<CoreOrigin> origin) {
  std::string bytes;
  write_graph(graph, [&](std::string_view piece) { bytes += piece; },
              {.format = "lode", .core_of = std::move(origin)});
  return bytes;
}

Graph triangle_and_tail() { return Graph::from_edges(std::vector<Edge>{{0, 1}, {1, 2}, {0, 2}, {2, 3}}); }

CoreOrigin origin_of_tail() {
  return {.core = 1,
          .vertices = 10,
          .edges = 8,
          .weight = 8.0,
          .bounds = {{0, 8.0, "trivial"}, {3, 3.25, "lp"}, {4, 5.0, "spectral"}}};
}

LodeHeader header_in(const std::string& bytes) {
  LodeHeader header;
  std::memcpy(&header, bytes.data(), sizeof header);
  return header;
}

template <class T>
void put_at(std::string& bytes, std::uint64_t place, T value) {
  REQUIRE(place + sizeof value <= bytes.size());
  std::memcpy(bytes.data() + place, &value, sizeof value);
}

/// All three checksums, so that only what was changed is wrong.
void seal_origin(std::string& bytes) {
  const std::uint64_t begin = detail::layout_of(header_in(bytes)).origin;
  put_at(bytes, begin + 48, std::uint64_t{0});
  put_at(bytes, begin + 48, std::uint64_t{detail::extend_checksum(0, std::string_view(bytes).substr(begin))});
  const std::string_view data = std::string_view(bytes).substr(sizeof(LodeHeader));
  put_at(bytes, offsetof(LodeHeader, data_checksum), detail::extend_checksum(0, data));
  put_at(bytes, offsetof(LodeHeader, header_checksum), detail::checksum_of_header(header_in(bytes)));
}

/// What reading says, without the name; "read" if it succeeds.
std::string said_of(const std::string& bytes, std::uint64_t verified = detail::lode_verified_bytes) {
  try {
    detail::read_lode_bytes(bytes, {}, "x", {}, RunContext(), verified);
  } catch (const InputError& error) {
    return error.what();
  }
  return "read";
}

}  // namespace

TEST_CASE("a lode file keeps what it declares its graph to be the core of") {
  const test::TemporaryFolder folder;
  for (const bool weighted : {false, true}) {
    const Graph graph =
        weighted ? Graph::from_edges(std::vector<WeightedEdge>{{0, 1, 0.25}, {1, 2, 0.75}, {0, 2, 1.25}})
                 : triangle_and_tail();
    CoreOrigin origin = origin_of_tail();
    if (weighted) origin.core = 0.75;
    const std::string path = folder.write(weighted ? "w.lode" : "u.lode", declared_bytes(graph, origin));
    const LoadedGraph read = read_graph(path, {.weighted = weighted});
    REQUIRE(read.report.core_of);
    const CoreOrigin& back = *read.report.core_of;
    CHECK(back.core == origin.core);
    CHECK(back.vertices == 10);
    CHECK(back.edges == 8);
    CHECK(back.weight == 8.0);
    REQUIRE(back.bounds.size() == 3);
    for (std::size_t i = 0; i < 3; ++i) {
      CHECK(back.bounds[i].size == origin.bounds[i].size);
      CHECK(back.bounds[i].value == origin.bounds[i].value);
      CHECK(back.bounds[i].rule == origin.bounds[i].rule);
    }
    CHECK(read.graph.num_edges() == graph.num_edges());
    CHECK(read.graph.total_weight() == graph.total_weight());
    if (weighted) CHECK_THROWS_WITH(read_graph(path), Catch::Contains("needs its weights"));
  }
  CHECK_FALSE(read_graph(folder.write("plain.lode", declared_bytes(triangle_and_tail(), {}))).report.core_of);
}

TEST_CASE("the declaration stands behind the data, in version 3 alone") {
  const Graph graph = triangle_and_tail();
  const std::string plain = declared_bytes(graph, {});
  const std::string bytes = declared_bytes(graph, origin_of_tail());
  const LodeHeader header = header_in(bytes);
  CHECK(header_in(plain).version == 2);
  CHECK(header.version == 3);
  const detail::LodeLayout layout = detail::layout_of(header);
  CHECK(plain.size() == layout.end);
  CHECK(layout.origin % 64 == 0);
  CHECK(bytes.substr(64, layout.end - 64) == plain.substr(64));
  // 56 bytes, 24 for each bound, and the words.
  CHECK(bytes.size() == layout.origin + 56 + 3 * 24 + std::strlen("triviallpspectral"));
  CHECK(header.file_bytes == bytes.size());
  CHECK(bytes.ends_with("triviallpspectral"));
}

TEST_CASE("only lode files declare cores, and only true ones") {
  const test::TemporaryFolder folder;
  const Graph graph = triangle_and_tail();
  CHECK_THROWS_WITH(write_graph(graph, (folder.path() / "g.txt").string(), {.core_of = origin_of_tail()}),
                    Catch::Contains("cannot declare") && Catch::Contains("lode"));
  CoreOrigin wrong = origin_of_tail();
  wrong.core = 2;
  CHECK_THROWS_WITH(write_graph(graph, (folder.path() / "g.lode").string(), {.core_of = wrong}),
                    Catch::Contains("vertex 3 has degree 1"));
  CHECK_FALSE(std::filesystem::exists(folder.path() / "g.lode"));
}

TEST_CASE("hostile declarations") {
  const std::string good = declared_bytes(triangle_and_tail(), origin_of_tail());
  CHECK(said_of(good) == "read");
  const std::uint64_t begin = detail::layout_of(header_in(good)).origin;
  const auto says = [](const std::string& text, std::uint64_t byte, const std::string& words) {
    INFO(text);
    CHECK(text.rfind(fmt::format("x: byte {}: ", byte), 0) == 0);
    CHECK(text.find(words) != std::string::npos);
  };
  for (const std::uint64_t verified : {std::uint64_t{0}, detail::lode_verified_bytes}) {
    const auto changed = [&](std::uint64_t place, auto value) {
      std::string bytes = good;
      put_at(bytes, begin + place, value);
      seal_origin(bytes);
      return said_of(bytes, verified);
    };
    const double nan = std::numeric_limits<double>::quiet_NaN();
    says(changed(0, 2.0), begin, "vertex 3 has degree 1");
    for (const double core : {0.0, -1.0, 1.5, nan, 1e300})
      says(changed(0, core), begin, "must be an integer");
    says(changed(8, std::uint64_t{3}), begin, "with 3 vertices, and has 4");
    says(changed(16, std::uint64_t{2}), begin, "with 2 edges, and has 4");
    says(changed(24, nan), begin, "which no graph has");
    says(changed(32, std::uint64_t{4}), begin + 32, "do not take");
    says(changed(32, ~std::uint64_t{0}), begin + 32, "do not take");
    says(changed(40, ~std::uint64_t{0}), begin + 32, "do not take");
    says(changed(56 + 8, -1.0), begin, "no finite number");
    says(changed(56 + 8, nan), begin, "no finite number");
    says(changed(56 + 16, std::uint64_t{100}), begin + 56 + 16, "has 100 characters, and 17 are left");
    says(changed(56 + 16, ~std::uint64_t{0}), begin + 56 + 16, "and 17 are left");
    says(changed(56 + 48 + 16, std::uint64_t{1}), good.size() - 7, "7 characters belong to no stated bound");
    says(changed(56 + 72, '\n'), begin, "is no word");
    // A change that no checksum was made for is found, however much of the file is verified.
    std::string damaged = good;
    damaged[begin + 9] ^= 1;
    if (verified == 0) says(said_of(damaged, verified), begin + 48, "checksum of the declaration");
    CHECK(said_of(damaged, verified) != "read");
  }
  for (std::uint64_t size = begin; size < good.size(); ++size) {
    std::string cut = good.substr(0, size);
    says(said_of(cut), size, "is truncated");
    put_at(cut, offsetof(LodeHeader, file_bytes), size);
    if (size >= begin + 56) seal_origin(cut);
    put_at(cut, offsetof(LodeHeader, header_checksum), detail::checksum_of_header(header_in(cut)));
    CHECK(said_of(cut) != "read");
    if (size < begin + 56) says(said_of(cut), offsetof(LodeHeader, file_bytes), "leaves no room");
  }
  says(said_of(good + "x"), good.size(), "1 further bytes follow");
}
