#include "io/formats/networks/network_collector.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include <lode/core/error.hpp>

#include "io/csr/label_table.hpp"
#include "io/formats/declared_graph.hpp"
#include "io/formats/networks/attribute_columns.hpp"
#include "io/formats/networks/node_labels.hpp"
#include "io/formats/networks/number_columns.hpp"

namespace lode::detail {
namespace {

/// Edges to nodes that have not been declared yet.
struct Promise {
  std::string_view which;
  TextPlace place;
};

class NetworkCollector final : public NetworkSink {
 public:
  NetworkCollector(const NetworkForm& form, CompressedInput& input, const ReadOptions& options)
      : form_(form),
        input_(input),
        options_(options),
        numbers_(options.vertex_numbers),
        arcs_(options.weighted) {}

  void node(std::string_view id, std::optional<std::string_view> label,
            const PlaceOfElement& parser) override {
    const std::uint32_t number = number_of(id, parser);
    if (vertex_of_[number] != no_vertex) {
      fail_in_text(input_, parser.place(), fmt::format("a second node with the id '{}'", excerpt(id)),
                   "every node has an id of its own");
    }
    check_id(id, parser);
    vertex_of_[number] = num_vertices_;
    in_order_ = in_order_ && number == num_vertices_;
    if (++num_vertices_ == no_vertex) {
      throw InputError({input_.display_name()}, "more than 4294967294 vertices are too many",
                       "lode reads graphs of up to 2^32-2 vertices");
    }
    promised_.erase(number);
    labels_.add(label);
  }

  void edge(const NetworkEdge& edge, const PlaceOfElement& parser) override {
    const Vertex source = end_of(edge.source, "source", parser);
    const Vertex target = end_of(edge.target, "target", parser);
    if (options_.weighted && !edge.weight) {
      if (form_.absent_weight == AbsentWeight::error) {
        fail_in_text(input_, parser.place(), "the edge has no weight",
                     "give every edge a 'weight' or 'value', or read without option 'weighted'");
      }
      ++without_weight_;
    }
    const Weight weight = edge.weight.value_or(1.0);
    arcs_.add(source, target, weight);
    if (edge.sense == EdgeSense::both && keep_directions_) arcs_.add(target, source, weight);
    if (edge.sense == EdgeSense::none && keep_directions_) fail_without_direction(parser.place());
    ++report_.edge_lines;
  }

  void attribute(std::uint64_t node, std::string_view name, std::string_view value) override {
    if (numbers_.wants(name)) {
      take_number(node, name, value);
    } else if (options_.attributes) {
      attributes_.add(name, node, value);
    }
  }

  void keep_directions() { keep_directions_ = true; }

  struct Result {
    InputReport report;
    ArcCollector arcs;
    Vertex n = 0;
    VertexNames names;
    std::vector<VertexNumbers> numbers;
    std::vector<VertexTexts> attributes;
  };
  Result finish(const NetworkText& text) {
    if (num_vertices_ == 0) {
      fail_in_text(input_, {text.graph.line, 0}, "the graph has no nodes", "a graph needs at least one node");
    }
    check_promises();
    if (keep_directions_ && text.undirected) fail_without_direction({text.graph.line, 0});
    report_.format = form_.title;
    report_.lines = text.lines;
    report_.notes = text.notes;
    note_weights(text);
    Result result;
    result.names = name_nodes();
    result.n = num_vertices_;
    check_numbers();
    result.numbers = numbers_.take(num_vertices_, report_.notes);
    result.attributes = attributes_.take(num_vertices_, report_.notes);
    result.arcs = in_order_ ? std::move(arcs_) : renumbered();
    result.report = std::move(report_);
    return result;
  }

  /// The ids of two vertices.
  std::pair<std::string, std::string> ids_of(Vertex u, Vertex v) const {
    std::pair<std::string, std::string> ids;
    table_.for_each([&](const LabelRecord& record) {
      if (vertex_of_[record.number()] == u) ids.first = record.label();
      if (vertex_of_[record.number()] == v) ids.second = record.label();
    });
    return ids;
  }

 private:
  std::uint32_t number_of(std::string_view id, const PlaceOfElement& parser) {
    if (!table_.has_room(id)) {
      fail_in_text(input_, parser.place(), "the ids of the nodes take more than 32 GiB", "use shorter ids");
    }
    const std::uint32_t number = table_.number(id, LabelTable<>::hash(id));
    if (number == vertex_of_.size()) vertex_of_.push_back(no_vertex);
    return number;
  }

