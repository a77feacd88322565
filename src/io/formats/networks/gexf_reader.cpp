#include <utility>
#include <vector>

#include <fmt/format.h>

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
      case Inside::node:
        if (tag.name() == "nodes") return enter(Inside::nodes);
        return tag.name() == "edges" && enter(Inside::edges);
      case Inside::nodes:
        return tag.name() == "node" && begin_node(tag) && enter(Inside::node);
      case Inside::edges:
        if (tag.name() == "edge") read_edge(tag);
        return false;
    }
    return false;
  }

  void text(std::string_view) override {}
  void close() override { inside_.pop_back(); }

 private:
  enum class Inside { document, graph, nodes, node, edges };

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
    return true;
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
  std::vector<Inside> inside_;  ///< of the elements that are open
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
