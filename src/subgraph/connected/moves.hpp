#pragma once

// Moves from one connected set to another.

#include <cstdint>
#include <vector>

#include <lode/core/rng.hpp>

#include "hybrid/escape/incumbent.hpp"
#include "hybrid/escape/marks.hpp"
#include "subgraph/connected/growing_set.hpp"

namespace lode::subgraph::detail {

/// Takes outsiders into a ConnectedSet of s vertices and as many members out, without which the rest stays
/// connected: kicks of clusters, and improving exchanges of one vertex.
class ConnectedMoves {
 public:
  ConnectedMoves(ConnectedSet& set, Vertex s, hybrid::Gains gains, Rng& rng);

  /// A cluster of up to `largest` vertices around `seed`, a neighbour of the set; false when the set cannot
  /// be brought back to its size.
  bool kick(Vertex seed, Vertex largest);
  /// One improving exchange, the outsiders of largest d_S tried first; false when none of those tried
  /// improves.
  bool improve();

  /// Besides that of the set, in arcs.
  std::uint64_t work() const { return scanned_; }

 private:
  void grow_cluster(Vertex seed, Vertex wanted);
  void collect_outsiders();
  void collect_outsiders_next_to();
  bool exchange(Vertex in);

  ConnectedSet& set_;
  const Vertex s_;
  const hybrid::Gains gains_;
  Rng& rng_;
  hybrid::Marks kept_;       ///< what has just come in
  hybrid::Marks candidate_;  ///< of a cluster
  std::vector<Vertex> candidates_;
  std::vector<Vertex> tried_;
  std::uint64_t scanned_ = 0;
};

}  // namespace lode::subgraph::detail
