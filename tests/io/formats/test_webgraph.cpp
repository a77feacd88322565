#include <algorithm>
#include <bit>
#include <set>

#include <fmt/format.h>

#include <lode/core/error.hpp>
#include <lode/core/rng.hpp>
#include <lode/io/read_graph.hpp>
#include <lode/io/write_graph.hpp>

#include "support/catch.hpp"
#include "support/support.hpp"

using namespace lode;

namespace {

/// Writes bits, most significant first, in the codes of WebGraph.
class BitWriter {
 public:
  void bits(std::uint64_t value, int count) {
    for (int i = count - 1; i >= 0; --i) {
      if (used_ % 8 == 0) bytes_.push_back(0);
      if (value >> i & 1u) bytes_.back() = static_cast<char>(bytes_.back() | (0x80 >> (used_ % 8)));
      ++used_;
    }
  }
  void unary(std::uint64_t value) {
    for (; value > 0; --value) bits(0, 1);
    bits(1, 1);
  }
  void gamma(std::uint64_t value) {
    const int length = static_cast<int>(std::bit_width(value + 1)) - 1;
    unary(static_cast<std::uint64_t>(length));
    bits((value + 1) & ((std::uint64_t{1} << length) - 1), length);
  }
  /// zeta_k: h with 2^(hk) <= value+1 < 2^((h+1)k), then value+1-2^(hk) in minimal binary.
  void zeta(std::uint64_t value, int k) {
    const std::uint64_t x = value + 1;
    const int h = (static_cast<int>(std::bit_width(x)) - 1) / k;
    unary(static_cast<std::uint64_t>(h));
    const std::uint64_t left = std::uint64_t{1} << (h * k);
    if (x - left < left) {
      bits(x - left, h * k + k - 1);
    } else {
      bits(x, h * k + k);
    }
  }
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
  std::uint64_t used_ = 0;
};

std::uint64_t signed_code(std::int64_t x) { return static_cast<std::uint64_t>(x >= 0 ? 2 * x : -2 * x - 1); }

using Lists = std::vector<std::vector<std::uint64_t>>;

/// Encodes lists with random references and copy blocks, intervals wherever they fit, and residuals.
std::string encode(const Lists& lists, std::uint64_t window, std::uint64_t least_interval, int zeta_k,
                   Rng& rng) {
  BitWriter out;
  for (std::uint64_t node = 0; node < lists.size(); ++node) {
    std::set<std::uint64_t> rest(lists[node].begin(), lists[node].end());
    out.gamma(rest.size());
    if (rest.empty()) continue;
    if (window > 0) {
      const std::uint64_t reference = rng.below(std::min(window, node) + 1);
      out.unary(reference);
      if (reference > 0) {
        std::vector<std::uint64_t> blocks{0};
        bool copying = true;
        for (const std::uint64_t v : lists[node - reference]) {
          if (rest.contains(v) != copying) {
            blocks.push_back(0);
            copying = !copying;
          }
          ++blocks.back();
          rest.erase(v);
        }
        if (blocks.size() % 2 == 1) blocks.pop_back();  // the last copied block is implied
        if (blocks.size() == 1 && blocks[0] == 0) blocks.clear();
        if (lists[node - reference].empty()) blocks.clear();
        out.gamma(blocks.size());
        for (std::size_t i = 0; i < blocks.size(); ++i) out.gamma(i == 0 ? blocks[i] : blocks[i] - 1);
      }
    }
    if (least_interval > 0 && !rest.empty()) {
      std::vector<std::pair<std::uint64_t, std::uint64_t>> intervals;
      for (auto it = rest.begin(); it != rest.end();) {
        auto end = it;
        std::uint64_t length = 0;
        while (end != rest.end() && *end == *it + length) ++end, ++length;
        if (length >= least_interval) intervals.emplace_back(*it, length);
        it = end;
      }
      out.gamma(intervals.size());
      std::int64_t previous = static_cast<std::int64_t>(node);
      for (std::size_t i = 0; i < intervals.size(); ++i) {
        const auto left = static_cast<std::int64_t>(intervals[i].first);
        out.gamma(i == 0 ? signed_code(left - previous) : static_cast<std::uint64_t>(left - previous - 1));
        out.gamma(intervals[i].second - least_interval);
        previous = left + static_cast<std::int64_t>(intervals[i].second);
        for (std::uint64_t j = 0; j < intervals[i].second; ++j) rest.erase(intervals[i].first + j);
      }
    }
    std::int64_t previous = static_cast<std::int64_t>(node);
    bool first = true;
    for (const std::uint64_t v : rest) {
      const auto step = static_cast<std::int64_t>(v) - previous;
      out.zeta(first ? signed_code(step) : static_cast<std::uint64_t>(step - 1), zeta_k);
      previous = static_cast<std::int64_t>(v);
      first = false;
    }
  }
  return out.bytes();
}

std::string properties(std::uint64_t nodes, std::uint64_t arcs, std::uint64_t window,
                       std::uint64_t least_interval, int zeta_k, const std::string& flags) {
  return fmt::format(
      "#BVGraph "
      "properties\nversion=0\ngraphclass=it.unimi.dsi.webgraph.BVGraph\nnodes={}\narcs={}\nwindowsize={}\n"
      "minintervallength={}\nzetak={}\ncompressionflags={}\n",
      nodes, arcs, window, least_interval, zeta_k, flags);
}

Lists random_lists(std::uint64_t n, double p, Rng& rng) {
  Lists lists(n);
  for (std::uint64_t u = 0; u < n; ++u) {
    if (u > 0 && rng.uniform() < 0.3) lists[u] = lists[u - 1];  // something to copy
    std::set<std::uint64_t> list(lists[u].begin(), lists[u].end());
    const std::uint64_t run = rng.below(n);
    if (rng.uniform() < 0.4) {
      for (std::uint64_t v = run; v < std::min(n, run + 7); ++v) list.insert(v);
    }
    for (std::uint64_t v = 0; v < n; ++v) {
      if (rng.uniform() < p) list.insert(v);
    }
    lists[u].assign(list.begin(), list.end());
  }
  return lists;
}

}  // namespace

