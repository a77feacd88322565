#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/io/read_graph.hpp>
#include <lode/io/write_graph.hpp>

#include "io/formats/lode/stored_file.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;
using detail::LodeHeader;

namespace {

const RunContext two_threads({.threads = 2});

std::string bytes_of(const Graph& graph) {
  std::string bytes;
  write_graph(
      graph, [&](std::string_view piece) { bytes += piece; }, {.format = "lode"}, two_threads);
  return bytes;
}

/// The path 0-1-2 and 3-4, weights 1, 2, 3 when weighted.
Graph paths(bool weighted = true) {
  const std::vector<WeightedEdge> edges = {{0, 1, 1.0}, {1, 2, 2.0}, {3, 4, 3.0}};
  const Graph graph = Graph::from_edges(std::span<const WeightedEdge>(edges));
  return weighted ? graph
                  : Graph::from_csr(CsrArrays{graph.offsets(), graph.targets(), {}, graph.csr().owner});
}

template <class T>
void put(std::string& bytes, std::uint64_t place, T value) {
  REQUIRE(place + sizeof value <= bytes.size());
  std::memcpy(bytes.data() + place, &value, sizeof value);
}

LodeHeader header_of(const std::string& bytes) {
  LodeHeader header;
  std::memcpy(&header, bytes.data(), sizeof header);
  return header;
}

/// Both checksums, so that only what was changed is wrong.
void seal(std::string& bytes) {
  const std::string_view data = std::string_view(bytes).substr(sizeof(LodeHeader));
  put(bytes, offsetof(LodeHeader, data_checksum), detail::extend_checksum(0, data));
  put(bytes, offsetof(LodeHeader, header_checksum), detail::checksum_of_header(header_of(bytes)));
}

enum class Trust { verify, trust };

/// What reading says of the bytes, without the name; "read" if it succeeds.
std::string verdict(const std::string& bytes, Trust trust = Trust::verify, bool weighted = true) {
  ReadOptions options;
  options.weighted = weighted;
  try {
    detail::read_lode_bytes(bytes, {}, "x", options, two_threads, trust == Trust::verify ? bytes.size() : 0);
  } catch (const InputError& error) {
    REQUIRE(std::string(error.what()).rfind("x: byte ", 0) == 0);
    return std::string(error.what()).substr(3);
  }
  return "read";
}

/// The verdict after one change, with checksums that fit.
std::string verdict_after(const Graph& graph, const std::function<void(std::string&)>& change,
                          Trust trust = Trust::verify) {
  std::string bytes = bytes_of(graph);
  change(bytes);
  seal(bytes);
  return verdict(bytes, trust, graph.weighted());
}

template <class T>
std::function<void(std::string&)> set(std::uint64_t place, T value) {
  return [place, value](std::string& bytes) { put(bytes, place, value); };
}

}  // namespace

TEST_CASE("the lode format is what its description says") {
  const std::string bytes = bytes_of(paths());
  const LodeHeader header = header_of(bytes);
  CHECK(bytes.substr(0, 8) == "\x89lode\r\n\x1a");
  CHECK(header.byte_order == 0x01020304);
  CHECK(header.version == 2);
  CHECK(header.weighted == 1);
  CHECK(header.vertices == 5);
  CHECK(header.arcs == 6);
  CHECK(header.file_bytes == bytes.size());
  // Six offsets of 8 bytes at 64, six targets of 4 bytes at 128, six weights of 8 bytes at 192, their sum.
  const auto layout = detail::layout_of(header);
  CHECK(layout.offsets == 64);
  CHECK(layout.targets == 128);
  CHECK(layout.weights == 192);
  CHECK(layout.total == 256);
  CHECK(layout.end == 264);
  CHECK(bytes.size() == 264);
  double total = 0.0;
  std::memcpy(&total, bytes.data() + layout.total, sizeof total);
  CHECK(total == 6.0);
  // CRC-32 of "123456789" is the published check value.
  CHECK(detail::extend_checksum(0, "123456789") == 0xcbf43926u);
  CHECK(detail::extend_checksum(detail::extend_checksum(0, "1234"), "56789") == 0xcbf43926u);
  const std::string large(std::size_t{9} << 20, 'x');
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < large.size(); i += 1000) {
    sum = detail::extend_checksum(sum, std::string_view(large).substr(i, 1000));
  }
  CHECK(detail::extend_checksum(0, large) == sum);
}

