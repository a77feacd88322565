#pragma once

#include <algorithm>
#include <bit>
#include <cfloat>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include <lode/graph/graph.hpp>

#include "core/assert.hpp"

namespace lode::detail {

/// A pair listed in both directions with different weights.
struct WeightConflict {
  Vertex u = 0, v = 0;  ///< u < v
  Weight forward = 0.0, backward = 0.0;
};

/// How far two weights of one edge may differ by rounding: 64 units in the last place of the largest weight.
inline Weight rounding_between(Weight largest) { return 64.0 * DBL_EPSILON * largest; }
/// True if different weights of the two directions contradict each other. Integers always do.
inline bool contradict(Weight a, Weight b, Weight rounding) {
  return std::abs(a - b) > rounding || (a == std::floor(a) && b == std::floor(b));
}
/// The weight of an edge whose directions have the weights a and b. MergeRule::error: the mean;
/// the caller refuses weights that differ by more than rounding.
Weight merged_weight(MergeRule rule, Weight a, Weight b);

/// Adds up the weights of all arcs, piece by piece in their order.
class WeightSum {
 public:
  void add(std::span<const Weight> arc_weights);
  /// Takes note of a sum of magnitudes that became one weight.
  void add_merged(Weight magnitude) { merged_ = std::max(merged_, magnitude); }
  /// The summary for a graph of these weights. Integers are real weights where sums of them may be rounded.
  WeightSummary summary() const;

 private:
  long double sum_ = 0.0L;
  long double magnitude_ = 0.0L;
  bool integral_ = true;
  bool negative_ = false;
  Weight merged_ = 0.0;
};

/// An arc inside a bucket of sources: the low 31 bits of the source, the target, and one bit that is set
/// when the input listed target and source in this order. Buckets hold fewer than 2^31 sources.
using ArcKey = std::uint64_t;

inline ArcKey make_arc_key(Vertex source, Vertex target, bool backward) {
  return static_cast<ArcKey>(source) << 33 | static_cast<ArcKey>(target) << 1 | (backward ? 1u : 0u);
}
inline Vertex arc_target(ArcKey key) { return static_cast<Vertex>(key >> 1); }

struct PlainArc {
  ArcKey key;
};
struct WeightedArc {
  ArcKey key;
  Weight weight;
};

/// Weights of one pair from the arcs u -> v and v -> u.
struct PairWeights {
  bool seen[2] = {false, false};
  Weight sum[2] = {0.0, 0.0};
  Weight magnitude[2] = {0.0, 0.0};  ///< sum of the magnitudes

  void add(bool backward, Weight weight) {
    sum[backward] = seen[backward] ? sum[backward] + weight : weight;
    magnitude[backward] += std::abs(weight);
    seen[backward] = true;
  }
  bool disagree() const { return seen[0] && seen[1] && sum[0] != sum[1]; }
  Weight merged(MergeRule rule) const {
    if (!seen[0] || !seen[1]) return seen[0] ? sum[0] : sum[1];
    return merged_weight(rule, sum[0], sum[1]);
  }
  /// The largest sum of magnitudes among the terms of `merged`.
  Weight added_up(MergeRule rule) const {
    return rule == MergeRule::sum ? magnitude[0] + magnitude[1] : std::max(magnitude[0], magnitude[1]);
  }
};

/// Counts of a merged bucket.
struct MergedRows {
  std::uint64_t arcs = 0;  ///< after merging
  std::uint64_t ordered_pairs = 0;
  std::uint64_t rounded = 0;               ///< pairs whose directions differ by rounding, MergeRule::error
  Weight most_added_up = 0.0;              ///< the largest sum of magnitudes behind one weight
  std::optional<WeightConflict> conflict;  ///< the smallest (u, v), with MergeRule::error
};

/// Makes rows of simple graphs out of the arcs of consecutive sources, one bucket after the other.
template <class Arc>
class BucketRows {
 public:
  static constexpr bool weighted = std::is_same_v<Arc, WeightedArc>;
  /// Memory per arc of a bucket, the arcs themselves apart.
  static constexpr std::size_t bytes_per_arc =
      2 * sizeof(Arc) + sizeof(Vertex) + (weighted ? sizeof(Weight) : 0);