TEST_CASE("WebGraph streams decode to the lists they were made from") {
  const test::TemporaryFolder folder;
  Rng rng(77);
  for (int round = 0; round < 60; ++round) {
    const std::uint64_t n = 1 + rng.below(60);
    const std::uint64_t window = rng.below(8);
    const std::uint64_t least_interval = round % 3 == 0 ? 0 : 2 + rng.below(3);
    const int zeta_k = 1 + static_cast<int>(rng.below(5));
    const Lists lists = random_lists(n, 0.05, rng);
    std::uint64_t arcs = 0;
    std::uint64_t loops = 0;
    std::set<std::pair<std::uint64_t, std::uint64_t>> edges;
    for (std::uint64_t u = 0; u < n; ++u) {
      arcs += lists[u].size();
      for (const std::uint64_t v : lists[u]) {
        loops += u == v;
        if (u != v) edges.emplace(std::min(u, v), std::max(u, v));
      }
    }
    const std::string path = folder.write("g.graph", encode(lists, window, least_interval, zeta_k, rng));
    folder.write("g.properties", properties(n, arcs, window, least_interval, zeta_k, ""));
    if (arcs == 0) continue;  // an empty file is an error of its own
    INFO("round " << round << ", n = " << n << ", window " << window);
    const LoadedGraph loaded = read_graph(path, {}, RunContext());
    CHECK(loaded.graph.num_vertices() == n);
    CHECK(loaded.report.self_loops_dropped == loops);
    CHECK(loaded.report.edge_lines == arcs);
    REQUIRE(loaded.graph.num_edges() == edges.size());
    for (const auto& [u, v] : edges) {
      REQUIRE(loaded.graph.adjacent(static_cast<Vertex>(u), static_cast<Vertex>(v)));
    }
    const std::string kept = (folder.path() / "kept.lode").string();
    const std::string converted = (folder.path() / "converted.lode").string();
    write_graph(loaded.graph, kept, {.overwrite = Overwrite::yes}, RunContext());
    const ConvertReport report =
        convert_to_lode(path, converted, {.overwrite = Overwrite::yes, .memory = 1000}, RunContext());
    REQUIRE(test::read_file(kept) == test::read_file(converted));
    CHECK(report.input.self_loops_dropped == loops);
    CHECK(report.input.edge_lines == arcs);
  }
}

