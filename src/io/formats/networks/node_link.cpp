#include <algorithm>
#include <array>
#include <istream>
#include <optional>
#include <streambuf>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "io/formats/networks/network.hpp"

// Node-link JSON, as networkx, D3 and vis.js write it: an object with a list `nodes` and a list `links` or
// `edges`, in any order. A node has an `id`, a text or a number, and perhaps a `label` or `name`; nodes
// without ids are called by their place in the list, from 0. An edge has `source` and `target` (or `from`
// and `to`) and perhaps `weight` or `value`. Other texts, numbers and truth values of a node are attributes.
// The rest is skipped. `directed` true makes edges directed.

namespace lode::detail {
namespace {

using json = nlohmann::ordered_json;

constexpr auto list_remedy =
    "write: {\"nodes\": [{\"id\": 1}, ...], \"links\": [{\"source\": 1, \"target\": 2}, ...]}";

/// Begins with the brace and a quote.
bool is_node_link(std::string_view head) {
  constexpr std::string_view blanks = " \t\r\n";
  head = without_byte_order_mark(head);
  const std::size_t brace = head.find_first_not_of(blanks);
  if (brace == head.npos || head[brace] != '{') return false;
  const std::size_t next = head.find_first_not_of(blanks, brace + 1);
  return next != head.npos && head[next] == '"';
}

/// An input for nlohmann's parser, and the position of the last byte read.
class JsonBytes final : public std::streambuf {
 public:
  explicit JsonBytes(const GraphInput& input) : input_(input) {}

  TextPlace place() {
    for (; counted_ != gptr(); ++counted_) {
      ++place_.column;
      if (*counted_ == '\n') place_ = {place_.line + 1, 0};
    }
    return {place_.line, std::max<std::uint64_t>(place_.column, 1)};
  }
  /// Lines read.
  std::uint64_t lines() {
    place();
    return place_.column == 0 && place_.line > 1 ? place_.line - 1 : place_.line;
  }

 private:
  int_type underflow() override {
    input_.check_interrupt();
    place();
    const std::size_t size = input_.text.read(piece_.data(), piece_.size());
    counted_ = piece_.data();
    setg(piece_.data(), piece_.data(), piece_.data() + size);
    return size == 0 ? traits_type::eof() : traits_type::to_int_type(piece_.front());
  }

  const GraphInput& input_;
  std::array<char, std::size_t{1} << 16> piece_;
  const char* counted_ = nullptr;  ///< `place_` counts the bytes up to here
  TextPlace place_ = {1, 0};
};

/// Takes nodes and edges as nlohmann's parser completes them, so that only one is in memory.
class NodeLinkParser {
 public:
  NodeLinkParser(Network& network, const GraphInput& input) : network_(network), bytes_(input) {}

  void read() {
    std::istream stream(&bytes_);
    try {
      [[maybe_unused]] const json rest = json::parse(
          stream,
          [this](int depth, json::parse_event_t event, json& value) { return take(depth, event, value); });
    } catch (const json::exception& error) {
      fail_on_text(error);
    }
    network_.lines = bytes_.lines();
    if (!seen_nodes_) fail_without("'nodes'");
    if (!seen_edges_) fail_without("'links' or 'edges'");
    network_.undirected = !directed_;
  }

 private:
  enum class List { other, nodes, edges };
  using Event = json::parse_event_t;

  /// Returns false for values that the parser discards.
  bool take(int depth, Event event, const json& value) {
    if (event == Event::key) {
      if (depth == 1) key_ = value.get_ref<const std::string&>();
      return true;
    }
    if (event == Event::array_end && depth == 1) list_ = List::other;
    if (event == Event::object_end && depth == 2) {
      if (list_ == List::nodes) end_node(value);
      if (list_ == List::edges) end_edge(value);
      return false;
    }
    if (event == Event::array_end || event == Event::object_end) return true;
    const std::string_view type = event == Event::object_start  ? "an object"
                                  : event == Event::array_start ? "a list"
                                  : value.is_number()           ? "a number"
                                  : value.is_string()           ? "a text"
                                  : value.is_null()             ? "null"
                                                                : "a truth value";
    if (depth == 0) {
      if (event != Event::object_start) fail(fmt::format("the text is {}, not an object", type), list_remedy);
      network_.graph = bytes_.place();
    } else if (depth == 1) {
      if (key_ == "directed") directed_ = value == true;
      if (key_ != "nodes" && key_ != "links" && key_ != "edges") return false;
      if (event != Event::array_start) fail(fmt::format("'{}' is not a list", key_), list_remedy);
      begin_list();
    } else if (depth == 2) {
      if (list_ == List::other) return false;
      element_ = bytes_.place();
      if (event == Event::object_start) return true;
      fail(fmt::format("{} stands where {} belongs", type, list_ == List::nodes ? "a node" : "an edge"),
           list_remedy);
    } else {
      return event == Event::value;
    }
    return true;
  }

  void begin_list() {
    list_ = key_ == "nodes" ? List::nodes : List::edges;
    if (std::exchange(list_ == List::nodes ? seen_nodes_ : seen_edges_, true)) {
      fail(list_ == List::nodes ? "a second list 'nodes'" : "a second list of edges",
           "a file holds one graph");
    }
  }

  /// A member as a text; nullopt if missing or null.
  static std::optional<std::string> text_of(const json& element, const char* key) {
    const auto found = element.find(key);
    if (found == element.end() || found->is_null() || found->is_discarded()) return std::nullopt;
    return text_of(*found);
  }
  static std::string text_of(const json& value) {
    if (value.is_string()) return value.get<std::string>();
    if (value.is_number_unsigned()) return std::to_string(value.get<std::uint64_t>());
    return value.dump();
  }