  /// Sorts and merges arcs[0, size) of the sources [first, last). degrees[v - first] becomes the degree of v;
  /// targets and weights stand row by row until the next call. `rounding`: as rounding_between gives it.
  MergedRows merge(const Arc* arcs, std::size_t size, Vertex first, Vertex last, MergeRule rule,
                   Weight rounding, ArcIndex* degrees) {
    if (targets_.size() < size) {
      targets_.resize(size);
      if constexpr (weighted) weights_.resize(size);
    }
    sort({arcs, size}, first, last);
    MergedRows result;
    std::size_t i = 0;
    for (Vertex source = first; source < last; ++source) {
      const std::uint64_t row = result.arcs;
      const std::size_t end = ends_[source - first];
      while (i < end) i = merge_pair(i, end, source, rule, rounding, result);
      degrees[source - first] = result.arcs - row;
    }
    LODE_ASSERT_LIGHT(i == size);
    return result;
  }

  const Vertex* targets() const { return targets_.data(); }
  const Weight* weights() const { return weights_.data(); }

 private:
  /// Makes sorted_ the arcs by source and target, equal ones in their order, and ends_ the ends of the rows.
  /// Most files are sorted; others take a radix sort, whose last digit is the source.
  void sort(std::span<const Arc> arcs, Vertex first, Vertex last) {
    const auto pass = [&](std::span<const Arc> from, std::size_t digits, const auto& digit) {
      ends_.assign(digits, 0);
      for (const Arc& arc : from) ++ends_[digit(arc)];
      std::exclusive_scan(ends_.begin(), ends_.end(), ends_.begin(), std::size_t{0});
      spare_.resize(std::max(spare_.size(), from.size()));
      for (const Arc& arc : from) spare_[ends_[digit(arc)]++] = arc;
      sorted_.swap(spare_);
      return std::span<const Arc>(sorted_).first(from.size());
    };
    const auto by_source = [=](const Arc& arc) { return ((arc.key >> 33) - first) & 0x7FFFFFFFu; };
    const std::span<const Arc> sorted = pass(arcs, last - first, by_source);
    if (std::ranges::is_sorted(sorted, {}, [](const Arc& arc) { return arc.key >> 1; })) return;
    ArcKey all = 0;
    for (const Arc& arc : arcs) all |= arc.key;
    constexpr int most_bits = 11;  // the counts of a pass stay in the first cache
    const int bits = std::bit_width(arc_target(all));
    const int width = bits / std::max(1, (bits + most_bits - 1) / most_bits) + 1;
    for (int shift = 0; shift < bits; shift += width) {
      const ArcKey mask = (ArcKey{1} << width) - 1;
      arcs = pass(arcs, mask + 1, [=](const Arc& arc) { return arc_target(arc.key) >> shift & mask; });
    }
    pass(arcs, last - first, by_source);
  }

  /// Appends the pair of sorted_[i], in a row that ends at `size`, and returns the place behind it.
  std::size_t merge_pair(std::size_t i, std::size_t size, Vertex source, MergeRule rule, Weight rounding,
                         MergedRows& result) {
    const std::vector<Arc>& sorted = sorted_;
    const Vertex target = arc_target(sorted[i].key);
    const ArcKey pair = sorted[i].key >> 1;
    if constexpr (weighted) {
      PairWeights both;
      for (; i < size && sorted[i].key >> 1 == pair; ++i) both.add(sorted[i].key & 1, sorted[i].weight);
      if (source < target && both.disagree() && rule == MergeRule::error && !result.conflict) {
        if (contradict(both.sum[0], both.sum[1], rounding)) {
          result.conflict = WeightConflict{source, target, both.sum[0], both.sum[1]};
        } else {
          ++result.rounded;
        }
      }
      result.ordered_pairs += both.seen[0];
      result.most_added_up = std::max(result.most_added_up, both.added_up(rule));
      weights_[result.arcs] = both.merged(rule);
    } else {
      bool forward = false;
      for (; i < size && sorted[i].key >> 1 == pair; ++i) forward = forward || !(sorted[i].key & 1);
      result.ordered_pairs += forward;
    }
    targets_[result.arcs++] = target;
    return i;
  }

  std::vector<Arc> sorted_, spare_;
  std::vector<std::size_t> ends_;
  std::vector<Vertex> targets_;
  std::vector<Weight> weights_;
};

}  // namespace lode::detail
