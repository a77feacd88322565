#include <atomic>
#include <filesystem>
#include <iterator>
#include <string>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/io/write_graph.hpp>

#include "io/gzip.hpp"
#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;

namespace {

const RunContext one({.threads = 1});
const RunContext two({.threads = 2});

/// Lines "u v w" with loops, repetitions and both directions; the weight follows from the pair, or not.
std::string edge_lines(std::uint64_t lines, std::uint64_t ids, std::uint64_t stride, std::uint64_t seed,
                       bool weights_agree) {
  Rng rng(seed, 9);
  std::string text = "# made by a test\n";
  for (std::uint64_t i = 0; i < lines; ++i) {
    const std::uint64_t u = stride * rng.below(ids);
    const std::uint64_t v = rng.below(9) == 0 ? u : stride * rng.below(rng.below(4) == 0 ? ids : 20);
    const double weight = weights_agree ? 1.0 : 0.1 * static_cast<double>(rng.below(50));
    text += fmt::format("{} {} {}\n", u, v, weight);
  }
  return text;
}

struct Converted {
  std::string in_memory, external;
  InputReport in_memory_report, external_report;
};

Converted convert(const std::string& input, const ReadOptions& read, std::uint64_t memory,
                  const RunContext& context) {
  const test::TemporaryFolder folder;
  const std::string a = (folder.path() / "a.lode").string();
  const std::string b = (folder.path() / "b.lode").string();
  const LoadedGraph loaded = read_graph(input, read, context);
  write_graph(loaded.graph, a, {}, context);
  const ConvertReport report = convert_to_lode(input, b, {.read = read, .memory = memory}, context);
  CHECK(report.output.hints.size() == (read.weighted ? 1 : 0));
  CHECK(report.output.bytes == test::read_file(b).size());
  CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 2);  // nothing is left over
  return {test::read_file(a), test::read_file(b), loaded.report, report.input};
}

void require_same(const Converted& converted) {
  REQUIRE(converted.in_memory == converted.external);
  const auto words = [](InputReport report) {
    report.seconds = 0.0;
    return report.summary() + report.details();
  };
  CHECK(words(converted.in_memory_report) == words(converted.external_report));
}

}  // namespace

TEST_CASE("conversion in little memory gives the same bytes as in memory", "[slow]") {
  const test::TemporaryFolder folder;
  struct Case {
    std::uint64_t lines, ids, stride;
  };
  // Few and many vertices; ids with gaps, up to 32 bits; one range of ids and hundreds.
  for (const Case& c : {Case{1, 50, 1}, Case{20'000, 300, 1}, Case{20'000, 500'000, 1},
                        Case{20'000, 60'000, 70'000}, Case{60'000, 3'000'000, 3}}) {
    const std::string path = folder.write("edges.txt", edge_lines(c.lines, c.ids, c.stride, c.ids, false));
    for (const std::uint64_t memory : {std::uint64_t{1}, std::uint64_t{1} << 16, std::uint64_t{1} << 28}) {
      CAPTURE(c.lines, c.ids, memory);
      require_same(convert(path, {}, memory, memory > 1 ? two : one));
      require_same(convert(path, {.weighted = true, .merge = MergeRule::sum}, memory, two));
      require_same(convert(path, {.weighted = true, .merge = MergeRule::max}, memory, one));
    }
  }
}

TEST_CASE("conversion in little memory treats the first line as reading does") {
  const test::TemporaryFolder folder;
  for (const char* text : {"0 1\n1 2\n", "3 2\n0 1\n1 2\n", "source,target\n5,6\n6,7\n", "7 7\n",
                           "9 9\n1 2\n", "\xef\xbb\xbf# x\r\n4294967295 0\r\n\r\n0 3\r\n"}) {
    CAPTURE(text);
    require_same(convert(folder.write("first.txt", text), {}, 1, two));
  }
  const std::string integral = folder.write("w.txt", "1 2 3\n2 1 3\n2 3 4\n1 2 3\n2 1 3\n");
  require_same(convert(integral, {.weighted = true}, 1, two));
  const std::string negative = folder.write("n.txt", "1 2 3\n2 3 -4\n");
  require_same(convert(negative, {.weighted = true, .signs = WeightSigns::any}, 1, two));
  require_same(convert(folder.write("no_banner.mtx", "1 2\n2 3\n"), {}, 1, two));
  const std::string bad = folder.write("bad.txt", "0 1\nx y\n1 2\n");
  require_same(convert(bad, {.lenient = true}, 1, two));
  require_same(convert(folder.write("g.txt.gz", test::gzip("0 1\n1 2\n2 0\n")), {}, 1, two));
}

TEST_CASE("conversion in little memory fails as reading does, and leaves nothing behind") {
  const test::TemporaryFolder folder;
  const auto fails = [&](const std::string& text, const ReadOptions& read, const std::string& words) {
    CAPTURE(text);
    const std::string input = folder.write("in.txt", text);
    const std::string output = (folder.path() / "out.lode").string();
    CHECK_THROWS_WITH(convert_to_lode(input, output, {.read = read, .memory = 1}, two),
                      Catch::Contains(words));
    CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 1);
  };
  fails("0 1\n1 -2\n", {}, ":2:3");
  fails("# nothing\n", {}, "no edges");
  fails("0 1\n1 4294967296\n", {}, "4294967296 does not fit in 32 bits");
  fails("4294967296 1\n", {}, "leave out option 'memory'");
  fails("1 5 2\n5 1 3\n", {.weighted = true}, "edge 1 5 has weight 2 (line 1) but 5 1 has weight 3 (line 2)");
  fails("0 1 1\n1 2 1e101\n", {.weighted = true}, ":2:5: weight 1e101 must be 0 or between 1e-100 and 1e100");
  fails("a b\n", {.labels = true}, "labels are numbered in memory");
  fails("%%MatrixMarket matrix coordinate pattern symmetric\n2 2 1\n2 1\n", {}, "are converted in memory");
  const std::string input = folder.write("in.txt", "0 1\n");
  CHECK_THROWS_WITH(convert_to_lode(input, (folder.path() / "out.txt").string(), {}, two),
                    Catch::Contains("needs a lode file"));
  CHECK_THROWS_AS(convert_to_lode(input, "/nowhere/out.lode", {}, two), SystemError);
  std::atomic<bool> cancel = true;
  CHECK_THROWS_WITH(
      convert_to_lode(input, (folder.path() / "out.lode").string(), {}, RunContext({.cancel = &cancel})),
      Catch::Contains("interrupted"));
  CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 1);
}
