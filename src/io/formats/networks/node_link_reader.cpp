#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <lode/core/error.hpp>
#include <lode/core/run_context.hpp>

#include "io/formats/networks/network.hpp"
#include "io/stream/compressed_input.hpp"
#include "io/text/fields.hpp"

namespace lode::detail {
namespace {

/// The bytes of a text one after another, for a parser that takes iterators.
///
/// Errors: InputError for more than 16 MiB since the last `met_value`; SystemError once the run is
/// interrupted.
class JsonText {
 public:
  JsonText(CompressedInput& input, const RunContext& run) : input_(input), run_(run), piece_(piece_bytes) {}

  bool done() { return at_ == end_ && !refill(); }
  char front() const { return *at_; }
  void advance() {
    if (*at_++ == '\n') {
      ++line_;
      line_begin_ = offset();
    }
  }
  /// Where the byte stands that was taken last.
  TextPlace place() const {
    const std::uint64_t taken = offset();
    return taken == line_begin_ ? TextPlace{line_, 1} : TextPlace{line_, taken - line_begin_};
  }
  /// Lines so far.
  std::uint64_t lines() const { return offset() == line_begin_ && line_ > 1 ? line_ - 1 : line_; }
  void met_value() { last_value_ = offset(); }

 private:
  static constexpr std::size_t piece_bytes = std::size_t{1} << 18;
  static constexpr std::uint64_t longest_value = std::uint64_t{1} << 24;

  std::uint64_t offset() const { return piece_begin_ + static_cast<std::uint64_t>(at_ - piece_.data()); }
  bool refill() {
    if (run_.interrupted()) throw SystemError(input_.display_name() + ": reading was interrupted");
    if (offset() > last_value_ + longest_value) {
      fail_in_text(input_, place(), fmt::format("a text or a gap is longer than {} bytes", longest_value),
                   "the file is no JSON, or damaged");
    }
    piece_begin_ += static_cast<std::uint64_t>(end_ - piece_.data());
    const std::size_t got = input_.read(piece_.data(), piece_.size());
    at_ = piece_.data();
    end_ = at_ + got;
    return got > 0;
  }

  CompressedInput& input_;
  const RunContext& run_;
  std::vector<char> piece_;
  const char* at_ = piece_.data();
  const char* end_ = piece_.data();
  std::uint64_t piece_begin_ = 0;  ///< its place in the text
  std::uint64_t line_ = 1, line_begin_ = 0;
  std::uint64_t last_value_ = 0;
};

/// An iterator over the bytes that are left; two are the same if both or none are at the end.
class JsonBytes {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = char;

  JsonBytes() = default;  ///< the end
  explicit JsonBytes(JsonText& text) : text_(&text) {}

  char operator*() const { return text_->front(); }
  JsonBytes& operator++() {
    text_->advance();
    return *this;
  }
  JsonBytes operator++(int) {
    JsonBytes before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const JsonBytes& a, const JsonBytes& b) { return a.ended() == b.ended(); }

 private:
  bool ended() const { return !text_ || text_->done(); }

  JsonText* text_ = nullptr;
};

enum class JsonKind { null, truth, number, text, structure };

/// A key of a node or an edge, and its value as a text.
struct JsonMember {
  std::string key;
  JsonKind kind;
  std::string text;
};

/// Takes the events of nlohmann's parser; its names are those that parser calls.
class NodeLinkParser {
 public:
  NodeLinkParser(CompressedInput& input, const ReadOptions& options, const RunContext& run, NetworkSink& sink)
      : input_(input), options_(options), sink_(sink), text_(input, run) {}

  NetworkText read() {
    nlohmann::json::sax_parse(JsonBytes(text_), JsonBytes(), this);
    if (!seen_nodes_) fail_without("'nodes'");
    if (!seen_edges_) fail_without("'links' or 'edges'");
    found_.lines = text_.lines();
    found_.undirected = !directed_;
    return std::move(found_);
  }

  // --- events ---

