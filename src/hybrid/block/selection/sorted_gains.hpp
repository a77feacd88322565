#pragma once

// The bound of branch and bound over selections by sorted gains.

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <functional>
#include <type_traits>

#include "hybrid/block/selection/selection.hpp"
#include "hybrid/block/selection/values.hpp"

namespace lode::hybrid::detail {

/// Upper bound on what pairs with `item` can add when `others` more items join it from `candidates`.
template <class Value>
Value potential(const BitSelection<Value>& problem, int item, std::uint64_t candidates, int others) {
  return static_cast<Value>(
      std::min(others, std::popcount(problem.rows[static_cast<std::size_t>(item)] & candidates)));
}

inline double potential(const DenseSelection& problem, int item, std::uint64_t candidates, int others) {
  std::array<double, max_block_size> weights;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled below
  std::size_t count = 0;
  for_each_item(candidates & ~bit(item), [&](int other) {
    const double weight = problem.pair(item, other);
    if (weight > 0.0) weights[count++] = weight;
  });
  const std::size_t take = std::min(count, static_cast<std::size_t>(others));
  std::partial_sort(weights.begin(), weights.begin() + static_cast<std::ptrdiff_t>(take),
                    weights.begin() + static_cast<std::ptrdiff_t>(count), std::greater<>());
  double sum = 0.0;
  for (std::size_t i = 0; i < take; ++i) sum += weights[i];
  return sum;
}

/// Half of a sum of scores, rounded down where values are integers.
template <class Value>
Value half(Value doubled) {
  if constexpr (std::is_integral_v<Value>) {
    return doubled >> 1;
  } else {
    return doubled / 2;
  }
}

/// A subtree: the sets that hold `chosen`, worth `value`, and `left` of the candidates.
template <class Value>
struct Subtree {
  std::uint64_t chosen = 0;
  std::uint64_t candidates = 0;
  int left = 0;
  Value value{};
};

/// What sorted gains say about a subtree.
struct GainVerdict {
  bool worse = false;     ///< nothing in it is worth more than what there is
  std::uint64_t in = 0;   ///< every better set holds these
  std::uint64_t out = 0;  ///< no better set holds one of these
  int largest = 0;        ///< the candidate of the largest score
};

/// The scores of the candidates, 2 gain + potential: larger ones first, then smaller items.
template <class Problem>
class SortedGains {
 public:
  using Value = SelectionValue<Problem>;

  /// Takes 0 < left < number of candidates.
  GainVerdict judge(const Problem& problem, const Subtree<Value>& tree, Value to_beat) {
    sort(problem, tree);
    const auto to_choose = static_cast<std::size_t>(tree.left);
    Value sum{0};
    for (std::size_t i = 0; i < to_choose; ++i) sum += sorted_[i].score;
    GainVerdict verdict;
    verdict.worse = tree.value + half(sum) <= to_beat;
    verdict.largest = sorted_[0].item;
    if (verdict.worse) return verdict;
    const Value last_in = sorted_[to_choose - 1].score;
    const Value first_out = sorted_[to_choose].score;
    for (std::size_t i = count_; i-- > to_choose;) {
      if (tree.value + half(sum - last_in + sorted_[i].score) > to_beat) break;
      verdict.out |= bit(sorted_[i].item);
    }
    for (std::size_t i = 0; i < to_choose; ++i) {
      if (tree.value + half(sum - sorted_[i].score + first_out) > to_beat) break;
      verdict.in |= bit(sorted_[i].item);
    }
    return verdict;
  }

 private:
  struct Scored {
    Value score;
    int item;
  };

  /// By counting comparisons, which is quicker than a sort here: there is nothing to mispredict.
  void sort(const Problem& problem, const Subtree<Value>& tree) {
    std::array<Value, max_block_size> scores;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled below
    std::array<int, max_block_size> items;     // NOLINT(cppcoreguidelines-pro-type-member-init): filled below
    count_ = 0;
    for_each_item(tree.candidates, [&](int item) {
      scores[count_] =
          2 * gain_of(problem, item, tree.chosen) + potential(problem, item, tree.candidates, tree.left - 1);
      items[count_++] = item;
    });
    for (std::size_t i = 0; i < count_; ++i) {
      const Value score = scores[i];
      std::int64_t before = 0;
      for (std::size_t j = 0; j < i; ++j) before += scores[j] >= score ? 1 : 0;
      for (std::size_t j = i + 1; j < count_; ++j) before += scores[j] > score ? 1 : 0;
      sorted_[static_cast<std::size_t>(before)] = {score, items[i]};
    }
  }

  std::array<Scored, max_block_size> sorted_{};
  std::size_t count_ = 0;
};

}  // namespace lode::hybrid::detail
