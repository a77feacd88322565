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
/// Independent of lode: it reads the list of edges of the graph, and adds integers of any length
/// (Boost.Multiprecision), every number being an integer times a common power of two. Sets are bit masks as
/// of `mask_of`. Cost: 2^n additions per vertex.
class ExactWeights {
 public:
  /// `values`: one per vertex, or empty. Edges are distinct.
  ExactWeights(Vertex n, std::span<const WeightedEdge> edges, std::span<const Weight> values);
  ~ExactWeights();
  ExactWeights(ExactWeights&& other) noexcept;

  /// A predicate of sets.
  using Accepts = std::function<bool(std::uint32_t)>;

  /// The heaviest set of s vertices that `accepts` takes, if any.
  std::optional<std::uint32_t> heaviest(Vertex s, const Accepts& accepts) const;
  /// The lightest set of s vertices that `accepts` takes, if any.
  std::optional<std::uint32_t> lightest(Vertex s, const Accepts& accepts) const;
  /// The sign of (weight of the set) - bound; for an infinite bound, the opposite of its sign.
  int compare(std::uint32_t set, double bound) const;
  /// (weight of a) - (weight of b), rounded.
  double difference(std::uint32_t a, std::uint32_t b) const;
  /// The weight rounded to the nearest double.
  double number(std::uint32_t set) const;
  /// The sum of the magnitudes of weights and values in the set, rounded: the scale of errors of sums.
  double magnitude(std::uint32_t set) const;

 private:
  struct Sums;
  std::unique_ptr<const Sums> sums_;
};

}  // namespace lode::test