  bool null() { return value(JsonKind::null, "null"); }
  bool boolean(bool truth) {
    if (depth_ == 1 && key_ == "directed") directed_ = truth;
    return value(JsonKind::truth, truth ? "true" : "false");
  }
  bool number_integer(std::int64_t number) { return value(JsonKind::number, fmt::format_int(number).str()); }
  bool number_unsigned(std::uint64_t number) {
    return value(JsonKind::number, fmt::format_int(number).str());
  }
  bool number_float(double, const std::string& digits) { return value(JsonKind::number, digits); }
  bool string(std::string& text) { return value(JsonKind::text, text); }
  bool binary(nlohmann::json::binary_t&) { return true; }
  bool key(std::string& key) {
    text_.met_value();
    if (depth_ == 1) key_ = key;
    if (depth_ == 3) member_ = key;
    return true;
  }
  bool start_object(std::size_t) {
    text_.met_value();
    if (depth_ == 0) found_.graph = text_.place();
    if (depth_ == 2 && list_ != List::other) {
      element_ = text_.place();
      members_.clear();
    } else if (depth_ > 0) {
      value(JsonKind::structure, "an object");
    }
    ++depth_;
    return true;
  }
  bool end_object() {
    text_.met_value();
    --depth_;
    if (depth_ == 2 && list_ == List::nodes) end_node();
    if (depth_ == 2 && list_ == List::edges) end_edge();
    return true;
  }
  bool start_array(std::size_t) {
    if (depth_ == 1 && is_list_of_ours()) {
      text_.met_value();
      begin_list();
    } else {
      value(JsonKind::structure, "a list");
    }
    ++depth_;
    return true;
  }
  bool end_array() {
    text_.met_value();
    if (--depth_ == 1) list_ = List::other;
    return true;
  }
  bool parse_error(std::size_t, const std::string& token, const nlohmann::json::exception& error) {
    constexpr int number_overflow = 406;
    if (error.id == number_overflow) {
      fail_here(fmt::format("the number {} is outside the range of doubles", excerpt(token)),
                "write a smaller one, also where lode does not use it");
    }
    std::string_view said = error.what();
    for (const std::string_view before : {"] ", "column ", ": ", "syntax error while parsing "}) {
      if (const std::size_t at = said.find(before); at != std::string_view::npos) {
        said.remove_prefix(at + before.size());
      }
    }
    said = said.substr(0, said.find("; last read"));
    constexpr std::string_view end_of_text = "unexpected end of input";
    if (said.find(end_of_text) != std::string_view::npos) {
      fail_here("the JSON text ends too early", "the file is cut off, or a bracket is missing");
    }
    fail_here(fmt::format("the JSON text is not well-formed: {}, at '{}'", said, excerpt(token)),
              "write the file anew with a program that makes JSON");
  }

 private:
  static constexpr auto list_remedy =
      "write: {\"nodes\": [{\"id\": 1}, ...], \"links\": [{\"source\": 1, \"target\": 2}, ...]}";
  enum class List { other, nodes, edges };

  [[noreturn]] void fail_here(std::string problem, std::string remedy) const {
    fail_in_text(input_, text_.place(), std::move(problem), std::move(remedy));
  }
  [[noreturn]] void fail_at_element(std::string problem, std::string remedy) const {
    fail_in_text(input_, element_, std::move(problem), std::move(remedy));
  }
  [[noreturn]] void fail_without(std::string_view lists) const {
    fail_in_text(input_, {text_.lines(), 0}, fmt::format("the object has no list {}", lists), list_remedy);
  }

  bool is_list_of_ours() const { return key_ == "nodes" || key_ == "links" || key_ == "edges"; }

  void begin_list() {
    list_ = key_ == "nodes" ? List::nodes : List::edges;
    if (std::exchange(list_ == List::nodes ? seen_nodes_ : seen_edges_, true)) {
      fail_here(list_ == List::nodes ? "a second list 'nodes'" : "a second list of edges",
                "a file holds one graph");
    }
  }

