#pragma once

// A set of vertices that moves by tabu exchanges.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include <lode/core/rng.hpp>
#include <lode/graph/graph.hpp>
#include <lode/subgraph/problem.hpp>

namespace lode::subgraph::detail {

/// A vertex set under single moves and under the constrained exchanges that tabu.hpp describes. Anchored
/// vertices belong to it and never leave: they are neither members nor outsiders here. bucket_tabu_set.hpp
/// and dense_tabu_set.hpp hold the two kinds; which is faster depends on the graph.
class TabuSet {
 public:
  struct Exchange {
    Vertex out;
    Vertex in;
    Weight gain;  ///< of the exchange that the neighbourhood proposed; `out` and `in` may be random instead
  };

  /// Vertices looked at among equal ones: pairs of them are tested for an edge, so that a step costs at most
  /// the square of this (tabu.hpp promises it).
  static constexpr std::size_t window = 64;

  virtual ~TabuSet() = default;

  virtual Weight weight() const = 0;
  /// Sums the weight afresh where weights are real, as induced_totals does, and returns it.
  virtual Weight recount() = 0;
  virtual std::span<const Vertex> members() const = 0;
  virtual std::span<const Vertex> outsiders() const = 0;
  virtual bool is_member(Vertex v) const = 0;
  virtual bool is_outsider(Vertex v) const = 0;
  /// The anchors included.
  virtual VertexSet sorted_members() const = 0;

  /// `v` must be an outsider, or a member.
  virtual void add(Vertex v) = 0;
  virtual void remove(Vertex v) = 0;
  /// A member of least d_S; there must be one.
  virtual Vertex weakest() const = 0;
  /// Outsiders of largest d_S > 0, or of any d_S where weights have signs, that are not tabu, up to `window`
  /// when unweighted; valid until the next call of any function that is not const.
  virtual std::span<const Vertex> best_outsiders() = 0;

  /// The next exchange; nothing when every candidate is tabu, which may be over at the next one.
  virtual std::optional<Exchange> next() = 0;
  virtual void make(const Exchange& exchange) = 0;
  /// Ends all that is tabu.
  virtual void release_all() = 0;
  /// A member that a start has dropped stays out for a while; `draws` says how long.
  virtual void forbid_dropped(Vertex v, Rng& draws) = 0;
  /// How often a vertex has been exchanged.
  virtual std::uint32_t exchanges_of(Vertex v) const = 0;

  /// Arcs visited, or what takes as long.
  virtual std::uint64_t work() const = 0;
};

/// The pair of largest gain d_S(in) - d_S(out) - w(out, in) among the candidates, at random among equal ones:
/// the first one from a random place. No exchange gains more than `most` without the weight between, and no
/// weight is below `least_weight`, which is at most 0.
template <class Value, class DegreeInto, class WeightBetween>
TabuSet::Exchange choose_pair(std::span<const Vertex> lowest, std::span<const Vertex> highest, Value most,
                              Value least_weight, Rng& draws, DegreeInto&& degree_into,
                              WeightBetween&& weight_between) {
  most -= least_weight;
  std::size_t i = draws.below(lowest.size());
  const std::size_t first = draws.below(highest.size());
  Vertex best_out = no_vertex;
  Vertex best_in = no_vertex;
  Value best = std::numeric_limits<Value>::lowest();
  for (std::size_t count = 0; count < lowest.size() && best < most; ++count) {
    const Vertex out = lowest[i];
    const Value lost = degree_into(out);
    std::size_t j = first;
    for (std::size_t inner = 0; inner < highest.size() && best < most; ++inner) {
      const Vertex in = highest[j];
      const Value won = degree_into(in) - lost;
      if (won - least_weight > best) {
        const Value gain = won - weight_between(out, in);
        if (gain > best) {
          best = gain;
          best_out = out;
          best_in = in;
        }
      }
      if (++j == highest.size()) j = 0;
    }
    if (++i == lowest.size()) i = 0;
  }
  return {best_out, best_in, static_cast<Weight>(best)};
}

/// Edges that a set of `s` vertices and that weight lacks; when weighted, all that it may have.
inline double tabu_missing_edges(bool weighted, Vertex s, Weight weight) {
  return static_cast<double>(possible_edges(s)) - (weighted ? 0.0 : weight);
}

/// The chance of a random exchange where none improves.
inline double random_exchange_chance(double missing_edges, Vertex num_vertices, double largest) {
  return std::min((missing_edges + 2.0) / num_vertices, largest);
}

}  // namespace lode::subgraph::detail