TEST_CASE("a lode file is mapped: no copy of the arrays, alive after the file is replaced") {
  const test::TemporaryFolder folder;
  const Graph graph = test::random_graph(200, 0.1, 4, test::TestWeights::real);
  const std::string path = (folder.path() / "graph.lode").string();
  write_graph(graph, path, {}, two_threads);
  ReadOptions options;
  options.weighted = true;
  const Graph mapped = read_graph(path, options, two_threads).graph;
  const auto address = reinterpret_cast<std::uintptr_t>(mapped.targets().data());
  CHECK(address % 64 == 0);
  CHECK(reinterpret_cast<std::uintptr_t>(mapped.offsets().data()) %
            static_cast<std::uintptr_t>(::getpagesize()) ==
        sizeof(LodeHeader));
  // The same graph onto its own file, and another one there.
  write_graph(mapped, path, {.overwrite = Overwrite::yes}, two_threads);
  write_graph(paths(), path, {.overwrite = Overwrite::yes}, two_threads);
  CHECK(std::equal(mapped.targets().begin(), mapped.targets().end(), graph.targets().begin(),
                   graph.targets().end()));
  CHECK(std::equal(mapped.weights().begin(), mapped.weights().end(), graph.weights().begin(),
                   graph.weights().end()));
  CHECK(read_graph(path, options, two_threads).graph.num_vertices() == 5);
}

TEST_CASE("weights of a lode file are read when asked for, and missing ones are an error") {
  const test::TemporaryFolder folder;
  const std::string with = folder.write("with.lode", bytes_of(paths()));
  const std::string without = folder.write("without.lode", bytes_of(paths(false)));
  const LoadedGraph plain = read_graph(with, {}, two_threads);
  CHECK_FALSE(plain.graph.weighted());
  CHECK(plain.report.summary().find("weights left out") != std::string::npos);
  ReadOptions options;
  options.weighted = true;
  CHECK(read_graph(with, options, two_threads).graph.total_weight() == 6.0);
  CHECK_THROWS_AS(read_graph(without, options, two_threads), InvalidArgument);
  CHECK_THROWS_WITH(read_graph(without, options, two_threads), Catch::Contains("holds no weights"));
  CHECK_THROWS_WITH(read_graph(with, {.labels = true}, two_threads), Catch::Contains("finds none in"));
  CHECK_THROWS_WITH(read_graph(with, {.lenient = true}, two_threads), Catch::Contains("option 'lenient'"));
  CHECK(
      read_graph(folder.write("empty.lode", bytes_of(Graph())), options, two_threads).graph.num_vertices() ==
      0);
}

