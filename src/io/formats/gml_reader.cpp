#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lode/core/error.hpp>

#include "io/formats/declared_graph.hpp"
#include "io/formats/gml.hpp"
#include "io/formats/gml_tokens.hpp"

namespace lode::detail {
namespace {

using Kind = GmlToken::Kind;

struct Node {
  std::uint64_t id = 0;
  std::uint64_t line = 0;
  bool labelled = false;
};

struct RawEdge {
  std::uint64_t source = 0, target = 0;  ///< ids
  std::uint64_t line = 0;
  Weight weight = 1.0;
};

constexpr auto gml_id_remedy = "ids are integers from 0 to 18446744073709551615";

/// Why labels cannot be names; empty if they can.
std::string label_obstacle(const std::vector<Node>& nodes, const std::vector<std::string>& labels) {
  const auto without =
      std::find_if(nodes.begin(), nodes.end(), [](const Node& node) { return !node.labelled; });
  if (without != nodes.end()) return fmt::format("node {} has no label", without->id);
  for (std::size_t v = 0; v < labels.size(); ++v) {
    if (labels[v].empty()) return fmt::format("the label of node {} is empty", nodes[v].id);
    if (const auto bad = find_control_byte(labels[v]); bad || labels[v].find('\t') != std::string::npos) {
      return fmt::format("the label of node {} holds a control byte", nodes[v].id);
    }
    if (find_not_utf8(labels[v])) return fmt::format("the label of node {} is not UTF-8", nodes[v].id);
  }
  std::vector<std::string_view> sorted(labels.begin(), labels.end());
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice != sorted.end()) return fmt::format("label '{}' repeats", excerpt(*twice));
  return {};
}

class GmlReader {
 public:
  GmlReader(CompressedInput& input, const ReadOptions& options, const RunContext& run)
      : input_(input), options_(options), run_(run), tokens_(input, run) {}

  LoadedGraph read() {
    read_file();
    if (nodes_.empty()) {
      throw InputError({input_.display_name(), graph_line_}, "the graph has no nodes",
                       "a graph needs at least one node");
    }
    check_vertex_total();
    number_nodes();
    ArcCollector arcs = resolve_edges();
    VertexNames names = name_nodes();
    report_.format = "GML";
    report_.lines = tokens_.lines();
    report_.comment_lines = tokens_.comment_lines();
    report_.edge_lines = edges_.size();
    if (!weight_key_.empty() && !options_.weighted) report_.notes.push_back("edge weights ignored");
    return assemble(input_, std::move(report_), std::move(arcs), nodes_.size(), std::move(names),
                    options_.merge, run_, [&](Vertex u, Vertex v) {
                      PairLines lines;
                      for (const RawEdge& edge : edges_) {
                        lines.look_at(edge.source, edge.target, nodes_[u].id, nodes_[v].id, edge.line);
                      }
                      return lines;
                    });
  }

 private:
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
    switch (token.kind) {
      case Kind::word: {
        const char c = token.text.front();
        if (is_letter(c) || c == '_') return;
        tokens_.fail(token, fmt::format("'{}' stands where a key belongs", excerpt(token.text)), key_remedy);
      }
      case Kind::string:
        tokens_.fail(token, "a string stands where a key belongs", key_remedy);
      case Kind::open:
        tokens_.fail(token, "a list stands where a key belongs", key_remedy);
      case Kind::close:
        tokens_.fail(token, "']' closes no list", "remove it, or open the list it belongs to");
      case Kind::end:
        break;
    }
    throw InternalError("the end of a text is no key");
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

  /// Takes a word, a string, or the bracket that opens a list; true for a list.
  bool opens_list(const GmlToken& key) {
    const Kind kind = tokens_.next().kind;
    if (kind == Kind::close || kind == Kind::end) {
      tokens_.fail(key, fmt::format("'{}' has no value", excerpt(key.text)), "a value follows every key");
    }
    return kind == Kind::open;
  }

