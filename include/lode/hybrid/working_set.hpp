#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lode/hybrid/concepts.hpp>

namespace lode::hybrid {

/// R_i-G_j: i random and j greedy coordinates, duplicates merged.
struct WorkingSetSize {
  int random = 6;
  int greedy = 6;
  int total() const { return random + greedy; }
  friend bool operator==(const WorkingSetSize&, const WorkingSetSize&) = default;
};

/// "R6-G6" -> {6, 6}. Errors: InvalidArgument for another form, an empty set, more than 64 in all.
WorkingSetSize parse_working_set(std::string_view text);
std::string to_string(const WorkingSetSize& size);

/// Up to `count` distinct coordinates of `from`, uniformly, appended to `set`; all of them when there are no
/// more.
void sample_without_replacement(std::span<const Coordinate> from, int count, Rng& rng,
                                std::vector<Coordinate>& set);

/// Sorts and removes duplicates.
void normalise(std::vector<Coordinate>& set);

/// Half of `count` for the support (the extra one too), half for the rest.
struct SideCounts {
  int support = 0;
  int rest = 0;
};
constexpr SideCounts split_sides(int count) { return {(count + 1) / 2, count / 2}; }

/// Working sets R_i-G_j for 0/1 points with a fixed number of ones: half ones, half zeros in both parts;
/// greedy are the flips that lower F most, ties to the smaller number. Too few on one side: all of it, no
/// refill.
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
    append_best(objective.support(), greedy.support, set,
                [&](Coordinate i) { return -objective.gradient(i) + 0.5 * objective.curvature(i); });
    append_best(objective.rest(), greedy.rest, set,
                [&](Coordinate i) { return objective.gradient(i) + 0.5 * objective.curvature(i); });
    normalise(set);
    return size_.random > 0 ? WorkingSetKind::random : WorkingSetKind::greedy;
  }

 private:
  struct Scored {
    double change;
    Coordinate coordinate;
    friend bool operator<(const Scored& a, const Scored& b) {
      return a.change != b.change ? a.change < b.change : a.coordinate < b.coordinate;
    }
  };

  /// Appends the `count` coordinates of smallest change: a max-heap of the best so far.
  template <class Change>
  void append_best(std::span<const Coordinate> from, int count, std::vector<Coordinate>& set,
                   Change&& change) {
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

  WorkingSetSize size_;
  std::vector<Scored> heap_;
};

}  // namespace lode::hybrid