TEST_CASE("hostile headers") {
  const auto at = [](std::size_t place) { return fmt::format("byte {}: ", place); };
  const std::string good = bytes_of(paths());
  CHECK(verdict(good) == "read");
  CHECK(verdict("").rfind(at(0) + "ends inside the header", 0) == 0);
  CHECK(verdict(good.substr(0, 30)).rfind(at(30) + "ends inside the header", 0) == 0);
  CHECK(verdict("\x89PNG" + good.substr(4)).rfind(at(0) + "does not begin like a lode file", 0) == 0);
  CHECK(verdict("\x89lode\n\x1a" + good.substr(8)).find("the line ends were changed") != std::string::npos);
  const auto changed = [&](auto place, auto value) { return verdict_after(paths(), set(place, value)); };
  const auto says = [&](std::size_t place, const std::string& text, const std::string& words) {
    CAPTURE(text);
    CHECK(text.rfind(at(place), 0) == 0);
    CHECK(text.find(words) != std::string::npos);
  };
  says(8, changed(8, std::uint32_t{0x04030201}), "other byte order");
  says(8, changed(8, std::uint32_t{7}), "byte order mark is wrong");
  says(12, changed(12, std::uint32_t{1}),
       "is version 1 of the lode format, and this lode reads versions 2 to 5");
  says(16, changed(16, std::uint64_t{0xffffffff}), "vertices are too many");
  says(16, changed(16, ~std::uint64_t{0}), "vertices are too many");
  says(24, changed(16, std::uint64_t{2}), "6 arcs are impossible with 2 vertices");
  says(24, changed(16, std::uint64_t{0}), "impossible with 0 vertices");
  says(24, changed(24, std::uint64_t{7}), "7 arcs are impossible");
  says(24, changed(24, std::uint64_t{1} << 63), "impossible");
  // n(n-1) allows these arcs, and 8 times their number overflows.
  says(24,
       verdict_after(paths(),
                     [](std::string& bytes) {
                       put(bytes, 16, std::uint64_t{0xfffffff0});
                       put(bytes, 24, std::uint64_t{1} << 62);
                     }),
       "impossible");
  says(32, changed(32, std::uint64_t{8}), "8 bytes of labels are impossible");
  says(32,
       verdict_after(paths(),
                     [](std::string& bytes) {
                       put(bytes, 44, std::uint32_t{2});
                       put(bytes, 32, ~std::uint64_t{7});
                     }),
       "impossible");
  says(40, changed(40, std::uint32_t{5}), "kind of weights");
  says(44, changed(44, std::uint32_t{3}), "kind of names");
  says(48, changed(48, std::uint64_t{1000}), "the size 1000 does not follow from the counts, which give 264");
  says(48, changed(16, std::uint64_t{50}), "does not follow from the counts");
  says(60, verdict([&] {
         std::string bytes = good;
         bytes[17] ^= 1;
         return bytes;
       }()),
       "checksum of the header");
  for (const std::size_t size : {std::size_t{64}, std::size_t{100}, good.size() - 1}) {
    says(size, verdict(good.substr(0, size)), "is truncated: 264 bytes were written");
  }
  says(264, verdict(good + "more"), "4 further bytes follow");
}

TEST_CASE("hostile data") {
  const auto says = [&](std::size_t place, const std::string& text, const std::string& words) {
    CAPTURE(text);
    CHECK(text.rfind(fmt::format("byte {}: ", place), 0) == 0);
    CHECK(text.find(words) != std::string::npos);
  };
  // Offsets 0 1 3 4 5 6; targets 1 | 0 2 | 1 | 4 | 3. What could lead out of the file is found in both modes.
  for (const Trust trust : {Trust::verify, Trust::trust}) {
    const auto changed = [&](std::uint64_t place, auto value) {
      return verdict_after(paths(), set(place, value), trust);
    };
    says(64, changed(64, std::uint64_t{1}), "offset 0 is 1");
    says(64 + 24, changed(64 + 16, std::uint64_t{5}), "offset 3 is 4, out of order");
    says(64 + 16, changed(64 + 16, std::uint64_t{7}), "offset 2 is 7, out of order");
    says(64 + 16, changed(64 + 16, ~std::uint64_t{0}), "out of order");
    says(64 + 16, changed(64 + 8, std::uint64_t{6}), "offset 2 is 3, out of order");
    says(64 + 40, changed(64 + 40, std::uint64_t{5}), "the last offset is 5 instead of 6");
    const auto total_is = [&](double total, const std::string& words) {
      says(256, changed(256, total), trust == Trust::trust ? words : "another kind or sum");
    };
    total_is(std::numeric_limits<double>::quiet_NaN(), "impossible");
    total_is(0x1p53, "impossible");
    total_is(-6.0, "impossible");
    total_is(6.5, "impossible");
  }
  const auto changed = [&](std::uint64_t place, auto value) {
    return verdict_after(paths(), set(place, value));
  };
  says(128 + 4, changed(128 + 4, std::uint32_t{5}), "target 1 is 5, which is no vertex");
  says(128, changed(128, no_vertex), "is no vertex");
  says(128, changed(128, std::uint32_t{0}), "joins vertex 0 to itself");
  says(128 + 8, changed(128 + 4, std::uint32_t{2}), "out of order");
  says(128, changed(128, std::uint32_t{4}), "named at one of its ends alone");
  says(256, changed(256, 7.0), "another kind or sum");
  const Graph halves = Graph::from_edges({WeightedEdge{0, 1, 0.5}, {1, 2, 1.5}});
  CHECK(verdict_after(halves, set(40, std::uint32_t{1})).find("another kind or sum") != std::string::npos);
  says(192, changed(192, std::numeric_limits<double>::quiet_NaN()), "between 1e-100 and 1e100");
  says(192, changed(192, -1.0), "not negative unless");
  says(192, changed(192, std::numeric_limits<double>::infinity()), "between 1e-100 and 1e100");
  says(128, changed(192, 9.0), "has two weights");
  // Without new checksums, any change of any byte is found.
  const std::string good = bytes_of(paths());
  for (std::size_t i = 0; i < good.size(); ++i) {
    std::string bytes = good;
    bytes[i] = static_cast<char>(bytes[i] ^ (1 << (i % 8)));
    CAPTURE(i);
    CHECK(verdict(bytes) != "read");
  }
}

