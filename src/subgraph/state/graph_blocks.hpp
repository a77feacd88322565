#pragma once

// The graph objective of HYBRID and its working sets, over a SwapState.

#include <span>
#include <vector>

#include <lode/core/rng.hpp>
#include <lode/core/tolerance.hpp>

#include "hybrid/block/block.hpp"
#include "hybrid/working_set.hpp"
#include "subgraph/problem/goal.hpp"
#include "subgraph/state/swap_state.hpp"

namespace lode::subgraph {

/// The graph objective of HYBRID, F(x) = -x'Wx = -2 w(S), over a SwapState. `BlockType` is BitBlock on
/// unweighted graphs and DenseBlock on any graph.
///
/// Cost:   block O(k^2 + rows of low-degree vertices), apply O(deg) per change.
template <class BlockType>
class GraphObjective {
 public:
  using Block = BlockType;

  explicit GraphObjective(SwapState& state)
      : state_(state),
        scale_(detail::gains_of(state.graph()).scale),
        position_(state.graph().num_vertices(), outside_block) {}

  hybrid::Coordinate size() const { return state_.graph().num_vertices(); }
  double value() const { return -2.0 * state_.weight(); }
  Sums sums() const { return sums_of(state_.graph().integral()); }
  /// About the size of the terms of F.
  double scale() const { return scale_; }
  double coordinate(Vertex v) const { return state_.is_member(v) ? 1.0 : 0.0; }
  double gradient(Vertex v) const { return -2.0 * state_.degree_into(v); }
  double curvature(Vertex) const { return 0.0; }
  double coupling(Vertex u, Vertex v) const {
    return u == v ? 0.0 : -2.0 * state_.graph().edge_weight(u, v).value_or(0.0);
  }
  std::span<const Vertex> support() const { return state_.members(); }
  std::span<const Vertex> rest() const { return state_.outsiders(); }
  const SwapState& state() const { return state_; }

  const Block& block(std::span<const Vertex> set);
  void apply(std::span<const Vertex> set, std::span<const hybrid::Change> changes);

 private:
  static constexpr std::int8_t outside_block = -1;

  /// Calls visit(i, j, weight), i != j, once for every edge inside `set`, by positions.
  template <class Visit>
  void for_each_inner_edge(std::span<const Vertex> set, Visit&& visit);

  SwapState& state_;
  const double scale_;
  std::vector<std::int8_t> position_;  ///< of a vertex in the present block
  Block block_;
};

/// Working sets R_i-G_j from the bucket arrays of a SwapState: the greedy members come from the lowest member
/// bucket, the greedy outsiders from the highest outsider bucket. No scan over all vertices.
///
/// Ties at the last bucket taken: drawn at random, or the smallest vertex numbers, so that a purely greedy
/// set repeats. On weighted graphs a bucket spans a factor of 17/16 and is ordered by d_S. Cost: O(i + j)
/// plus the size of the last bucket when it must be ordered.
class BucketWorkingSet {
 public:
  enum class BucketTies { random, smallest };

  BucketWorkingSet(hybrid::WorkingSetSize size, BucketTies ties) : size_(size), ties_(ties) {}

  template <class Objective>
  hybrid::WorkingSetKind select(const Objective& objective, Rng& rng, std::vector<Vertex>& set) {
    return select(objective.state(), rng, set);
  }
  hybrid::WorkingSetKind select(const SwapState& state, Rng& rng, std::vector<Vertex>& set);

 private:
  enum class End { lowest, highest };
  void append_end(const SwapState& state, const BucketArray& buckets, End end, int count, Rng& rng,
                  std::vector<Vertex>& set);

  hybrid::WorkingSetSize size_;
  BucketTies ties_;
  std::vector<Vertex> bucket_;
};

}  // namespace lode::subgraph
