#pragma once

// What enumeration and branch and bound over selections share.

#include <bit>
#include <cstdint>

#include "hybrid/block/bits.hpp"
#include "hybrid/block/checks.hpp"
#include "hybrid/block/selection/selection.hpp"

namespace lode::hybrid::detail {

template <class Value>
void check_selection(const BitSelection<Value>& problem, std::uint64_t chosen) {
  check_block_size(problem.size, max_block_size);
  check_count("the linear term", problem.linear.size(), static_cast<std::size_t>(problem.size));
  check_count("the bit rows", problem.rows.size(), static_cast<std::size_t>(problem.size));
  check_items("set", chosen, problem.size);
}

inline void check_selection(const DenseSelection& problem, std::uint64_t chosen) {
  check_quadratic(problem.size, problem.pairs, problem.linear, max_block_size);
  check_items("set", chosen, problem.size);
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
SelectionValue<Problem> value_of(const Problem& problem, std::uint64_t chosen) {
  SelectionValue<Problem> value{0};
  std::uint64_t before = 0;
  for_each_item(chosen, [&](int item) {
    value += gain_of(problem, item, before);
    before |= bit(item);
  });
  return value;
}

}  // namespace lode::hybrid::detail
