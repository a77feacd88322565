#include <algorithm>
#include <exception>
#include <map>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <expat.h>
#include <fmt/format.h>

#include "io/formats/networks/network.hpp"

// GraphML: one `graph` of `node` and `edge`, in any order; graphs within nodes are parts of the whole. Keys
// named `label`, else `name`, are labels of nodes; `weight`, or `value` where no key is called `weight`, are
// weights of edges, with the key's declared default. Other keys of nodes are attributes. All other data,
// ports and descriptions are skipped, and so are elements of another namespace than the root's, with their
// content. Only the document is ever read, and documents with a type (<!DOCTYPE) are refused: the entities
// that it declares could expand to any amount of text.
// Source: U. Brandes, M. Eiglsperger, I. Herman, M. Himsolt, M. S. Marshall, GraphML progress report, Graph
//         Drawing 2001.

namespace lode::detail {
namespace {

/// The longest stored text, in all its parts.
constexpr std::size_t longest_text = std::size_t{1} << 20;
constexpr std::int64_t longest_tag = std::int64_t{1} << 24;
constexpr std::size_t piece_bytes = std::size_t{1} << 18;
/// Separates namespace and element name; no XML text holds it.
constexpr char name_separator = '\n';

/// A tag `graphml`, perhaps with a prefix, in a text that begins with a tag.
bool is_graphml(std::string_view head) {
  head = without_byte_order_mark(head);
  const std::size_t first = head.find_first_not_of(" \t\r\n");
  return first != head.npos && head[first] == '<' &&
         (head.find("<graphml") != head.npos || head.find(":graphml") != head.npos);
}

/// A `key` of the document.
struct Key {
  std::string name;  ///< its id, if it has no other name
  bool of_nodes = true, of_edges = true;
  std::optional<std::string> standard = {};  ///< the default value
};

class GraphmlParser {
 public:
  GraphmlParser(Network& network, const GraphInput& input)
      : network_(network),
        input_(input),
        expat_(::XML_ParserCreateNS(nullptr, name_separator), ::XML_ParserFree) {
    if (!expat_) throw std::bad_alloc();
    XML_Parser expat = expat_.get();
    ::XML_SetUserData(expat, this);
    ::XML_SetElementHandler(
        expat,
        [](void* parser, const char* name, const char** attributes) {
          guarded(parser, [&](GraphmlParser& self) { self.begin_element(name, attributes); });
        },
        [](void* parser, const char*) {
          guarded(parser,
                  [](GraphmlParser& self) { self.skipped_ > 0 ? void(--self.skipped_) : self.close(); });
        });
    ::XML_SetCharacterDataHandler(expat, [](void* parser, const char* part, int size) {
      guarded(parser, [&](GraphmlParser& self) { self.take_text({part, static_cast<std::size_t>(size)}); });
    });
    ::XML_SetStartDoctypeDeclHandler(expat, [](void* parser, const char*, const char*, const char*, int) {
      guarded(parser, [](GraphmlParser& self) {
        self.fail("the document has a type, which could give characters a meaning of its own",
                  "leave out <!DOCTYPE ...>, and write characters as they are");
      });
    });
  }

  /// Reads in pieces. Memory for the open elements and one tag.
  void read() {
    XML_Parser expat = expat_.get();
    for (bool more = true; more;) {
      input_.check_interrupt();
      void* const room = ::XML_GetBuffer(expat, static_cast<int>(piece_bytes));
      if (!room) throw std::bad_alloc();
      const std::size_t got = input_.text.read(static_cast<char*>(room), piece_bytes);
      more = got == piece_bytes;
      const XML_Status state = ::XML_ParseBuffer(expat, static_cast<int>(got), more ? XML_FALSE : XML_TRUE);
      if (error_) std::rethrow_exception(error_);
      if (state != XML_STATUS_OK) fail_on_text();
      const std::int64_t waiting =
          static_cast<std::int64_t>(input_.text.bytes_read()) - ::XML_GetCurrentByteIndex(expat);
      if (more && waiting > longest_tag) {
        fail(fmt::format("a tag is longer than {} bytes", longest_tag), "the file is no XML, or damaged");
      }
    }
    const TextPlace end = place();
    network_.lines = end.column == 1 && end.line > 1 ? end.line - 1 : end.line;
    if (network_.graph.line == 0) {
      network_.fail({network_.lines, 0}, "the document holds no graph",
                    "a GraphML file is: <graphml> <graph> <node id=\"a\"/> ... </graph> </graphml>");
    }
    if (inner_graphs_ > 0) {
      network_.notes.push_back(format_plural(inner_graphs_, "graph within a node", "graphs within nodes") +
                               " read as parts of the whole");
    }
  }

