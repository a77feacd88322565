#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/io/read_graph.hpp>

#include "io/stream/compressed_input.hpp"

// Formats that list nodes and edges: GML, GraphML and JSON. A parser of such a format passes nodes and edges
// to a sink as they come; network.cpp makes a graph of them.

namespace lode::detail {

/// A place in a text, from 1; 0: not known.
struct TextPlace {
  std::uint64_t line = 0, column = 0;
};

struct NetworkEdge {
  std::string_view source, target;  ///< ids
  std::optional<Weight> weight = {};
  bool directed = true;
  TextPlace place = {};
};

/// Takes what a parser finds. Texts last for the call.
class NetworkSink {
 public:
  virtual ~NetworkSink() = default;
  /// A node; no label: the file gives it none.
  virtual void node(std::string_view id, std::optional<std::string_view> label, TextPlace place) = 0;
  virtual void edge(const NetworkEdge& edge) = 0;
  /// A value of an attribute of a node, with ReadOptions::attributes. Nodes have the numbers 0, 1, ... in
  /// their order. The value may come before or after its node.
  virtual void attribute(std::uint64_t node, std::string_view name, std::string_view value) = 0;
};

/// What a parser says at the end.
struct NetworkText {
  std::uint64_t lines = 0, comment_lines = 0;
  TextPlace graph = {};              ///< where the graph begins
  bool undirected = false;           ///< the file as a whole says that edges have no directions
  bool weights_passed_over = false;  ///< there are weights, and none were asked for
  std::vector<std::string> notes = {};
};

/// A format of this kind.
struct NetworkForm {
  std::string_view title;
  std::string_view directed_remedy;  ///< how a file says that its edges have directions
  bool integer_ids;                  ///< ids are integers, and labels that are integers stay labels
  NetworkText (*parse)(CompressedInput& input, const ReadOptions& options, const RunContext& run,
                       NetworkSink& sink);
};

/// GML: one list "graph [ ... ]" with lists "node [ id N label TEXT ... ]" and
/// "edge [ source N target N weight X ... ]" in any order. Ids are integers >= 0. The weight may be called
/// `value`. Other words and strings of a node are attributes. Lists in lists and comments are skipped.
/// Source: M. Himsolt, GML: A portable graph file format, University of Passau, 1997.
extern const NetworkForm gml_form;

/// GraphML: one `graph` of `node` and `edge`, in any order; graphs within nodes are parts of the whole. Keys
/// of the name `label`, else `name`, are labels of nodes; `weight`, or `value` where no key is called
/// `weight`, are weights of edges, with the default that the key declares. Other keys of nodes are
/// attributes. All other data, ports and descriptions are skipped. Errors: InputError for hyperedges.
/// Source: U. Brandes, M. Eiglsperger, I. Herman, M. Himsolt, M. S. Marshall, GraphML progress report, Graph
///         Drawing 2001.
extern const NetworkForm graphml_form;

/// Node-link JSON, as networkx, D3 and vis.js write it: an object with a list `nodes` and a list `links` or
/// `edges`, in any order. A node has an `id`, a text or a number, and perhaps a `label` or `name`; nodes
/// without ids are called by their place in the list, from 0. An edge has `source` and `target` (or `from`
/// and `to`) and perhaps `weight` or `value`. Other texts, numbers and truth values of a node are attributes.
/// All else is skipped. `directed` true gives edges directions.
extern const NetworkForm node_link_form;

/// Reads a graph in such a format.
///
/// Vertices: the nodes, numbered in the order of the file. They are called by their labels if every node has
///           one, no two are equal, and none is empty or holds a control byte; else by their ids, and the
///           report says why. ReadOptions::labels makes that an error. Names that are all integers are ids.
/// Edges:    between nodes that the file declares, before or after. Directions are ignored.
/// Weights:  those of the edges, with ReadOptions::weighted; every edge must have one.
/// Numbers:  the attributes that ReadOptions::vertex_numbers names; 0 for nodes without one.
///
/// Cost:   O(bytes + n log n) on one thread, then `build_csr`; memory for nodes, labels and edges.
/// Errors: InputError: those of the parser, a second graph, nodes without id and edges without ends, ids that
///         are empty, hold control bytes or repeat, edges to unknown nodes, weights that are missing or
///         wrong, texts too long to be meant, a graph without nodes. InvalidArgument for options without
///         meaning: no part of the file can be left out (lenient).
LoadedGraph read_network(const NetworkForm& form, CompressedInput& input, const ReadOptions& options,
                         const RunContext& run);
/// The same for directed graphs. Errors: also InputError for an edge without a direction.
LoadedArcs read_network_arcs(const NetworkForm& form, CompressedInput& input, const ReadOptions& options,
                             const RunContext& run);

// --- for the parsers ---

inline constexpr auto one_of_each_remedy = "a node or an edge has one of each";

/// Errors: InputError at a place in the text.
[[noreturn]] void fail_in_text(const CompressedInput& input, TextPlace at, std::string problem,
                               std::string remedy);

/// A weight of an edge, white space around it left out. Errors: InputError for what is no weight.
Weight weight_from(const CompressedInput& input, const ReadOptions& options, std::string_view text,
                   TextPlace at);

/// Checks that weights have one key in the whole file: `known`, or `key` if there is none yet.
/// Errors: InputError at `at`.
void check_weight_key(const CompressedInput& input, std::string& known, std::string_view key, TextPlace at);

}  // namespace lode::detail
