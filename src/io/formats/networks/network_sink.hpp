#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <lode/core/run_context.hpp>
#include <lode/io/read_graph.hpp>

#include "io/stream/compressed_input.hpp"

// Formats whose nodes have texts for ids: GraphML and JSON. A parser of such a format hands nodes and
// edges to a sink as they come; network_collector.hpp makes a graph of them.

namespace lode::detail {

/// A place in a text, from 1; 0: not known.
struct TextPlace {
  std::uint64_t line = 0, column = 0;
};

/// Tells where a parser stands, for those who need it: most nodes and edges are never asked about.
class PlaceOfElement {
 public:
  virtual ~PlaceOfElement() = default;
  /// Where the node or the edge begins that was handed over last.
  virtual TextPlace place() const = 0;
};

/// Where an edge leads.
enum class EdgeSense { none, forward, both };

struct NetworkEdge {
  std::string_view source, target;  ///< ids
  std::optional<Weight> weight = {};
  EdgeSense sense = EdgeSense::none;
};

/// Takes what a parser finds. Texts last for the call.
class NetworkSink {
 public:
  virtual ~NetworkSink() = default;
  /// A node; no label: the file gives it none.
  virtual void node(std::string_view id, std::optional<std::string_view> label,
                    const PlaceOfElement& parser) = 0;
  virtual void edge(const NetworkEdge& edge, const PlaceOfElement& parser) = 0;
  /// A value of an attribute of a node, with ReadOptions::attributes. Nodes have the numbers 0, 1, ... in the
  /// order in which they are handed over. The value may come before or after its node.
  virtual void attribute(std::uint64_t node, std::string_view name, std::string_view value) = 0;
};

/// What a parser has to say besides, at the end.
struct NetworkText {
  std::uint64_t lines = 0;
  TextPlace graph = {};              ///< where the graph begins
  bool undirected = false;           ///< the file as a whole says that edges have no directions
  bool weights_passed_over = false;  ///< there are weights, and none were asked for
  std::vector<std::string> notes = {};
};

/// What an edge without a weight means where weights are read.
enum class AbsentWeight {
  error,
  one  ///< 1, as long as some edge has a weight
};

/// A format of this kind.
struct NetworkForm {
  std::string_view title;
  AbsentWeight absent_weight;
  std::string_view directed_remedy;  ///< how a file says that its edges have directions
  NetworkText (*parse)(CompressedInput& input, const ReadOptions& options, const RunContext& run,
                       NetworkSink& sink);
};

/// The beginning of an error at a place in the text. Errors: InputError.
[[noreturn]] void fail_in_text(const CompressedInput& input, TextPlace at, std::string problem,
                               std::string remedy);

/// A weight of an edge, blanks around it left out. Errors: InputError for what is no weight.
Weight weight_from(const CompressedInput& input, const ReadOptions& options, std::string_view text,
                   TextPlace at);

}  // namespace lode::detail
