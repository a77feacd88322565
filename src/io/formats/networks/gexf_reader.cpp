#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "io/formats/networks/attribute_columns.hpp"
#include "io/formats/networks/forms.hpp"
#include "io/formats/networks/xml_reader.hpp"
#include "io/text/fields.hpp"

namespace lode::detail {
namespace {

class GexfParser final : public XmlVisitor, public PlaceOfElement {
 public:
  GexfParser(CompressedInput& input, const ReadOptions& options, const RunContext& run, NetworkSink& sink)
      : input_(input), options_(options), sink_(sink), xml_(input, run) {}

  NetworkText read() {
    xml_.read(*this);
    if (text_.graph.line == 0) {
      fail_in_text(
          input_, {xml_.lines(), 0}, "the document holds no graph",
          "a GEXF file is: <gexf> <graph> <nodes> ... </nodes> <edges> ... </edges> </graph> </gexf>");
    }
    text_.lines = xml_.lines();
    return std::move(text_);
  }

  TextPlace place() const override { return xml_.place(); }

  bool open(const XmlTag& tag) override {
    const auto enter = [&](Inside inside) {
      inside_.push_back(inside);
      return true;
    };
    if (inside_.empty()) {
      if (tag.name() == "gexf") return enter(Inside::document);
      xml_.fail(fmt::format("the document is '{}', not 'gexf'", excerpt(tag.name())),
                "name the true format with option 'format'");
    }
    switch (inside_.back()) {
      case Inside::document:
        return tag.name() == "graph" && begin_graph(tag) && enter(Inside::graph);
      case Inside::graph:
        if (tag.name() == "attributes") return is_of_nodes(tag) && enter(Inside::attributes);
        return is_list(tag) && enter(list_called(tag));
      case Inside::node:
        if (tag.name() == "attvalues") return options_.attributes && enter(Inside::values);
        return is_list(tag) && enter(list_called(tag));
      case Inside::nodes:
        return tag.name() == "node" && begin_node(tag) && enter(Inside::node);
      case Inside::edges:
        if (tag.name() == "edge") read_edge(tag);
        return false;
      case Inside::attributes:
        return tag.name() == "attribute" && begin_attribute(tag) && enter(Inside::attribute);
      case Inside::attribute:
        if (tag.name() != "default") return false;
        attribute_->standard.clear();
        return enter(Inside::standard);
      case Inside::values:
        if (tag.name() == "attvalue") read_value(tag);
        return false;
      case Inside::standard:
        return false;
    }
    return false;
  }

  void text(std::string_view part) override {
    if (inside_.empty() || inside_.back() != Inside::standard) return;
    AttributeColumns::append(attribute_->standard, part);
  }

  void close() override {
    const Inside ended = inside_.back();
    inside_.pop_back();
    if (ended == Inside::attribute) end_attribute();
    if (ended == Inside::node && options_.attributes) end_node();
  }

 private:
  enum class Inside { document, graph, nodes, node, edges, attributes, attribute, standard, values };

  /// An attribute of nodes.
  struct Attribute {
    std::string title;
    std::string standard = {};  ///< what a node has that lacks it; empty: nothing
  };
  struct OpenNode {
    std::uint64_t number = 0;
    std::vector<const Attribute*> defaults_replaced = {};  ///< by values of the node
    bool has(const Attribute& attribute) const {
      return std::ranges::find(defaults_replaced, &attribute) != defaults_replaced.end();
    }
  };

  std::string_view required(const XmlTag& tag, std::string_view attribute, const char* remedy) const {
    const auto found = tag.attribute(attribute);
    if (!found) xml_.fail(fmt::format("the {} has no '{}'", tag.name(), attribute), remedy);
    return *found;
  }

  bool begin_graph(const XmlTag& tag) {
    if (text_.graph.line > 0) {
      xml_.fail(fmt::format("a second graph; the first is in line {}", text_.graph.line),
                "a file holds one graph");
    }
    text_.graph = xml_.place();
    sense_ = sense_of(tag.attribute("defaultedgetype").value_or("undirected"));
    return true;
  }

  bool begin_node(const XmlTag& tag) {
    sink_.node(required(tag, "id", "write: <node id=\"a\" label=\"A\"/>"), tag.attribute("label"), *this);
    if (options_.attributes) nodes_.push_back({num_nodes_++});
    return true;
  }

