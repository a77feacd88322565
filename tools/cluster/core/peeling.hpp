#pragma once

#include <cstdint>
#include <vector>

#include "graph/ghosts.hpp"
#include "graph/rows.hpp"
#include "ranks/ranks.hpp"

namespace lode::cluster {

/// One level of peeling: what is left without vertices of less than k neighbours.
struct PeelLevel {
  std::uint64_t k = 0;
  std::uint64_t rounds = 0;  ///< exchanges; differs with the number of ranks
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;
  double seconds = 0.0;
};

/// Removes vertices of low degree from the whole graph, all that there are at once. The cores of a graph are
/// unique, so what is left does not depend on the order or the ranks.
///
/// A rank removes what it can, with all that falls behind it among its own vertices; then the ghosts' losses
/// go to their owners, 4 bytes each, until no rank has anything left to remove. Cost:   O(n + m) in all, a
/// pass over the vertices left per level, an exchange per round; 9 bytes per vertex
///         and 4 per ghost.
/// Source: the bulk peeling of H. Kabir, K. Madduri, Parallel k-core decomposition on multicore platforms,
///         IPDPSW 2017, by ranks.
class Peeling {
 public:
  Peeling(const Rows& rows, const Ghosts& ghosts, const Ranks& ranks);

  /// Goes on to the k-core. Together. k does not fall from call to call.
  PeelLevel peel_to(std::uint64_t k);
  /// The least degree among what is left. Together. There must be something left.
  std::uint64_t least_degree() const;

  /// Whether this rank's vertex v is left.
  bool has(std::size_t v) const { return left_[v] != 0; }
  /// Degrees within what is left.
  std::uint32_t degree(std::size_t v) const { return degrees_[v]; }
  /// Of vertices that are gone, if no level was left out: the largest k whose core they are in.
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
  std::vector<std::uint32_t> candidates_;  ///< own vertices that may be left
  std::vector<std::uint32_t> queue_;       ///< to be removed
  std::vector<std::uint32_t> losses_;      ///< of ghosts
  std::vector<std::uint32_t> lost_;        ///< by own vertices, to other ranks
  std::uint32_t below_ = 0;                ///< degrees that fall out
};

}  // namespace lode::cluster
