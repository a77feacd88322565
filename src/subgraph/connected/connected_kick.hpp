#pragma once

// Kicks between connected sets.

#include <cstdint>
#include <vector>

#include <lode/core/rng.hpp>

#include "hybrid/escape/marks.hpp"
#include "subgraph/connected/connected_set.hpp"

namespace lode::subgraph::detail {

/// Takes a cluster of outsiders into a ConnectedSet and as many members out of it.
class ConnectedKick {
 public:
  /// Sets have `s` vertices.
  ConnectedKick(ConnectedSet& set, Vertex s, Rng& rng);

  /// A cluster of up to `largest` vertices around `seed`, a neighbour of the set; false when the set cannot
  /// be brought back to its size.
  bool kick(Vertex seed, Vertex largest);

  /// Besides that of the set, in arcs.
  std::uint64_t work() const { return scanned_; }

 private:
  void grow_cluster(Vertex seed, Vertex wanted);

  ConnectedSet& set_;
  const Vertex s_;
  Rng& rng_;
  hybrid::Marks kept_;
  hybrid::Marks candidate_;
  std::vector<Vertex> candidates_;
  std::uint64_t scanned_ = 0;
};

}  // namespace lode::subgraph::detail
