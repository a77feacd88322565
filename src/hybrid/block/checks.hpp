#pragma once

// Checks that every block passes before it is solved.

#include <cstddef>
#include <cstdint>
#include <span>

#include <lode/hybrid/block.hpp>

namespace lode::hybrid::detail {

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

}  // namespace lode::hybrid::detail
