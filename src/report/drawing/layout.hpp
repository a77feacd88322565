#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <lode/graph/graph.hpp>

namespace lode::detail {

/// Where a vertex stands in a picture.
struct Place {
  double x = 0.0;
  double y = 0.0;
};

/// The work that a layout may take for each component. With the defaults, 300 vertices take less than 0.1 s.
struct LayoutLimits {
  int most_starts = 20;                   ///< largest number of drawings begun anew; the best one is kept
  std::uint64_t start_pairs = 180'000;    ///< no other drawing is begun after so many pairs of vertices
  int epochs = 30;                        ///< passes of gradient descent over all pairs, for each start
  std::uint64_t new_pairs = 4'000'000;    ///< pairs of vertices visited to improve a new drawing
  std::uint64_t known_pairs = 2'000'000;  ///< the same for a component that has a start
  double tolerance = 2e-5;  ///< passes end if the vertices move less than this many edge lengths on average
};

/// A graph of more vertices is not drawn.
inline constexpr Vertex most_drawn_vertices = 2000;

/// Places for the vertices of a small graph. Distances in the picture follow the numbers of edges between the
/// vertices. Weights are ignored.
///
/// Each component is drawn alone. Stochastic gradient descent over all pairs makes a few drawings from
/// scattered places. The one with the least stress is improved vertex by vertex: a vertex moves beyond the
/// minimum of a quadratic function that bounds the stress from above (majorization with over-relaxation),
/// which never raises the stress. Components are then packed in rows, the largest first, and vertices without
/// edges stand in rows after them. The longest direction of a component is horizontal.
///
/// `start` has the places of a picture shown before, one for each vertex; NaN: none. It may be empty. A
/// component in which at least half of the vertices have a start is only improved from there. Its stress is
/// not above that of the start if all vertices have one. Other components with two starts or more are drawn
/// anew. Either kind is turned to resemble the start.
///
/// Returns: places in [0, 1] x [0, 1], no two equal. The picture fills the square from side to side in its
///          longer direction, and stands in the middle in the other.
/// Cost:    O(n^2) for each pass, and 12 n^2 bytes.
/// Errors:  InvalidArgument for more than most_drawn_vertices vertices, and for a start of another length.
/// Deterministic: the same places on every machine. The random numbers have a fixed seed.
/// Source:  E. Gansner, Y. Koren, S. North, Graph drawing by stress majorization, GD 2004; J. Zheng, S.
///          Pawar, D. Goodman, Graph drawing by stochastic gradient descent, IEEE TVCG 25 (2019).
std::vector<Place> stress_layout(const Graph& graph, std::span<const Place> start = {},
                                 const LayoutLimits& limits = {});

/// The stress of a picture: how far its distances are from the numbers of edges between the vertices.
///
/// It is the mean of ((a |p_u - p_v| - d_uv) / d_uv)^2 over the pairs of one component, with the scale a that
/// makes it least. It is 0 if there are no such pairs, and 1 if all places are equal.
///
/// Errors:  InvalidArgument for places of another number than the vertices, and for more than
///          most_drawn_vertices vertices.
double layout_stress(const Graph& graph, std::span<const Place> places);

/// Number of pairs of edges that cross: two edges without a common end whose lines have a common point.
/// Places are rounded to multiples of 2^-20, and the rounded lines are compared exactly.
///
/// Cost:    O(m^2).
/// Errors:  InvalidArgument for places of another number than the vertices, or outside of [0, 1] x [0, 1].
std::uint64_t layout_crossings(const Graph& graph, std::span<const Place> places);

}  // namespace lode::detail