  static bool is_list(const XmlTag& tag) { return tag.name() == "nodes" || tag.name() == "edges"; }
  static Inside list_called(const XmlTag& tag) {
    return tag.name() == "nodes" ? Inside::nodes : Inside::edges;
  }

  bool is_of_nodes(const XmlTag& tag) const {
    return options_.attributes && tag.attribute("class").value_or("node") == "node";
  }

  bool begin_attribute(const XmlTag& tag) {
    const std::string_view id = required(tag, "id", "write: <attribute id=\"0\" title=\"party\"/>");
    attribute_ = &attributes_[std::string(id)];
    *attribute_ = {std::string(tag.attribute("title").value_or(id))};
    return true;
  }

  void end_attribute() {
    // One more than are kept is enough to note that some are left out.
    if (attribute_->standard.empty() || by_default_.size() > AttributeColumns::most_columns) return;
    if (!has_default(*attribute_)) by_default_.push_back(attribute_);
  }

  /// Attributes that are not declared are called by their ids.
  void read_value(const XmlTag& tag) {
    constexpr auto remedy = "write: <attvalue for=\"0\" value=\"left\"/>";
    const std::string_view id = required(tag, "for", remedy);
    const std::string_view value = required(tag, "value", remedy);
    const auto declared = attributes_.find(id);
    OpenNode& node = nodes_.back();
    if (declared == attributes_.end()) return sink_.attribute(node.number, id, value);
    const Attribute* const attribute = &declared->second;
    sink_.attribute(node.number, attribute->title, value);
    if (has_default(*attribute) && !node.has(*attribute)) node.defaults_replaced.push_back(attribute);
  }

  bool has_default(const Attribute& attribute) const {
    return std::ranges::find(by_default_, &attribute) != by_default_.end();
  }

  void end_node() {
    const OpenNode& node = nodes_.back();
    for (const Attribute* attribute : by_default_) {
      if (!node.has(*attribute)) sink_.attribute(node.number, attribute->title, attribute->standard);
    }
    nodes_.pop_back();
  }

  EdgeSense sense_of(std::string_view type) const {
    if (type == "directed") return EdgeSense::forward;
    if (type == "mutual") return EdgeSense::both;
    if (type == "undirected") return EdgeSense::none;
    xml_.fail(fmt::format("an edge cannot be '{}'", excerpt(type)),
              "edges are directed, undirected or mutual");
  }

  void read_edge(const XmlTag& tag) {
    constexpr auto remedy = "write: <edge source=\"a\" target=\"b\"/>";
    NetworkEdge edge{required(tag, "source", remedy), required(tag, "target", remedy), {}, sense_};
    if (const auto type = tag.attribute("type")) edge.sense = sense_of(*type);
    if (const auto weight = tag.attribute("weight")) {
      if (options_.weighted) edge.weight = weight_from(input_, options_, *weight, xml_.place());
      text_.weights_passed_over = !options_.weighted;
    }
    sink_.edge(edge, *this);
  }

  CompressedInput& input_;
  const ReadOptions& options_;
  NetworkSink& sink_;
  XmlReader xml_;
  NetworkText text_;
  std::vector<Inside> inside_;                                ///< of the elements that are open
  std::map<std::string, Attribute, std::less<>> attributes_;  ///< by id
  Attribute* attribute_ = nullptr;                            ///< the one that is open
  std::vector<const Attribute*> by_default_;                  ///< those with a default value
  std::vector<OpenNode> nodes_;                               ///< with ReadOptions::attributes
  std::uint64_t num_nodes_ = 0;
  EdgeSense sense_ = EdgeSense::none;
};

NetworkText parse_gexf(CompressedInput& input, const ReadOptions& options, const RunContext& run,
                       NetworkSink& sink) {
  return GexfParser(input, options, run, sink).read();
}

}  // namespace

constinit const NetworkForm gexf_form = {
    .title = "GEXF",
    .absent_weight = AbsentWeight::one,
    .directed_remedy = "write defaultedgetype=\"directed\" in the graph",
    .parse = parse_gexf,
};

}  // namespace lode::detail
