#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <lode/core/run_context.hpp>

#include "graph/directed/ratio_cover.hpp"
#include "graph/sides/side_rows.hpp"

namespace lode::detail {

/// A value of e(S, T) / (p |S| + q |T|).
struct RatioValue {
  std::int64_t numerator = 0, denominator = 1;

  /// The largest integer that is at most the value times p or q.
  std::uint64_t floor_times(std::int64_t cost) const {
    __extension__ using Wide = __int128;
    return static_cast<std::uint64_t>(Wide{numerator} * cost / denominator);
  }
  friend bool operator<(const RatioValue& a, const RatioValue& b) {
    __extension__ using Wide = __int128;
    return Wide{a.numerator} * b.denominator < Wide{b.numerator} * a.denominator;
  }
};
inline RatioValue value_of(const PairCount& pair, std::int64_t p, std::int64_t q) {
  return {static_cast<std::int64_t>(pair.arcs),
          p * static_cast<std::int64_t>(pair.sources) + q * static_cast<std::int64_t>(pair.targets)};
}

/// The question for a bound of e(S, T) / (p |S| + q |T|).
struct SplitTask {
  std::int64_t p = 1, q = 1;
  RatioValue wanted;                            ///< positive; pairs of no larger value do not matter
  bool exactly = true;                          ///< a bound that is at most `wanted` is not enough
  std::uint64_t peel_left = 0, peel_right = 0;  ///< as in LoadBound: sources and targets outside the rows
};

/// A bound, and pairs that are met on the way.
struct SplitAnswer {
  std::optional<LoadBound> bound;  ///< nothing: its numbers do not fit into 64 bits
  std::vector<VertexPair> pairs;
  std::uint64_t flows = 0;
};

/// Splits the arcs of a core between their ends so that the loads show the largest value of
/// e(S, T) / (p |S| + q |T|), or that no pair is above the wanted value.
///
/// Passes move the share of one arc after the other to where the sum of the squared loads, each divided by p
/// or q, is least. If that is not enough, a largest flow takes the loads beyond the value from where they are
/// to where there is room. Where some of them cannot be moved, the vertices that they reach form a pair of
/// larger value, which is the next value. Shares are integers, so loads are exact.
///
/// Cost:   O(m) for a pass, and a few flows (terminal_flow.hpp).
/// Stops:  on cancel and deadline, with the bound of the passes.
/// Source: W. Dinkelbach, Management Science 13 (1967) 492-498.
SplitAnswer split_arcs(const SideRows& core, const SplitTask& task, const RunContext& run);

}  // namespace lode::detail
