#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <lode/graph/graph.hpp>

namespace lode::test {

/// The exact weight of every set of vertices of a small graph (n <= 16).
///
/// It shares nothing with lode: it reads the list of edges that the graph was made of, and adds up in
/// integers of any length (Boost.Multiprecision), every number being an integer times one power of two. Sets
/// are bit masks, as `mask_of` makes them. Cost: 2^n additions per vertex.
class ExactWeights {
 public:
  /// Values are one for each vertex, or none. Edges are distinct.
  ExactWeights(Vertex n, std::span<const WeightedEdge> edges, std::span<const Weight> values);
  ~ExactWeights();
  ExactWeights(ExactWeights&& other) noexcept;

  /// What a set must be like to count.
  using Accepts = std::function<bool(std::uint32_t)>;

  /// The heaviest set of s vertices that `accepts` takes; nothing when it takes none.
  std::optional<std::uint32_t> heaviest(Vertex s, const Accepts& accepts) const;
  /// The lightest one.
  std::optional<std::uint32_t> lightest(Vertex s, const Accepts& accepts) const;
  /// The sign of (weight of the set) - bound; with a bound that is not finite, the sign that its sign leaves.
  int compare(std::uint32_t set, double bound) const;
  /// (weight of a) - (weight of b), rounded.
  double difference(std::uint32_t a, std::uint32_t b) const;
  /// The weight rounded to the nearest double.
  double number(std::uint32_t set) const;
  /// The sum of the magnitudes of the weights and values in the set, rounded: what errors of sums are
  /// relative to.
  double magnitude(std::uint32_t set) const;

 private:
  struct Sums;
  std::unique_ptr<const Sums> sums_;
};

}  // namespace lode::test
