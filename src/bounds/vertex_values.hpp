#pragma once

#include <span>
#include <vector>

#include <lode/core/types.hpp>
#include <lode/graph/part.hpp>

namespace lode::subgraph {

/// What vertices add to the weight of a set that holds them: non-negative, one each; or nothing.
class VertexValues {
 public:
  VertexValues() = default;
  /// Integral values sum to less than 2^53. Cost: O(n log n).
  VertexValues(std::vector<Weight> values, bool integral);

  bool empty() const { return values_.empty(); }
  Weight operator[](Vertex v) const { return values_[v]; }
  std::span<const Weight> all() const { return values_; }
  /// No s vertices have values of a larger sum. Exact for integral values; a sum of s non-negative doubles is
  /// within a factor 1 +- s 2^-53 of the true one, so real sums are multiplied by 1 + 2 (s + 1) 2^-53.
  double largest(Vertex s) const;
  /// No s vertices have values of a smaller sum, likewise.
  double least(Vertex s) const;
  /// A bound on edges with that on the values of s vertices added, rounded up unless it is exact.
  double added_to(double bound, Vertex s) const;
  /// Those of the vertices of a part, in its order; none if there are none.
  std::vector<Weight> of(const Part& part) const;

 private:
  bool integral_ = true;
  std::vector<Weight> values_;
  std::vector<double> falling_;  ///< sums of the largest values, by their number
  std::vector<double> rising_;   ///< and of the smallest
};

}  // namespace lode::subgraph
