#pragma once

// What enumeration and branch and bound over selections share.

#include <bit>
#include <cstdint>
#include <string>
#include <type_traits>

#include <lode/core/error.hpp>
#include <lode/hybrid/selection.hpp>

#include "hybrid/bits.hpp"

namespace lode::hybrid::detail {

constexpr std::uint64_t all_items(int size) { return size == 64 ? ~std::uint64_t{0} : bit(size) - 1; }

inline void check_size(int size) {
  if (size < 0 || size > max_block_size) {
    throw InvalidArgument("block size", std::to_string(size), "must be at most 64");
  }
}

template <class Visit>
void for_each_item(std::uint64_t set, Visit&& visit) {
  for (; set; set &= set - 1) visit(std::countr_zero(set));
}

template <class Value>
Value gain_of(const BitSelection<Value>& problem, int item, std::uint64_t chosen) {
  return problem.linear[static_cast<std::size_t>(item)] +
         static_cast<Value>(std::popcount(problem.rows[static_cast<std::size_t>(item)] & chosen));
}

inline double gain_of(const DenseSelection& problem, int item, std::uint64_t chosen) {
  double gain = problem.linear[static_cast<std::size_t>(item)];
  for_each_item(chosen, [&](int other) { gain += problem.pair(item, other); });
  return gain;
}

template <class Problem>
auto value_of(const Problem& problem, std::uint64_t chosen) {
  std::decay_t<decltype(problem.linear[0])> value{0};
  std::uint64_t before = 0;
  for_each_item(chosen, [&](int item) {
    value += gain_of(problem, item, before);
    before |= bit(item);
  });
  return value;
}

}  // namespace lode::hybrid::detail
