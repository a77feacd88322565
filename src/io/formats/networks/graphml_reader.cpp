#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "io/formats/declared_graph.hpp"
#include "io/formats/networks/attribute_columns.hpp"
#include "io/formats/networks/network.hpp"
#include "io/formats/networks/xml_reader.hpp"
#include "io/text/fields.hpp"

namespace lode::detail {
namespace {

/// The longest text that is kept, of all its parts.
constexpr std::size_t longest_text = std::size_t{1} << 20;

/// The meaning of a `key` of the document.
struct Key {
  bool declared = false;                 ///< if not, the key is called by its id
  bool label = false, name = false;      ///< of nodes
  bool weight = false, value = false;    ///< of edges
  std::optional<std::string> attribute;  ///< its name, of nodes; only with ReadOptions::attributes
  std::optional<std::string> standard;   ///< the default value
  bool weight_or_value() const { return weight || value; }
};

class GraphmlParser final : public XmlReader {
 public:
  GraphmlParser(CompressedInput& input, const ReadOptions& options, const RunContext& run, NetworkSink& sink)
      : XmlReader(input, run), input_(input), options_(options), sink_(sink) {}

  NetworkText read() {
    read_document();
    if (text_.graph.line == 0) {
      fail_in_text(input_, {lines(), 0}, "the document holds no graph",
                   "a GraphML file is: <graphml> <graph> <node id=\"a\"/> ... </graph> </graphml>");
    }
    text_.lines = lines();
    if (inner_graphs_ > 0) {
      text_.notes.push_back(format_plural(inner_graphs_, "graph within a node", "graphs within nodes") +
                            " read as parts of the whole");
    }
    return std::move(text_);
  }

  bool open(const XmlTag& tag) override {
    const auto enter = [&](Inside inside) {
      inside_.push_back(inside);
      return true;
    };
    if (inside_.empty()) {
      if (tag.name == "graphml") return enter(Inside::document);
      fail(fmt::format("the document is '{}', not 'graphml'", excerpt(tag.name)),
           "name the true format with option 'format'");
    }
    switch (inside_.back()) {
      case Inside::document:
        if (tag.name == "graph") return begin_graph(tag) && enter(Inside::graph);
        return tag.name == "key" && begin_key(tag) && enter(Inside::key);
      case Inside::key:
        return tag.name == "default" && key_ && (key_->weight_or_value() || key_->attribute) &&
               begin_text(key_->weight_or_value() ? Wanted::all : Wanted::attribute) && enter(Inside::data);
      case Inside::graph:
        if (tag.name == "node") return begin_node(tag) && enter(Inside::node);
        if (tag.name == "edge") return begin_edge(tag) && enter(Inside::edge);
        if (tag.name == "hyperedge") {
          fail("an edge of several ends (hyperedge)", "lode reads edges between two nodes; write its pairs");
        }
        return false;
      case Inside::node:
        if (tag.name == "graph") return begin_inner_graph(tag) && enter(Inside::graph);
        return tag.name == "data" && begin_node_data(tag) && enter(Inside::data);
      case Inside::edge:
        return tag.name == "data" && begin_edge_data(tag) && enter(Inside::data);
      case Inside::data:
        return false;
    }
    return false;
  }

  void text(std::string_view part) override {
    if (inside_.empty() || inside_.back() != Inside::data) return;
    if (text_wanted_ == Wanted::attribute) return AttributeColumns::append(characters_, part);
    if (characters_.size() + part.size() > longest_text) {
      fail(fmt::format("a label or weight is longer than {} bytes", longest_text),
           "shorten it, or leave it out");
    }
    characters_ += part;
  }

  void close() override {
    const Inside ended = inside_.back();
    inside_.pop_back();
    if (ended == Inside::data) end_data();
    if (ended == Inside::node) end_node();
    if (ended == Inside::edge) end_edge();
    if (ended == Inside::key) key_ = nullptr;
    if (ended == Inside::graph) end_inner_graph();
  }

