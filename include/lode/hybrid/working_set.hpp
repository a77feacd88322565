#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <vector>

#include <lode/hybrid/constraints.hpp>
#include <lode/hybrid/descent.hpp>

#pragma GCC visibility push(default)
namespace lode::hybrid {

/// Appends `count` distinct coordinates of `from` to `set`, drawn uniformly. If there are no more than
/// `count`, all are appended.
void sample_without_replacement(std::span<const Coordinate> from, int count, Rng& rng,
                                std::vector<Coordinate>& set);

/// Sorts a working set and removes duplicates.
void normalise(std::vector<Coordinate>& set);

/// How many of `count` coordinates come from each side: half from the support, half from the rest. If the
/// count is odd, the support gives one more.
struct SideCounts {
  int support = 0;  ///< number from the support
  int rest = 0;     ///< number from the rest
};
/// The two halves of `count`.
constexpr SideCounts split_sides(int count) { return {(count + 1) / 2, count / 2}; }

/// Finds the coordinates that change F least, in one scan. Ties go to the smaller number.
class LeastCoordinates {
 public:
  /// Appends the `count` coordinates of `from` with the least `change(i)` to `set`, in no particular order.
  template <class Change>
  void append(std::span<const Coordinate> from, int count, std::vector<Coordinate>& set, Change&& change) {
    if (count == 0) return;
    heap_.clear();
    for (const Coordinate i : from) {
      const Scored candidate{change(i), i};
      if (heap_.size() < static_cast<std::size_t>(count)) {
        heap_.push_back(candidate);
        std::push_heap(heap_.begin(), heap_.end());
      } else if (candidate < heap_.front()) {
        std::pop_heap(heap_.begin(), heap_.end());
        heap_.back() = candidate;
        std::push_heap(heap_.begin(), heap_.end());
      }
    }
    for (const Scored& chosen : heap_) set.push_back(chosen.coordinate);
  }

 private:
  struct Scored {
    double change;
    Coordinate coordinate;
    friend bool operator<(const Scored& a, const Scored& b) {
      return a.change != b.change ? a.change < b.change : a.coordinate < b.coordinate;
    }
  };

  std::vector<Scored> heap_;  ///< largest first
};

/// Working sets Ri-Gj for 0/1 points with a fixed number of ones. The random part is half ones and half
/// zeros, and so is the greedy part. The greedy part takes the flips that lower F most. Ties go to the
/// smaller number. A side with too few coordinates gives all it has, and the other side does not fill the
/// gap.
///
/// Cost:    O(n) per set with a greedy part, O(i) without.
class BalancedWorkingSet {
 public:
  /// The rule for sets of this size.
  explicit BalancedWorkingSet(WorkingSetSize size) : size_(size) {}

  /// Fills `set`.
  template <Objective Obj>
  WorkingSetKind select(const Obj& objective, Rng& rng, std::vector<Coordinate>& set) {
    set.clear();
    if (objective.support().empty() || objective.rest().empty()) return WorkingSetKind::none;
    const SideCounts random = split_sides(size_.random);
    sample_without_replacement(objective.support(), random.support, rng, set);
    sample_without_replacement(objective.rest(), random.rest, rng, set);
    const SideCounts greedy = split_sides(size_.greedy);
    least_.append(objective.support(), greedy.support, set,
                  [&](Coordinate i) { return -objective.gradient(i) + 0.5 * objective.curvature(i); });
    least_.append(objective.rest(), greedy.rest, set,
                  [&](Coordinate i) { return objective.gradient(i) + 0.5 * objective.curvature(i); });
    normalise(set);
    return size_.random > 0 ? WorkingSetKind::random : WorkingSetKind::greedy;
  }

