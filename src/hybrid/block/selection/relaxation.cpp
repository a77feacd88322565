#include "hybrid/block/selection/relaxation.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <numeric>

#include "hybrid/block/selection/values.hpp"

namespace lode::hybrid::detail {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr int bound_every = 4;         ///< steps
constexpr double flat = 1e-7;          ///< spread of gradients at which a point counts as the maximum
constexpr double floor_weight = 0.02;  ///< of items that are 0 or 1 in the point, whose d would grow for ever

// Loops over items run over whole groups of them, so that the compiler turns them into vector instructions;
// what lies beyond the size of the problem is zero in all rows of a node.
constexpr int group = 8;

int padded(int size) { return (size + group - 1) / group * group; }

template <class Term>
double sum_of(int size, Term&& term) {
  std::array<double, group> sums{};
  for (int i = 0; i < size; i += group) {
    for (int j = 0; j < group; ++j) sums[static_cast<std::size_t>(j)] += term(i + j);
  }
  return std::accumulate(sums.begin(), sums.end(), 0.0);
}

/// The first place of the largest entry.
int largest_of(const ItemRow& row, int size) {
  std::array<double, group> most;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled below
  most.fill(-infinity);
  for (int i = 0; i < size; i += group) {
    for (int j = 0; j < group; ++j) {
      double& here = most[static_cast<std::size_t>(j)];
      here = row[i + j] > here ? row[i + j] : here;
    }
  }
  const double largest = *std::max_element(most.begin(), most.end());
  return static_cast<int>(std::find(row.values.begin(), row.values.begin() + size, largest) -
                          row.values.begin());
}

/// Of -f along item i up and item j down.
double curvature(double diagonal_i, double diagonal_j, double pair) {
  constexpr double least = 1e-6;
  const double sum = diagonal_i + diagonal_j + 2.0 * pair;
  return sum > least ? sum : least;
}

}  // namespace

RelaxedNode Relaxation::root(int t) const {
  const int size = problem_.size;
  RelaxedNode node;
  node.diagonal = barrier_.start();
  node.slope = problem_.linear;
  node.free = all_items(size);
  node.left = t;
  node.centred = size;
  for (int i = 0; i < size; ++i) {
    node.upper[i] = 1.0;
    shift(node, i, static_cast<double>(t) / size);
  }
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
  const int size = problem_.size;
  const int end = padded(size);
  for (int i = 0; i < end; ++i) {
    const double gradient = node.slope[i] + node.diagonal[i] * (0.5 - node.point[i]);
    gradient_[i] = gradient;
    merit_[i] = node.point[i] > node.lower[i] ? -gradient : -infinity;
  }
  const double lowest = -merit_[largest_of(merit_, size)];
  for (int i = 0; i < end; ++i) {
    merit_[i] = node.point[i] < node.upper[i] ? gradient_[i] : -infinity;
  }
  const int rising = largest_of(merit_, size);
  const double highest = merit_[rising];
  return {rising, highest - lowest, 0.5 * (highest + lowest)};
}

RelaxedBound Relaxation::bound_at(const RelaxedNode& node, double price) const {
  const double at_point = sum_of(problem_.size, [&](int i) {
    const double y = node.point[i];
    return 0.5 * y * (problem_.linear[i] + node.slope[i] + node.diagonal[i] * (1.0 - y));
  });
  const double gap = sum_of(problem_.size, [&](int i) {
    const double lean = gradient_[i] - price;
    const double up = std::max(lean, 0.0) * (node.upper[i] - node.point[i]);
    const double down = std::max(-lean, 0.0) * (node.point[i] - node.lower[i]);
    return up + down;
  });
  return {at_point, at_point + gap, price};
}

int Relaxation::partner(const RelaxedNode& node, int rising) {
  const ItemRow& pairs = problem_.pairs[rising];
  const double highest = gradient_[rising];
  const double diagonal = node.diagonal[rising];
  const int end = padded(problem_.size);
  for (int i = 0; i < end; ++i) {
    const double difference = highest - gradient_[i];
    const double gain = difference * difference / curvature(diagonal, node.diagonal[i], pairs[i]);
    const double possible = node.point[i] > node.lower[i] ? gain : 0.0;
    merit_[i] = difference > 0.0 ? possible : 0.0;
  }
  return largest_of(merit_, problem_.size);
}

void Relaxation::exchange(RelaxedNode& node, int rising, int falling) const {
  const double difference = gradient_[rising] - gradient_[falling];
  const double room = 1.0 - node.point[rising];
  const double wanted =
      difference / curvature(node.diagonal[rising], node.diagonal[falling], problem_.pairs[rising][falling]);
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
    node.point[item] = node.lower[item] = node.upper[item] = end;
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