 private:
  enum class Inside { document, key, graph, node, edge, data };
  /// Names and values of a tag in turn, then nullptr.
  using Attributes = const char* const*;

  struct Node {
    Vertex number;
    std::optional<std::string> label = {}, name = {};
    std::vector<std::string> attributes = {};  ///< attribute names
  };

  // --- expat ---

  /// Runs part of a callback; an exception waits until expat has returned.
  template <class Call>
  static void guarded(void* parser, const Call& call) {
    GraphmlParser& self = *static_cast<GraphmlParser*>(parser);
    if (self.error_) return;  // expat may still end the current tag
    try {
      call(self);
    } catch (...) {
      self.error_ = std::current_exception();
      ::XML_StopParser(self.expat_.get(), XML_FALSE);
    }
  }

  void begin_element(std::string_view name, Attributes attributes) {
    const std::size_t end = name.rfind(name_separator);
    const std::string_view space = end == std::string_view::npos ? "" : name.substr(0, end);
    if (!vocabulary_) vocabulary_ = space;
    if (skipped_ > 0 || space != *vocabulary_ || !open(name.substr(end + 1), attributes)) ++skipped_;
  }

  /// The start of the current tag or text.
  TextPlace place() const {
    return {::XML_GetCurrentLineNumber(expat_.get()), ::XML_GetCurrentColumnNumber(expat_.get()) + 1};
  }
  [[noreturn]] void fail(std::string problem, std::string remedy) const {
    network_.fail(place(), std::move(problem), std::move(remedy));
  }

  [[noreturn]] void fail_on_text() const {
    const XML_Error error = ::XML_GetErrorCode(expat_.get());
    const char* const said = ::XML_ErrorString(error);
    switch (error) {
      case XML_ERROR_NO_MEMORY:
        throw std::bad_alloc();
      case XML_ERROR_NO_ELEMENTS:
      case XML_ERROR_UNCLOSED_TOKEN:
      case XML_ERROR_UNCLOSED_CDATA_SECTION:
        fail(fmt::format("the XML document ends too early ({})", said), "the file is cut off");
      case XML_ERROR_UNKNOWN_ENCODING:
      case XML_ERROR_INCORRECT_ENCODING:
        fail(fmt::format("the XML document cannot be decoded ({})", said),
             "convert it, as with: iconv -t UTF-8, and leave the encoding out of its first line");
      default:
        fail(fmt::format("the document is no XML: {}", said),
             "'<' and '&' in texts are written &lt; and &amp;, values stand in quotes, and the text is UTF-8 "
             "(iconv -t UTF-8 converts it)");
    }
  }

  // --- elements ---

  /// False: the element and its content are skipped.
  bool open(std::string_view tag, Attributes attributes) {
    if (inside_.empty() && tag != "graphml") {
      fail(fmt::format("the document is '{}', not 'graphml'", excerpt(tag)),
           "name the true format with option 'format'");
    }
    const std::optional<Inside> entered =
        inside_.empty() ? Inside::document : entered_by(inside_.back(), tag, attributes);
    if (entered) inside_.push_back(*entered);
    return entered.has_value();
  }

  std::optional<Inside> entered_by(Inside outer, std::string_view tag, Attributes attributes) {
    if (outer == Inside::document && tag == "graph") {
      if (network_.graph.line > 0) {
        fail(fmt::format("a second graph; the first is in line {}", network_.graph.line),
             "a file holds one graph");
      }
      network_.graph = place();
      return begin_graph(attributes);
    }
    if (outer == Inside::node && tag == "graph") {
      ++inner_graphs_;
      return begin_graph(attributes);
    }
    if (outer == Inside::document && tag == "key") return begin_key(attributes);
    if (outer == Inside::key && tag == "default") return begin_text(key_->standard);
    if (outer == Inside::graph && tag == "node") {
      const std::string_view id = required("node", attributes, "id", "write: <node id=\"a\"/>");
      nodes_.push_back({network_.node(id, place())});
      return Inside::node;
    }
    if (outer == Inside::graph && tag == "edge") return begin_edge(attributes);
    if (outer == Inside::graph && tag == "hyperedge") {
      fail("an edge of several ends (hyperedge)", "lode reads edges between two nodes; write its pairs");
    }
    if (outer == Inside::node && tag == "data") return begin_node_data(key_of(attributes));
    if (outer == Inside::edge && tag == "data") return begin_edge_data(key_of(attributes));
    return std::nullopt;
  }

  void close() {
    const Inside ended = inside_.back();
    inside_.pop_back();
    if (ended == Inside::graph) directions_.pop_back();
    if (ended == Inside::key) end_key();
    if (ended == Inside::node) end_node();
    if (ended == Inside::edge) end_edge();
    if (ended != Inside::data) return;
    if (text_) *text_ = characters_;
    if (!text_) network_.attribute(nodes_.back().number, attribute_, characters_);
  }

