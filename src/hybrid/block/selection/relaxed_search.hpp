#pragma once

// Branch and bound over selections by the bounds of a concave relaxation.

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "hybrid/block/selection/relaxation.hpp"
#include "hybrid/block/selection/selection.hpp"
#include "hybrid/block/selection/sorted_gains.hpp"
#include "hybrid/block/selection/values.hpp"

namespace lode::hybrid::detail {

template <class Value>
double pair_of(const BitSelection<Value>& problem, int i, int j) {
  return problem.rows[static_cast<std::size_t>(i)] & bit(j) ? 1.0 : 0.0;
}
inline double pair_of(const DenseSelection& problem, int i, int j) { return problem.pair(i, j); }

/// A problem as its relaxation takes it. A set of t items is worth unit * (value in real numbers) + t *
/// shift.
template <class Value>
struct ScaledSelection {
  RealSelection real;
  Value shift{};
  double unit = 1.0;
  double rounding = 0.0;  ///< more than what rounding does to values and bounds, in units
  bool integral = true;   ///< all values of sets are integers
};

template <class Problem>
auto scale_selection(const Problem& problem) {
  using Value = SelectionValue<Problem>;
  const int size = problem.size;
  auto scaled = std::make_unique<ScaledSelection<Value>>();
  const auto whole = [](double x) { return x == std::floor(x); };
  double squares = 0.0;
  double magnitude = 0.0;
  double nonzeros = 0.0;
  for (int i = 0; i < size; ++i) {
    for (int j = 0; j < size; ++j) {
      const double pair = i == j ? 0.0 : pair_of(problem, i, j);
      scaled->real.pairs[i][j] = pair;
      scaled->integral = scaled->integral && whole(pair);
      squares += pair * pair;
      magnitude += std::abs(pair);
      nonzeros += pair != 0.0;
    }
  }
  if (nonzeros > 0.0) scaled->unit = std::sqrt(squares / nonzeros);
  std::vector<Value> sorted = problem.linear;
  const auto middle = sorted.begin() + size / 2;
  std::nth_element(sorted.begin(), middle, sorted.end());
  scaled->shift = *middle;
  for (int i = 0; i < size; ++i) {
    const Value gain = problem.linear[static_cast<std::size_t>(i)];
    scaled->integral = scaled->integral && whole(static_cast<double>(gain));
    scaled->real.linear[i] = static_cast<double>(gain - scaled->shift);
    magnitude += std::abs(scaled->real.linear[i]);
  }
  scaled->real.size = size;
  for (int i = 0; i < size; ++i) {
    scaled->real.linear[i] /= scaled->unit;
    for (int j = 0; j < size; ++j) scaled->real.pairs[i][j] /= scaled->unit;
  }
  if (!scaled->integral) magnitude += size * std::abs(static_cast<double>(scaled->shift));
  scaled->rounding = 1e-12 * (1.0 + magnitude / scaled->unit);
  return scaled;
}

/// The search from a set that is known already.
template <class Problem>
class ProofSearch {
 public:
  using Value = SelectionValue<Problem>;

  /// `best.value` is what a set has to be worth more than.
  ProofSearch(const Problem& problem, const SelectionResult<Value>& best, const StopPoll& stop)
      : problem_(problem),
        stop_(stop),
        scaled_(scale_selection(problem)),
        relaxation_(scaled_->real),
        t_(std::popcount(best.chosen)),
        best_(best) {
    best_.exact = true;
    set_target();
  }

  SelectionResult<Value> run() {
    auto node = std::make_unique<RelaxedNode>(relaxation_.root(t_));
    if (narrow(*node) && tighten(*node)) descend(*node);
    return best_;
  }

 private:
  static constexpr std::uint64_t poll_interval = 16;
  static constexpr int most_steps = 60;       ///< uphill, per node
  static constexpr int centre_every = 4;      ///< fixed items
  static constexpr int most_root_steps = 20;  ///< uphill, for each d of the root
  static constexpr int most_root_centres = 30;
  static constexpr double least_mu = 0.01;

  void offer(std::uint64_t chosen) {
    const Value value = value_of(problem_, chosen);
    if (!(value > best_.value)) return;
    best_.value = value;
    best_.chosen = chosen;
    set_target();
  }

  /// Subtrees whose bound is below this hold nothing better. A subtree of real values that is better by
  /// rounding errors only is not looked into either: where sets are equally good there would be no end.
  void set_target() {
    const auto t = static_cast<Value>(t_);
    const double reached = static_cast<double>(best_.value - t * scaled_->shift) / scaled_->unit;
    target_ =
        scaled_->integral ? reached + 1.0 / scaled_->unit - scaled_->rounding : reached + scaled_->rounding;
  }

