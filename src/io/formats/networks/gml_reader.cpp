#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>

#include "io/formats/declared_graph.hpp"
#include "io/formats/networks/network.hpp"
#include "io/text/line_reader.hpp"

namespace lode::detail {
namespace {

constexpr std::size_t longest_line = std::size_t{1} << 30;  // everything may stand on one line
constexpr std::size_t longest_word = 1024;
constexpr std::size_t longest_string = std::size_t{1} << 20;
constexpr auto text_remedy = "GML is plain text: keys, numbers, strings in double quotes and brackets";
constexpr auto id_remedy = "ids are integers from 0 to 18446744073709551615";

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool is_no_text(char c) { return (static_cast<unsigned char>(c) < 0x20 && !is_space(c)) || c == 0x7f; }
bool ends_word(char c) {
  return static_cast<unsigned char>(c) <= 0x20 || c == '[' || c == ']' || c == '"' || c == 0x7f;
}

std::string utf8(std::uint32_t code) {
  const int more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;  // bytes after the first
  constexpr std::array<std::uint32_t, 4> marks = {0, 0xc0, 0xe0, 0xf0};
  std::string text(1, static_cast<char>(marks[static_cast<std::size_t>(more)] | code >> 6 * more));
  for (int i = more - 1; i >= 0; --i) text += static_cast<char>(0x80u | (code >> 6 * i & 0x3fu));
  return text;
}

/// The meaning of "&NAME;"; empty if it stands for itself.
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

/// The smallest part of a GML text.
struct Token {
  Kind kind = Kind::end;
  std::string text;  ///< of a word, or of a string without quotes, as it stands in the file
  TextPlace place;
  bool has_value() const { return kind == Kind::word || kind == Kind::string; }
  std::string value() const { return kind == Kind::string ? decoded(text) : text; }
};

/// Splits a text into words, strings in double quotes and brackets. Blanks and line ends separate; '#' where
/// a word could begin starts a comment up to the end of the line.
class Tokens {
 public:
  Tokens(CompressedInput& input, const RunContext& run) : lines_(input, run, longest_line) {}

  /// The next token; the reference holds until the next call. After the last one Kind::end for ever.
  const Token& next() {
    token_.text.clear();
    token_.kind = Kind::end;
    if (!skip_blanks()) return token_;
    token_.place = {lines_.number(), static_cast<std::uint64_t>(at_ - lines_.begin()) + 1};
    if (*at_ == '"') {
      read_string();
    } else if (*at_ == '[' || *at_ == ']') {
      token_.kind = *at_++ == '[' ? Kind::open : Kind::close;
    } else {
      read_word();
    }
    return token_;
  }

  /// Those met so far.
  std::uint64_t lines() const { return lines_.number(); }
  std::uint64_t comment_lines() const { return comments_; }
  [[noreturn]] void fail(TextPlace at, std::string problem, std::string remedy) const {
    fail_in_text(lines_.input(), at, std::move(problem), std::move(remedy));
  }

 private:
  bool next_line() {
    const bool there = lines_.next();
    at_ = there ? lines_.begin() : nullptr;
    return there;
  }

  bool skip_blanks() {
    while (at_ || next_line()) {
      at_ = std::find_if_not(at_, lines_.end(), is_space);
      if (at_ != lines_.end() && *at_ != '#') return true;
      comments_ += at_ != lines_.end();
      at_ = nullptr;
    }
    return false;
  }

  void refuse_no_text(const char* begin, const char* end) const {
    const char* const bad = std::find_if(begin, end, is_no_text);
    if (bad == end) return;
    lines_.fail(
        {bad, fmt::format("byte 0x{:02x} is not text", static_cast<unsigned char>(*bad)), text_remedy});
  }

  void read_word() {
    token_.kind = Kind::word;
    const char* const end = std::find_if(at_, lines_.end(), ends_word);
    if (end != lines_.end()) refuse_no_text(end, end + 1);
    if (static_cast<std::size_t>(end - at_) > longest_word) {
      fail(token_.place, fmt::format("a word is longer than {} bytes", longest_word), text_remedy);
    }
    token_.text.assign(std::exchange(at_, end), end);
  }