TEST_CASE("a part of a graph with real weights keeps its kind, even if all of its weights are integers") {
  for (const Weight large : {3.0, 1e16}) {
    const Graph graph = Graph::from_edges({WeightedEdge{0, 1, large}, {0, 2, 3.0}, {0, 3, 0.5}, {1, 3, 1.0}});
    const std::string bytes = bytes_of(induced_subgraph(graph, std::vector<Vertex>{0, 1, 2}));
    for (const std::uint64_t verified : {std::uint64_t{0}, std::uint64_t{bytes.size()}}) {
      ReadOptions options;
      options.weighted = true;
      const Graph read = detail::read_lode_bytes(bytes, {}, "x", options, two_threads, verified).graph;
      CHECK(read.weight_kind() == WeightKind::real);
      CHECK(read.total_weight() == large + 3.0);
      CHECK(bytes_of(read) == bytes);
    }
  }
}

TEST_CASE("hostile names") {
  const Graph graph = paths(false).with_names(VertexNames::from_labels({"a", "bc", "", "def", "g"}));
  const auto layout = detail::layout_of(header_of(bytes_of(graph)));
  for (const Trust trust : {Trust::verify, Trust::trust}) {
    const auto changed = [&](std::uint64_t place, std::uint64_t value) {
      return verdict_after(graph, set(place, value), trust);
    };
    CHECK(changed(layout.names, 0) == "read");
    CHECK(changed(layout.names, 1).rfind(fmt::format("byte {}: label 0 is 1", layout.names), 0) == 0);
    CHECK(changed(layout.names + 8, 4).rfind(fmt::format("byte {}: label 2 is 3", layout.names + 16), 0) ==
          0);
    CHECK(changed(layout.names + 40, 6).find("the last label is 6 instead of 7") != std::string::npos);
    CHECK(changed(layout.names + 24, ~std::uint64_t{0}).find("out of order") != std::string::npos);
  }
}

TEST_CASE("names of a verified lode file differ") {
  for (const auto& names :
       {VertexNames::from_ids({5, 7, 9, 8, 1}), VertexNames::from_labels({"b", "a", "c", "e", "d"})}) {
    const Graph graph = paths(false).with_names(names);
    const auto layout = detail::layout_of(header_of(bytes_of(graph)));
    const bool labels = names.kind() == VertexNames::Kind::labels;
    // The last vertex takes the name of the first one.
    const auto change = labels ? set(layout.characters + 4, 'b') : set(layout.names + 32, std::uint64_t{5});
    CHECK(verdict_after(graph, change, Trust::verify)
              .rfind(
                  fmt::format("byte {}: two vertices are called '{}'", layout.names + 32, labels ? "b" : "5"),
                  0) == 0);
  }
}

