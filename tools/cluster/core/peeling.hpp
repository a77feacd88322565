#pragma once

#include <cstdint>
#include <vector>

#include "graph/ghosts.hpp"
#include "graph/rows.hpp"
#include "ranks/ranks.hpp"

namespace lode::cluster {

/// One level of peeling: the rest after vertices with less than k neighbours are removed.
struct PeelLevel {
  std::uint64_t k = 0;
  std::uint64_t rounds = 0;  ///< number of exchanges; depends on the number of ranks
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;
  double seconds = 0.0;
};

/// Removes vertices of low degree from the whole graph in bulk. The cores of a graph are unique, so they do
/// not depend on the order or the ranks.
///
/// A rank removes its own low-degree vertices repeatedly; then the ghosts' losses go to their owners, 4 bytes
/// each, until no rank can remove a vertex.
/// Cost:   O(n + m) in all, a pass over the remaining vertices per level, an exchange per round; 9 bytes per
///         vertex and 4 per ghost.
/// Source: the bulk peeling of H. Kabir, K. Madduri, Parallel k-core decomposition on multicore platforms,
///         IPDPSW 2017, by ranks.
class Peeling {
 public:
  Peeling(const Rows& rows, const Ghosts& ghosts, const Ranks& ranks);

  /// Peels to the k-core. Collective. k must not decrease between calls.
  PeelLevel peel_to(std::uint64_t k);
  /// The least degree of the remaining vertices, of which there must be one. Collective.
  std::uint64_t least_degree() const;

  /// True if this rank's vertex v remains.
  bool has(std::size_t v) const { return left_[v] != 0; }
  /// Degree within the remaining graph.
  std::uint32_t degree(std::size_t v) const { return degrees_[v]; }
  /// Core number of a removed vertex, if no level was skipped.
  std::uint32_t core_number(std::size_t v) const { return cores_[v]; }

 private:
  void remove(std::uint32_t v);
  void remove_all(std::uint32_t below);

  const Rows& rows_;
  const Ghosts& ghosts_;
  const Ranks& ranks_;
  std::vector<std::uint32_t> degrees_;
  std::vector<std::uint8_t> left_;
  std::vector<std::uint32_t> cores_;
  std::vector<std::uint32_t> candidates_;  ///< own vertices that may remain
  std::vector<std::uint32_t> queue_;       ///< vertices to be removed
  std::vector<std::uint32_t> losses_;      ///< lost neighbours of ghosts
  std::vector<std::uint32_t> lost_;        ///< lost neighbours of own vertices on other ranks
  std::uint32_t below_ = 0;                ///< vertices below this degree are removed
};

}  // namespace lode::cluster