  void read_string() {
    token_.kind = Kind::string;
    for (++at_;; token_.text += '\n') {
      const char* const end = std::find(at_, lines_.end(), '"');
      if (token_.text.size() + static_cast<std::size_t>(end - at_) > longest_string) {
        fail(token_.place, fmt::format("a string is longer than {} bytes", longest_string),
             "close the quotes");
      }
      refuse_no_text(at_, end);
      token_.text.append(at_, end);
      at_ = end + 1;
      if (end != lines_.end()) return;
      if (!next_line()) {
        fail(token_.place, "a string does not end",
             "close the quotes; a quote inside a string is written &quot;");
      }
    }
  }

  LineReader lines_;
  const char* at_ = nullptr;  ///< in the present line; nullptr: before the next one
  std::uint64_t comments_ = 0;
  Token token_;
};

class GmlParser {
 public:
  GmlParser(CompressedInput& input, const ReadOptions& options, const RunContext& run, NetworkSink& sink)
      : input_(input), options_(options), sink_(sink), tokens_(input, run) {}

  NetworkText read() {
    text_.undirected = true;
    while (true) {
      const Token key = tokens_.next();
      if (key.kind == Kind::end) break;
      check_key(key);
      if (key.text != "graph") {
        skip_value(key);
        continue;
      }
      if (text_.graph.line > 0) {
        tokens_.fail(key.place, fmt::format("a second graph; the first is in line {}", text_.graph.line),
                     "a file holds one graph");
      }
      text_.graph = key.place;
      for_each_key(key, [&](const Token& inner) { read_graph_key(inner); });
    }
    text_.lines = tokens_.lines();
    text_.comment_lines = tokens_.comment_lines();
    if (text_.graph.line == 0) {
      tokens_.fail({text_.lines, 0}, "the file holds no graph", "a GML file is: graph [ node [ id 1 ] ... ]");
    }
    return std::move(text_);
  }

 private:
  // --- grammar ---

  /// Calls visit(key) for every key of the list that `owner` has for its value; visit takes the value.
  template <class Visit>
  void for_each_key(const Token& owner, Visit&& visit) {
    if (tokens_.next().kind != Kind::open) {
      tokens_.fail(owner.place, fmt::format("'{}' has no list", excerpt(owner.text)),
                   fmt::format("write: {} [ ... ]", owner.text));
    }
    while (true) {
      const Token key = tokens_.next();
      if (key.kind == Kind::close) return;
      if (key.kind == Kind::end) fail_unclosed(owner);
      check_key(key);
      visit(key);
    }
  }

  [[noreturn]] void fail_unclosed(const Token& owner) const {
    tokens_.fail(owner.place, fmt::format("the list of '{}' is not closed", excerpt(owner.text)),
                 "the file is cut off, or a ']' is missing");
  }

  void check_key(const Token& token) const {
    if (token.kind == Kind::close) {
      tokens_.fail(token.place, "']' closes no list", "remove it, or open the list it belongs to");
    }
    const bool word = token.kind == Kind::word;
    if (word && (is_letter(token.text.front()) || token.text.front() == '_')) return;
    tokens_.fail(token.place,
                 fmt::format("{} stands where a key belongs", word ? fmt::format("'{}'", excerpt(token.text))
                                                              : token.kind == Kind::string ? "a string"
                                                                                           : "a list"),
                 "lists hold keys, words that begin with a letter, each followed by its value");
  }

  /// The value of a key that must have a word or a string.
  const Token& simple_value(const Token& key) {
    const Token& value = tokens_.next();
    if (value.has_value()) return value;
    tokens_.fail(key.place, fmt::format("'{}' has no value", excerpt(key.text)),
                 "a number or a string follows the key");
  }