TEST_CASE("random damage never leads out of the file") {
  const Graph graph = test::random_graph(30, 0.2, 1, test::TestWeights::real)
                          .with_names(VertexNames::from_labels(std::vector<std::string>(30, "label")));
  const std::string good = bytes_of(graph);
  ReadOptions options;
  options.weighted = true;
  int accepted = 0;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    Rng rng(seed, 5);
    std::string bytes = good;
    for (std::uint64_t k = 0; k <= rng.below(3); ++k)
      bytes[rng.below(bytes.size())] = static_cast<char>(rng.below(256));
    if (seed % 7 == 0) bytes.resize(rng.below(bytes.size()));
    if (bytes.size() >= sizeof(LodeHeader)) seal(bytes);
    try {
      const Graph read = detail::read_lode_bytes(bytes, {}, "x", options, two_threads, 0).graph;
      ++accepted;
      ArcIndex arcs = 0;
      for (Vertex v = 0; v < read.num_vertices(); ++v)
        arcs += read.neighbors(v).size() + 0 * read.name(v).size();
      CHECK(arcs == read.num_arcs());
      for (Vertex v = 0; v < read.num_vertices(); ++v) {
        for (const Vertex u : read.neighbors(v)) REQUIRE(read.adjacent(u, v));
      }
    } catch (const InputError&) {
    }
    try {
      const Graph read = detail::read_lode_bytes(bytes, {}, "x", options, two_threads).graph;
      for (Vertex v = 0; v < read.num_vertices(); ++v) {
        for (const Vertex u : read.neighbors(v)) REQUIRE(read.adjacent(u, v));
      }
    } catch (const InputError&) {
    }
  }
  CHECK(accepted > 10);
}

TEST_CASE("large lode files are verified when asked to, and the report says when they are not") {
  const std::string good = bytes_of(paths());
  std::string bad = good;
  bad[130] ^= 1;
  ReadOptions options;
  options.weighted = true;
  const auto read = [&](const std::string& bytes) {
    return detail::read_lode_bytes(bytes, {}, "x", options, two_threads, bytes.size() - 1);
  };
  CHECK(read(good).report.summary().find("not verified") != std::string::npos);
  options.verify = Verify::full;
  CHECK(read(good).report.summary().find("not verified") == std::string::npos);
  CHECK_THROWS_WITH(read(bad), Catch::Contains("checksum of the data"));
}

TEST_CASE("numbers out of range are refused in lode files of any size") {
  const Graph graph = paths();
  const auto layout = detail::layout_of(header_of(bytes_of(graph)));
  const auto said = [&](const std::function<void(std::string&)>& change) {
    return verdict_after(graph, change, Trust::trust);
  };
  CHECK(said([](std::string&) {}) == "read");
  for (std::uint64_t arc = 0; arc < graph.num_arcs(); ++arc) {
    for (const Vertex wrong : {Vertex{5}, Vertex{0x7fffffff}, Vertex{0xfffffffe}, Vertex{0xffffffff}}) {
      CHECK(
          said(set(layout.targets + 4 * arc, wrong)) ==
          fmt::format("byte {}: target {} is {}, which is no vertex; the file is damaged: convert the graph "
                      "again from its source",
                      layout.targets + 4 * arc, arc, wrong));
    }
    for (const double wrong : {-1.0, std::numeric_limits<double>::infinity(), std::nan("")}) {
      CHECK(said(set(layout.weights + 8 * arc, wrong))
                .starts_with(fmt::format("byte {}: weight {} is ", layout.weights + 8 * arc, arc)));
    }
  }
  // One row of all six arcs rises from 0 to 6 as offsets must, and is longer than a row can be.
  CHECK(said([&](std::string& bytes) {
          for (std::uint64_t v = 1; v <= 5; ++v) put(bytes, layout.offsets + 8 * v, std::uint64_t{6});
        }).starts_with("byte "));
  // Weights that are not read are not looked at.
  std::string unread = bytes_of(graph);
  put(unread, layout.weights, -1.0);
  seal(unread);
  CHECK(verdict(unread, Trust::trust, false) == "read");
}

