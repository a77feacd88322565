#pragma once

// Improving exchanges between connected sets.

#include <cstdint>
#include <vector>

#include <lode/core/rng.hpp>

#include "hybrid/escape/incumbent.hpp"
#include "hybrid/escape/marks.hpp"
#include "subgraph/connected/connected_set.hpp"

namespace lode::subgraph::detail {

/// Exchanges of one vertex that keep a ConnectedSet connected and raise its weight.
class ConnectedDescent {
 public:
  ConnectedDescent(ConnectedSet& set, hybrid::Gains gains, Rng& rng);

  /// One improving exchange, the outsiders of largest d_S tried first; false when none of those tried
  /// improves.
  bool improve();

  /// Besides that of the set, in arcs.
  std::uint64_t work() const { return scanned_; }

 private:
  void collect_outsiders();
  bool exchange(Vertex in);

  ConnectedSet& set_;
  const hybrid::Gains gains_;
  Rng& rng_;
  hybrid::Marks kept_;
  std::vector<Vertex> tried_;
  std::uint64_t scanned_ = 0;
};

}  // namespace lode::subgraph::detail