  bool stopped() {
    if (searched_++ % poll_interval == 0 && stop_ && stop_()) best_.exact = false;
    ++best_.nodes;
    return !best_.exact;
  }

  /// Goes on with d for the whole problem while that pays; false if its bound settles the matter.
  bool tighten(RelaxedNode& node) {
    constexpr double shrink = 0.1;
    constexpr double least_progress = 0.1;
    constexpr double infinity = std::numeric_limits<double>::infinity();
    double before = infinity;
    double mu = 1.0;
    for (int i = 0; i < most_root_centres; ++i) {
      mu = std::max(least_mu, shrink * mu);
      relaxation_.centre(node, mu);
      const RelaxedBound bound = relaxation_.maximise(node, target_, infinity, most_root_steps);
      if (bound.above < target_) return false;
      if (before - bound.at_point < least_progress * (bound.at_point - target_)) break;
      before = bound.at_point;
    }
    return true;
  }

  /// Fixes what sorted gains settle; false if nothing is left to be searched.
  bool narrow(RelaxedNode& node) {
    for (;;) {
      const int count = std::popcount(node.free);
      if (node.left < 0 || node.left > count) return false;
      if (node.left == 0 || node.left == count) {
        offer(node.left == 0 ? node.chosen : node.chosen | node.free);
        return false;
      }
      const GainVerdict verdict = gains_.judge(
          problem_, {node.chosen, node.free, node.left, value_of(problem_, node.chosen)}, best_.value);
      if (verdict.worse) return false;
      if (!(verdict.in | verdict.out)) return true;
      relaxation_.fix(node, verdict.in, verdict.out);
    }
  }

  void descend(RelaxedNode& node) {
    for (;;) {
      if (stopped()) return;
      if (!narrow(node)) return;
      const int count = std::popcount(node.free);
      RelaxedBound bound = relaxation_.maximise(node, target_, target_, most_steps);
      if (bound.above >= target_ && node.centred - count >= centre_every) {
        relaxation_.centre(node, least_mu);
        bound = relaxation_.maximise(node, target_, target_, most_steps);
      }
      if (bound.above < target_) return;
      offer(round(node));
      if (bound.above < target_) return;
      if (settle(node, bound)) continue;
      const std::uint64_t item = bit(branching_item(node));
      const bool in = node.point[std::countr_zero(item)] >= 0.5;
      RelaxedNode child = node;
      relaxation_.fix(child, in ? item : 0, in ? 0 : item);
      descend(child);
      relaxation_.fix(node, in ? 0 : item, in ? item : 0);
    }
  }

  /// The free items of the largest entries in the point.
  std::uint64_t round(const RelaxedNode& node) const {
    std::array<int, max_block_size> items;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled below
    auto end = items.begin();
    for_each_item(node.free, [&](int item) { *end++ = item; });
    std::nth_element(items.begin(), items.begin() + node.left, end, [&](int a, int b) {
      return node.point[a] != node.point[b] ? node.point[a] > node.point[b] : a < b;
    });
    std::uint64_t chosen = node.chosen;
    std::for_each(items.begin(), items.begin() + node.left, [&](int item) { chosen |= bit(item); });
    return chosen;
  }

  /// Fixes items on the side they lean to where the other side holds nothing better.
  bool settle(RelaxedNode& node, const RelaxedBound& bound) {
    std::uint64_t in = 0;
    std::uint64_t out = 0;
    for_each_item(node.free, [&](int item) {
      const double lean = relaxation_.lean(bound, item);
      if (bound.above - std::abs(lean) < target_) (lean > 0.0 ? in : out) |= bit(item);
    });
    if (in | out) relaxation_.fix(node, in, out);
    return (in | out) != 0;
  }

  /// The item whose term d_i y_i (1 - y_i) / 2 of the relaxation is largest: fixing it takes that away.
  static int branching_item(const RelaxedNode& node) {
    constexpr double least_diagonal = 0.1;
    int best = std::countr_zero(node.free);
    double most = -1.0;
    for_each_item(node.free, [&](int item) {
      const double y = node.point[item];
      const double term = y * (1.0 - y) * std::max(least_diagonal, node.diagonal[item]);
      if (term > most) {
        most = term;
        best = item;
      }
    });
    return best;
  }

  const Problem& problem_;
  const StopPoll& stop_;
  std::unique_ptr<ScaledSelection<Value>> scaled_;
  Relaxation relaxation_;
  SortedGains<Problem> gains_;
  int t_;
  std::uint64_t searched_ = 0;
  double target_ = 0.0;
  SelectionResult<Value> best_;
};

}  // namespace lode::hybrid::detail