TEST_CASE("edges with one end alone, loops and rows out of order are refused in lode files of any size") {
  const Graph graph = paths();
  const auto layout = detail::layout_of(header_of(bytes_of(graph)));
  for (std::uint64_t arc = 0; arc < graph.num_arcs(); ++arc) {
    for (Vertex other = 0; other < graph.num_vertices(); ++other) {
      if (graph.targets()[arc] == other) continue;
      CAPTURE(arc, other);
      const std::string said = verdict_after(graph, set(layout.targets + 4 * arc, other), Trust::trust);
      CHECK(said.starts_with("byte "));
    }
  }
  const Graph all = Graph::from_edges({Edge{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}});
  const auto of_all = detail::layout_of(header_of(bytes_of(all)));
  CHECK(verdict_after(all, set(of_all.targets + 8, Vertex{1}), Trust::trust)
            .find("target 2 is 1 after 2, out of order") != std::string::npos);
  // In any piece of a file.
  std::vector<Edge> edges;
  for (Vertex v = 0; v < 700'000; ++v) edges.push_back({v, v + 1});
  const std::string good = bytes_of(Graph::from_edges(std::span<const Edge>(edges)));
  const auto large = detail::layout_of(header_of(good));
  for (const std::uint64_t arc : {1'399'996u, 1'000'000u, 300'000u, 2u}) {
    for (const int threads : {1, 2}) {
      const auto said = [&](std::uint64_t changed, Vertex target) {
        std::string bytes = good;
        put(bytes, large.targets + 4 * changed, target);
        try {
          detail::read_lode_bytes(bytes, {}, "x", {}, RunContext({.threads = threads}), 0);
        } catch (const InputError& error) {
          return std::string(error.what());
        }
        return std::string("read");
      };
      CAPTURE(arc, threads);
      const auto v = static_cast<Vertex>(arc / 2);  // the arc is that to v + 1, after that to v - 1
      CHECK(said(arc, v + 2).find("named at one of its ends alone") != std::string::npos);
      CHECK(said(arc, v).find("joins vertex") != std::string::npos);
      CHECK(said(arc - 1, v + 1).find("out of order") != std::string::npos);
    }
  }
}

TEST_CASE("of many targets out of range the first is named, by any number of threads") {
  std::vector<Edge> edges;
  for (Vertex v = 0; v < 700'000; ++v) edges.push_back({v, v + 1});
  std::string bytes = bytes_of(Graph::from_edges(std::span<const Edge>(edges)));
  const auto layout = detail::layout_of(header_of(bytes));
  for (const std::uint64_t arc : {1'399'999u, 1'000'001u, 300'000u}) {
    put(bytes, layout.targets + 4 * arc, Vertex{0xfffffffe});
    for (const int threads : {1, 2}) {
      CHECK_THROWS_WITH(
          detail::read_lode_bytes(bytes, {}, "x", {}, RunContext({.threads = threads}), 0),
          Catch::Contains(fmt::format("byte {}: target {} is 4294967294", layout.targets + 4 * arc, arc)));
    }
  }
}

TEST_CASE("the check of a lode file ends when the run is interrupted") {
  const std::atomic<bool> cancel{true};
  RunOptions options;
  options.cancel = &cancel;
  CHECK_THROWS_AS(detail::read_lode_bytes(bytes_of(paths()), {}, "x", {}, RunContext(std::move(options)), 0),
                  SystemError);
}

TEST_CASE("lode files that cannot be mapped say why") {
  const test::TemporaryFolder folder;
  const std::string path = (folder.path() / "graph.lode").string();
  write_graph(paths(false), path, {}, two_threads);
  const std::string packed = path + ".gz";
  const std::string command = "gzip -c '" + path + "' > '" + packed + "'";
  REQUIRE(std::system(command.c_str()) == 0);
  CHECK_THROWS_WITH(read_graph(packed, {}, two_threads),
                    Catch::Contains("is a lode file compressed with gzip") && Catch::Contains("unpack it"));
  CHECK_THROWS_WITH(
      read_graph(folder.write("text.lode", "a b\nb c\n"), {}, two_threads),
      Catch::Contains("byte 0: does not begin like a lode file") && Catch::Contains("option 'format'"));
  CHECK(read_graph(folder.write("text.lode", "a b\nb c\n"), {.format = "edges", .labels = true}, two_threads)
            .graph.num_edges() == 2);
  CHECK(read_graph(folder.write("named.txt", test::read_file(path)), {}, two_threads).report.format ==
        "lode");
}
