#pragma once

// Shared by all block solvers: sets of items, and the checks of a block before it is solved.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include <lode/hybrid/block.hpp>

namespace lode::hybrid {

/// A variable depends on others if eliminating them leaves at most this share of its square.
inline constexpr double dependent_share = 1e-10;

namespace detail {

/// The set that holds item i alone.
constexpr std::uint64_t bit(int i) { return std::uint64_t{1} << i; }

/// The set of the items below `size`, which is below 64.
constexpr std::uint64_t all_items(int size) { return bit(size) - 1; }

/// C(k, t), the number of sets of t out of k items. A double, because the number may overflow integers. Exact
/// up to 2^53.
inline double number_of_sets(int k, int t) {
  double sets = 1.0;
  for (int i = 1; i <= std::min(t, k - t); ++i) sets = sets * (k - i + 1) / i;
  return sets;
}

// Errors of all checks: InvalidArgument.

/// A block has 0 to 32 variables.
void check_block_size(int size);
/// A list has `needed` values. The message calls the list `name`.
void check_count(const char* name, std::size_t given, std::size_t needed);
/// All values are finite. Cost: O(1) per value.
void check_finite(const char* name, std::span<const double> values);
/// `set` holds at most 32 different coordinates below `n`.
/// Cost: O(k); O(k log k) for a set that is not in increasing order.
void check_set(std::span<const Coordinate> set, Coordinate n);
/// Every change is at one of the first `size` places of a block.
void check_changes(std::span<const Change> changes, std::size_t size);
/// The sizes of a block and its values match.
void check_block(const DenseBlock& block);

}  // namespace detail
}  // namespace lode::hybrid
