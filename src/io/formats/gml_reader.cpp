#include <algorithm>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>

#include "io/csr/id_table.hpp"
#include "io/formats/declared_graph.hpp"
#include "io/formats/gml.hpp"
#include "io/formats/networks/attribute_columns.hpp"
#include "io/formats/networks/node_labels.hpp"
#include "io/formats/networks/number_columns.hpp"

namespace lode::detail {
namespace {

using Kind = GmlToken::Kind;

struct RawEdge {
  std::uint64_t source = 0, target = 0;  ///< ids
  std::uint64_t line = 0;
};

constexpr FormatAbilities gml_abilities = {.title = "GML", .weights = true, .labels = true};

constexpr auto gml_id_remedy = "ids are integers from 0 to 18446744073709551615";

class GmlReader {
 public:
  GmlReader(CompressedInput& input, const ReadOptions& options, const RunContext& run)
      : input_(input), options_(options), run_(run), tokens_(input, run), numbers_(options.vertex_numbers) {}

  LoadedGraph read() {
    auto [arcs, names] = parse();
    std::vector<VertexNumbers> numbers = numbers_.take(nodes_.size(), report_.notes);
    std::vector<VertexTexts> attributes = attributes_.take(nodes_.size(), report_.notes);
    LoadedGraph loaded = assemble(input_, std::move(report_), std::move(arcs), nodes_.size(),
                                  std::move(names), options_.merge, run_, [&](Vertex u, Vertex v) {
                                    PairLines lines;
                                    for (const RawEdge& edge : edges_) {
                                      lines.look_at(edge.source, edge.target, ids_[u], ids_[v], edge.line);
                                    }
                                    return lines;
                                  });
    loaded.vertex_numbers = std::move(numbers);
    loaded.attributes = std::move(attributes);
    return loaded;
  }

  LoadedArcs read_arcs() {
    auto [arcs, names] = parse();
    if (!directed_) {
      throw InputError(
          {input_.display_name(), graph_line_}, "the graph is not declared as directed",
          "read it without directions, or write 'directed 1' in the graph if sources and targets "
          "are meant");
    }
    std::vector<VertexTexts> attributes = attributes_.take(nodes_.size(), report_.notes);
    LoadedArcs loaded =
        assemble_arcs(input_, std::move(report_), std::move(arcs), nodes_.size(), std::move(names), run_);
    loaded.attributes = std::move(attributes);
    return loaded;
  }

 private:
  /// Reads the file, and fills in the report.
  std::pair<ArcCollector, VertexNames> parse() {
    read_file();
    if (nodes_.empty()) {
      throw InputError({input_.display_name(), graph_line_}, "the graph has no nodes",
                       "a graph needs at least one node");
    }
    ArcCollector arcs = resolve_edges();
    VertexNames names = name_nodes();
    report_.format = "GML";
    report_.lines = tokens_.lines();
    report_.comment_lines = tokens_.comment_lines();
    report_.edge_lines = edges_.size();
    if (!weight_key_.empty() && !options_.weighted) report_.notes.push_back("edge weights ignored");
    return {std::move(arcs), std::move(names)};
  }

  // --- grammar ---

  void read_file() {
    while (true) {
      const GmlToken key = tokens_.next();
      if (key.kind == Kind::end) break;
      check_key(key);
      if (key.text != "graph") {
        skip_value(key);
        continue;
      }
      if (graph_line_ > 0)
        tokens_.fail(key, fmt::format("a second graph; the first is in line {}", graph_line_),
                     "a file holds one graph");
      graph_line_ = key.line;
      expect_open(key);
      for_each_key(key, [&](const GmlToken& inner) { read_graph_key(inner); });
    }
    if (graph_line_ == 0) {
      tokens_.fail(tokens_.lines(), 0, "the file holds no graph",
                   "a GML file is: graph [ node [ id 1 ] ... ]");
    }
  }