  void end_node(const json& node) {
    std::optional<std::string> id = text_of(node, "id");
    if (network_.num_nodes() == 0) by_place_ = !id;
    if (by_place_ == id.has_value()) {
      network_.fail(element_,
                    by_place_ ? "the node has an id, and the first node has none" : "the node has no id",
                    "give every node an 'id'; without any, edges name nodes by their places, from 0");
    }
    const Vertex v = network_.node(by_place_ ? std::to_string(network_.num_nodes()) : *id, element_);
    std::optional<std::string> label = text_of(node, "label");
    if (!label) label = text_of(node, "name");
    if (label) network_.label(v, *label);
    if (!network_.wants_attributes()) return;
    for (const auto& [key, value] : node.items()) {
      const bool is_name = key == "id" || key == "label" || key == "name";
      if (!is_name && !value.is_null() && !value.is_discarded()) network_.attribute(v, key, text_of(value));
    }
  }

  void end_edge(const json& edge) {
    const auto end_called = [&](const char* key, const char* other) {
      std::optional<std::string> end = text_of(edge, key);
      if (!end) end = text_of(edge, other);
      if (!end) {
        network_.fail(element_, fmt::format("the edge has no {}", key),
                      "write: {\"source\": 1, \"target\": 2}");
      }
      return *end;
    };
    const std::string source = end_called("source", "from");
    const std::string target = end_called("target", "to");
    NetworkEdge found{source, target, {}, true, element_};
    for (const char* const key : {"weight", "value"}) {
      const auto weight = edge.find(key);
      if (weight == edge.end()) continue;
      if (network_.weighted() && !weight->is_number()) {
        network_.fail(element_,
                      fmt::format("the weight '{}' of the edge is not a number", excerpt(text_of(*weight))),
                      "weights are numbers without quotes");
      }
      network_.take_weight(found, key, weight->dump(), element_, element_);
    }
    network_.edge(found);
  }

  [[noreturn]] void fail(std::string problem, std::string remedy) {
    network_.fail(bytes_.place(), std::move(problem), std::move(remedy));
  }
  [[noreturn]] void fail_without(std::string_view lists) {
    network_.fail({network_.lines, 0}, fmt::format("the object has no list {}", lists), list_remedy);
  }
  /// Reports an error of nlohmann: "[json.exception.ID] parse error at line 1, column 2: syntax error while
  /// parsing value - invalid literal; last read: 'x'".
  [[noreturn]] void fail_on_text(const json::exception& error) {
    constexpr int number_overflow = 406;
    const std::string_view said = error.what();
    if (error.id == number_overflow) {
      fail(fmt::format("a number is outside the range of doubles: {}",
                       excerpt(said.substr(said.rfind(' ') + 1))),
           "write a smaller one, also where lode does not use it");
    }
    if (said.find("unexpected end of input") != said.npos) {
      fail("the JSON text ends too early", "the file is cut off, or a bracket is missing");
    }
    const std::size_t begin = said.find(": ");
    fail(fmt::format("the JSON text is not well-formed: {}",
                     escape_terminal(said.substr(begin == said.npos ? 0 : begin + 2))),
         "write the file anew with a program that makes JSON");
  }

  Network& network_;
  JsonBytes bytes_;
  std::string key_;  ///< of the outermost object
  List list_ = List::other;
  bool seen_nodes_ = false, seen_edges_ = false;
  bool directed_ = false;
  bool by_place_ = false;  ///< nodes have no id
  TextPlace element_;
};

constexpr NetworkForm node_link_form = {
    .title = "JSON",
    .directed_remedy = "write \"directed\": true",
    .parse = [](Network& network, const GraphInput& input) { NodeLinkParser(network, input).read(); },
};

/// Node-link JSON as networkx reads it: {"directed": false, "multigraph": false, "graph": {}, "nodes":
/// [{"id": 3}, ...], "links": [{"source": 3, "target": 4, "weight": 0.5}, ...]}, a node or an edge per line.
/// The id of a vertex is its original id or its label; control characters and bytes that are not UTF-8 become
/// U+FFFD.
void write_node_link(const Graph& graph, const WriteOptions& options, TextPieces& out) {
  const VertexNames& names = graph.names();
  const auto name = [&](Vertex v) {
    return names.kind() == VertexNames::Kind::labels ? json(printable_text(names.label(v))).dump()
                                                     : std::to_string(names.id(v));
  };
  out.put("{\"directed\": false, \"multigraph\": false, \"graph\": {},\n\"nodes\": [");
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    out.put(v == 0 ? "\n" : ",\n", "{\"id\": ", name(v));
    if (!graph.values().empty()) out.put(", \"", values_name, "\": ", graph.values()[v]);
    for (const VertexAttribute& attribute : options.attributes) {
      out.put(", \"", attribute.name, "\": ", std::to_string(attribute.values[v]));
    }
    out.put('}');
  }
  out.put("\n],\n\"links\": [");
  bool first = true;
  for_each_edge(graph, [&](Vertex u, Vertex v, Weight weight) {
    out.put(std::exchange(first, false) ? "\n" : ",\n", "{\"source\": ", name(u), ", \"target\": ", name(v));
    if (graph.weighted()) out.put(", \"weight\": ", weight);
    out.put('}');
  });
  out.put("\n]}\n");
}

}  // namespace

extern constinit const Format node_link_format = {
    .name = "json",
    .title = "JSON",
    .extensions = {".json"},
    .recognise = is_node_link,
    .read = read_declared<parse_network<node_link_form>>,
    .read_arcs = read_declared_arcs<parse_network<node_link_form>>,
    .writer = {.write = write_node_link,
               .names = HeldNames::printable,
               .attributes = true,
               .names_attribute = "name",
               .labels_are_ids = true,
               .holds_values = holds_all_values},
};

}  // namespace lode::detail