  void check_id(std::string_view id, const PlaceOfElement& parser) const {
    constexpr auto remedy = "ids of nodes are texts without control characters";
    if (id.empty()) fail_in_text(input_, parser.place(), "the id of the node is empty", remedy);
    if (find_control_byte(id) || id.find('\t') != std::string_view::npos) {
      fail_in_text(input_, parser.place(),
                   fmt::format("the id '{}' of the node holds a control character", excerpt(id)), remedy);
    }
  }

  Vertex end_of(std::string_view id, std::string_view which, const PlaceOfElement& parser) {
    const std::uint32_t number = number_of(id, parser);
    if (vertex_of_[number] == no_vertex && !promised_.contains(number)) {
      promised_.emplace(number, Promise{which, parser.place()});
    }
    return number;
  }

  void check_promises() const {
    if (promised_.empty()) return;
    const auto first = std::min_element(promised_.begin(), promised_.end(), [](const auto& a, const auto& b) {
      return std::pair(a.second.place.line, a.second.place.column) <
             std::pair(b.second.place.line, b.second.place.column);
    });
    std::string id;
    table_.for_each([&](const LabelRecord& record) {
      if (record.number() == first->first) id = record.label();
    });
    fail_in_text(
        input_, first->second.place,
        fmt::format("the {} '{}' of the edge is not the id of a node", first->second.which, excerpt(id)),
        "add the node, or correct the edge");
  }

  [[noreturn]] void fail_without_direction(TextPlace at) const {
    fail_in_text(input_, at,
                 at.column == 0 ? "the graph is not declared as directed" : "the edge has no direction",
                 fmt::format("read it without directions, or {} if sources and targets are meant",
                             form_.directed_remedy));
  }

  void note_weights(const NetworkText& text) {
    if (text.weights_passed_over) report_.notes.push_back("edge weights ignored");
    if (without_weight_ == 0) return;
    if (without_weight_ == report_.edge_lines) {
      throw InputError({input_.display_name()}, "no edge has a weight", "read it without option 'weighted'");
    }
    report_.notes.push_back(format_plural(without_weight_, "edge without weight has weight 1",
                                          "edges without weight have weight 1"));
  }

  VertexNames name_nodes() {
    const TextColumn ids = ids_in_order();
    const LabelUse use = {.demanded = options_.labels && labels_.any(), .kept = options_.labels};
    auto names =
        labels_.names(input_, report_, use, [&](std::size_t v) { return fmt::format("node '{}'", ids[v]); });
    return names ? *std::move(names) : names_from_texts(ids, options_.labels);
  }

  TextColumn ids_in_order() const {
    TextColumn ids;
    if (in_order_) {
      table_.for_each([&](const LabelRecord& record) { ids.add(record.label()); });
      return ids;
    }
    std::vector<std::string_view> texts(num_vertices_);
    table_.for_each([&](const LabelRecord& record) { texts[vertex_of_[record.number()]] = record.label(); });
    for (const std::string_view text : texts) ids.add(text);
    return ids;
  }

  /// A value of a node as a number. What is wrong is told in the end, when all nodes have ids.
  void take_number(std::uint64_t node, std::string_view name, std::string_view text) {
    if (bad_number_) return;
    const auto bad = [&](std::string problem, std::string remedy) {
      bad_number_ = BadNumber{node, std::string(name), std::move(problem), std::move(remedy)};
    };
    text = without_white_space(text);
    if (text.empty()) return;  // as an attribute: none
    if (text.size() > AttributeColumns::longest_text) {
      return bad(fmt::format("is longer than {} bytes", AttributeColumns::longest_text), number_remedy);
    }
    double number = 0.0;
    if (FieldProblem problem = parse_finite(text, "", number_remedy, number)) {
      return bad(std::move(problem.problem), std::move(problem.remedy));
    }
    if (!numbers_.add(name, node, number)) bad("is there twice", "a node has one of each");
  }

  void check_numbers() const {
    if (!bad_number_) return;
    const auto& [node, name, problem, remedy] = *bad_number_;
    throw InputError({input_.display_name()},
                     fmt::format("'{}' of the node '{}': {}", excerpt(name),
                                 excerpt(ids_in_order()[static_cast<std::size_t>(node)]), problem),
                     remedy);
  }

