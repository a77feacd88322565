#pragma once

// What all block solvers share: when to stop, sets of items, and the checks of a block before it is solved.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include <lode/hybrid/block.hpp>

namespace lode::hybrid {

/// A long search asks this about every millisecond. When it says true, the search ends with the best it has.
using StopPoll = std::function<bool()>;

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

/// Errors: InvalidArgument for a block of less than 0 or more than `largest` variables.
void check_block_size(int size, int largest);

/// Errors: InvalidArgument unless the list has `needed` values. The message calls the list `name`.
void check_count(const char* name, std::size_t given, std::size_t needed);

/// Errors: InvalidArgument unless all of `items` are below `size`, which is at most 32. The message calls
/// them `name`.
void check_items(const char* name, std::uint64_t items, int size);

/// Errors: InvalidArgument for a value that is not finite. Cost: O(1) per value.
void check_finite(const char* name, std::span<const double> values);

/// Errors: InvalidArgument unless `set` holds at most 32 different coordinates below `n`.
/// Cost:   O(k); O(k log k) for a set that is not in increasing order.
void check_set(std::span<const Coordinate> set, Coordinate n);

/// Errors: InvalidArgument unless every change is at one of the first `size` places of a block.
void check_changes(std::span<const Change> changes, std::size_t size);

/// Checks the set and the changes of a move of the coordinates of `set`.
void check_move(std::span<const Coordinate> set, std::span<const Change> changes, Coordinate n);

/// Checks the sizes of a quadratic form and its linear term over at most `largest` variables.
void check_quadratic(int size, std::span<const double> quadratic, std::span<const double> linear,
                     int largest);

/// The same for a block and its present values.
void check_block(const DenseBlock& block);

}  // namespace detail
}  // namespace lode::hybrid