 private:
  enum class Inside { document, key, graph, node, edge, data };
  enum class Wanted {
    all,       ///< longer texts are errors
    attribute  ///< as much as shows that the value is too long to be kept
  };

  struct Attribute {
    const Key* key;
    std::optional<std::string> value = {};
  };
  struct Node {
    std::string id;
    TextPlace place;
    std::optional<std::string> label, name;
    std::vector<Attribute> attributes;
  };

  std::string_view required(const XmlTag& tag, std::string_view attribute, const char* remedy) const {
    const auto found = tag.attribute(attribute);
    if (!found) fail(fmt::format("the {} has no '{}'", tag.name, attribute), remedy);
    return *found;
  }

  bool begin_key(const XmlTag& tag) {
    const std::string_view id =
        required(tag, "id", "write: <key id=\"d0\" for=\"edge\" attr.name=\"weight\"/>");
    const std::string_view owner = tag.attribute("for").value_or("all");
    const bool of_nodes = owner == "node" || owner == "all";
    const bool of_edges = owner == "edge" || owner == "all";
    key_ = &keys_[std::string(id)];
    key_->declared = true;
    add_meaning(*key_, tag.attribute("attr.name").value_or(id), of_nodes, of_edges);
    weight_declared_ = weight_declared_ || key_->weight;
    return true;
  }

  void add_meaning(Key& key, std::string_view name, bool of_nodes, bool of_edges) const {
    key.label = key.label || (of_nodes && name == "label");
    key.name = key.name || (of_nodes && name == "name");
    key.weight = key.weight || (of_edges && name == "weight");
    key.value = key.value || (of_edges && name == "value");
    if (options_.attributes && of_nodes && name != "label" && name != "name") key.attribute = name;
  }

  /// The key of a data element.
  const Key& key_of(const XmlTag& tag, bool of_node) {
    const std::string_view id = required(tag, "key", "write: <data key=\"d0\">1.5</data>");
    const auto found = keys_.find(id);
    Key& key = found != keys_.end() ? found->second : keys_[std::string(id)];
    if (!key.declared) add_meaning(key, id, of_node, !of_node);
    return key;
  }

  bool begin_graph(const XmlTag& tag) {
    if (text_.graph.line > 0) {
      fail(fmt::format("a second graph; the first is in line {}", text_.graph.line),
           "a file holds one graph");
    }
    text_.graph = place();
    directed_ = tag.attribute("edgedefault") == "directed";
    return true;
  }

  bool begin_inner_graph(const XmlTag& tag) {
    ++inner_graphs_;
    outer_directions_.push_back(directed_);
    if (const auto own = tag.attribute("edgedefault")) directed_ = own == "directed";
    return true;
  }

  void end_inner_graph() {
    if (outer_directions_.empty()) return;  // the graph itself
    directed_ = outer_directions_.back();
    outer_directions_.pop_back();
  }

  bool begin_text(Wanted wanted) {
    text_wanted_ = wanted;
    characters_.clear();
    text_place_ = place();
    return true;
  }

  bool begin_node(const XmlTag& tag) {
    nodes_.push_back({std::string(required(tag, "id", "write: <node id=\"a\"/>")), place(), {}, {}, {}});
    return true;
  }

  bool begin_node_data(const XmlTag& tag) {
    const Key& key = key_of(tag, true);
    Node& node = nodes_.back();
    wanted_ = key.label ? &node.label : key.name ? &node.name : nullptr;
    if (!wanted_ && key.attribute) {
      node.attributes.push_back({&key});
      wanted_ = &node.attributes.back().value;
      return begin_text(Wanted::attribute);
    }
    if (!wanted_) return false;
    if (*wanted_) fail_twice(key.label ? "label" : "name");
    return begin_text(Wanted::all);
  }

  void end_node() {
    Node& node = nodes_.back();
    sink_.node(node.id, node.label ? node.label : node.name, node.place);
    hand_over_attributes(node.attributes);
    ++num_nodes_;
    nodes_.pop_back();
  }

