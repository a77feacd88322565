#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

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

/// Adds the weights of all arcs up, piece by piece in their order.
class WeightSum {
 public:
  void add(std::span<const Weight> arc_weights);
  /// Takes note of a sum of magnitudes that became one weight.
  void add_merged(Weight magnitude) { merged_ = std::max(merged_, magnitude); }
  /// Errors: InputError if the magnitudes of the weights of the graph sum to more than the largest double, or
  ///         are integers that sum to 2^53 or more. So is it for weights that were added up to one.
  void check(const CompressedInput& input) const;
  /// What a graph of these weights says of them.
  WeightSummary summary() const;

 private:
  long double sum_ = 0.0L;
  long double magnitude_ = 0.0L;
  bool integral_ = true;
  bool negative_ = false;
  Weight merged_ = 0.0;
};

/// The same for weights that are all there.
void check_weight_sums(std::span<const Weight> arc_weights, const CompressedInput& input);
void check_weight_sums(const BuiltCsr& built, const CompressedInput& input);

/// Throws the InputError for a pair of an edge list whose two directions have different weights. Reads the
/// input again to name the first line of each direction; where that is not possible only the ids are named.
[[noreturn]] void fail_on_conflict(const CompressedInput& input, const EdgeLineRules& rules,
                                   const WeightConflict& conflict, const VertexNames& names);

}  // namespace lode::detail
