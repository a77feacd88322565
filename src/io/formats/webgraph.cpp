#include "io/formats/webgraph.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>

#include "io/formats/declared_graph.hpp"
#include "io/stream/file_names.hpp"
#include "io/text/line_reader.hpp"

// BVGraph streams: NAME.graph and NAME.properties. Every declared node is a vertex.
// Source: P. Boldi, S. Vigna, The WebGraph framework I: compression techniques, WWW 2004.

namespace lode::detail {
namespace {

/// Bits of a stream, the most significant of each byte first.
class BitReader {
 public:
  explicit BitReader(const GraphInput& input)
      : input_(input), buffer_(input.text.head_is_all() ? input.text.head().size() : std::size_t{1} << 16) {}

  [[noreturn]] void fail(const std::string& problem) const {
    input_.fail(fmt::format("byte {}: {}", bytes_taken(), problem),
                "the stream is damaged, or the .properties file belongs to another one");
  }

  std::uint64_t bytes_taken() const { return (bits_taken_ + 7) / 8; }

  std::uint64_t bits(int count) {
    std::uint64_t value = 0;
    while (count > 0) {
      if (left_ == 0) refill();
      const int take = std::min(count, left_);
      value = value << take | (byte_ >> (left_ - take) & ((1u << take) - 1u));
      left_ -= take;
      count -= take;
      bits_taken_ += static_cast<std::uint64_t>(take);
    }
    return value;
  }

  /// Number of zeros before the next 1.
  std::uint64_t unary() {
    constexpr std::uint64_t longest = std::uint64_t{1} << 32;
    std::uint64_t zeros = 0;
    while (bits(1) == 0) {
      if (++zeros > longest) fail("a code is too long");
    }
    return zeros;
  }

  std::uint64_t gamma() {
    const std::uint64_t length = unary();
    if (length > 62) fail("a code is too long");
    return (std::uint64_t{1} << length | bits(static_cast<int>(length))) - 1;
  }
  std::uint64_t zeta(int k) {
    const std::uint64_t h = unary();
    const std::uint64_t length = h * static_cast<std::uint64_t>(k) + static_cast<std::uint64_t>(k) - 1;
    if (length > 62) fail("a code is too long");
    const std::uint64_t left = std::uint64_t{1} << (h * static_cast<std::uint64_t>(k));
    const std::uint64_t m = bits(static_cast<int>(length));
    return m < left ? m + left - 1 : (m << 1 | bits(1)) - 1;
  }

 private:
  void refill() {
    if (used_ == filled_) {
      filled_ = input_.text.read(buffer_.data(), buffer_.size());
      used_ = 0;
      if (filled_ == 0) fail("the stream ends early");
    }
    byte_ = static_cast<unsigned char>(buffer_[used_++]);
    left_ = 8;
  }

  const GraphInput& input_;
  std::vector<char> buffer_;
  std::size_t used_ = 0;
  std::size_t filled_ = 0;
  unsigned byte_ = 0;
  int left_ = 0;
  std::uint64_t bits_taken_ = 0;
};

/// 0, -1, 1, -2, ... from 0, 1, 2, 3, ...
std::int64_t signed_from(std::uint64_t code) {
  const auto half = static_cast<std::int64_t>(code >> 1);
  return code & 1 ? -half - 1 : half;
}

class ListDecoder {
 public:
  ListDecoder(BitReader& bits, const WebGraphProperties& properties, const ReadTrust& trust)
      : bits_(bits), properties_(properties), trust_(trust) {}

  /// The successors of the next node, increasing.
  const std::vector<Vertex>& next() {
    const std::uint64_t node = node_++;
    if (node <= properties_.window) window_.emplace_back();
    std::vector<Vertex>& list = window_[node % (properties_.window + 1)];
    list.clear();
    const std::uint64_t degree = bits_.gamma();
    if (degree > properties_.nodes) bits_.fail("a list is longer than the number of nodes");
    check_total(degree);
    if (degree == 0) return list;
    const std::uint64_t reference = properties_.window == 0 ? 0 : bits_.unary();
    if (reference > properties_.window || reference > node) bits_.fail("a reference leaves the window");
    if (reference > 0) copy_blocks(window_[(node - reference) % (properties_.window + 1)], degree, list);
    const std::size_t copied = list.size();
    if (properties_.least_interval > 0 && list.size() < degree) read_intervals(node, degree, list);
    const std::size_t with_intervals = list.size();
    if (list.size() < degree) read_residuals(node, degree, list);
    merge(list, copied, with_intervals);
    return list;
  }

 private:
  void check_total(std::uint64_t degree) {
    arcs_ += degree;
    if (arcs_ > properties_.arcs) {
      bits_.fail(fmt::format("{} arcs are declared, {} or more are there", properties_.arcs, arcs_));
    }
    if (arcs_ > trust_.arcs && (arcs_ - trust_.arcs) / trust_.arcs_per_byte > bits_.bytes_taken()) {
      bits_.fail(fmt::format("{} arcs stand in so few bytes that they cannot be meant", arcs_));
    }
  }

