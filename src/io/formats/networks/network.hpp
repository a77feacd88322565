#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "io/formats/declared_graph.hpp"

namespace lode::detail {

/// A text position, from 1; 0: unknown.
struct TextPlace {
  std::uint64_t line = 0, column = 0;
};

class Network;

/// A format that lists nodes and edges: GML, GraphML or JSON.
struct NetworkForm {
  std::string_view title;
  std::string_view directed_remedy;  ///< how a file makes its edges directed
  bool integer_ids = false;          ///< ids are integers; integer labels stay labels
  bool holds_weights = true;
  void (*parse)(Network& network, const GraphInput& input);
};

struct NetworkEdge {
  std::string_view source, target;  ///< ids
  std::optional<Weight> weight = {};
  bool directed = true;
  TextPlace place = {};
};

/// Collects nodes and edges from a parser, in any order, and makes a graph.
class Network {
 public:
  Network(const NetworkForm& form, const GraphInput& input, Directions directions);

  // --- for the parser; texts are copied ---

  bool weighted() const { return arcs_.weighted(); }
  /// True if attributes of nodes are wanted, perhaps as numbers.
  bool wants_attributes() const { return options_.attributes || !options_.vertex_numbers.empty(); }
  Vertex num_nodes() const { return num_nodes_; }
  /// Returns the number of the node: 0, 1, ...
  Vertex node(std::string_view id, TextPlace place);
  void node_if_new(std::string_view id, TextPlace place);
  void label(Vertex node, std::string_view text);
  /// The node may come later. The first value counts.
  void attribute(Vertex node, std::string_view name, std::string_view value);
  void edge(const NetworkEdge& edge);

  /// Takes the weight of an edge, if weights are read. Errors: InputError for a wrong weight, and unless
  /// weights have the same key in the whole file.
  void take_weight(NetworkEdge& edge, std::string_view key, std::string_view text, TextPlace key_place,
                   TextPlace place);
  [[noreturn]] void fail(TextPlace at, std::string problem, std::string remedy) const;
  [[noreturn]] void fail_twice(TextPlace at, std::string_view key) const;

  // --- set by the parser at the end ---

  std::uint64_t lines = 0, comment_lines = 0;
  TextPlace graph = {};              ///< start of the graph
  bool undirected = false;           ///< the file declares all edges undirected
  bool weights_passed_over = false;  ///< weights exist but were not requested
  std::vector<std::string> notes = {};

  /// The graph. Must be the last call.
  DeclaredGraph take();

 private:
  struct IdHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view id) const { return std::hash<std::string_view>()(id); }
  };
  /// A node, or an id named only by edges.
  struct Id {
    Vertex node = no_vertex;
    std::string_view first_end = {};  ///< "source" or "target" of the first edge
    TextPlace first_edge = {};
  };
  struct Column {
    VertexTexts texts;
    bool left_out = false;
  };

  std::uint32_t number_of(std::string_view id);
  Vertex end_of(const NetworkEdge& edge, std::string_view which, std::string_view id);
  [[noreturn]] void fail_without_direction(TextPlace at) const;
  bool make_room(Column& column, std::size_t values, std::size_t bytes);
  void finish_columns();
  VertexNumbers take_numbers(Column& column, const std::vector<std::string_view>& ids);
  std::vector<std::string_view> ids() const;
  void check_ends() const;
  VertexNames names(const std::vector<std::string_view>& ids);
  std::string obstacle_to_labels(const std::vector<std::string_view>& ids) const;

  const NetworkForm& form_;
  const GraphInput& input_;
  const ReadOptions& options_;
  bool directed_;
  std::unordered_map<std::string, std::uint32_t, IdHash, std::equal_to<>> numbers_of_ids_;
  std::vector<Id> ids_;  ///< by these numbers, in order of appearance
  Vertex num_nodes_ = 0;
  std::vector<std::optional<std::string>> labels_;  ///< up to the last node with a label
  std::string weight_key_;
  std::vector<Column> columns_;
  std::uint64_t column_bytes_ = 0;
  std::uint64_t repeated_ = 0;  ///< repeated attribute values of nodes
  ArcCollector arcs_;           ///< between id numbers
};

/// Reads a graph in such a format.
///
/// Vertices: the nodes, in file order. They are named by their labels if every node has a label, all differ,
///           and none is empty or holds a control byte; else by their ids, and the
///           report says why, or ReadOptions::labels makes it an error. All-integer names are ids.
/// Edges:    between nodes that the file declares, before or after. Directions are ignored.
/// Weights:  of the edges, with ReadOptions::weighted; every edge must have a weight.
/// Numbers:  the attributes that ReadOptions::vertex_numbers names; 0 for nodes without them.
/// Attributes keep their order of appearance. White space around a name or a value does not count, and an
/// empty value is missing. Control characters and bytes that are not UTF-8 become U+FFFD. An attribute is
/// left out, with a note, if it comes after 64 others, has a name or a value of more than 1024 bytes, or all
/// together would take more than 512 MiB.
///
/// Cost:   O(bytes + n log n) on one thread, then `build_csr`; memory for nodes, labels and edges.
/// Errors: InputError: as the parser, a second graph, nodes without id and edges without ends, ids that are
///         empty, hold control bytes or repeat, edges to unknown nodes, weights that are missing or wrong,
///         overlong texts, a graph without nodes. InvalidArgument for options without meaning: no part of the
///         file can be left out (lenient).
///         With directions, also InputError for an undirected edge.
template <const NetworkForm& form>
DeclaredGraph parse_network(const GraphInput& input, Directions directions) {
  Network network(form, input, directions);
  form.parse(network, input);
  return network.take();
}

/// The text without white space at its ends.
std::string_view without_white_space(std::string_view text);

}  // namespace lode::detail