TEST_CASE("uk-2007-05@100000 has its published counts") {
  const auto path = test::dataset("uk-2007-05@100000.graph.gz");
  if (!path) return;
  const LoadedGraph loaded = read_graph(*path, {}, RunContext());
  CHECK(loaded.report.edge_lines == 3050615);
  CHECK(loaded.report.self_loops_dropped == 15670);
  CHECK(loaded.graph.num_vertices() == 100000);
  CHECK(loaded.graph.num_edges() == 2779575);
  CHECK(loaded.report.duplicates_merged == 0);
}

TEST_CASE("properties and streams that lie are refused") {
  const test::TemporaryFolder folder;
  Rng rng(5);
  const Lists lists = random_lists(40, 0.1, rng);
  std::uint64_t arcs = 0;
  for (const auto& list : lists) arcs += list.size();
  const std::string stream = encode(lists, 3, 4, 3, rng);
  const std::string good = properties(40, arcs, 3, 4, 3, "");
  const auto refused = [&](const std::string& bytes, std::string text, const std::string& words) {
    const std::string path = folder.write("g.graph", bytes);
    folder.write("g.properties", text);
    try {
      read_graph(path, {}, RunContext());
      FAIL("was read: " << words);
    } catch (const InputError& error) {
      INFO(error.what());
      CHECK(std::string(error.what()).find(words) != std::string::npos);
    }
  };
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    return text.replace(text.find(from), from.size(), to);
  };
  refused(stream.substr(0, stream.size() / 2), good, "ends early");
  refused(stream, properties(40, arcs + 1, 3, 4, 3, ""), "arcs are declared");
  refused(stream, properties(40, arcs - 1, 3, 4, 3, ""), "arcs are declared");
  refused(stream, properties(39, arcs, 3, 4, 3, ""), "byte ");
  refused(stream, properties(4294967295u, arcs, 3, 4, 3, ""),
          "nodes: '4294967295' is not a number from 1 to 4294967294");
  refused(stream, with("version=0", "version=7"), "g.properties:2: version");
  refused(stream, with("nodes=40\n", ""), "nodes: is missing");
  refused(stream, with("nodes=40", "nodes=forty"), "nodes: 'forty' is not a number from 1");
  refused(stream, with("webgraph.BVGraph", "webgraph.EFGraph"), "graphclass");
  refused(stream, with("compressionflags=", "compressionflags=RESIDUALS_GOLOMB"),
          "compressionflags: only the usual codes are read");
  refused(stream, with("zetak=3", "zetak=0"), "zetak");
  refused(stream, "", "");
  int errors = 0;
  for (std::uint64_t i = 0; i < 300; ++i) {  // damage: an error or a graph, nothing else
    std::string damaged = stream;
    damaged[rng.below(damaged.size())] ^= static_cast<char>(1 + rng.below(255));
    const std::string path = folder.write("g.graph", damaged);
    folder.write("g.properties", good);
    try {
      const Vertex vertices = read_graph(path, {}, RunContext()).graph.num_vertices();
      CHECK(vertices == 40);
    } catch (const InputError&) {
      ++errors;
    }
  }
  CHECK(errors > 100);
  const std::string alone = folder.write("alone.graph", stream);
  ReadOptions insist;
  insist.format = "webgraph";
  CHECK_THROWS_AS(read_graph(alone, insist, RunContext()), InputError);
}

