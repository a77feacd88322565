#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <tbb/enumerable_thread_specific.h>

#include <lode/io/read_graph.hpp>

#include "io/edge_list/edge_lines.hpp"
#include "io/formats/formats.hpp"
#include "io/text/line_reader.hpp"

namespace lode::detail {

/// Counts of lines of data.
struct EdgeLineCounts {
  std::uint64_t lines = 0;  ///< skipped ones included
  std::uint64_t largest_id = 0;
};

/// The edges of a text in order, and how they were read.
struct RawEdgeList {
  std::vector<RawEdges> edges;
  InputReport report;  ///< without the facts of the graph
};

/// Reads an edge list, one edge per line: two ids and an optional weight. edge_layout chooses columns and
/// separators from the first lines.
///
/// One thread reads and unpacks blocks of whole lines, all other threads parse; then ids are compacted and
/// rows are built (compaction.hpp, builder.hpp). The block size does not affect the result.
///
/// Errors: InputError for the first bad line of the file.
class EdgeListReader {
 public:
  explicit EdgeListReader(const GraphInput& input, std::size_t block_bytes = std::size_t{1} << 20);

  /// With `external`, which is empty, edges are stored there instead. Errors: as ExternalGraph, too, and
  /// InputError for ids beyond 32 bits.
  LoadedGraph read(ExternalGraph* external = nullptr);
  /// A directed graph: an edge leads from its first end to its second. Options have no weights.
  LoadedArcs read_arcs();

  // --- one of several texts that form an edge list ---
  //
  // Programs that share the work between processes read texts, or parts of texts, one by one, and get the
  // edges. A text may hold no edges. Reading has two steps, since only the total number of lines decides
  // whether the first line of a text is a header "n m".

  /// The input is one of several texts.
  void read_alone();
  /// The input is a part, of whole lines, of the text that begins with `beginning`, whose first lines decide
  /// the layout. A first part holds the first line of data, if any. Lines of errors count from the beginning
  /// of the part.
  enum class Part { first, later };
  void read_part(CompressedInput& beginning, Part place);

  /// Errors: as read, but a text may be empty.
  void parse();
  /// Counts of data lines, without a first line that may be a header "n m".
  EdgeLineCounts counts() const { return {report_.edge_lines + report_.bad_lines_skipped, largest_id_}; }
  /// True if there is such a first line.
  bool may_have_header() const { return held_.has_value(); }
  /// Lines read, comments and blanks included.
  std::uint64_t lines() const { return report_.lines; }
  /// The last call. `others` counts the data lines of all texts except this first line, `same_text` only the
  /// lines of this text. A first line that fits all texts is a header. Errors: InputError for a first line
  /// that fits only this text: it may be an edge or a header.
  RawEdgeList finish(const EdgeLineCounts& others, const EdgeLineCounts& same_text);

 private:
  struct Slot {
    LineBlock block;
    std::size_t begin = 0;  ///< bytes of the block already processed
    ParsedLines parsed;
  };

  const EdgeLineRules& rules() const { return layout_.rules; }
  [[noreturn]] void fail(const LineProblem& problem) const;
  void parse_whole();
  void read_first_line();
  void take_first_line(const char* begin, const char* line_end, const char* end);
  bool is_header(const EdgeLineCounts& others) const;
  void settle_first_line(const EdgeLineCounts& others);
  void parse_blocks();
  void take_block(ParsedLines parsed, bool overlong);
  void take_line(ParsedLines parsed);
  void take_edges(ParsedLines parsed);
  CompactEdges numbered();
  InputReport finished_report();

  const GraphInput input_;
  const CompressedInput* layout_text_ = &input_.text;
  EdgeLayout layout_;                   ///< before the first line, only the comment marks
  bool is_later_part_ = false;          ///< another part begins it
  const char* words_remedy_ = nullptr;  ///< remedy for words without 'labels'; nullptr: words are read
  LineBlockReader reader_;
  tbb::enumerable_thread_specific<ParseScratch> scratch_;

  InputReport report_;
  Slot pending_;  ///< the block that holds the first line
  bool has_pending_ = false;
  std::uint64_t first_line_ = 0;        ///< number of the first line of data
  std::optional<ParsedLines> held_;     ///< the first line as an edge, if it may be a header
  std::optional<LineProblem> problem_;  ///< the first skipped line, or the problem that ends reading
  std::atomic<bool> failed_ = false;
  std::exception_ptr reader_error_;
  std::vector<RawEdges> edges_;
  std::uint64_t largest_id_ = 0;
  bool leading_zeros_ = false;         ///< of an id
  ExternalGraph* external_ = nullptr;  ///< destination of edges
};

}  // namespace lode::detail
