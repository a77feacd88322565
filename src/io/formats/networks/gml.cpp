#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include <lode/core/text.hpp>

#include "io/formats/networks/network.hpp"

// GML: one list "graph [ ... ]" with lists "node [ id N label TEXT ... ]" and
// "edge [ source N target N weight X ... ]" in any order. Ids are integers >= 0. The weight may be called
// `value`. Other words and strings of a node are attributes. Lists in lists and comments are skipped.
// Source: M. Himsolt, GML: A portable graph file format, University of Passau, 1997.

namespace lode::detail {
namespace {

constexpr std::size_t longest_line = std::size_t{1} << 30;  // a file may be one line
constexpr std::size_t longest_token = std::size_t{1} << 20;
constexpr auto gml_remedy = "GML is plain text: keys, numbers, strings in double quotes and brackets";

/// "graph [", perhaps after comments and "Creator", "Version" and "comment" lines.
bool is_gml(std::string_view head) {
  head = without_byte_order_mark(head);
  while (!head.empty()) {
    const std::string_view line = take_line(head);
    if (line.empty() || line.front() == '#') continue;
    if (line.starts_with("graph")) {
      Words rest(line.substr(5));
      while (rest.done() && !head.empty()) rest = Words(take_line(head));
      return rest.rest().starts_with('[');
    }
    const std::string_view word = Words(line).next();
    if (word != "Creator" && word != "Version" && word != "comment") return false;
  }
  return false;
}

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool is_no_text(char c) { return (static_cast<unsigned char>(c) < 0x20 && !is_space(c)) || c == 0x7f; }
bool ends_word(char c) {
  return static_cast<unsigned char>(c) <= 0x20 || c == '[' || c == ']' || c == '"' || c == 0x7f;
}

std::string utf8(std::uint32_t code) {
  const int more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;  // continuation bytes
  constexpr std::array<std::uint32_t, 4> marks = {0, 0xc0, 0xe0, 0xf0};
  std::string text(1, static_cast<char>(marks[static_cast<std::size_t>(more)] | code >> 6 * more));
  for (int i = more - 1; i >= 0; --i) text += static_cast<char>(0x80u | (code >> 6 * i & 0x3fu));
  return text;
}

/// The meaning of "&NAME;"; empty if unknown.
std::string entity(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, char>, 5> known = {
      {{"quot", '"'}, {"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"apos", '\''}}};
  for (const auto& [text, c] : known) {
    if (name == text) return std::string(1, c);
  }
  if (!name.starts_with('#')) return {};
  const bool hexadecimal = name.starts_with("#x") || name.starts_with("#X");
  const std::string_view digits = name.substr(hexadecimal ? 2 : 1);
  const char* const last = digits.data() + digits.size();
  std::uint32_t code = 0;
  const auto [end, error] = std::from_chars(digits.data(), last, code, hexadecimal ? 16 : 10);
  const bool surrogate = code >= 0xd800 && code < 0xe000;
  const bool good = error == std::errc{} && end == last && code > 0 && code <= 0x10ffff && !surrogate;
  return good ? utf8(code) : std::string();
}

/// The text of a string: &quot; &amp; &lt; &gt; &apos; and &#NUMBER; (as UTF-8) replaced.
std::string decoded(std::string_view text) {
  constexpr std::size_t longest_entity = 12;
  std::string result;
  while (!text.empty()) {
    const std::size_t end = text.front() == '&' ? text.substr(0, longest_entity).find(';') : text.npos;
    const std::string character = end == text.npos ? "" : entity(text.substr(1, end - 1));
    const std::size_t taken = character.empty() ? std::min(text.find('&', 1), text.size()) : end + 1;
    result += character.empty() ? text.substr(0, taken) : std::string_view(character);
    text.remove_prefix(taken);
  }
  return result;
}

enum class Kind { word, string, open, close, end };

/// A token of a GML text.
struct Token {
  Kind kind = Kind::end;
  std::string text;  ///< of a word, or of a string without quotes, unchanged
  TextPlace place;
  bool has_value() const { return kind == Kind::word || kind == Kind::string; }
  std::string value() const { return kind == Kind::string ? decoded(text) : text; }
};

class GmlParser {
 public:
  GmlParser(Network& network, const GraphInput& input)
      : network_(network), lines_(input.text, &input.run, longest_line) {}

  void read() {
    network_.undirected = true;
    while (next()) {
      const Token key = checked_key();
      if (key.text != "graph") {
        skip_value(key);
        continue;
      }
      if (network_.graph.line > 0) {
        network_.fail(key.place, fmt::format("a second graph; the first is in line {}", network_.graph.line),
                      "a file holds one graph");
      }
      network_.graph = key.place;
      for_each_key(key, [&](const Token& inner) { read_graph_key(inner); });
    }
    network_.lines = lines_.number();
    if (network_.graph.line == 0) {
      network_.fail({network_.lines, 0}, "the file holds no graph",
                    "a GML file is: graph [ node [ id 1 ] ... ]");
    }
  }

 private:
  // --- tokens: words, strings in double quotes and brackets, between blanks, line ends and comments ---

  /// Moves to the next token; false at the end of the text.
  bool next() {
    token_.text.clear();
    token_.kind = Kind::end;
    if (!skip_blanks()) return false;
    token_.place = {lines_.number(), static_cast<std::uint64_t>(at_ - lines_.begin()) + 1};
    if (*at_ == '[' || *at_ == ']') {
      token_.kind = *at_++ == '[' ? Kind::open : Kind::close;
    } else if (*at_ == '"') {
      read_string();
    } else {
      token_.kind = Kind::word;
      const char* const end = std::find_if(at_, lines_.end(), ends_word);
      if (end != lines_.end()) take_text(end, end + 1);
      token_.text.clear();
      take_text(std::exchange(at_, end), end);
    }
    return true;
  }

  bool next_line() {
    const bool there = lines_.next();
    at_ = there ? lines_.begin() : nullptr;
    return there;
  }

  bool skip_blanks() {
    while (at_ || next_line()) {
      at_ = std::find_if_not(at_, lines_.end(), is_space);
      if (at_ != lines_.end() && *at_ != '#') return true;
      network_.comment_lines += at_ != lines_.end();
      at_ = nullptr;
    }
    return false;
  }

  void take_text(const char* begin, const char* end) {
    const char* const bad = std::find_if(begin, end, is_no_text);
    if (bad != end) {
      lines_.fail(
          {bad, fmt::format("byte 0x{:02x} is not text", static_cast<unsigned char>(*bad)), gml_remedy});
    }
    if (token_.text.size() + static_cast<std::size_t>(end - begin) > longest_token) {
      network_.fail(token_.place, fmt::format("a word or string is longer than {} bytes", longest_token),
                    "close the quotes, or name the true format with option 'format'");
    }
    token_.text.append(begin, end);
  }

  void read_string() {
    token_.kind = Kind::string;
    for (++at_;; token_.text += '\n') {
      const char* const end = std::find(at_, lines_.end(), '"');
      take_text(at_, end);
      at_ = end + 1;
      if (end != lines_.end()) return;
      if (!next_line()) {
        network_.fail(token_.place, "a string does not end",
                      "close the quotes; a quote inside a string is written &quot;");
      }
    }
  }

  // --- grammar ---

  /// Calls visit(key) for every key of the list after `owner`; visit consumes the value.
  template <class Visit>
  void for_each_key(const Token& owner, Visit&& visit) {
    if (!next() || token_.kind != Kind::open) {
      network_.fail(owner.place, fmt::format("'{}' has no list", excerpt(owner.text)),
                    fmt::format("write: {} [ ... ]", owner.text));
    }
    while (next() && token_.kind != Kind::close) visit(checked_key());
    if (token_.kind == Kind::end) fail_unclosed(owner);
  }

  [[noreturn]] void fail_unclosed(const Token& owner) const {
    network_.fail(owner.place, fmt::format("the list of '{}' is not closed", excerpt(owner.text)),
                  "the file is cut off, or a ']' is missing");
  }

  Token checked_key() const {
    if (token_.kind == Kind::close) {
      network_.fail(token_.place, "']' closes no list", "remove it, or open the list it belongs to");
    }
    const bool word = token_.kind == Kind::word;
    if (word && (is_letter(token_.text.front()) || token_.text.front() == '_')) return token_;
    network_.fail(
        token_.place,
        fmt::format("{} stands where a key belongs", word ? fmt::format("'{}'", excerpt(token_.text))
                                                     : token_.kind == Kind::string ? "a string"
                                                                                   : "a list"),
        "lists hold keys, words that begin with a letter, each followed by its value");
  }

  /// The value of a key that must be a word or a string.
  const Token& simple_value(const Token& key) {
    if (next() && token_.has_value()) return token_;
    network_.fail(key.place, fmt::format("'{}' has no value", excerpt(key.text)),
                  "a number or a string follows the key");
  }

  /// Skips the value of a key, perhaps nested lists. Returns a word or a string.
  std::optional<std::string> skip_value(const Token& key) {
    Token last = key;
    for (int depth = 0;;) {
      if (!next() || token_.kind == Kind::close) {
        network_.fail(last.place, fmt::format("'{}' has no value", excerpt(last.text)),
                      "a value follows every key");
      }
      if (depth == 0 && token_.has_value()) return token_.value();
      depth += token_.kind == Kind::open;
      while (next() && token_.kind == Kind::close) {
        if (--depth == 0) return std::nullopt;
      }
      if (token_.kind == Kind::end) fail_unclosed(key);
      last = checked_key();
    }
  }

  // --- nodes and edges ---

  void read_graph_key(const Token& key) {
    if (key.text == "node") {
      read_node(key);
    } else if (key.text == "edge") {
      read_edge(key);
    } else {
      const std::optional<std::string> value = skip_value(key);
      if (key.text == "directed") network_.undirected = value != "1";
    }
  }

  void read_node(const Token& key) {
    const Vertex v = network_.num_nodes();
    std::string id;
    bool labelled = false;
    for_each_key(key, [&](const Token& inner) {
      if (inner.text == "id") {
        read_id(inner, id);
      } else if (inner.text == "label") {
        if (std::exchange(labelled, true)) network_.fail_twice(inner.place, inner.text);
        network_.label(v, simple_value(inner).value());
      } else if (const auto value = skip_value(inner); value && network_.wants_attributes()) {
        network_.attribute(v, inner.text, *value);
      }
    });
    if (id.empty()) network_.fail(key.place, "a node has no id", "write: node [ id 1 ]");
    network_.node(id, key.place);
  }

  void read_edge(const Token& key) {
    std::string source;
    std::string target;
    NetworkEdge edge;
    edge.place = key.place;
    for_each_key(key, [&](const Token& inner) {
      if (inner.text == "source") {
        read_id(inner, source);
      } else if (inner.text == "target") {
        read_id(inner, target);
      } else if (skip_value(inner); inner.text == "weight" || inner.text == "value") {
        network_.take_weight(edge, inner.text, token_.text, inner.place, token_.place);
      }
    });
    constexpr auto remedy = "write: edge [ source 1 target 2 ]";
    if (source.empty()) network_.fail(key.place, "an edge has no source", remedy);
    if (target.empty()) network_.fail(key.place, "an edge has no target", remedy);
    edge.source = source;
    edge.target = target;
    network_.edge(edge);
  }

  /// Ids without leading zeros.
  void read_id(const Token& key, std::string& id) {
    if (!id.empty()) network_.fail_twice(key.place, key.text);
    const Token& value = simple_value(key);
    std::uint64_t number = 0;
    const auto problem =
        parse_digits(value.text, key.text, "ids are integers from 0 to 18446744073709551615", number);
    if (problem) network_.fail(value.place, problem.problem, problem.remedy);
    id = std::to_string(number);
  }

  Network& network_;
  LineReader lines_;
  const char* at_ = nullptr;  ///< in this line; nullptr: before the next line
  Token token_;
};

constexpr NetworkForm gml_form = {
    .title = "GML",
    .directed_remedy = "write 'directed 1' in the graph",
    .integer_ids = true,
    .parse = [](Network& network, const GraphInput& input) { GmlParser(network, input).read(); },
};

/// The code point of the first `length` bytes, which are one UTF-8 sequence.
std::uint32_t code_point(std::string_view text, std::size_t length) {
  const auto byte = [&](std::size_t i) { return std::uint32_t{static_cast<unsigned char>(text[i])}; };
  std::uint32_t code = length == 1 ? byte(0) : byte(0) & (0x7fu >> length);
  for (std::size_t i = 1; i < length; ++i) code = code << 6 | (byte(i) & 0x3fu);
  return code;
}

std::string gml_string(std::string_view label) {
  std::string text = "\"";
  const std::string printable = printable_text(label);
  for (std::string_view rest = printable; !rest.empty();) {
    const std::size_t length = utf8_length(rest);
    if (rest.front() == '"') {
      text += "&quot;";
    } else if (rest.front() == '&') {
      text += "&amp;";
    } else if (length == 1) {
      text += rest.front();
    } else {
      text += fmt::format("&#{};", code_point(rest, length));
    }
    rest.remove_prefix(length);
  }
  return text + '"';
}

/// A GML number: reals have a point before their exponent.
std::string number(Weight weight) {
  std::string text = format_exact(weight);
  const std::size_t exponent = text.find('e');
  if (text.find('.') == std::string::npos &&
      (exponent != std::string::npos || std::abs(weight) > 2147483647.0)) {
    text.insert(std::min(exponent, text.size()), ".0");
  }
  if (const std::size_t e = text.find('e'); e != std::string::npos) text[e] = 'E';
  return text;
}

/// "graph [ directed 0 node [ id 3 label "a" ] ... edge [ source 3 target 4 weight 0.5 ] ... ]" in plain
/// ASCII. The id of a vertex is its original id, or its number if it has a label; other characters of labels
/// are written as "&#N;". Numbers beyond 32 bits have a decimal point, since many readers use 32-bit
/// integers; original ids are written unchanged.
void write_gml(const Graph& graph, const WriteOptions& options, TextPieces& out) {
  const VertexNames& names = graph.names();
  const bool labels = names.kind() == VertexNames::Kind::labels;
  const auto id = [&](Vertex v) { return labels ? std::uint64_t{v} : names.id(v); };
  out.put(comment_lines("# ", options.comment), "graph [\n  directed 0\n");
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    out.put("  node [\n    id ", id(v), '\n');
    if (labels) out.put("    label ", gml_string(names.label(v)), '\n');
    if (!graph.values().empty()) out.put("    ", values_name, ' ', number(graph.values()[v]), '\n');
    for (const VertexAttribute& attribute : options.attributes) {
      out.put("    ", attribute.name, ' ', std::to_string(attribute.values[v]), '\n');
    }
    out.put("  ]\n");
  }
  for_each_edge(graph, [&](Vertex u, Vertex v, Weight weight) {
    out.put("  edge [\n    source ", id(u), "\n    target ", id(v), '\n');
    if (graph.weighted()) out.put("    weight ", number(weight), '\n');
    out.put("  ]\n");
  });
  out.put("]\n");
}

}  // namespace

extern constinit const Format gml_format = {
    .name = "gml",
    .title = "GML",
    .extensions = {".gml"},
    .recognise = is_gml,
    .read = read_declared<parse_network<gml_form>>,
    .read_arcs = read_declared_arcs<parse_network<gml_form>>,
    .writer = {.write = write_gml,
               .names = HeldNames::printable,
               .attributes = true,
               .holds_values = holds_all_values},
};

}  // namespace lode::detail
