#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <lode/io/read_graph.hpp>

#include "io/csr/external_graph.hpp"
#include "io/edge_list/edge_lines.hpp"
#include "io/stream/compressed_input.hpp"

namespace lode::detail {

inline constexpr std::size_t default_block_bytes = std::size_t{1} << 20;

/// Reads an edge list, one edge per line: two ids and perhaps a weight, in columns and with separators as
/// edge_layout.hpp decides from the first lines.
///
/// Blocks of whole lines are read and unpacked by one thread while the others parse; then ids are compacted
/// and rows are built (compaction.hpp, builder.hpp).
///
/// `block_bytes`: size of the blocks; has no influence on the result.
/// Errors: InputError; of several bad lines the first in the file is named.
LoadedGraph read_edge_list(CompressedInput& input, const ReadOptions& options, const RunContext& run,
                           std::size_t block_bytes = default_block_bytes);

/// The same for directed graphs: an edge leads from its first end to its second. Options have no weights.
LoadedArcs read_edge_list_arcs(CompressedInput& input, const ReadOptions& options, const RunContext& run);

/// Brings an edge list to `graph`, which is empty, and writes it as lode file, without holding it in memory.
/// Errors: as above, those of ExternalGraph, and InputError for ids beyond 32 bits.
InputReport write_edge_list_as_lode(CompressedInput& input, const ReadOptions& options, const RunContext& run,
                                    ExternalGraph& graph, OutputFile& file);

/// What is known of lines of data without their edges.
struct EdgeLineCounts {
  std::uint64_t lines = 0;  ///< skipped ones included
  std::uint64_t largest_id = 0;
};

/// The edges of a text as they stand there, and what was read.
struct RawEdgeList {
  std::vector<RawEdges> edges;
  InputReport report;  ///< without vertices, edges, and what was dropped and merged
};

class EdgeListReader;

/// One of several texts that make up an edge list together, or a part of such a text. The reader above reads
/// it, and its edges stay as they stand there: for programs that share the work between processes. It may
/// hold no edges.
///
/// There are two steps, since whether the first line of a text is a header "n m" is known only when the lines
/// of all texts have been counted.
class EdgeListShard {
 public:
  /// A whole text.
  EdgeListShard(CompressedInput& text, const ReadOptions& options, const RunContext& run);
  /// A part, of whole lines, of the text that `beginning` begins: it is laid out as that one's first lines
  /// say. A first part holds the first line of data, if there is one. Lines of errors count from the
  /// beginning of the part.
  enum class Part { first, later };
  EdgeListShard(CompressedInput& part, CompressedInput& beginning, Part place, const ReadOptions& options,
                const RunContext& run);
  ~EdgeListShard();
  EdgeListShard(const EdgeListShard&) = delete;
  EdgeListShard& operator=(const EdgeListShard&) = delete;

  /// Errors: as read_edge_list, but for texts without edges.
  void parse();
  /// Of the lines behind the first line of data of a text, which is an edge or a header; of all in a later
  /// part.
  EdgeLineCounts counts() const;
  /// Lines read, comments and blanks included.
  std::uint64_t lines() const;
  /// True if there is such a first line.
  bool begins_with_line() const;
  /// The last call. `others` are all lines of data of all texts but this first one, `same_text` those of this
  /// text alone. A first line that fits all texts is their header. Errors: InputError for a first line that
  /// fits this text alone: it may be an edge, or the header of a graph of its own.
  RawEdgeList finish(const EdgeLineCounts& others, const EdgeLineCounts& same_text);

 private:
  std::unique_ptr<EdgeListReader> reader_;
};

/// Calls visit(u, v) for every edge, with ids or, if there are labels, with these.
template <class Visit>
void for_each_pair(const RawEdges& edges, const Visit& visit) {
  const char* at = edges.labels.data();
  const auto next_label = [&] {
    const std::string_view label = label_at(at);
    at = label.data() + label.size();
    return label;
  };
  for (std::size_t i = 0; i < 2 * edges.lines; i += 2) {
    if (edges.labels.empty()) {
      visit(edges.id(i), edges.id(i + 1));
    } else {
      const std::string_view u = next_label();
      visit(u, next_label());
    }
  }
}

}  // namespace lode::detail