  void read_graph_key(const GmlToken& key) {
    if (key.text == "node") {
      read_node(key);
    } else if (key.text == "edge") {
      read_edge(key);
    } else if (key.text == "directed") {
      directed_ = false;
      skip_value(key,
                 [&](const GmlToken& value) { directed_ = value.kind == Kind::word && value.text == "1"; });
    } else {
      skip_value(key);
    }
  }

  /// Calls visit(key) for every key of the list that `owner` opened; visit takes the value.
  template <class Visit>
  void for_each_key(const GmlToken& owner, Visit&& visit) {
    while (true) {
      const GmlToken key = tokens_.next();
      if (key.kind == Kind::close) return;
      if (key.kind == Kind::end) fail_unclosed(owner);
      check_key(key);
      visit(key);
    }
  }

  [[noreturn]] void fail_unclosed(const GmlToken& owner) const {
    tokens_.fail(owner, fmt::format("the list of '{}' is not closed", excerpt(owner.text)),
                 "the file is cut off, or a ']' is missing");
  }

  void check_key(const GmlToken& token) const {
    if (token.kind == Kind::close) {
      tokens_.fail(token, "']' closes no list", "remove it, or open the list it belongs to");
    }
    const bool word = token.kind == Kind::word;
    if (word && (is_letter(token.text.front()) || token.text.front() == '_')) return;
    tokens_.fail(token,
                 fmt::format("{} stands where a key belongs", word ? fmt::format("'{}'", excerpt(token.text))
                                                              : token.kind == Kind::string ? "a string"
                                                                                           : "a list"),
                 "lists hold keys, words that begin with a letter, each followed by its value");
  }

  void expect_open(const GmlToken& key) {
    if (tokens_.next().kind == Kind::open) return;
    tokens_.fail(key, fmt::format("'{}' has no list", excerpt(key.text)),
                 fmt::format("write: {} [ ... ]", key.text));
  }

  /// The value of a key that must have a word or a string.
  const GmlToken& simple_value(const GmlToken& key) {
    const GmlToken& value = tokens_.next();
    if (value.kind == Kind::word || value.kind == Kind::string) return value;
    tokens_.fail(key, fmt::format("'{}' has no value", excerpt(key.text)),
                 "a number or a string follows the key");
  }

  /// The same for a word alone, which `what` calls in messages.
  const GmlToken& word_value(const GmlToken& key, std::string_view what, std::string_view wanted,
                             std::string_view remedy) {
    const GmlToken& value = simple_value(key);
    if (value.kind == Kind::word) return value;
    tokens_.fail(value, fmt::format("{} '{}' is not {}", what, excerpt(value.text), wanted),
                 std::string(remedy));
  }

  /// Lists in the value may be nested. Calls take(value) if it is a word or a string.
  template <class Take>
  void skip_value(const GmlToken& key, Take&& take) {
    GmlToken last = key;
    int depth = 0;
    do {
      const GmlToken& next = tokens_.next();
      const Kind value = next.kind;
      if (depth == 0 && (value == Kind::word || value == Kind::string)) take(next);
      if (value == Kind::close || value == Kind::end) {
        tokens_.fail(last, fmt::format("'{}' has no value", excerpt(last.text)), "a value follows every key");
      }
      depth += value == Kind::open;
      while (depth > 0) {
        last = tokens_.next();
        if (last.kind == Kind::end) fail_unclosed(key);
        if (last.kind != Kind::close) break;
        --depth;
      }
      if (depth > 0) check_key(last);
    } while (depth > 0);
  }
  void skip_value(const GmlToken& key) {
    skip_value(key, [](const GmlToken&) {});
  }

  // --- nodes and edges ---

  /// The number of the key's value, for every option that wants it; keys of a node are not repeated.
  void read_number(const GmlToken& key) {
    const std::string name = key.text;
    const GmlToken& token = simple_value(key);
    double number = 0.0;
    const std::string what = fmt::format("'{}' of the node, ", name);
    const FieldProblem problem =
        token.text.empty()
            ? FieldProblem{token.text.data(), what + "an empty text, is not a number", number_remedy}
            : parse_finite(token.text, what, number_remedy, number);
    if (problem) tokens_.fail(token, problem.problem, problem.remedy);
    if (!numbers_.add(name, nodes_.size(), number)) {
      fail_twice(GmlToken{Kind::word, name, token.line, token.column});
    }
  }

