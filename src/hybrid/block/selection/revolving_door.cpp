#include <algorithm>
#include <array>
#include <bit>

#include "hybrid/block/selection/selection.hpp"
#include "hybrid/block/selection/values.hpp"

namespace lode::hybrid {
namespace {

using namespace detail;

/// Calls step(out, in) for every set after the first, {0, ..., t-1}.
template <class Step>
void revolving_door(int k, int t, Step&& step) {
  if (t == 0 || t == k) return;
  std::array<int, max_block_size + 2> c{};  // c[1] < ... < c[t], c[t+1] = k
  for (int j = 1; j <= t; ++j) c[static_cast<std::size_t>(j)] = j - 1;
  c[static_cast<std::size_t>(t) + 1] = k;
  const bool odd = t % 2 == 1;
  for (;;) {
    if (odd && c[1] + 1 < c[2]) {
      step(c[1], c[1] + 1);
      ++c[1];
      continue;
    }
    if (!odd && c[1] > 0) {
      step(c[1], c[1] - 1);
      --c[1];
      continue;
    }
    bool decrease = odd;
    bool moved = false;
    for (int j = 2; j <= t && !moved;) {
      int& high = c[static_cast<std::size_t>(j)];
      int& low = c[static_cast<std::size_t>(j - 1)];
      if (decrease) {
        if (high >= j) {
          step(high, j - 2);
          high = low;
          low = j - 2;
          moved = true;
        } else {
          ++j;
          decrease = false;
        }
      } else if (high + 1 < c[static_cast<std::size_t>(j) + 1]) {
        step(low, high + 1);
        low = high;
        ++high;
        moved = true;
      } else {
        ++j;
        decrease = true;
      }
    }
    if (!moved) return;
  }
}

}  // namespace

template <class Problem>
SelectionResult<SelectionValue<Problem>> select_by_enumeration(const Problem& problem,
                                                               std::uint64_t incumbent) {
  check_selection(problem, incumbent);
  using Value = SelectionValue<Problem>;
  const int t = std::popcount(incumbent);
  SelectionResult<Value> best{incumbent, selection_value(problem, incumbent), true, 1};
  std::uint64_t chosen = all_items(t);
  Value value = selection_value(problem, chosen);
  const auto consider = [&] {
    ++best.nodes;
    if (value > best.value) {
      best.value = value;
      best.chosen = chosen;
    }
  };
  consider();
  revolving_door(problem.size, t, [&](int out, int in) {
    chosen ^= bit(out);
    value += gain_of(problem, in, chosen) - gain_of(problem, out, chosen);
    chosen |= bit(in);
    consider();
  });
  best.value = selection_value(problem, best.chosen);  // without the rounding of running sums of doubles
  return best;
}

template SelectionResult<std::int64_t> select_by_enumeration(const BitSelection<std::int64_t>&,
                                                             std::uint64_t);
template SelectionResult<double> select_by_enumeration(const BitSelection<double>&, std::uint64_t);
template SelectionResult<double> select_by_enumeration(const DenseSelection&, std::uint64_t);

}  // namespace lode::hybrid