  void push(std::int64_t successor, std::uint64_t degree, std::vector<Vertex>& list) {
    if (successor < 0 || static_cast<std::uint64_t>(successor) >= properties_.nodes) {
      bits_.fail("a successor is not a node");
    }
    if (list.size() >= degree) bits_.fail("a list holds more successors than it declares");
    list.push_back(static_cast<Vertex>(successor));
  }

  /// Blocks of the reference list, alternately copied and skipped; after an even count the rest is copied.
  void copy_blocks(const std::vector<Vertex>& from, std::uint64_t degree, std::vector<Vertex>& list) {
    const std::uint64_t count = bits_.gamma();
    std::uint64_t place = 0;
    const auto copy = [&](std::uint64_t end) {
      for (; place < end; ++place) push(from[place], degree, list);
    };
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::uint64_t length = bits_.gamma() + (i == 0 ? 0 : 1);
      if (length > from.size() - place) bits_.fail("blocks exceed the list they copy from");
      if (i % 2 == 0) {
        copy(place + length);
      } else {
        place += length;
      }
    }
    if (count % 2 == 0) copy(from.size());
  }

  void read_intervals(std::uint64_t node, std::uint64_t degree, std::vector<Vertex>& list) {
    const std::uint64_t count = bits_.gamma();
    auto next = static_cast<std::int64_t>(node);
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::uint64_t code = bits_.gamma();
      next = i == 0 ? first_from(node, code) : next_from(next, code);
      const std::uint64_t length = bits_.gamma() + properties_.least_interval;
      if (length > degree - list.size()) bits_.fail("an interval exceeds its list");
      for (std::uint64_t j = 0; j < length; ++j) push(next++, degree, list);
    }
  }

  void read_residuals(std::uint64_t node, std::uint64_t degree, std::vector<Vertex>& list) {
    std::int64_t next = first_from(node, bits_.zeta(properties_.zeta_k));
    push(next, degree, list);
    while (list.size() < degree) {
      next = next_from(next, bits_.zeta(properties_.zeta_k));
      push(next, degree, list);
    }
  }

  /// The first successor of a run, coded as its distance from the node. Codes have up to 64 bits: codes that
  /// leave the node range are refused before the addition.
  std::int64_t first_from(std::uint64_t node, std::uint64_t code) const {
    if (code / 2 > properties_.nodes) bits_.fail("a successor is not a node");
    return static_cast<std::int64_t>(node) + signed_from(code);
  }
  /// The successor after `before`, coded as the number of nodes between.
  std::int64_t next_from(std::int64_t before, std::uint64_t code) const {
    if (code > properties_.nodes) bits_.fail("a successor is not a node");
    return before + 1 + static_cast<std::int64_t>(code);
  }

  /// The list is three increasing runs.
  void merge(std::vector<Vertex>& list, std::size_t first, std::size_t second) const {
    const auto at = [&](std::size_t i) { return list.begin() + static_cast<std::ptrdiff_t>(i); };
    std::inplace_merge(at(first), at(second), list.end());
    std::inplace_merge(list.begin(), at(first), list.end());
    if (std::adjacent_find(list.begin(), list.end(), std::greater_equal<>()) != list.end()) {
      bits_.fail("a list names a successor twice");
    }
  }

  BitReader& bits_;
  const WebGraphProperties& properties_;
  const ReadTrust& trust_;
  std::vector<std::vector<Vertex>> window_;
  std::uint64_t node_ = 0;
  std::uint64_t arcs_ = 0;
};

/// Calls visit(node, successor) for all arcs, by node and successor, and returns the properties.
///
/// Cost:   O(nodes + arcs); memory for the window of reference lists.
/// Errors: InputError naming the byte of the stream: lists that contradict the stream's own counts, a stream
///         that ends early, has surplus arcs, or claims more than `trust` allows; SystemError when
///         interrupted.
template <class Visit>
WebGraphProperties for_each_arc(const GraphInput& input, CompressedInput& properties_input,
                                const Visit& visit) {
  check_options(input.options, {.title = "WebGraph"});
  const WebGraphProperties properties = read_webgraph_properties(properties_input);
  BitReader bits(input);
  ListDecoder lists(bits, properties, input.trust);
  std::uint64_t arcs = 0;
  for (std::uint64_t node = 0; node < properties.nodes; ++node) {
    if (node % 1024 == 0) input.check_interrupt();
    const std::vector<Vertex>& list = lists.next();
    arcs += list.size();
    for (const Vertex successor : list) visit(static_cast<Vertex>(node), successor);
  }
  if (arcs != properties.arcs) {
    bits.fail(fmt::format("{} arcs are declared, {} are there", properties.arcs, arcs));
  }
  return properties;
}

