#pragma once

#include <cstdint>
#include <vector>

#include <lode/core/rng.hpp>
#include <lode/graph/arcs.hpp>

namespace lode::test {

/// Every pair, loops included, is an arc with this probability.
inline Arcs random_arcs(Vertex n, double probability, std::uint64_t seed) {
  Rng rng(seed, 1);
  std::vector<ArcEnds> arcs;
  for (Vertex u = 0; u < n; ++u) {
    for (Vertex v = 0; v < n; ++v) {
      if (rng.uniform() < probability) arcs.push_back({u, v});
    }
  }
  return Arcs::from_arcs(arcs, n);
}

}  // namespace lode::test