  /// Skips the value of a key, which may be a list of lists. Returns it if it is a word or a string.
  std::optional<std::string> skip_value(const Token& key) {
    Token last = key;
    for (int depth = 0;;) {
      const Token& value = tokens_.next();
      if (value.kind == Kind::close || value.kind == Kind::end) {
        tokens_.fail(last.place, fmt::format("'{}' has no value", excerpt(last.text)),
                     "a value follows every key");
      }
      if (depth == 0 && value.has_value()) return value.value();
      depth += value.kind == Kind::open;
      for (last = tokens_.next(); last.kind == Kind::close; last = tokens_.next()) {
        if (--depth == 0) return std::nullopt;
      }
      if (last.kind == Kind::end) fail_unclosed(key);
      check_key(last);
    }
  }

  // --- nodes and edges ---

  void read_graph_key(const Token& key) {
    if (key.text == "node") {
      read_node(key);
    } else if (key.text == "edge") {
      read_edge(key);
    } else {
      const bool directed = key.text == "directed";
      const std::optional<std::string> value = skip_value(key);
      if (directed) text_.undirected = value != "1";
    }
  }

  void read_node(const Token& key) {
    std::string id;
    std::optional<std::string> label;
    for_each_key(key, [&](const Token& inner) {
      if (inner.text == "id") {
        read_id(inner, id);
      } else if (inner.text == "label") {
        if (label) fail_twice(inner);
        label = simple_value(inner).value();
      } else if (const auto value = skip_value(inner); value && options_.attributes) {
        sink_.attribute(nodes_, inner.text, *value);
      }
    });
    if (id.empty()) tokens_.fail(key.place, "a node has no id", "write: node [ id 1 ]");
    sink_.node(id, label, key.place);
    ++nodes_;
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
      } else if (inner.text != "weight" && inner.text != "value") {
        skip_value(inner);
      } else if (!options_.weighted) {
        text_.weights_passed_over = true;
        skip_value(inner);
      } else {
        check_weight_key(input_, weight_key_, inner.text, inner.place);
        if (edge.weight) fail_twice(inner);
        edge.weight = read_weight(inner);
      }
    });
    constexpr auto remedy = "write: edge [ source 1 target 2 ]";
    if (source.empty()) tokens_.fail(key.place, "an edge has no source", remedy);
    if (target.empty()) tokens_.fail(key.place, "an edge has no target", remedy);
    edge.source = source;
    edge.target = target;
    sink_.edge(edge);
  }

  [[noreturn]] void fail_twice(const Token& key) const {
    tokens_.fail(key.place, fmt::format("a second '{}'", key.text), one_of_each_remedy);
  }

  /// Ids without leading zeros.
  void read_id(const Token& key, std::string& id) {
    if (!id.empty()) fail_twice(key);
    const std::string name = key.text;
    const Token& value = simple_value(key);
    std::uint64_t number = 0;
    if (value.kind == Kind::string) {
      tokens_.fail(value.place, fmt::format("{} '{}' is not an integer", name, excerpt(value.text)),
                   id_remedy);
    }
    if (const auto problem = parse_digits(value.text, value.text.data(), name, id_remedy, number)) {
      tokens_.fail(value.place, problem.problem, problem.remedy);
    }
    id = std::to_string(number);
  }

  Weight read_weight(const Token& key) {
    const Token& value = simple_value(key);
    if (value.kind == Kind::word) return weight_from(input_, options_, value.text, value.place);
    tokens_.fail(value.place, fmt::format("weight '{}' is not a number", excerpt(value.text)),
                 "weights are numbers without quotes");
  }

  CompressedInput& input_;
  const ReadOptions& options_;
  NetworkSink& sink_;
  Tokens tokens_;
  NetworkText text_;
  std::uint64_t nodes_ = 0;
  std::string weight_key_;
};

NetworkText parse_gml(CompressedInput& input, const ReadOptions& options, const RunContext& run,
                      NetworkSink& sink) {
  return GmlParser(input, options, run, sink).read();
}

}  // namespace

constinit const NetworkForm gml_form = {
    .title = "GML",
    .directed_remedy = "write 'directed 1' in the graph",
    .integer_ids = true,
    .parse = parse_gml,
};

}  // namespace lode::detail
