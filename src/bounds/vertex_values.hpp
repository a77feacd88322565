#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include <lode/core/types.hpp>
#include <lode/graph/part.hpp>

namespace lode::subgraph {

/// What vertices add to the weight of a set that holds them: non-negative, one each; or nothing.
class VertexValues {
 public:
  VertexValues() = default;
  /// Integral values sum to less than 2^53. Cost: O(n log n).
  VertexValues(std::vector<Weight> values, bool integral)
      : margin_(integral ? 0.0 : std::numeric_limits<double>::epsilon()), values_(std::move(values)) {
    std::vector<Weight> sorted = values_;
    std::sort(sorted.begin(), sorted.end());
    for (const Weight value : sorted) rising_.push_back(rising_.back() + value);
    for (auto value = sorted.rbegin(); value != sorted.rend(); ++value) {
      falling_.push_back(falling_.back() + *value);
    }
  }

  bool empty() const { return values_.empty(); }
  Weight operator[](Vertex v) const { return values_[v]; }
  std::span<const Weight> all() const { return values_; }
  /// No s vertices have values of a larger sum. Exact for integral values; a sum of s non-negative doubles is
  /// within a factor 1 +- s 2^-53 of the true one, so real sums are multiplied by 1 + 2 (s + 1) 2^-53.
  double largest(Vertex s) const { return empty() ? 0.0 : falling_[s] * (1.0 + (s + 1.0) * margin_); }
  /// No s vertices have values of a smaller sum, likewise.
  double least(Vertex s) const { return empty() ? 0.0 : rising_[s] * (1.0 - (s + 1.0) * margin_); }
  /// A bound on edges with that on the values of s vertices added, rounded up unless it is exact.
  double added_to(double bound, Vertex s) const {
    if (empty()) return bound;
    const double sum = bound + largest(s);
    return margin_ == 0.0 ? sum : std::nextafter(sum, std::numeric_limits<double>::infinity());
  }
  /// Those of the vertices of a part, in its order; none if there are none.
  std::vector<Weight> of(const Part& part) const {
    std::vector<Weight> values;
    for (Vertex v = 0; !empty() && v < part.graph.num_vertices(); ++v) {
      values.push_back(values_[part.outward(v)]);
    }
    return values;
  }

 private:
  double margin_ = 0.0;  ///< 2^-52, or 0 if the values are integral
  std::vector<Weight> values_;
  std::vector<double> falling_ = {0.0};  ///< sums of the largest values, by their number
  std::vector<double> rising_ = {0.0};   ///< and of the smallest
};

}  // namespace lode::subgraph