/// The properties of a stream, plain or compressed.
CompressedInput open_properties(const CompressedInput& input) {
  const std::string& path = input.path();
  const std::string_view plain = plain_file_name(path);
  const std::string stem = path.substr(0, path.rfind('/') + 1) +
                           std::string(plain.substr(0, plain.size() - extension(plain).size())) +
                           ".properties";
  for (const std::string_view packed : {"", ".gz", ".zst", ".bz2", ".xz"}) {
    std::error_code ignored;
    const std::string beside = stem + std::string(packed);
    if (std::filesystem::exists(beside, ignored)) return CompressedInput(beside);
  }
  throw InputError({input.display_name()}, "has no .properties file beside it",
                   "WebGraph files come in pairs: put NAME.properties beside NAME.graph");
}

DeclaredGraph parse_stream(const GraphInput& input, CompressedInput& properties_input) {
  DeclaredGraph graph;
  const WebGraphProperties properties =
      for_each_arc(input, properties_input, [&](Vertex u, Vertex v) { graph.arcs.add(u, v); });
  graph.vertices = properties.nodes;
  graph.report.format = "WebGraph";
  graph.report.edge_lines = properties.arcs;
  return graph;
}

DeclaredGraph parse_webgraph(const GraphInput& input, Directions) {
  CompressedInput properties = open_properties(input.text);
  return parse_stream(input, properties);
}

LoadedGraph read_webgraph_external(const GraphInput& input, ExternalGraph& graph) {
  CompressedInput properties_input = open_properties(input.text);
  std::vector<std::uint32_t> ends;
  const auto flush = [&] {
    graph.add(ends, {});
    ends.clear();
  };
  const WebGraphProperties properties = for_each_arc(input, properties_input, [&](Vertex u, Vertex v) {
    ends.insert(ends.end(), {u, v});
    if (ends.size() >= std::size_t{1} << 17) flush();
  });
  flush();
  graph.declare_vertices(properties.nodes);
  ExternalCsr built = graph.build(input.text, input.run);
  LoadedGraph loaded;
  loaded.report.format = "WebGraph";
  loaded.report.edge_lines = properties.arcs;
  loaded.graph = graph_of_built(std::move(built.csr), {}, loaded.report);
  loaded.report.declared_vertices = true;
  describe(loaded.report, input.text, loaded.graph.names());
  return loaded;
}

}  // namespace

WebGraphProperties read_webgraph_properties(CompressedInput& input) {
  constexpr std::uint64_t most_lines = 10000;
  constexpr auto remedy = "this file must be the one written with the .graph file";
  std::map<std::string, std::pair<std::string, std::uint64_t>> values;  // and their lines
  LineReader lines(input);
  while (lines.next()) {
    if (lines.number() > most_lines)
      lines.fail_at(lines.number(), "the text is too long for a properties file", remedy);
    std::string text(lines.text());
    std::erase_if(text, [](char c) { return is_blank(c) || c == '\r'; });
    if (text.empty() || text.front() == '#') continue;
    const std::size_t mark = text.find('=');
    if (mark == std::string::npos)
      lines.fail_at(lines.number(), fmt::format("'{}' is not a property", excerpt(text)), "write KEY=VALUE");
    values[text.substr(0, mark)] = {text.substr(mark + 1), lines.number()};
  }
  const auto fail = [&](const std::string& key, const std::string& problem) {
    lines.fail_at(values[key].second, fmt::format("{}: {}", key, problem), remedy);
  };
  const auto text = [&](const std::string& key) -> const std::string& {
    if (!values.contains(key)) fail(key, "is missing");
    return values[key].first;
  };
  const auto number = [&](const std::string& key, std::uint64_t least, std::uint64_t most) {
    const std::string& digits = text(key);
    const char* const end = digits.data() + digits.size();
    std::uint64_t value = 0;
    const auto [stop, error] = std::from_chars(digits.data(), end, value);
    if (error != std::errc{} || stop != end || value < least || value > most)
      fail(key, fmt::format("'{}' is not a number from {} to {}", excerpt(digits), least, most));
    return value;
  };
  if (text("graphclass").find("BVGraph") == std::string::npos) fail("graphclass", "is not BVGraph");
  if (!text("compressionflags").empty()) fail("compressionflags", "only the usual codes are read");
  number("version", 0, 0);
  return {.nodes = number("nodes", 1, no_vertex - 1),
          .arcs = number("arcs", 0, UINT64_MAX),
          .window = number("windowsize", 0, 1'000'000),
          .least_interval = number("minintervallength", 0, UINT64_MAX),
          .zeta_k = static_cast<int>(number("zetak", 1, 16))};
}

LoadedGraph read_webgraph(const GraphInput& input, CompressedInput& properties) {
  return assemble(input, parse_stream(input, properties));
}

extern constinit const Format webgraph_format = {
    .name = "webgraph",
    .title = "WebGraph",
    .extensions = {".graph"},
    .read = read_declared<parse_webgraph>,
    .read_arcs = read_declared_arcs<parse_webgraph>,
    .read_external = read_webgraph_external,
};

}  // namespace lode::detail