  void skip_value(const GmlToken& owner) {
    if (!opens_list(owner)) return;
    std::vector<GmlToken> open = {owner};
    while (!open.empty()) {
      const GmlToken key = tokens_.next();
      if (key.kind == Kind::close) {
        open.pop_back();
        continue;
      }
      if (key.kind == Kind::end) fail_unclosed(open.back());
      check_key(key);
      if (!opens_list(key)) continue;
      if (static_cast<int>(open.size()) == deepest_list) {
        tokens_.fail(key, fmt::format("lists are more than {} deep", deepest_list), "remove the inner lists");
      }
      open.push_back(key);
    }
  }

  // --- nodes and edges ---

  void read_node(const GmlToken& key) {
    expect_open(key);
    std::optional<std::uint64_t> id;
    std::string label;
    bool labelled = false;
    for_each_key(key, [&](const GmlToken& inner) {
      if (inner.text == "id") {
        read_id(inner, id);
      } else if (inner.text == "label") {
        if (std::exchange(labelled, true)) fail_twice(inner);
        label = gml_decoded(simple_value(inner).text);
      } else {
        skip_value(inner);
      }
    });
    if (!id) tokens_.fail(key, "a node has no id", "write: node [ id 1 ]");
    nodes_.push_back({*id, key.line, labelled});
    labels_.push_back(std::move(label));
  }

  void read_edge(const GmlToken& key) {
    expect_open(key);
    std::optional<std::uint64_t> source;
    std::optional<std::uint64_t> target;
    bool has_weight = false;
    RawEdge edge;
    edge.line = key.line;
    for_each_key(key, [&](const GmlToken& inner) {
      if (inner.text == "source") {
        read_id(inner, source);
      } else if (inner.text == "target") {
        read_id(inner, target);
      } else if (inner.text == "weight" || inner.text == "value") {
        read_weight(inner, edge, has_weight);
      } else {
        skip_value(inner);
      }
    });
    constexpr auto remedy = "write: edge [ source 1 target 2 ]";
    if (!source) tokens_.fail(key, "an edge has no source", remedy);
    if (!target) tokens_.fail(key, "an edge has no target", remedy);
    if (options_.weighted && !has_weight) {
      tokens_.fail(key, "the edge has no weight",
                   "give every edge a 'weight' or 'value', or read without option 'weighted'");
    }
    edge.source = *source;
    edge.target = *target;
    edges_.push_back(edge);
  }

  [[noreturn]] void fail_twice(const GmlToken& key) const {
    tokens_.fail(key, fmt::format("a second '{}'", key.text), "a node or an edge has one of each");
  }

  void read_id(const GmlToken& key, std::optional<std::uint64_t>& id) {
    if (id) fail_twice(key);
    const GmlToken& value = simple_value(key);
    const std::string_view text = value.text;
    if (value.kind == Kind::string) {
      tokens_.fail(value, fmt::format("{} '{}' is not an integer", key.text, excerpt(text)), gml_id_remedy);
    }
    const FieldProblem problem = parse_digits(text, text.data(), key.text, gml_id_remedy, id.emplace());
    if (problem) tokens_.fail(value, problem.problem, problem.remedy);
  }

  void read_weight(const GmlToken& key, RawEdge& edge, bool& has_weight) {
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
    if (std::exchange(has_weight, true)) fail_twice(key);
    const GmlToken& value = simple_value(key);
    if (value.kind == Kind::string) {
      tokens_.fail(value, fmt::format("weight '{}' is not a number", excerpt(value.text)),
                   "weights are finite numbers >= 0");
    }
    const Field field{value.text.data(), value.text};
    if (const auto problem = parse_weight(field, edge.weight))
      tokens_.fail(value, problem.problem, problem.remedy);
  }

  // --- numbers and names ---

  void check_vertex_total() const {
    if (nodes_.size() < no_vertex) return;
    throw InputError({input_.display_name()}, fmt::format("{} vertices are too many", nodes_.size()),
                     "lode reads graphs of up to 2^32-2 vertices");
  }

