#include "hybrid/block/selection.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <type_traits>

namespace lode::hybrid {
namespace {

using detail::all_items;
using detail::bit;

template <class Visit>
void for_each_item(std::uint64_t set, Visit&& visit) {
  for (; set; set &= set - 1) visit(std::countr_zero(set));
}

// --- bit rows ----------------------------------------------------------------------------------------

void check(const BitBlock& problem, std::uint64_t chosen) {
  detail::check_block_size(problem.size, max_block_size);
  detail::check_count("the linear term", problem.gain.size(), static_cast<std::size_t>(problem.size));
  detail::check_count("the bit rows", problem.rows.size(), static_cast<std::size_t>(problem.size));
  detail::check_items("set", chosen, problem.size);
}

std::int64_t gain_of(const BitBlock& problem, int item, std::uint64_t chosen) {
  const auto i = static_cast<std::size_t>(item);
  return problem.gain[i] + std::popcount(problem.rows[i] & chosen);
}

/// Upper bound on the weight of the pairs of `item` with `others` more items of `candidates`.
std::int64_t potential(const BitBlock& problem, int item, std::uint64_t candidates, int others) {
  return std::min(others, std::popcount(problem.rows[static_cast<std::size_t>(item)] & candidates));
}

std::int64_t half(std::int64_t doubled) { return doubled >> 1; }

// --- real weights ------------------------------------------------------------------------------------

void check(const DenseSelection& problem, std::uint64_t chosen) {
  detail::check_quadratic(problem.size, problem.pairs, problem.linear, max_block_size);
  detail::check_items("set", chosen, problem.size);
}

double gain_of(const DenseSelection& problem, int item, std::uint64_t chosen) {
  double gain = problem.linear[static_cast<std::size_t>(item)];
  for_each_item(chosen, [&](int other) { gain += problem.pair(item, other); });
  return gain;
}

double potential(const DenseSelection& problem, int item, std::uint64_t candidates, int others) {
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

double half(double doubled) { return doubled / 2; }

// --- both --------------------------------------------------------------------------------------------

template <class Problem>
auto value_of(const Problem& problem, std::uint64_t chosen) {
  decltype(gain_of(problem, 0, 0)) value{0};
  std::uint64_t before = 0;
  for_each_item(chosen, [&](int item) {
    value += gain_of(problem, item, before);
    before |= bit(item);
  });
  return value;
}

/// Depth-first branch and bound by sorted scores.
template <class Problem>
class Search {
 public:
  using Value = decltype(gain_of(Problem(), 0, 0));

  Search(const Problem& problem, std::uint64_t incumbent, const StopPoll& stop)
      : problem_(problem), stop_(stop), chosen_(incumbent), value_(value_of(problem, incumbent)) {}

  SelectionResult run() {
    descend({0, all_items(problem_.size), std::popcount(chosen_), Value{0}});
    return {chosen_, static_cast<double>(value_of(problem_, chosen_)), exact_, nodes_};
  }

 private:
  /// The sets that hold `chosen`, worth `value`, and `left` of the candidates.
  struct Subtree {
    std::uint64_t chosen;
    std::uint64_t candidates;
    int left;
    Value value;
  };
  struct Scored {
    Value score;
    int item;
  };

  void include(Subtree& tree, std::uint64_t items) const {
    for_each_item(items, [&](int item) {
      tree.value += gain_of(problem_, item, tree.chosen);
      tree.chosen |= bit(item);
    });
    tree.candidates &= ~items;
    tree.left -= std::popcount(items);
  }

  void descend(Subtree tree) {
    for (;;) {
      constexpr std::uint64_t poll_interval = 256;
      if (++nodes_ % poll_interval == 0 && stop_ && stop_()) exact_ = false;
      if (!exact_) return;
      if (tree.left == std::popcount(tree.candidates)) include(tree, tree.candidates);
      if (tree.left == 0) {
        if (tree.value > value_) {
          value_ = tree.value;
          chosen_ = tree.chosen;
        }
        return;
      }
      sort_by_score(tree);
      const auto take = static_cast<std::size_t>(tree.left);
      Value sum{0};
      for (std::size_t i = 0; i < take; ++i) sum += sorted_[i].score;
      const auto is_worse = [&](Value scores) { return tree.value + half(scores) <= value_; };
      if (is_worse(sum)) return;
      // Every better set holds `in`, and none holds an item of `out`.
      std::uint64_t in = 0;
      std::uint64_t out = 0;
      const Value last_in = sorted_[take - 1].score;
      const Value first_out = sorted_[take].score;
      for (std::size_t i = count_; i-- > take && is_worse(sum - last_in + sorted_[i].score);) {
        out |= bit(sorted_[i].item);
      }
      for (std::size_t i = 0; i < take && is_worse(sum - sorted_[i].score + first_out); ++i) {
        in |= bit(sorted_[i].item);
      }
      const std::uint64_t largest = bit(sorted_[0].item);
      if (in | out) {
        include(tree, in);
        tree.candidates &= ~out;
        continue;
      }
      Subtree with = tree;
      include(with, largest);
      descend(with);
      tree.candidates &= ~largest;
    }
  }

  /// Sorts the candidates by 2 gain + potential: larger ones first, then smaller items. Counting comparisons
  /// is quicker than a sort here, since no branch is mispredicted.
  void sort_by_score(const Subtree& tree) {
    std::array<Value, max_block_size> scores;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled below
    std::array<int, max_block_size> items;     // NOLINT(cppcoreguidelines-pro-type-member-init): filled below
    count_ = 0;
    for_each_item(tree.candidates, [&](int item) {
      scores[count_] = 2 * gain_of(problem_, item, tree.chosen) +
                       potential(problem_, item, tree.candidates, tree.left - 1);
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

  const Problem& problem_;
  const StopPoll& stop_;
  std::array<Scored, max_block_size> sorted_{};
  std::size_t count_ = 0;
  std::uint64_t chosen_;
  Value value_;  ///< of `chosen_`: a better set has to exceed it
  bool exact_ = true;
  std::uint64_t nodes_ = 0;
};

}  // namespace

template <class Problem>
double selection_value(const Problem& problem, std::uint64_t chosen) {
  check(problem, chosen);
  return static_cast<double>(value_of(problem, chosen));
}

template <class Problem>
SelectionResult select_by_enumeration(const Problem& problem, std::uint64_t incumbent) {
  SelectionResult best{incumbent, selection_value(problem, incumbent), true, 1};
  const std::uint64_t end = bit(problem.size);
  for (std::uint64_t set = all_items(std::popcount(incumbent)); set < end;) {
    ++best.nodes;
    const auto value = static_cast<double>(value_of(problem, set));
    if (value > best.value) {
      best.value = value;
      best.chosen = set;
    }
    if (set == 0) break;
    // The next larger number with as many bits.
    const std::uint64_t lowest = set & (~set + 1);
    const std::uint64_t carried = set + lowest;
    set = (carried ^ set) / lowest >> 2 | carried;
  }
  return best;
}

template <class Problem>
SelectionResult select_by_search(const Problem& problem, std::uint64_t incumbent, const StopPoll& stop) {
  check(problem, incumbent);
  if constexpr (std::is_same_v<Problem, DenseSelection>) {  // scores are sorted
    detail::check_finite("linear", problem.linear);
    detail::check_finite("pairs", problem.pairs);
  }
  return Search<Problem>(problem, incumbent, stop).run();
}

template double selection_value(const BitBlock&, std::uint64_t);
template double selection_value(const DenseSelection&, std::uint64_t);
template SelectionResult select_by_enumeration(const BitBlock&, std::uint64_t);
template SelectionResult select_by_enumeration(const DenseSelection&, std::uint64_t);
template SelectionResult select_by_search(const BitBlock&, std::uint64_t, const StopPoll&);
template SelectionResult select_by_search(const DenseSelection&, std::uint64_t, const StopPoll&);

}  // namespace lode::hybrid
