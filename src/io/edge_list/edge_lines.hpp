#pragma once

#include <cstddef>
#include <cstdint>
#include <forward_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lode/core/types.hpp>
#include <lode/io/read_graph.hpp>

#include "io/csr/compaction.hpp"
#include "io/text/fields.hpp"

namespace lode::detail {

struct GraphInput;  // io/formats/formats.hpp

/// How the lines of an edge list are read.
struct EdgeLineRules {
  bool weighted = false;
  WeightSigns signs = WeightSigns::from_zero;
  bool labels = false;
  bool lenient = false;
  char separator = by_blanks;  ///< or one of `separator_marks`
  int source_column = 1;       ///< columns count from 1
  int target_column = 2;
  int weight_column = 3;
  std::string comment_marks = "#%";  ///< a line that begins with one of them is a comment
  bool marked_names = false;         ///< names may begin with them as well

  bool begins_comment(char c) const { return comment_marks.find(c) != std::string::npos; }
};

/// One parsed line.
struct EdgeLine {
  Field u, v;
  std::uint64_t u_id = 0, v_id = 0;  ///< not set with labels
  Weight weight = 1.0;
  int columns = 0;
  bool has_weight = false;
  bool leading_zeros = false;  ///< of an id
  FieldProblem problem;
};

/// Parses the line [begin, end); the leftmost problem wins.
EdgeLine parse_edge_line(const char* begin, const char* end, const EdgeLineRules& rules);

enum class LineKind { blank, comment, data };
/// The kind of the line [begin, end), which excludes the end-of-line bytes.
LineKind line_kind(const char* begin, const char* end, const EdgeLineRules& rules);

/// Comment rules that depend on `options` alone.
/// Errors: InvalidArgument for marks that cannot begin comments.
EdgeLineRules comment_rules(const ReadOptions& options);

/// The character of a separator; that of blanks for `automatic`.
char separator_mark(FieldSeparator separator);
FieldSeparator separator_of(char mark);

// --- layout ---

/// How an edge list is laid out.
struct EdgeLayout {
  EdgeLineRules rules;
  bool header_row = false;              ///< the first line of data names the columns
  std::vector<std::string> notes = {};  ///< guesses, for the input report
  /// The two numbers of a first line that may be a header "n m".
  std::optional<std::pair<std::uint64_t, std::uint64_t>> counts = {};
};

/// The first lines of an edge list.
struct LayoutSample {
  std::string_view text;
  bool whole = false;  ///< the sample is the whole text; else its last line may be cut off
  std::uint64_t lines_before = 0;
};

/// Decides the open choices of the options by the rules of ReadOptions; nullopt if no whole line of the
/// sample has data.
///
/// Cost:   O(fields) of at most 1000 lines.
/// Errors: InputError if the lines look like an adjacency list or a matrix and no columns are named, if a
///         named column does not exist, or if the names of a header row do not decide the columns;
///         InvalidArgument for columns that cannot go together.
std::optional<EdgeLayout> edge_layout(const LayoutSample& sample, const GraphInput& input);

// --- parsing ---

struct LineProblem {
  std::uint64_t line = 0;    ///< from 0 in the block, or from 1 in the text
  std::uint64_t column = 0;  ///< from 1
  std::string problem;
  std::string remedy;
};

struct ParsedLines {
  RawEdges edges;
  std::uint64_t lines = 0;
  std::uint64_t comment_lines = 0;
  std::uint64_t bad_lines = 0;
  std::uint64_t largest_id = 0;
  int ignored_columns = 0;
  bool leading_zeros = false;          ///< of an id
  std::optional<LineProblem> problem;  ///< the first; parsing ended there unless lenient
};

/// Memory of a parsing thread; reused from block to block.
struct ParseScratch {
  std::vector<std::uint64_t> ends;
  std::vector<std::string_view> labels;
  std::forward_list<std::string> texts;  ///< labels with escaped quotes
  std::vector<Weight> weights;
};

/// Parses whole lines; text[size - 1] is '\n'.
ParsedLines parse_edge_lines(std::string_view text, const EdgeLineRules& rules, ParseScratch& scratch);

}  // namespace lode::detail
