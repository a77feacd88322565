#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <string>

#include <lode/core/error.hpp>
#include <lode/hybrid/constraints.hpp>

#include "hybrid/block/block.hpp"

// Choosing t of k items: maximise the sum of linear_i over the chosen ones plus the sum of pair weights, of
// either sign, among them. Bits of integers are sets of items.

namespace lode::hybrid {
namespace {

using detail::all_items;
using detail::bit;

template <class Visit>
void for_each_item(std::uint64_t set, Visit&& visit) {
  for (; set; set &= set - 1) visit(std::countr_zero(set));
}

// --- 0/1 pair weights: a BitBlock, whose gains are linear --------------------------------------------

std::int64_t gain_of(const BitBlock& problem, int item, std::uint64_t chosen) {
  const auto i = static_cast<std::size_t>(item);
  return problem.gain[i] + std::popcount(problem.rows[i] & chosen);
}

/// Upper bound on the weight of the pairs of `item` with `others` more items of `candidates`.
std::int64_t potential(const BitBlock& problem, int item, std::uint64_t candidates, int others) {
  return std::min(others, std::popcount(problem.rows[static_cast<std::size_t>(item)] & candidates));
}

std::int64_t half(std::int64_t doubled) { return doubled >> 1; }

// --- real pair weights -------------------------------------------------------------------------------

struct DenseSelection {
  int size = 0;
  std::vector<double> linear;
  std::vector<double> pairs;  ///< size x size, symmetric; the diagonal is not looked at

  const double* row(int i) const { return pairs.data() + std::ptrdiff_t{i} * size; }
};

double gain_of(const DenseSelection& problem, int item, std::uint64_t chosen) {
  double gain = problem.linear[static_cast<std::size_t>(item)];
  for_each_item(chosen, [&](int other) { gain += problem.row(item)[other]; });
  return gain;
}

double potential(const DenseSelection& problem, int item, std::uint64_t candidates, int others) {
  std::array<double, max_block_size> weights;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled below
  std::size_t count = 0;
  for_each_item(candidates & ~bit(item), [&](int other) {
    const double weight = problem.row(item)[other];
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

/// Depth-first branch and bound by sorted scores. With r items still to choose from the candidates C, the
/// bound is the value so far plus half the sum of the r largest scores 2 gain_i + (the r-1 largest positive
/// pair weights of i inside C). Candidates that the bound rules in or out are fixed, and the largest score is
/// branched on first.
///
/// Cost: O(k^2) per node, O(k) word operations with bit rows; exponential in the worst case, a few dozen
///       nodes on blocks of sparse graphs.
template <class Problem>
class Selection {
 public:
  using Value = decltype(gain_of(Problem(), 0, 0));

  /// Keeps `incumbent` unless another set of the same size is better.
  Selection(const Problem& problem, std::uint64_t incumbent, const RunContext& run)
      : problem_(problem), run_(run), chosen_(incumbent), value_(value_of(problem, incumbent)) {}

  /// The decrease is left to the caller.
  BlockMove move() {
    const std::uint64_t present = chosen_;
    descend({0, all_items(problem_.size), std::popcount(chosen_), Value{0}});
    BlockMove move;
    move.exact = exact_;
    move.nodes = nodes_;
    for_each_item(chosen_ ^ present, [&](int i) {
      move.changes.push_back({i, chosen_ >> i & 1u ? 1.0 : 0.0});
    });
    return move;
  }
  std::uint64_t chosen() const { return chosen_; }

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
      if (++nodes_ % poll_interval == 0 && run_.should_stop()) exact_ = false;
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
  const RunContext& run_;
  std::array<Scored, max_block_size> sorted_{};
  std::size_t count_ = 0;
  std::uint64_t chosen_;
  Value value_;  ///< of `chosen_`: a better set has to exceed it
  bool exact_ = true;
  std::uint64_t nodes_ = 0;
};

}  // namespace

BlockMove BinaryC::solve(const BitBlock& block, double proximal, const RunContext& run) const {
  if (proximal != 0.0) {
    DenseBlock dense;
    dense.size = block.size;
    for (int i = 0; i < block.size; ++i) {
      const auto index = static_cast<std::size_t>(i);
      dense.linear.push_back(-2.0 * static_cast<double>(block.gain[index]));
      dense.current.push_back(block.current >> i & 1u ? 1.0 : 0.0);
      for (int j = 0; j < block.size; ++j)
        dense.quadratic.push_back(block.rows[index] >> j & 1u ? -2.0 : 0.0);
    }
    return solve(dense, proximal, run);
  }
  Selection<BitBlock> selection(block, block.current, run);
  BlockMove move = selection.move();
  move.decrease =
      2.0 * static_cast<double>(value_of(block, selection.chosen()) - value_of(block, block.current));
  return move;
}

BlockMove BinaryC::solve(const DenseBlock& block, double proximal, const RunContext& run) const {
  detail::check_finite("linear", block.linear);  // scores are sorted
  detail::check_finite("quadratic", block.quadratic);
  DenseSelection plain{block.size, {}, block.quadratic};
  for (double& weight : plain.pairs) weight = -weight;
  DenseSelection regularised = plain;
  std::uint64_t current = 0;
  for (int i = 0; i < block.size; ++i) {
    const auto index = static_cast<std::size_t>(i);
    if (block.current[index] != 0.0) current |= bit(i);
    plain.linear.push_back(-block.linear[index] - 0.5 * block.q(i, i));
    // |z - x|^2 is linear on 0/1 points: an item keeps its place or pays proximal/2 of F.
    const double price = (current >> i & 1u ? proximal : -proximal) / 2.0;
    regularised.linear.push_back(plain.linear.back() + price);
  }
  Selection<DenseSelection> selection(regularised, current, run);
  BlockMove move = selection.move();
  move.decrease = value_of(plain, selection.chosen()) - value_of(plain, current);
  return move;
}

}  // namespace lode::hybrid
