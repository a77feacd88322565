#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <lode/core/rng.hpp>
#include <lode/graph/graph.hpp>

namespace lode::detail {

/// The numbers of edges between the vertices of one component.
struct HopDistances {
  std::size_t size = 0;             ///< number of vertices
  std::size_t stride = 0;           ///< length of a row of `inverse`: `size` rounded up to a whole block
  std::vector<std::uint16_t> hops;  ///< distance of i and j at i size + j
  std::vector<double> inverse;      ///< 1 / distance at i stride + j; 0 for i = j, and after the vertices
  std::uint16_t longest = 0;        ///< largest distance

  std::uint64_t pairs() const { return static_cast<std::uint64_t>(size) * (size - 1) / 2; }
};

/// The distances within a component. `members` are its vertices, and rank[v] is the position of v in it.
///
/// Cost:    O(k^2 (k / 64 + 1)) for k members.
HopDistances hop_distances(const Graph& graph, std::span<const Vertex> members, std::span<const Vertex> rank);

/// A drawing of a component. One edge is about 1 long.
struct Drawing {
  std::vector<double> x;
  std::vector<double> y;

  explicit Drawing(std::size_t size) : x(size, 0.0), y(size, 0.0) {}
  std::size_t size() const { return x.size(); }
};

/// Sums over pairs of vertices of r = length / distance, which give the stress at every scale.
struct StressSums {
  double ratio = 0.0;   ///< sum of r
  double square = 0.0;  ///< sum of r^2
  std::uint64_t pairs = 0;

  /// The scale at which the stress is least; 0 if all places are equal.
  double best_scale() const { return square > 0.0 ? ratio / square : 0.0; }
  /// The mean of (a r - 1)^2 at the best scale a.
  double least_mean() const;
};
StressSums stress_sums(const HopDistances& distances, const Drawing& drawing);

/// The mean of (r - 1)^2, at the scale of the drawing.
double stress_at_scale(const HopDistances& distances, const Drawing& drawing);

/// A drawing from scattered places, by stochastic gradient descent: each step brings one pair of vertices
/// nearer to its distance. Steps become shorter from epoch to epoch.
///
/// Cost:    O(k^2) for an epoch.
Drawing descend(const HopDistances& distances, int epochs, Rng& random);

/// Moves one vertex after the other so that the stress at the scale of the drawing never rises. It ends after
/// `sweeps` passes, or after a pass with a mean move (root of the mean square) below `tolerance`.
///
/// Cost:    O(k^2) for a pass.
void improve(const HopDistances& distances, Drawing& drawing, int sweeps, double tolerance);

}  // namespace lode::detail
