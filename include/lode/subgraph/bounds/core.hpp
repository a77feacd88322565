#pragma once

#include <span>
#include <vector>

#include <lode/subgraph/bounds/bounds.hpp>
#include <lode/subgraph/problem.hpp>

namespace lode {

/// What is left of a graph when its outer vertices are peeled off: a core.
struct CorePart {
  VertexSet vertices;    ///< of the whole graph, increasing
  Graph graph;           ///< induced by them, in that order
  Weight outside = 0.0;  ///< every other vertex weighs at most this towards the part and what is peeled later
};

/// The cores of one graph, by strength (by degree when unweighted).
class CoreParts {
 public:
  explicit CoreParts(const Graph& graph);

  /// The vertices of core value above `outside`.
  CorePart above(Weight outside) const;
  /// The largest core of at most `size` vertices; perhaps it has none.
  CorePart of_size(Vertex size) const;

 private:
  CorePart suffix(std::size_t begin) const;

  Graph graph_;
  std::vector<Vertex> order_;
  std::vector<Weight> core_;  ///< along the order, never falling; real ones enlarged by their rounding
};

/// Statement: peel vertices off a graph until a part is left, so that each weighs at most c towards the
/// vertices after it. Of a set of s vertices that does not lie in the part, the first one peeled weighs at
/// most c towards the others, so f(s) <= max(f of the part (s), f(s - 1) + c).
///
/// Value for sets of s vertices from a bound `inside` of the part and one of s - 1 vertices of the whole
/// graph. Real sums are multiplied by 1 + 2^-51.
/// Source: peeling as in D. Matula, L. Beck, J. ACM 30 (1983) 417-427.
double core_step(const Graph& graph, const CorePart& part, double inside, double smaller);

/// The capped-lp bound of a core, made one of the whole graph size by size. The core is that above two thirds
/// of the lp bound's growth at s.
///
/// Cost: one dense decomposition; capped_lp_multipliers on the core, and O(n) for every size up to s, per
/// size.
std::vector<Bound> core_bounds(const Graph& graph, std::span<const Vertex> sizes, const RunContext& run);

}  // namespace lode
