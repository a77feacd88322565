#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lode/hybrid/concepts.hpp>

#pragma GCC visibility push(default)
namespace lode::hybrid {

/// The size R_i-G_j of a working set: i random and j greedy coordinates. Duplicates are merged.
struct WorkingSetSize {
  int random = 6;
  int greedy = 6;
  int total() const { return random + greedy; }
  friend bool operator==(const WorkingSetSize&, const WorkingSetSize&) = default;
};

/// Errors: InvalidArgument if a part is negative, or if both parts together are fewer than 2 or more than 64.
void check_working_set(const WorkingSetSize& size);

/// "R6-G6" -> {6, 6}. Errors: InvalidArgument for another form, an empty set, more than 64 in all.
WorkingSetSize parse_working_set(std::string_view text);
std::string to_string(const WorkingSetSize& size);

/// Appends `count` distinct coordinates of `from` to `set`, drawn uniformly. Appends all when there are no
/// more.
void sample_without_replacement(std::span<const Coordinate> from, int count, Rng& rng,
                                std::vector<Coordinate>& set);

namespace detail {

/// Errors: InvalidArgument unless a rule and an objective have equally many coordinates.
void check_coordinates(std::size_t of_rule, std::size_t of_objective);

}  // namespace detail

/// Sorts and removes duplicates.
void normalise(std::vector<Coordinate>& set);

/// How many of `count` coordinates come from each side: half from the support, half from the rest. The
/// support gives the extra one of an odd count.
struct SideCounts {
  int support = 0;
  int rest = 0;
};
constexpr SideCounts split_sides(int count) { return {(count + 1) / 2, count / 2}; }

/// Finds the coordinates of least change of F in one scan. Ties go to the smaller number.
class LeastCoordinates {
 public:
  /// Appends the `count` coordinates of `from` whose `change(i)` is least to `set`, in no order.
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

/// Working sets R_i-G_j for 0/1 points with a fixed number of ones. Both parts are half ones, half zeros. The
/// greedy part takes the flips that lower F most; ties go to the smaller number. A side with too few
/// coordinates gives all it has; the other side does not fill the gap.
///
/// Cost: O(n) per set with a greedy part, O(i) without.
class BalancedWorkingSet {
 public:
  explicit BalancedWorkingSet(WorkingSetSize size) : size_(size) {}

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

/// Working sets R_i-G_j for points in {-1, 1}^n. Random coordinates come from all; the greedy part takes the
/// flips that lower F most.
///
/// Cost: O(n) per set with a greedy part, O(i) without.
class BinaryWorkingSet {
 public:
  BinaryWorkingSet(WorkingSetSize size, Coordinate n) : size_(size), all_(n) {
    std::iota(all_.begin(), all_.end(), Coordinate{0});
  }

  /// Errors: InvalidArgument for an objective of another number of coordinates.
  template <Objective Obj>
  WorkingSetKind select(const Obj& objective, Rng& rng, std::vector<Coordinate>& set) {
    detail::check_coordinates(all_.size(), objective.size());
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

/// Where the random coordinates of a SparseWorkingSet come from.
enum class RandomPart {
  uniform,  ///< all coordinates alike
  balanced  ///< half nonzeros (the extra one too), half zeros
};

/// Working sets R_i-G_j for sparse points.
///
/// Half of the greedy part are zeros: those of smallest c_i = min over |alpha| <= box of F(x + alpha e_i) -
/// F(x). The other half, and the extra one of an odd number, are nonzeros: those of smallest d_i = F(x - x_i
/// e_i) - F(x). A side with too few coordinates gives all it has. A penalty per nonzero is left out: it
/// changes neither order.
///
/// Cost: O(n) per set with a greedy part, O(i) without.
class SparseWorkingSet {
 public:
  SparseWorkingSet(WorkingSetSize size, Coordinate n, double box, RandomPart random)
      : size_(size), box_(box), random_(random), all_(n) {
    std::iota(all_.begin(), all_.end(), Coordinate{0});
  }

  /// Errors: InvalidArgument for an objective of another number of coordinates.
  template <Objective Obj>
  WorkingSetKind select(const Obj& objective, Rng& rng, std::vector<Coordinate>& set) {
    detail::check_coordinates(all_.size(), objective.size());
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
  /// The minimum over |alpha| <= box of slope alpha + curvature alpha^2 / 2. It is 0 for a column of zeros.
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