  void take_text(std::string_view part) {
    if (skipped_ > 0 || inside_.empty() || inside_.back() != Inside::data) return;
    const std::size_t room = longest_text - characters_.size();
    if (part.size() > room && text_ && (!key_ || text_ != &key_->standard)) {
      fail(fmt::format("a label or weight is longer than {} bytes", longest_text),
           "shorten it, or leave it out");
    }
    characters_ += part.substr(0, room);  // longer attributes are dropped
  }

  static std::optional<std::string_view> value_of(Attributes attributes, std::string_view name) {
    for (; *attributes; attributes += 2) {
      if (name == attributes[0]) return attributes[1];
    }
    return std::nullopt;
  }
  std::string_view required(std::string_view tag, Attributes attributes, std::string_view name,
                            const char* remedy) const {
    const auto found = value_of(attributes, name);
    if (!found) fail(fmt::format("the {} has no '{}'", tag, name), remedy);
    return *found;
  }

  Inside begin_graph(Attributes attributes) {
    const auto own = value_of(attributes, "edgedefault");
    directions_.push_back(own ? *own == "directed" : !directions_.empty() && directions_.back());
    return Inside::graph;
  }

  /// The rest of the element is the text of `data`.
  Inside begin_text(std::optional<std::string>& data) {
    text_ = &data;
    characters_.clear();
    text_place_ = place();
    return Inside::data;
  }

  // --- keys ---

  Inside begin_key(Attributes attributes) {
    const std::string_view id =
        required("key", attributes, "id", "write: <key id=\"d0\" for=\"edge\" attr.name=\"weight\"/>");
    const std::string_view owner = value_of(attributes, "for").value_or("all");
    key_ = &keys_[std::string(id)];
    *key_ = {std::string(value_of(attributes, "attr.name").value_or(id)), owner == "node" || owner == "all",
             owner == "edge" || owner == "all"};
    weight_declared_ |= key_->of_edges && key_->name == "weight";
    return Inside::key;
  }

  void end_key() {
    if (!key_->standard) return;
    if (key_->of_edges && (key_->name == "weight" || key_->name == "value"))
      standards_[key_->name] = *key_->standard;
    if (key_->of_nodes && key_->name != "label" && key_->name != "name") {
      // One more than the limit shows that some are left out.
      if (defaults_.size() <= 64) defaults_.emplace_back(key_->name, *key_->standard);
    }
  }

  /// The key of a data element.
  const Key& key_of(Attributes attributes) {
    const std::string_view id = required("data", attributes, "key", "write: <data key=\"d0\">1.5</data>");
    const auto found = keys_.find(id);
    return found != keys_.end() ? found->second : keys_[std::string(id)] = {std::string(id)};
  }

  // --- nodes and edges ---

  std::optional<Inside> begin_node_data(const Key& key) {
    if (!key.of_nodes) return std::nullopt;
    Node& node = nodes_.back();
    if (key.name == "label" || key.name == "name") {
      std::optional<std::string>& text = key.name == "label" ? node.label : node.name;
      if (text) network_.fail_twice(place(), key.name);
      return begin_text(text);
    }
    if (!network_.wants_attributes()) return std::nullopt;
    attribute_ = key.name;
    node.attributes.push_back(key.name);
    begin_text(weight_);
    text_ = nullptr;
    return Inside::data;
  }

  void end_node() {
    const Node& node = nodes_.back();
    for (const auto& [name, value] : defaults_) {
      if (std::ranges::find(node.attributes, name) == node.attributes.end()) {
        network_.attribute(node.number, name, value);
      }
    }
    if (node.label || node.name) network_.label(node.number, node.label ? *node.label : *node.name);
    nodes_.pop_back();
  }

  Inside begin_edge(Attributes attributes) {
    constexpr auto remedy = "write: <edge source=\"a\" target=\"b\"/>";
    source_ = required("edge", attributes, "source", remedy);
    target_ = required("edge", attributes, "target", remedy);
    const auto directed = value_of(attributes, "directed");
    edge_ = {source_, target_, {}, directed ? *directed == "true" : directions_.back(), place()};
    weight_.reset();
    return Inside::edge;
  }

  /// The key of weights.
  std::string_view weight_name() const { return weight_declared_ ? "weight" : "value"; }

  std::optional<Inside> begin_edge_data(const Key& key) {
    if (!key.of_edges || (key.name != "weight" && key.name != weight_name())) return std::nullopt;
    network_.weights_passed_over = !network_.weighted();
    if (!network_.weighted()) return std::nullopt;
    if (weight_) network_.fail_twice(place(), "weight");
    return begin_text(weight_);
  }