 private:
  WorkingSetSize size_;
  LeastCoordinates least_;
};

/// Working sets Ri-Gj for points in {-1, 1}^n. Random coordinates are drawn from all coordinates. The greedy
/// part takes the flips that lower F most.
///
/// Cost:    O(n) per set with a greedy part, O(i) without.
class BinaryWorkingSet {
 public:
  /// The rule for sets of this size among n coordinates.
  BinaryWorkingSet(WorkingSetSize size, Coordinate n) : size_(size), all_(n) {
    std::iota(all_.begin(), all_.end(), Coordinate{0});
  }

  /// Fills `set`.
  template <Objective Obj>
  WorkingSetKind select(const Obj& objective, Rng& rng, std::vector<Coordinate>& set) {
    set.clear();
    if (all_.empty()) return WorkingSetKind::none;
    sample_without_replacement(all_, size_.random, rng, set);
    least_.append(all_, size_.greedy, set, [&](Coordinate i) {
      return -2.0 * objective.coordinate(i) * objective.gradient(i) + 2.0 * objective.curvature(i);
    });
    normalise(set);
    return size_.random > 0 ? WorkingSetKind::random : WorkingSetKind::greedy;
  }

 private:
  WorkingSetSize size_;
  std::vector<Coordinate> all_;
  LeastCoordinates least_;
};

/// From which coordinates a SparseWorkingSet draws its random part.
enum class RandomPart {
  uniform,  ///< from all coordinates alike
  balanced  ///< half from the nonzeros (and one more if the number is odd), half from the zeros
};

/// Working sets Ri-Gj for sparse points.
///
/// Half of the greedy part are zeros, with the smallest c_i, the minimum of F(x + alpha e_i) - F(x)
/// over |alpha| <= box. The other half, and one more if the number is odd, are nonzeros, with the smallest
/// d_i = F(x - x_i e_i) - F(x). A side with too few coordinates gives all it has. A price of nonzeros is left
/// out, since it changes neither order.
///
/// Cost:    O(n) per set with a greedy part, O(i) without.
class SparseWorkingSet {
 public:
  /// The rule for sets of this size among n coordinates.
  SparseWorkingSet(WorkingSetSize size, Coordinate n, double box, RandomPart random)
      : size_(size), box_(box), random_(random), all_(n) {
    std::iota(all_.begin(), all_.end(), Coordinate{0});
  }

  /// Fills `set`.
  template <Objective Obj>
  WorkingSetKind select(const Obj& objective, Rng& rng, std::vector<Coordinate>& set) {
    set.clear();
    if (all_.empty()) return WorkingSetKind::none;
    if (random_ == RandomPart::uniform) {
      sample_without_replacement(all_, size_.random, rng, set);
    } else {
      const SideCounts random = split_sides(size_.random);
      sample_without_replacement(objective.support(), random.support, rng, set);
      sample_without_replacement(objective.rest(), random.rest, rng, set);
    }
    const SideCounts greedy = split_sides(size_.greedy);
    least_.append(objective.support(), greedy.support, set, [&](Coordinate i) {
      const double x = objective.coordinate(i);
      return x * (0.5 * x * objective.curvature(i) - objective.gradient(i));
    });
    least_.append(objective.rest(), greedy.rest, set,
                  [&](Coordinate i) { return least_change(objective.gradient(i), objective.curvature(i)); });
    normalise(set);
    if (set.empty()) return WorkingSetKind::none;
    return size_.random > 0 ? WorkingSetKind::random : WorkingSetKind::greedy;
  }

 private:
  /// The minimum of slope alpha + curvature alpha^2 / 2 over |alpha| <= box. It is 0 for a column of zeros.
  double least_change(double slope, double curvature) const {
    if (!(curvature > 0.0)) return 0.0;
    const double alpha = std::min(box_, std::abs(slope) / curvature);
    return alpha * (0.5 * alpha * curvature - std::abs(slope));
  }

  WorkingSetSize size_;
  double box_;
  RandomPart random_;
  std::vector<Coordinate> all_;
  LeastCoordinates least_;
};

}  // namespace lode::hybrid
#pragma GCC visibility pop
