#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <lode/bounds/bounds.hpp>
#include <lode/graph/graph.hpp>

namespace lode::test {

/// A small graph, a family of its sets, and the weight of the heaviest one of every size, exactly.
///
/// The oracle shares nothing with lode: it reads the list of edges that the graph was made of, and adds up in
/// integers of any length (Boost.Multiprecision), every number being an integer times one power of two.
class HardFamily {
 public:
  /// Draws shape, weights, values and demands by seed: stars, hubs, ego networks, bipartite graphs with one
  /// side included, rests without edges, values alone; integers up to near 2^53, near-equal reals, reals of a
  /// wide range, amounts of money, multiples of a common factor, denormal and very large numbers. At most 9
  /// vertices.
  explicit HardFamily(std::uint64_t seed);
  ~HardFamily();
  HardFamily(const HardFamily&) = delete;
  HardFamily& operator=(const HardFamily&) = delete;

  const Graph& graph() const { return graph_; }
  const subgraph::SetFamily& family() const { return family_; }
  /// What was drawn, for messages.
  const std::string& description() const { return description_; }
  /// Sizes that the family has sets of, increasing.
  const std::vector<Vertex>& sizes() const { return sizes_; }
  /// True if some set of s vertices weighs more than `bound`.
  bool exceeds(double bound, Vertex s) const;
  /// The largest double that the heaviest set of s vertices exceeds.
  double below_heaviest(Vertex s) const;
  /// The heaviest set of s vertices, by its exact weight rounded to the nearest double.
  double heaviest(Vertex s) const;

 private:
  struct Oracle;

  Graph graph_;
  subgraph::SetFamily family_;
  std::string description_;
  std::vector<Vertex> sizes_;
  const Oracle* oracle_;
};

}  // namespace lode::test
