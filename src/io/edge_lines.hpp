#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <lode/core/types.hpp>

#include "core/page_buffer.hpp"
#include "io/fields.hpp"
#include "io/packed_label.hpp"

namespace lode::detail {

/// How the lines of an edge list are to be understood.
struct EdgeLineRules {
  bool weighted = false;
  int weight_column = 3;
  bool labels = false;
  bool lenient = false;
};

/// One line taken apart.
struct EdgeLine {
  Field u, v;
  std::uint64_t u_id = 0, v_id = 0;  ///< not set with labels
  Weight weight = 1.0;
  int columns = 0;
  bool has_weight = false;
  bool column_names = false;  ///< both ends are words that could name columns
  FieldProblem problem;
};

/// Takes the line [begin, end) apart; the first problem from the left wins. A missing weight is a problem
/// unless `weight_optional`; with `names_allowed` a line of column names is not one.
struct EdgeLineAllowances {
  bool weight_optional = false;
  bool names_allowed = false;
};
EdgeLine parse_edge_line(const char* begin, const char* end, const EdgeLineRules& rules,
                         EdgeLineAllowances allowed = {});
FieldProblem missing_weight(const char* line_end, int weight_column);

enum class LineKind { blank, comment, data };
/// What the line [begin, end) is; end excludes the end-of-line bytes.
LineKind line_kind(const char* begin, const char* end);

/// The content of a label field, quotes removed.
std::string label_text(const Field& field);

/// Distinct labels in the order they were met.
class LabelTable {
 public:
  std::uint32_t number(std::string_view label);
  /// Frees what only `number` needs; no label may be added afterwards.
  void close() { slots_ = {}; }
  std::size_t size() const { return begin_.size() - 1; }
  void prefetch_place(std::size_t i) const { __builtin_prefetch(begin_.data() + i); }
  void prefetch(std::size_t i) const { __builtin_prefetch(characters_.data() + begin_[i]); }
  std::string_view operator[](std::size_t i) const {
    return std::string_view(characters_).substr(begin_[i], begin_[i + 1] - begin_[i]);
  }

 private:
  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t number = 0;  ///< 0: free, else number + 1
  };

  void grow();

  std::string characters_;
  std::vector<std::uint32_t> begin_ = {0};
  std::vector<Slot> slots_;
};

/// Edges of a stretch of text, in its order, under the ids of the text. Ends stand as u0 v0 u1 v1 ...;
/// `narrow` holds them when all fit in 32 bits, `wide` otherwise. Labels stand in `packed` when none of the
/// stretch is too long for that, the high words alone in `wide` when these say it all; otherwise ends are
/// numbers in `labels`, in `narrow`.
struct RawEdges {
  PageBuffer<std::uint32_t> narrow;
  PageBuffer<std::uint64_t> wide;
  PageBuffer<PackedLabel> packed;
  PageBuffer<Weight> weights;  ///< empty when unweighted
  LabelTable labels;
  std::size_t lines = 0;
};

struct LineProblem {
  std::uint64_t line = 0;    ///< from 0, in the block
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
  std::optional<LineProblem> problem;  ///< the first; parsing ended there unless lenient
};

/// Memory a thread needs while it parses; reused from block to block.
struct ParseScratch {
  std::vector<std::uint64_t> ends;
  std::vector<std::uint64_t> low_words;  ///< of labels
  std::vector<Weight> weights;
};

/// Brings packed labels into the table of their stretch.
void unpack_labels(RawEdges& edges);

/// Parses whole lines; text[size - 1] is '\n'.
ParsedLines parse_edge_lines(std::string_view text, const EdgeLineRules& rules, ParseScratch& scratch);

}  // namespace lode::detail