  /// Of the node that is being read; lists are passed over.
  void read_attribute(const GmlToken& key) {
    skip_value(key, [&](const GmlToken& value) {
      attributes_.add(key.text, nodes_.size(),
                      value.kind == Kind::string ? gml_decoded(value.text) : value.text);
    });
  }

  void read_node(const GmlToken& key) {
    expect_open(key);
    std::optional<std::uint64_t> id;
    std::optional<std::string> label;
    for_each_key(key, [&](const GmlToken& inner) {
      if (inner.text == "id") {
        read_id(inner, id);
      } else if (inner.text == "label") {
        if (label) fail_twice(inner);
        label = gml_decoded(simple_value(inner).text);
      } else if (numbers_.wants(inner.text)) {
        read_number(inner);
      } else if (options_.attributes) {
        read_attribute(inner);
      } else {
        skip_value(inner);
      }
    });
    if (!id) tokens_.fail(key, "a node has no id", "write: node [ id 1 ]");
    const Vertex v = vertices_.number(*id, IdTable<>::hash(*id));
    if (v < nodes_.size()) {
      tokens_.fail(key.line, 0, fmt::format("id {} is taken by the node of line {}", *id, nodes_[v]),
                   "every node has an id of its own");
    }
    if (v >= no_vertex - 1) {
      throw InputError({input_.display_name()}, "more than 4294967294 vertices are too many",
                       "lode reads graphs of up to 2^32-2 vertices");
    }
    nodes_.push_back(key.line);
    labels_.add(label);
  }

  void read_edge(const GmlToken& key) {
    expect_open(key);
    std::optional<std::uint64_t> source;
    std::optional<std::uint64_t> target;
    std::optional<Weight> weight;
    for_each_key(key, [&](const GmlToken& inner) {
      if (inner.text == "source") {
        read_id(inner, source);
      } else if (inner.text == "target") {
        read_id(inner, target);
      } else if (inner.text == "weight" || inner.text == "value") {
        read_weight(inner, weight);
      } else {
        skip_value(inner);
      }
    });
    constexpr auto remedy = "write: edge [ source 1 target 2 ]";
    if (!source) tokens_.fail(key, "an edge has no source", remedy);
    if (!target) tokens_.fail(key, "an edge has no target", remedy);
    if (options_.weighted && !weight) {
      tokens_.fail(key, "the edge has no weight",
                   "give every edge a 'weight' or 'value', or read without option 'weighted'");
    }
    edges_.push_back({*source, *target, key.line});
    if (weight) weights_.push_back(*weight);
  }

  [[noreturn]] void fail_twice(const GmlToken& key) const {
    tokens_.fail(key, fmt::format("a second '{}'", key.text), "a node or an edge has one of each");
  }

  void read_id(const GmlToken& key, std::optional<std::uint64_t>& id) {
    if (id) fail_twice(key);
    const GmlToken& value = word_value(key, key.text, "an integer", gml_id_remedy);
    const FieldProblem problem =
        parse_digits(value.text, value.text.data(), key.text, gml_id_remedy, id.emplace());
    if (problem) tokens_.fail(value, problem.problem, problem.remedy);
  }

  void read_weight(const GmlToken& key, std::optional<Weight>& weight) {
    if (!options_.weighted) {
      weight_key_ = key.text;
      skip_value(key);
      return;
    }
    if (weight_key_.empty()) weight_key_ = key.text;
    if (weight_key_ != key.text) {
      tokens_.fail(key,
                   fmt::format("'{}' on this edge, '{}' on another or the same one", key.text, weight_key_),
                   "edges carry 'weight' or 'value', all the same");
    }
    if (weight) fail_twice(key);
    const GmlToken& value =
        word_value(key, "weight", "a number",
                   options_.signs == WeightSigns::any ? "weights are finite numbers"
                                                      : "weights are finite numbers >= 0");
    if (const auto problem = parse_weight({value.text.data(), value.text}, weight.emplace(), options_.signs))
      tokens_.fail(value, problem.problem, problem.remedy);
  }

