#pragma once

#include <cstdint>
#include <optional>

#include <lode/core/run_context.hpp>
#include <lode/graph/densest.hpp>

#include "graph/directed/load_balance.hpp"

namespace lode::detail {

/// A value of e(S, T) / (p |S| + q |T|).
struct RatioValue {
  std::int64_t numerator = 0, denominator = 1;

  /// The largest integer that is at most the value times p or q.
  std::uint64_t floor_times(std::int64_t cost) const {
    __extension__ using Wide = __int128;
    return static_cast<std::uint64_t>(Wide{numerator} * cost / denominator);
  }
  double times(std::int64_t cost) const {
    return static_cast<double>(numerator) * static_cast<double>(cost) / static_cast<double>(denominator);
  }
  friend bool operator<(const RatioValue& a, const RatioValue& b) {
    __extension__ using Wide = __int128;
    return Wide{a.numerator} * b.denominator < Wide{b.numerator} * a.denominator;
  }
};

/// The pair of largest e(S, T) / (p |S| + q |T|), and, if asked for, a split in which no load of a source
/// exceeds p times that value and none of a target q times.
struct RatioOptimum {
  VertexPair pair;
  std::optional<ArcSplit> split;
  std::uint64_t flows = 0;
};

/// The densest subgraph of the bipartite graph in which left vertices cost p and right ones q (densest.hpp).
///
/// Needs:  at least one arc; arcs times p |left| + q |right| below 2^61.
/// Stops:  on cancel and deadline, with nothing.
std::optional<RatioOptimum> largest_ratio(const TwoSides& sides, std::int64_t p, std::int64_t q,
                                          KeepSplit keep, const RunContext& run);

}  // namespace lode::detail