  /// Those of the node, then the default values of the others.
  void hand_over_attributes(const std::vector<Attribute>& own) {
    for (const Attribute& one : own) sink_.attribute(num_nodes_, *one.key->attribute, *one.value);
    for (const Key* key : attributes_by_default_) {
      if (std::ranges::find(own, key, &Attribute::key) != own.end()) continue;
      sink_.attribute(num_nodes_, *key->attribute, *key->standard);
    }
  }

  bool begin_edge(const XmlTag& tag) {
    constexpr auto remedy = "write: <edge source=\"a\" target=\"b\"/>";
    element_ = place();
    source_ = required(tag, "source", remedy);
    target_ = required(tag, "target", remedy);
    const auto directed = tag.attribute("directed");
    edge_directed_ = directed ? *directed == "true" : directed_;
    weight_.reset();
    return true;
  }

  bool begin_edge_data(const XmlTag& tag) {
    const Key& key = key_of(tag, false);
    if (!key.weight && (!key.value || weight_declared_)) return false;
    if (!options_.weighted) {
      text_.weights_passed_over = true;
      return false;
    }
    if (weight_) fail_twice("weight");
    wanted_ = &weight_;
    return begin_text(Wanted::all);
  }

  [[noreturn]] void fail_twice(const char* what) const {
    fail(fmt::format("a second '{}'", what), one_of_each_remedy);
  }

  void end_data() {
    if (key_) {
      end_default();
    } else {
      *wanted_ = characters_;
    }
  }

  void end_default() {
    const bool is_new = !std::exchange(key_->standard, characters_);
    if (key_->weight_or_value() && (!standard_key_ || key_->weight)) standard_key_ = key_;
    // One more than are kept is enough to note that some are left out.
    if (key_->attribute && is_new && attributes_by_default_.size() <= AttributeColumns::most_columns) {
      attributes_by_default_.push_back(key_);
    }
  }

  void end_edge() {
    NetworkEdge edge{source_, target_, {}, edge_directed_, element_};
    if (options_.weighted) {
      const bool by_default = !weight_ && standard_key_ && (standard_key_->weight || !weight_declared_);
      if (by_default) edge.weight = weight_from(input_, options_, *standard_key_->standard, element_);
      if (weight_) edge.weight = weight_from(input_, options_, *weight_, text_place_);
    }
    sink_.edge(edge);
  }

  CompressedInput& input_;
  const ReadOptions& options_;
  NetworkSink& sink_;
  NetworkText text_;
  std::vector<Inside> inside_;  ///< of the elements that are open
  std::map<std::string, Key, std::less<>> keys_;
  Key* key_ = nullptr;                 ///< the one that is open
  const Key* standard_key_ = nullptr;  ///< of the weight that edges have without data
  std::vector<const Key*> attributes_by_default_;
  bool weight_declared_ = false;  ///< `weight` is a key, and `value` is none of a weight
  bool directed_ = false;
  std::vector<bool> outer_directions_;  ///< of the graphs around the one that is being read
  std::uint64_t inner_graphs_ = 0;
  std::vector<Node> nodes_;  ///< that are open
  std::uint64_t num_nodes_ = 0;
  std::string source_, target_;
  bool edge_directed_ = false;
  std::optional<std::string> weight_;
  TextPlace element_, text_place_;
  std::string characters_;
  Wanted text_wanted_ = Wanted::all;
  std::optional<std::string>* wanted_ = nullptr;  ///< where the text of the data belongs
};

NetworkText parse_graphml(CompressedInput& input, const ReadOptions& options, const RunContext& run,
                          NetworkSink& sink) {
  return GraphmlParser(input, options, run, sink).read();
}

}  // namespace

constinit const NetworkForm graphml_form = {
    .title = "GraphML",
    .directed_remedy = "write edgedefault=\"directed\" in the graph",
    .integer_ids = false,
    .parse = parse_graphml,
};

}  // namespace lode::detail
