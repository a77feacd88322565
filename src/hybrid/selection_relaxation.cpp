#include "hybrid/selection_relaxation.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "hybrid/selection_values.hpp"

namespace lode::hybrid::detail {
namespace {

constexpr int bound_every = 4;         ///< steps
constexpr double flat = 1e-7;          ///< spread of gradients at which a point counts as the maximum
constexpr double floor_weight = 0.02;  ///< of items that are 0 or 1 in the point, whose d would grow for ever

}  // namespace

RelaxedNode Relaxation::root(int t) const {
  const int size = problem_.size;
  RelaxedNode node;
  node.diagonal = barrier_.start();
  node.slope = problem_.linear;
  node.free = all_items(size);
  node.left = t;
  node.centred = size;
  for (int i = 0; i < size; ++i) shift(node, i, static_cast<double>(t) / size);
  return node;
}

/// Pairwise steps: one item up, one down, by exact line search; the second by the gain that the pair promises
/// (R.-E. Fan, P.-H. Chen, C.-J. Lin, JMLR 6, 2005).
RelaxedBound Relaxation::maximise(RelaxedNode& node, double target, double enough, int most_steps) {
  for (int step = 0;; ++step) {
    const Ends ends = find_ends(node);
    const bool last = step >= most_steps || ends.spread < flat;
    if (last || step % bound_every == 0) {
      const RelaxedBound bound = bound_at(node, ends.middle);
      if (last || bound.above < target || (step > 0 && bound.at_point >= enough)) return bound;
    }
    exchange(node, ends.rising, partner(node, ends.rising));
  }
}

Relaxation::Ends Relaxation::find_ends(const RelaxedNode& node) {
  for (int i = 0; i < problem_.size; ++i) {
    gradient_[i] = node.slope[i] + node.diagonal[i] * (0.5 - node.point[i]);
  }
  Ends ends;
  double highest = -std::numeric_limits<double>::infinity();
  double lowest = std::numeric_limits<double>::infinity();
  for_each_item(node.free, [&](int item) {
    const double gradient = gradient_[item];
    if (node.point[item] < 1.0 && gradient > highest) {
      highest = gradient;
      ends.rising = item;
    }
    if (node.point[item] > 0.0 && gradient < lowest) {
      lowest = gradient;
      ends.falling = item;
    }
  });
  ends.spread = highest - lowest;
  ends.middle = 0.5 * (highest + lowest);
  return ends;
}

RelaxedBound Relaxation::bound_at(const RelaxedNode& node, double price) const {
  double at_point = 0.0;
  for (int i = 0; i < problem_.size; ++i) {
    at_point += 0.5 * node.point[i] * (problem_.linear[i] + node.slope[i]);
  }
  double gap = 0.0;
  for_each_item(node.free, [&](int item) {
    const double y = node.point[item];
    const double lean = gradient_[item] - price;
    at_point += 0.5 * node.diagonal[item] * y * (1.0 - y);
    gap += lean > 0.0 ? lean * (1.0 - y) : -lean * y;
  });
  return {at_point, at_point + gap, price};
}

/// Of -f along item i up and item j down.
double Relaxation::curvature(const RelaxedNode& node, int i, int j) const {
  constexpr double least = 1e-6;
  return std::max(least, node.diagonal[i] + node.diagonal[j] + 2.0 * problem_.pairs[i][j]);
}

int Relaxation::partner(const RelaxedNode& node, int rising) const {
  int best = rising;
  double most = 0.0;
  for_each_item(node.free, [&](int item) {
    const double difference = gradient_[rising] - gradient_[item];
    if (node.point[item] <= 0.0 || difference <= 0.0) return;
    const double gain = difference * difference / curvature(node, rising, item);
    if (gain > most) {
      most = gain;
      best = item;
    }
  });
  return best;
}

void Relaxation::exchange(RelaxedNode& node, int rising, int falling) const {
  const double difference = gradient_[rising] - gradient_[falling];
  const double room = 1.0 - node.point[rising];
  const double wanted = difference / curvature(node, rising, falling);
  const double amount = std::min({wanted, room, node.point[falling]});
  shift(node, rising, amount);
  shift(node, falling, -amount);
  if (amount == room) node.point[rising] = 1.0;
}

void Relaxation::shift(RelaxedNode& node, int item, double amount) const {
  node.point[item] += amount;
  const ItemRow& row = problem_.pairs[item];
  for (int i = 0; i < problem_.size; ++i) node.slope[i] += amount * row[i];
}

void Relaxation::centre(RelaxedNode& node, double mu) {
  ItemRow weights;
  for_each_item(node.free, [&](int item) {
    const double y = node.point[item];
    weights[item] = 0.5 * y * (1.0 - y) + floor_weight;
  });
  barrier_.step(node.diagonal, weights, node.free, mu);
  node.centred = std::popcount(node.free);
}

void Relaxation::fix(RelaxedNode& node, std::uint64_t in, std::uint64_t out) const {
  for_each_item(in | out, [&](int item) {
    const double end = in & bit(item) ? 1.0 : 0.0;
    shift(node, item, end - node.point[item]);
    node.point[item] = end;
  });
  node.chosen |= in;
  node.free &= ~(in | out);
  node.left -= std::popcount(in);
  restore_sum(node);
}

/// Spreads what the fixed items have left over or taken, in proportion to the room of each free item.
void Relaxation::restore_sum(RelaxedNode& node) const {
  double sum = 0.0;
  for_each_item(node.free, [&](int item) { sum += node.point[item]; });
  const double missing = node.left - sum;
  const double room = missing > 0.0 ? std::popcount(node.free) - sum : sum;
  if (missing == 0.0 || room <= 0.0) return;
  const double share = std::max(-1.0, std::min(1.0, missing / room));
  for_each_item(node.free, [&](int item) {
    const double y = node.point[item];
    shift(node, item, share * (missing > 0.0 ? 1.0 - y : y));
  });
}

}  // namespace lode::hybrid::detail
