#pragma once

#include <cstdint>

#include "graph/csr/builder.hpp"
#include "io/edge_list/edge_lines.hpp"
#include "io/stream/compressed_input.hpp"

namespace lode::detail {

/// Lines that name a pair in either direction, from 1; 0: not known.
struct PairLines {
  std::uint64_t forward = 0, backward = 0;
  bool complete() const { return forward > 0 && backward > 0; }
  /// Takes note of line `line`, which names `u` and `v`, if these are the ends of the pair `a`, `b`.
  template <class Name>
  void look_at(const Name& u, const Name& v, const Name& a, const Name& b, std::uint64_t line) {
    if (forward == 0 && u == a && v == b) forward = line;
    if (backward == 0 && u == b && v == a) backward = line;
  }
};

/// Throws the InputError for a pair whose two directions have different weights.
[[noreturn]] void throw_weight_conflict(const CompressedInput& input, const WeightConflict& conflict,
                                        const VertexNames& names, const PairLines& lines);

/// Notes how many edges have the mean of two weights that differ by rounding.
void note_rounded(std::uint64_t edges, InputReport& report);

/// Throws the InputError for a pair of an edge list whose two directions have different weights. Reads the
/// input again to name the first line of each direction; where that is not possible only the ids are named.
[[noreturn]] void fail_on_conflict(const CompressedInput& input, const EdgeLineRules& rules,
                                   const WeightConflict& conflict, const VertexNames& names);

}  // namespace lode::detail
