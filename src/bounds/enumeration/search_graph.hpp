#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>

namespace lode::subgraph::detail {

/// Weights as whole multiples of one unit, so that a search can add and subtract them exactly.
///
/// Integral graphs have unit 1. Real weights are rounded up to multiples of a power of two such that the
/// edges of s vertices, and the edges of one vertex to all others, stay below 2^61 units. A set holds at
/// least its weight in units, and at most one unit per edge more.
class SearchUnits {
 public:
  SearchUnits(const Graph& graph, Vertex s) : integral_(graph.integral()) {
    if (integral_) return;
    double largest = 0.0;
    for (const Weight w : graph.weights()) largest = std::max(largest, w);
    int weight_bits = 0;
    int sum_bits = 0;
    std::frexp(largest, &weight_bits);
    std::frexp(static_cast<double>(std::max<EdgeCount>(possible_edges(s), graph.max_degree())), &sum_bits);
    exponent_ = weight_bits + sum_bits - 61;
  }

  std::int64_t of_edge(Weight weight) const {
    return static_cast<std::int64_t>(std::ceil(std::ldexp(weight, -exponent_)));
  }
  /// Units of every set of s vertices that weighs at most `weight`: at most this many.
  std::int64_t of_bound(double weight, Vertex s) const {
    const double limit = 2305843009213693952.0;  // 2^61
    const double units = std::min(limit, std::floor(std::ldexp(weight, -exponent_)));
    return static_cast<std::int64_t>(units) + (integral_ ? 0 : static_cast<std::int64_t>(possible_edges(s)));
  }
  /// No set of at most this many units weighs more.
  double weight_of(std::int64_t units) const {
    const double weight = std::ldexp(static_cast<double>(units), exponent_);
    return static_cast<double>(units) < exact_integer_limit ? weight : std::nextafter(weight, HUGE_VAL);
  }
  /// The least improvement worth looking for: a heavier set for integral weights, one heavier by 5e-10 for
  /// real ones.
  std::int64_t above(std::int64_t units) const {
    return units + 1 + (integral_ ? 0 : static_cast<std::int64_t>(static_cast<double>(units) * 5e-10));
  }

 private:
  bool integral_;
  int exponent_ = 0;
};

/// The part of a graph that an exact search has to look at, with weights in units. Vertices stand in
/// increasing order of strength; the rows are those of Graph.
struct SearchGraph {
  std::vector<Vertex> outward;  ///< place -> vertex of the graph it was made from
  std::vector<std::size_t> offsets = {0};
  std::vector<Vertex> targets;
  std::vector<std::int64_t> weights;  ///< empty when every edge weighs 1
  std::int64_t largest_weight = 0;

  /// Vertices of larger place that must be in a set before v: N(v) without one of them lies in its row.
  std::vector<std::size_t> dominator_offsets = {0};
  std::vector<Vertex> dominators;

  Vertex num_vertices() const { return static_cast<Vertex>(outward.size()); }
  std::span<const Vertex> neighbors(Vertex v) const {
    return {targets.data() + offsets[v], offsets[v + 1] - offsets[v]};
  }
  std::int64_t weight(std::size_t arc) const { return weights.empty() ? 1 : weights[arc]; }
  std::span<const Vertex> dominators_of(Vertex v) const {
    return {dominators.data() + dominator_offsets[v], dominator_offsets[v + 1] - dominator_offsets[v]};
  }
  /// Weight of the edge uv, 0 when there is none. Cost: O(log of the degree of u).
  std::int64_t edge_weight(Vertex u, Vertex v) const;
};

/// The whole graph, without dominators.
SearchGraph search_graph(const Graph& graph, const SearchUnits& units);

/// The part of `whole` where some heaviest set of s vertices lies. Every member of such a set is known to
/// have at least `inner_degree` units towards the set. Vertices of less remaining strength and vertices
/// dominated by s others are taken out until none is left. Dominators are filled in.
///
/// `outward` leads to the vertices behind `whole`. Dominance is not looked for where the sum of squared
/// degrees exceeds 4e8.
SearchGraph reduced_search_graph(const SearchGraph& whole, Vertex s, std::int64_t inner_degree,
                                 const RunContext& run);

}  // namespace lode::subgraph::detail