TEST_CASE("a WebGraph list that claims too much for its bytes is refused before memory is taken") {
  const test::TemporaryFolder folder;
  BitWriter out;
  out.gamma(std::uint64_t{1} << 31);  // successors of node 0
  const std::string path = folder.write("g.graph", out.bytes() + std::string(8, '\xff'));
  folder.write("g.properties", properties(4000000000u, 4000000000u, 7, 4, 3, ""));
  CHECK_THROWS_WITH(
      read_graph(path, {}, RunContext({.threads = 1})),
      Catch::Contains("byte 8: 2147483648 arcs stand in so few bytes that they cannot be meant"));
  folder.write("g.properties", properties(4000000000u, 1000, 7, 4, 3, ""));
  CHECK_THROWS_WITH(read_graph(path, {}, RunContext({.threads = 1})),
                    Catch::Contains("byte 8: 1000 arcs are declared, 2147483648 or more are there"));
  folder.write("g.properties", properties(0, 0, 7, 4, 3, ""));
  CHECK_THROWS_WITH(read_graph(path, {}, RunContext({.threads = 1})),
                    Catch::Contains("nodes: '0' is not a number from 1"));
}

TEST_CASE("codes of a WebGraph list that lead beyond all numbers are refused") {
  const test::TemporaryFolder folder;
  constexpr std::uint64_t longest = (std::uint64_t{1} << 63) - 2;  // of a gamma code
  const auto check = [&](const BitWriter& out) {
    const std::string path = folder.write("g.graph", out.bytes() + std::string(8, '\xff'));
    folder.write("g.properties", properties(10, 100, 0, 4, 3, ""));
    CHECK_THROWS_WITH(read_graph(path, {}, RunContext({.threads = 1})),
                      Catch::EndsWith(": a successor is not a node; the stream is damaged, or the "
                                      ".properties file belongs to another one"));
  };
  for (const std::uint64_t code : {std::uint64_t{11}, std::uint64_t{1} << 32, longest - 1, longest}) {
    BitWriter residuals;  // 2 successors, no intervals, 1, and so many nodes between it and the other
    residuals.gamma(2);
    residuals.gamma(0);
    residuals.zeta(2, 3);
    residuals.zeta(std::min(code, longest / 4), 3);
    check(residuals);
    BitWriter intervals;  // 9 successors, 2 intervals: from 0, of 4, and so many nodes behind its end
    for (const std::uint64_t value :
         {std::uint64_t{9}, std::uint64_t{2}, std::uint64_t{0}, std::uint64_t{0}, code, std::uint64_t{0}}) {
      intervals.gamma(value);
    }
    check(intervals);
    BitWriter first;  // 1 successor, no intervals, far from the node
    first.gamma(1);
    first.gamma(0);
    first.zeta(std::min(code, longest / 4) + 22, 3);
    check(first);
  }
}

TEST_CASE("WebGraph properties: blanks and comments do not count, other lines are refused") {
  const test::TemporaryFolder folder;
  Rng rng(6);
  const Lists lists = random_lists(40, 0.1, rng);
  std::uint64_t arcs = 0;
  for (const auto& list : lists) arcs += list.size();
  const std::string path = folder.write("g.graph", encode(lists, 3, 4, 3, rng));
  std::string text = "  # by another hand\r\n\r\n";
  for (const char c : properties(40, arcs, 3, 4, 3, "")) {
    text += c == '=' ? "\t= " : c == '\n' ? " \r\n  " : std::string(1, c);
  }
  folder.write("g.properties", text);
  CHECK(read_graph(path, {}, RunContext()).report.edge_lines == arcs);
  folder.write("g.properties", text + "\nzetak: 3\n");
  CHECK_THROWS_WITH(read_graph(path, {}, RunContext()),
                    Catch::Contains("'zetak:3' is not a property; write KEY=VALUE"));
}
