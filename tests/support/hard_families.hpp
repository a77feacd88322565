#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <lode/bounds/bounds.hpp>
#include <lode/graph/graph.hpp>

#include "support/exact_weights.hpp"

namespace lode::test {

/// A small graph, a family of its sets, and the exact weight of the heaviest set of every size.
///
/// The oracle is independent of lode (exact_weights.hpp).
class HardFamily {
 public:
  /// The signs of weights.
  enum class Signs { positive, mixed };

  /// Draws shape, weights, values and demands by seed. Shapes: stars, hubs, ego networks, bipartite graphs
  /// with one side included, graphs whose rest is bipartite or without edges, values alone. Weights: integers
  /// up to nearly 2^53, near-equal reals, reals of a wide range, amounts of money, multiples of a common
  /// factor, very small and very large numbers. At most 9 vertices.
  explicit HardFamily(std::uint64_t seed, Signs signs = Signs::positive);

  const Graph& graph() const { return graph_; }
  const subgraph::SetFamily& family() const { return family_; }
  /// The parameters that were drawn, for messages.
  const std::string& description() const { return description_; }
  /// Sizes of the sets of the family, increasing.
  const std::vector<Vertex>& sizes() const { return sizes_; }
  /// True if some set of s vertices weighs more than `bound`.
  bool exceeds(double bound, Vertex s) const;
  /// The largest double that the heaviest set of s vertices exceeds.
  double below_heaviest(Vertex s) const;
  /// The heaviest set of s vertices, by its exact weight rounded to the nearest double.
  double heaviest(Vertex s) const;
  /// The weights of all sets with values, inside the family or not.
  const ExactWeights& weights() const { return *weights_; }
  /// The edges of the graph, with weight 1 if the graph has no weights.
  const std::vector<WeightedEdge>& edges() const { return edges_; }

 private:
  Graph graph_;
  subgraph::SetFamily family_;
  std::string description_;
  std::vector<Vertex> sizes_;
  std::vector<WeightedEdge> edges_;
  std::optional<ExactWeights> weights_;
  std::vector<std::optional<std::uint32_t>> best_;  ///< the heaviest set by size
};

}  // namespace lode::test