  // --- numbers and names ---

  Vertex end_of(const RawEdge& edge, std::string_view which, std::uint64_t id) {
    const Vertex v = vertices_.number(id, IdTable<>::hash(id));
    if (v < nodes_.size()) return v;
    tokens_.fail(edge.line, 0, fmt::format("the {} {} of the edge is not the id of a node", which, id),
                 "add the node, or correct the edge");
  }

  ArcCollector resolve_edges() {
    ArcCollector arcs(options_.weighted);
    for (std::size_t e = 0; e < edges_.size(); ++e) {
      const Vertex source = end_of(edges_[e], "source", edges_[e].source);
      const Vertex target = end_of(edges_[e], "target", edges_[e].target);
      arcs.add(source, target, options_.weighted ? weights_[e] : 1.0);
    }
    weights_ = {};
    ids_ = std::exchange(vertices_, {}).take_ids();
    return arcs;
  }

  VertexNames name_nodes() {
    const LabelUse use = {.demanded = options_.labels, .kept = true};
    auto names =
        labels_.names(input_, report_, use, [&](std::size_t v) { return fmt::format("node {}", ids_[v]); });
    return names ? *std::move(names) : VertexNames::from_ids(ids_);
  }

  CompressedInput& input_;
  const ReadOptions& options_;
  const RunContext& run_;
  GmlTokens tokens_;
  InputReport report_;
  std::uint64_t graph_line_ = 0;
  bool directed_ = false;
  std::vector<std::uint64_t> nodes_;  ///< their lines
  NodeLabels labels_;
  std::deque<RawEdge> edges_;
  std::deque<Weight> weights_;  ///< of the edges, with ReadOptions::weighted
  std::string weight_key_;
  NumberColumns numbers_;
  AttributeColumns attributes_;
  IdTable<> vertices_;              ///< numbers ids as they come, until all edges are resolved
  std::vector<std::uint64_t> ids_;  ///< from then on
};

}  // namespace

/// Reads a GML file: one list "graph [ ... ]" with lists "node [ id N label TEXT ... ]" and
/// "edge [ source N target N ... ]" in any order. Other keys, lists in lists and comments are passed over.
///
/// Vertices: the nodes, numbered in the order of the file. They are called by their labels if every node has
///           one, no two are equal, and none is empty or holds a control byte; else by their ids, and the
///           report says why. ReadOptions::labels makes that an error. Ids are integers >= 0.
/// Edges:    directions are ignored, whatever `directed` says.
/// Weights:  the key `weight` or `value` of the edges, the same one for all, with ReadOptions::weighted.
///
/// Numbers:  the keys of nodes that ReadOptions::vertex_numbers names; 0 for nodes without one.
/// Attributes: with ReadOptions::attributes, the other keys of nodes that have a word or a string for a
/// value.
///
/// Cost:   O(bytes + n log n + m log n) on one thread, then `build_csr`; memory for nodes, labels and edges;
///         lists in lists cost none.
/// Errors: InputError: anything but keys with values, brackets that do not match, nodes without id, ids that
///         repeat, edges without source or target or to unknown nodes, weights missing or wrong.
///         InvalidArgument for options without meaning: no part of the file can be left out (lenient).
/// Source: M. Himsolt, GML: A portable graph file format, University of Passau, 1997.
LoadedGraph read_gml(CompressedInput& input, const ReadOptions& options, const RunContext& run) {
  check_options(options, gml_abilities);
  return GmlReader(input, options, run).read();
}

LoadedArcs read_gml_arcs(CompressedInput& input, const ReadOptions& options, const RunContext& run) {
  check_options(options, gml_abilities);
  return GmlReader(input, options, run).read_arcs();
}

}  // namespace lode::detail
