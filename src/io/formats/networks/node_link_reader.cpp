#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <lode/core/domain.hpp>
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

/// What a key of a node or an edge means to lode.
enum class Part { none, id, label, name, source, target, weight, value };

constexpr std::pair<std::string_view, Part> node_parts[] = {
    {"id", Part::id}, {"label", Part::label}, {"name", Part::name}};
constexpr std::pair<std::string_view, Part> edge_parts[] = {
    {"source", Part::source}, {"target", Part::target}, {"from", Part::source},
    {"to", Part::target},     {"weight", Part::weight}, {"value", Part::value}};

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

  bool null() {
    text_.met_value();
    if (part_ == Part::label || part_ == Part::name) {
      has_[static_cast<std::size_t>(take_part())] = false;
      return true;
    }
    return other_value("null");
  }
  bool boolean(bool value) {
    text_.met_value();
    if (depth_ == 1 && key_ == "directed") directed_ = value;
    if (at_attribute()) hand_over_attribute(value ? "true" : "false");
    return other_value(value ? "true" : "false");
  }
  bool number_integer(std::int64_t number) {
    return number_text(fmt::format_int(number), static_cast<double>(number));
  }
  bool number_unsigned(std::uint64_t number) {
    return number_text(fmt::format_int(number), static_cast<double>(number));
  }
  bool number_float(double number, const std::string& digits) {
    text_.met_value();
    return take_number(digits, number);
  }
  bool string(std::string& text) {
    text_.met_value();
    check_depth("a text");
    const Part part = take_part();
    if (part == Part::none) {
      if (at_attribute()) hand_over_attribute(text);
      return true;
    }
    if (part == Part::weight) {
      if (!options_.weighted) return pass_over_weight();
      fail_at_element(fmt::format("the weight '{}' of the edge is not a number", excerpt(text)),
                      "weights are numbers without quotes");
    }
    keep(part, text);
    return true;
  }
  bool binary(nlohmann::json::binary_t&) { return true; }

  bool start_object(std::size_t) {
    text_.met_value();
    if (depth_ == 0) found_.graph = text_.place();
    if (depth_ == 1 && is_list_of_ours()) fail_here(fmt::format("'{}' is not a list", key_), list_remedy);
    if (depth_ == 2 && list_ != List::other) begin_element();
    if (depth_ == 3) refuse_structure("an object");
    ++depth_;
    return true;
  }
  bool key(std::string& key) {
    text_.met_value();
    if (depth_ == 1) key_ = key;
    if (depth_ == 3 && list_ != List::other) part_ = part_called(key);
    if (at_attribute()) attribute_ = key;
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
    text_.met_value();
    if (depth_ == 0) fail_here("the text is a list, not an object", list_remedy);
    if (depth_ == 1) begin_list();
    if (depth_ == 2) check_depth("a list");
    if (depth_ == 3) refuse_structure("a list");
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
    if (!is_list_of_ours()) return;
    list_ = key_ == "nodes" ? List::nodes : List::edges;
    bool& seen = list_ == List::nodes ? seen_nodes_ : seen_edges_;
    if (std::exchange(seen, true)) {
      fail_here(list_ == List::nodes ? "a second list 'nodes'" : "a second list of edges",
                "a file holds one graph");
    }
  }

  void begin_element() {
    element_ = text_.place();
    has_ = {};
    part_ = Part::none;
    weight_.reset();
  }

  Part part_called(std::string_view key) {
    const auto find = [&](const auto& parts) {
      for (const auto& [name, part] : parts) {
        if (key == name) return part;
      }
      return Part::none;
    };
    const Part part = list_ == List::nodes ? find(node_parts) : find(edge_parts);
    if (part == Part::none) return part;
    bool& has = has_[static_cast<std::size_t>(part)];
    if (std::exchange(has, true)) {
      fail_at_element(fmt::format("a second '{}' of the {}", key, list_ == List::nodes ? "node" : "edge"),
                      one_of_each_remedy);
    }
    if (options_.weighted && (part == Part::weight || part == Part::value))
      check_weight_key(input_, weight_key_, key, element_);
    return part == Part::value ? Part::weight : part;
  }

  /// True at the value of a node's key that means nothing else to lode.
  bool at_attribute() const {
    return options_.attributes && depth_ == 3 && list_ == List::nodes && part_ == Part::none;
  }
  void hand_over_attribute(std::string_view value) { sink_.attribute(num_nodes_, attribute_, value); }

  Part take_part() { return std::exchange(part_, Part::none); }

  /// A node or an edge has to be an object.
  void check_depth(std::string_view what) const {
    if (depth_ == 0) fail_here(fmt::format("the text is {}, not an object", what), list_remedy);
    if (depth_ == 1 && is_list_of_ours()) fail_here(fmt::format("'{}' is not a list", key_), list_remedy);
    if (depth_ != 2 || list_ == List::other) return;
    fail_here(fmt::format("{} stands where {} belongs", what, list_ == List::nodes ? "a node" : "an edge"),
              list_remedy);
  }

  void refuse_structure(std::string_view what) {
    const Part part = take_part();
    if (part == Part::none) return;
    if (part == Part::weight && !options_.weighted) {
      pass_over_weight();
      return;
    }
    if (part == Part::label || part == Part::name) return;
    fail_at_element(fmt::format("the {} is {}", name_of(part), what),
                    part == Part::weight ? "weights are numbers without quotes" : "ids are texts or numbers");
  }

  bool other_value(std::string_view what) {
    check_depth(what);
    refuse_structure(what);
    return true;
  }

  static std::string_view name_of(Part part) {
    constexpr std::string_view names[] = {"",
                                          "id of the node",
                                          "label",
                                          "name",
                                          "source of the edge",
                                          "target of the edge",
                                          "weight of the edge",
                                          "value"};
    return names[static_cast<std::size_t>(part)];
  }

  bool number_text(const fmt::format_int& digits, double number) {
    text_.met_value();
    return take_number({digits.data(), digits.size()}, number);
  }

  bool take_number(std::string_view digits, double number) {
    check_depth("a number");
    const Part part = take_part();
    if (part == Part::weight) {
      if (!options_.weighted) return pass_over_weight();
      // A number too small for a double is 0 here.
      const bool plain =
          in_domain(number) && (number > 0.0 || (number < 0.0 && options_.signs == WeightSigns::any));
      weight_ = plain ? number : weight_from(input_, options_, digits, element_);
    } else if (part != Part::none) {
      keep(part, digits);
    } else if (at_attribute()) {
      hand_over_attribute(digits);
    }
    return true;
  }

  bool pass_over_weight() {
    found_.weights_passed_over = true;
    return true;
  }

  void keep(Part part, std::string_view text) { texts_[static_cast<std::size_t>(part)] = text; }
  const std::string& kept(Part part) const { return texts_[static_cast<std::size_t>(part)]; }
  bool has(Part part) const { return has_[static_cast<std::size_t>(part)]; }

  void end_node() {
    if (num_nodes_ == 0) by_place_ = !has(Part::id);
    if (by_place_ == has(Part::id)) {
      fail_at_element(by_place_ ? "the node has an id, and the first node has none" : "the node has no id",
                      "give every node an 'id'; without any, edges name nodes by their places, from 0");
    }
    const fmt::format_int place(num_nodes_++);
    const std::string_view id = by_place_ ? std::string_view(place.data(), place.size()) : kept(Part::id);
    std::optional<std::string_view> label;
    for (const Part part : {Part::name, Part::label}) {
      if (has(part)) label = kept(part);
    }
    sink_.node(id, label, element_);
    texts_[static_cast<std::size_t>(Part::label)].clear();
    texts_[static_cast<std::size_t>(Part::name)].clear();
  }

  void end_edge() {
    for (const auto& [part, what] : {std::pair(Part::source, "source"), std::pair(Part::target, "target")}) {
      if (!has(part)) {
        fail_at_element(fmt::format("the edge has no {}", what), "write: {\"source\": 1, \"target\": 2}");
      }
    }
    sink_.edge({kept(Part::source), kept(Part::target), weight_, true, element_});
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
  Part part_ = Part::none;  ///< whose value comes next
  std::string attribute_;   ///< the key, where at_attribute()
  std::array<bool, 8> has_{};
  std::array<std::string, 8> texts_;
  std::string weight_key_;
  std::optional<Weight> weight_;
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
