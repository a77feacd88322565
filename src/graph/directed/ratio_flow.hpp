#pragma once

#include <cstdint>
#include <optional>

#include <lode/core/run_context.hpp>

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

/// What a largest value of e(S, T) / (p |S| + q |T|) is, and a split that shows it.
struct RatioOptimum {
  RatioValue value;
  ArcSplit split;  ///< of the denominator of the value; no load over p or q exceeds it
  std::optional<VertexPair>
      pair;  ///< of the largest value; nothing: no pair is above the value that was given
  std::uint64_t flows = 0;
};

/// Finds the pair of largest e(S, T) / (p |S| + q |T|) if that is above `guess`, and a split that proves it.
///
/// A largest flow takes the loads beyond the value from where they are to where there is room. Where some of
/// them cannot be moved, the vertices that they reach form a pair of larger value, which is the next guess.
/// All numbers are integers. `start` is any split of the same arcs; the closer its loads are to balance, the
/// less there is to move.
///
/// Needs:  the denominator, which for a pair is p |S| + q |T|, times any degree below 2^61.
/// Cost:   a few flows (terminal_flow.hpp).
/// Stops:  on cancel and deadline, with nothing.
/// Source: W. Dinkelbach, Management Science 13 (1967) 492-498.
std::optional<RatioOptimum> largest_ratio(const TwoSides& sides, std::int64_t p, std::int64_t q,
                                          const RatioValue& guess, const ArcSplit& start,
                                          const RunContext& run);

}  // namespace lode::detail
