#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <lode/io/read_graph.hpp>

#include "io/text/fields.hpp"

namespace lode::detail {

/// The columns of the ends, from 1.
struct EndColumns {
  int source = 0, target = 0;
};
/// As far as they are known without a header row.
inline EndColumns numbered_ends(const ReadOptions& options) {
  return {options.source.number > 0 ? options.source.number : 1,
          options.target.number > 0 ? options.target.number : 2};
}

/// One of the first lines of a table.
struct SampleLine {
  std::uint64_t number = 0;  ///< from 1
  const char* begin = nullptr;
  const char* end = nullptr;
  std::vector<Field> fields;
  bool broken = false;  ///< something is wrong behind the fields

  void split(char separator);
  /// What `split` finds at a column, from 1; nullptr if there is none.
  const Field* field(int column) const {
    const auto i = static_cast<std::size_t>(column) - 1;
    return i < fields.size() ? &fields[i] : nullptr;
  }
};

/// What lines are that are no edge list.
struct OtherShape {
  std::uint64_t line = 0;
  std::string problem;
  std::string remedy;
};

/// Recognises in lines [begin, ...):
/// - a square matrix: as many lines as fields, all numbers. Of 3 x 3 only a symmetric one with an empty
///   diagonal is taken for a matrix, of 4 x 4 one that is symmetric or has an empty diagonal;
/// - lines of many numbers: 50 or more in the beginning of a longer text, 10 or more if all are ids;
/// - an adjacency list: lines of different length, with labels or all fields ids (a first line that may be
///   the header "n m" apart), or lines that begin with different ids and in which u names v as often as v
///   names u. Empty fields behind count to the length if that makes all lines as long.
/// With weights, only the matrix is looked for.
///
/// Cost: O(fields log fields).
std::optional<OtherShape> other_shape(std::span<const SampleLine> lines, std::size_t begin, bool whole,
                                      bool weighted, bool labels);

}  // namespace lode::detail
