#pragma once

#include <cstdint>
#include <vector>

#include <lode/core/run_context.hpp>

#include "graph/directed/pair_count.hpp"
#include "graph/directed/two_sides.hpp"

namespace lode::detail {

/// A split of arcs between their ends: shares[arc] of `denominator` goes to the left end, the rest to the
/// right one. No pair (S, T) has more arcs than (largest_left |S| + largest_right |T|) / denominator.
struct ArcSplit {
  std::int64_t denominator = 1;
  std::vector<std::int64_t> shares;
  std::int64_t largest_left = 0, largest_right = 0;  ///< loads
};

/// Balances the loads of a split, those of left vertices divided by x, those of right vertices by y.
///
/// Every pass moves the share of one arc after the other to where the sum of the squares, each divided by x
/// or y, is least. Shares are integers, so that loads are exact.
class LoadBalance {
 public:
  LoadBalance(const TwoSides& sides, double x, double y);

  /// Cost: O(m).
  void pass();
  /// Passes until the largest loads are at most x and y, or there were `most` of them, or the run stops.
  /// Returns true if they are.
  bool run_passes(int most, const RunContext& run);
  ArcSplit split() const;
  /// Of the pairs that hold the vertices of largest load over x or y, the one of largest rho.
  /// Cost: O(m + n log n).
  VertexPair best_pair() const;

 private:
  static constexpr std::int32_t whole = 1 << 20;
  bool met() const;

  const TwoSides& sides_;
  double x_, y_;
  std::vector<std::int32_t> shares_;
  std::vector<double> left_, right_;  ///< loads: integers
};

}  // namespace lode::detail