  /// Sorts nodes by id, for `vertex_of`.
  void number_nodes() {
    by_id_.resize(nodes_.size());
    for (std::size_t v = 0; v < nodes_.size(); ++v) by_id_[v] = static_cast<Vertex>(v);
    const auto less = [&](Vertex a, Vertex b) {
      return std::pair(nodes_[a].id, a) < std::pair(nodes_[b].id, b);
    };
    if (!std::is_sorted(by_id_.begin(), by_id_.end(), less)) std::sort(by_id_.begin(), by_id_.end(), less);
    for (std::size_t i = 1; i < by_id_.size(); ++i) {
      const Node& first = nodes_[by_id_[i - 1]];
      const Node& second = nodes_[by_id_[i]];
      if (first.id == second.id) {
        tokens_.fail(second.line, 0,
                     fmt::format("id {} is taken by the node of line {}", second.id, first.line),
                     "every node has an id of its own");
      }
    }
  }

  std::optional<Vertex> vertex_of(std::uint64_t id) const {
    const std::uint64_t first = nodes_[by_id_.front()].id;
    if (id >= first && id - first < by_id_.size()) {  // ids in a row are their own index
      const Vertex guess = by_id_[static_cast<std::size_t>(id - first)];
      if (nodes_[guess].id == id) return guess;
    }
    const auto found =
        std::lower_bound(by_id_.begin(), by_id_.end(), id,
                         [&](Vertex v, std::uint64_t wanted) { return nodes_[v].id < wanted; });
    if (found == by_id_.end() || nodes_[*found].id != id) return std::nullopt;
    return *found;
  }

  ArcCollector resolve_edges() const {
    ArcCollector arcs(options_.weighted);
    for (const RawEdge& edge : edges_) {
      const auto source = vertex_of(edge.source);
      const auto target = vertex_of(edge.target);
      if (!source || !target) {
        tokens_.fail(edge.line, 0,
                     fmt::format("the {} {} of the edge is not the id of a node",
                                 source ? "target" : "source", source ? edge.target : edge.source),
                     "add the node, or correct the edge");
      }
      arcs.add(*source, *target, edge.weight);
    }
    return arcs;
  }

  VertexNames name_nodes() {
    const bool any =
        std::any_of(nodes_.begin(), nodes_.end(), [](const Node& node) { return node.labelled; });
    const std::string obstacle = any || options_.labels ? label_obstacle(nodes_, labels_) : "";
    if (options_.labels && !obstacle.empty()) {
      throw InputError({input_.display_name()}, fmt::format("labels cannot name the vertices: {}", obstacle),
                       "read without option 'labels' to use the ids");
    }
    if (any && obstacle.empty()) return VertexNames::from_labels(std::exchange(labels_, {}));
    if (any) report_.notes.push_back(fmt::format("labels not used: {}", obstacle));
    std::vector<std::uint64_t> ids;
    ids.reserve(nodes_.size());
    for (const Node& node : nodes_) ids.push_back(node.id);
    return VertexNames::from_ids(std::move(ids));
  }

  static constexpr auto key_remedy =
      "lists hold keys, words that begin with a letter, each followed by its value";

  CompressedInput& input_;
  const ReadOptions& options_;
  const RunContext& run_;
  GmlTokens tokens_;
  InputReport report_;
  std::uint64_t graph_line_ = 0;
  std::vector<Node> nodes_;
  std::vector<std::string> labels_;
  std::vector<RawEdge> edges_;
  std::string weight_key_;
  std::vector<Vertex> by_id_;
};

}  // namespace

LoadedGraph read_gml(CompressedInput& input, const ReadOptions& options, const RunContext& run) {
  check_options(options, {.title = "GML", .weights = true, .labels = true});
  return GmlReader(input, options, run).read();
}

}  // namespace lode::detail