  void end_edge() {
    const auto standard = standards_.find(weight_name());
    if (weight_) {
      network_.take_weight(edge_, "weight", *weight_, text_place_, text_place_);
    } else if (standard != standards_.end() && network_.weighted()) {
      network_.take_weight(edge_, "weight", standard->second, edge_.place, edge_.place);
    }
    network_.edge(edge_);
  }

  Network& network_;
  const GraphInput& input_;
  std::unique_ptr<XML_ParserStruct, void (*)(XML_ParserStruct*)> expat_;
  std::exception_ptr error_;
  std::optional<std::string> vocabulary_;  ///< the root's namespace
  std::uint64_t skipped_ = 0;              ///< open elements that are skipped
  std::vector<Inside> inside_;             ///< of the open elements
  std::map<std::string, Key, std::less<>> keys_;
  Key* key_ = nullptr;                                         ///< the last one
  std::map<std::string, std::string, std::less<>> standards_;  ///< weights of edges without data, by key
  std::vector<std::pair<std::string, std::string>> defaults_;  ///< of attributes of nodes
  bool weight_declared_ = false;
  std::vector<bool> directions_;  ///< of the open graphs
  std::uint64_t inner_graphs_ = 0;
  std::vector<Node> nodes_;  ///< open nodes
  std::string source_, target_;
  NetworkEdge edge_;
  std::optional<std::string> weight_;
  std::optional<std::string>* text_ = nullptr;  ///< destination of the data's text; nullptr: `attribute_`
  std::string attribute_;
  TextPlace text_place_;
  std::string characters_;
};

constexpr NetworkForm graphml_form = {
    .title = "GraphML",
    .directed_remedy = "write edgedefault=\"directed\" in the graph",
    .parse = [](Network& network, const GraphInput& input) { GraphmlParser(network, input).read(); },
};

/// Vertices are n0, n1, ... and carry their original name as `label` and the attributes; values are the key
/// `value`, and edges of weighted graphs carry `weight`. Control characters and bytes that are not UTF-8
/// become U+FFFD.
void write_graphml(const Graph& graph, const WriteOptions& options, TextPieces& out) {
  out.put("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n",
          "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\" ",
          "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" ",
          "xsi:schemaLocation=\"http://graphml.graphdrawing.org/xmlns ",
          "http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd\">\n");
  std::size_t keys = 0;
  const auto key = [&](std::string_view owner, std::string_view name, std::string_view type) {
    out.put("  <key id=\"key", keys, "\" for=\"", owner, "\" attr.name=\"", name, "\" attr.type=\"", type,
            "\" />\n");
    return keys++;
  };
  const auto data = [&](std::size_t number, const auto& value) {
    out.put("      <data key=\"key", number, "\">", value, "</data>\n");
  };
  const std::size_t label = key("node", "label", "string");
  for (const VertexAttribute& attribute : options.attributes) key("node", attribute.name, "long");
  const bool has_values = !graph.values().empty();
  const std::size_t values = has_values ? key("node", values_name, "double") : 0;
  const std::size_t weights = graph.weighted() ? key("edge", "weight", "double") : 0;
  out.put("  <graph id=\"G\" edgedefault=\"undirected\" parse.nodeids=\"free\" parse.edgeids=\"canonical\" ",
          "parse.order=\"nodesfirst\">\n");
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    out.put("    <node id=\"n", v, "\">\n");
    data(label, escape_markup(printable_text(graph.name(v))));
    for (std::size_t i = 0; i < options.attributes.size(); ++i) {
      data(label + 1 + i, std::to_string(options.attributes[i].values[v]));
    }
    if (has_values) data(values, graph.values()[v]);
    out.put("    </node>\n");
  }
  EdgeCount edge = 0;
  for_each_edge(graph, [&](Vertex u, Vertex v, Weight weight) {
    out.put("    <edge id=\"e", edge++, "\" source=\"n", u, "\" target=\"n", v, "\">\n");
    if (graph.weighted()) data(weights, weight);
    out.put("    </edge>\n");
  });
  out.put("  </graph>\n</graphml>\n");
}

}  // namespace

extern constinit const Format graphml_format = {
    .name = "graphml",
    .title = "GraphML",
    .extensions = {".graphml"},
    .recognise = is_graphml,
    .read = read_declared<parse_network<graphml_form>>,
    .read_arcs = read_declared_arcs<parse_network<graphml_form>>,
    .writer = {.write = write_graphml,
               .names = HeldNames::printable,
               .attributes = true,
               .holds_values = holds_all_values},
};

}  // namespace lode::detail