  /// A value of any kind. A node or an edge has to be an object, and keeps its members until it ends.
  bool value(JsonKind kind, std::string_view text) {
    text_.met_value();
    const std::string_view what = kind == JsonKind::number ? "a number"
                                  : kind == JsonKind::text ? "a text"
                                                           : text;
    if (depth_ == 0) fail_here(fmt::format("the text is {}, not an object", what), list_remedy);
    if (depth_ == 1 && is_list_of_ours()) fail_here(fmt::format("'{}' is not a list", key_), list_remedy);
    if (list_ == List::other) return true;
    if (depth_ == 2) {
      fail_here(fmt::format("{} stands where {} belongs", what, list_ == List::nodes ? "a node" : "an edge"),
                list_remedy);
    }
    if (depth_ == 3) members_.push_back({member_, kind, std::string(text)});
    return true;
  }

  void take_once(const JsonMember& member, std::optional<std::string>& place) const {
    if (place) fail_at_element(fmt::format("a second '{}'", member.key), one_of_each_remedy);
    place = member.text;
  }
  void take_id(const JsonMember& member, std::string_view what, std::optional<std::string>& place) const {
    take_once(member, place);
    if (member.kind == JsonKind::number || member.kind == JsonKind::text) return;
    fail_at_element(fmt::format("the {} is {}", what, member.text), "ids are texts or numbers");
  }

  void end_node() {
    std::optional<std::string> id, label, name;
    for (const JsonMember& member : members_) {
      if (member.key == "id") {
        take_id(member, "id of the node", id);
      } else if (member.key == "label" || member.key == "name") {
        if (member.kind != JsonKind::null) take_once(member, member.key == "label" ? label : name);
      } else if (options_.attributes && member.kind != JsonKind::null && member.kind != JsonKind::structure) {
        sink_.attribute(num_nodes_, member.key, member.text);
      }
    }
    if (num_nodes_ == 0) by_place_ = !id;
    if (by_place_ == id.has_value()) {
      fail_at_element(by_place_ ? "the node has an id, and the first node has none" : "the node has no id",
                      "give every node an 'id'; without any, edges name nodes by their places, from 0");
    }
    if (by_place_) id = std::to_string(num_nodes_);
    ++num_nodes_;
    sink_.node(*id, label ? label : name, element_);
  }

  void end_edge() {
    std::optional<std::string> source, target, weight;
    for (const JsonMember& member : members_) {
      if (member.key == "source" || member.key == "from") take_id(member, "source of the edge", source);
      if (member.key == "target" || member.key == "to") take_id(member, "target of the edge", target);
      if (member.key != "weight" && member.key != "value") continue;
      if (!options_.weighted) {
        found_.weights_passed_over = true;
        continue;
      }
      check_weight_key(input_, weight_key_, member.key, element_);
      take_once(member, weight);
      if (member.kind != JsonKind::number) {
        fail_at_element(fmt::format("the weight '{}' of the edge is not a number", excerpt(member.text)),
                        "weights are numbers without quotes");
      }
    }
    if (!source || !target) {
      fail_at_element(fmt::format("the edge has no {}", source ? "target" : "source"),
                      "write: {\"source\": 1, \"target\": 2}");
    }
    NetworkEdge edge{*source, *target, {}, true, element_};
    if (weight) edge.weight = weight_from(input_, options_, *weight, element_);
    sink_.edge(edge);
  }

  CompressedInput& input_;
  const ReadOptions& options_;
  NetworkSink& sink_;
  JsonText text_;
  NetworkText found_;
  std::uint64_t depth_ = 0;  ///< of what is open
  std::string key_;          ///< of the outermost object
  List list_ = List::other;
  bool seen_nodes_ = false, seen_edges_ = false;
  bool directed_ = false;
  bool by_place_ = false;  ///< nodes have no ids
  std::uint64_t num_nodes_ = 0;
  std::string member_;  ///< the key of the node or edge whose value comes next
  std::vector<JsonMember> members_;
  std::string weight_key_;
  TextPlace element_;
};

NetworkText parse_node_link(CompressedInput& input, const ReadOptions& options, const RunContext& run,
                            NetworkSink& sink) {
  return NodeLinkParser(input, options, run, sink).read();
}

}  // namespace

constinit const NetworkForm node_link_form = {
    .title = "JSON",
    .directed_remedy = "write \"directed\": true",
    .integer_ids = false,
    .parse = parse_node_link,
};

}  // namespace lode::detail
