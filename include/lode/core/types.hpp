#pragma once

#include <cstdint>
#include <vector>

#include <lode/core/version.hpp>

#pragma GCC visibility push(default)
namespace lode {

/// Number of a vertex inside a Graph: 0, 1, ..., n-1. Original ids may be wider; see VertexNames.
using Vertex = std::uint32_t;
/// Position in the array of arcs, and number of arcs.
using ArcIndex = std::uint64_t;
/// Number of edges.
using EdgeCount = std::uint64_t;
/// Weight of an edge or of a set of vertices.
using Weight = double;

/// The number that no vertex has: 2^32-1.
inline constexpr Vertex no_vertex = 0xFFFFFFFFu;

/// A set of distinct vertices in increasing order.
using VertexSet = std::vector<Vertex>;

/// Integers that sum to less than this number, 2^53, have exact sums. Larger ones count as real weights.
inline constexpr double exact_integer_limit = 9007199254740992.0;  // 2^53

/// Number of pairs of vertices in a set of s vertices, s(s-1)/2.
constexpr EdgeCount possible_edges(Vertex s) {
  return static_cast<EdgeCount>(s) * (s - (s > 0 ? 1u : 0u)) / 2;
}

/// A fraction of two non-negative integers. It stays exact until it is printed.
struct Fraction {
  std::uint64_t numerator = 0;    ///< above the line
  std::uint64_t denominator = 1;  ///< below the line
  /// The nearest double.
  double value() const { return static_cast<double>(numerator) / static_cast<double>(denominator); }
};

/// Edge density of a set of s vertices, edges / (s(s-1)/2), as a fraction; 0/1 for s <= 1.
constexpr Fraction edge_density(EdgeCount edges, Vertex s) {
  return s <= 1 ? Fraction{0, 1} : Fraction{edges, possible_edges(s)};
}
/// Density of a set of s vertices by weight, weight / (s(s-1)/2); 0 for s <= 1.
constexpr double weight_density(Weight weight, Vertex s) {
  return s <= 1 ? 0.0 : weight / static_cast<double>(possible_edges(s));
}
/// Average degree of a set of s vertices, 2 weight / s; 0 for s = 0.
constexpr double average_degree(Weight weight, Vertex s) { return s == 0 ? 0.0 : 2.0 * weight / s; }

}  // namespace lode
#pragma GCC visibility pop