  /// The arcs with vertices for the numbers of ids.
  ArcCollector renumbered() {
    ArcCollector arcs(options_.weighted);
    for (EdgeChunk& chunk : arcs_.take()) {
      for (std::size_t e = 0; e < chunk.ends.size() / 2; ++e) {
        arcs.add(vertex_of_[chunk.ends[2 * e]], vertex_of_[chunk.ends[2 * e + 1]],
                 options_.weighted ? chunk.weights[e] : 1.0);
      }
      chunk = EdgeChunk();
    }
    return arcs;
  }

  const NetworkForm& form_;
  CompressedInput& input_;
  const ReadOptions& options_;
  bool keep_directions_ = false;
  InputReport report_;
  LabelTable<> table_;             ///< numbers ids as they come
  std::vector<Vertex> vertex_of_;  ///< by these numbers; no_vertex: not declared
  bool in_order_ = true;           ///< both are the same
  Vertex num_vertices_ = 0;
  std::map<std::uint32_t, Promise> promised_;  ///< numbers of ids that only edges have named
  NodeLabels labels_;
  struct BadNumber {
    std::uint64_t node = 0;
    std::string name, problem, remedy;
  };
  NumberColumns numbers_;
  std::optional<BadNumber> bad_number_;  ///< the first one
  AttributeColumns attributes_;
  ArcCollector arcs_;
  std::uint64_t without_weight_ = 0;
};

/// Finds the lines of a pair in a text that is read once more.
class PairFinder final : public NetworkSink {
 public:
  PairFinder(std::string a, std::string b) : a_(std::move(a)), b_(std::move(b)) {}
  void node(std::string_view, std::optional<std::string_view>, const PlaceOfElement&) override {}
  void attribute(std::uint64_t, std::string_view, std::string_view) override {}
  void edge(const NetworkEdge& edge, const PlaceOfElement& parser) override {
    if ((edge.source != a_ && edge.source != b_) || (edge.target != a_ && edge.target != b_)) return;
    lines.look_at(edge.source, edge.target, std::string_view(a_), std::string_view(b_), parser.place().line);
  }
  PairLines lines;

 private:
  std::string a_, b_;
};

constexpr FormatAbilities abilities_of(const NetworkForm& form) {
  return {.title = form.title, .weights = true, .labels = true};
}

}  // namespace

void fail_in_text(const CompressedInput& input, TextPlace at, std::string problem, std::string remedy) {
  throw InputError({input.display_name(), at.line, at.column}, std::move(problem), std::move(remedy));
}

Weight weight_from(const CompressedInput& input, const ReadOptions& options, std::string_view text,
                   TextPlace at) {
  text = without_white_space(text);
  if (text.empty()) {
    fail_in_text(input, at, "the weight of the edge is empty", "give one, or read without option 'weighted'");
  }
  Weight weight = 0.0;
  if (const FieldProblem problem = parse_weight({text.data(), text}, weight, options.signs)) {
    fail_in_text(input, at, problem.problem, problem.remedy);
  }
  return weight;
}

LoadedGraph read_network(const NetworkForm& form, CompressedInput& input, const ReadOptions& options,
                         const RunContext& run) {
  check_options(options, abilities_of(form));
  NetworkCollector collector(form, input, options);
  ReadOptions parsed = options;  // numbers of vertices come as attributes
  parsed.attributes = options.attributes || !options.vertex_numbers.empty();
  NetworkCollector::Result result = collector.finish(form.parse(input, parsed, run, collector));
  const auto find_lines = [&](Vertex u, Vertex v) {
    if (!input.can_be_read_again()) return PairLines();
    auto [a, b] = collector.ids_of(u, v);
    PairFinder finder(std::move(a), std::move(b));
    CompressedInput again = input.again();
    form.parse(again, options, run, finder);
    return finder.lines;
  };
  LoadedGraph loaded = assemble(input, std::move(result.report), std::move(result.arcs), result.n,
                                std::move(result.names), options.merge, run, find_lines);
  loaded.vertex_numbers = std::move(result.numbers);
  loaded.attributes = std::move(result.attributes);
  return loaded;
}

LoadedArcs read_network_arcs(const NetworkForm& form, CompressedInput& input, const ReadOptions& options,
                             const RunContext& run) {
  check_options(options, abilities_of(form));
  NetworkCollector collector(form, input, options);
  collector.keep_directions();
  NetworkCollector::Result result = collector.finish(form.parse(input, options, run, collector));
  LoadedArcs loaded = assemble_arcs(input, std::move(result.report), std::move(result.arcs), result.n,
                                    std::move(result.names), run);
  loaded.attributes = std::move(result.attributes);
  return loaded;
}

}  // namespace lode::detail
