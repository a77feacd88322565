#pragma once

#include <cstdint>
#include <queue>
#include <span>
#include <utility>
#include <vector>

#include <lode/bounds/bounds.hpp>
#include <lode/core/rng.hpp>
#include <lode/core/run_context.hpp>
#include <lode/graph/graph.hpp>

namespace lode::detail {

/// A set with its surplus w(S) - price s(s-1)/2.
struct SurplusSet {
  VertexSet vertices = {};
  double surplus = 0.0;
};

/// Sets of largest surplus in a graph from which vertices are removed.
///
/// Search: every vertex v gives a start, the best set that peeling leaves of v and its later neighbours in an
/// order of cores. Tabu search over single vertices improves the starts of most surplus. Its sets stay in a
/// pool, so that after a removal only the starts of sets that lost a vertex are searched again.
class QuasiCliques {
 public:
  /// Keeps references to the graph and the run. Cost: O(m + n log n).
  QuasiCliques(const Graph& graph, double price, const RunContext& run);

  /// The set of largest surplus that was found in the rest; empty without edges.
  SurplusSet best();
  /// The same for sets that contain a vertex of the rest.
  SurplusSet best_with(Vertex anchor);
  /// An upper bound on the surplus of all sets of the rest that contain the anchor (no_vertex: of all), given
  /// one of them.
  double bound(const SurplusSet& known, Vertex anchor, subgraph::Effort effort) const;
  void remove(std::span<const Vertex> vertices);

 private:
  using Neighbor = std::pair<Vertex, Weight>;
  /// A start of the search, and the surplus of its set when it was last computed.
  using Start = std::pair<double, Vertex>;
  /// A result of the search, and the starts that wait until it loses a vertex.
  struct PoolSet {
    SurplusSet set;
    std::vector<Vertex> starts;
  };

  /// The price of all pairs of s vertices.
  double priced(std::size_t s) const {
    return price_ * static_cast<double>(s) * (static_cast<double>(s) - 1.0) / 2.0;
  }
  std::span<const Neighbor> later(Vertex v) const {
    return std::span(later_).subspan(begin_[v], begin_[v + std::size_t{1}] - begin_[v]);
  }
  bool intact(const SurplusSet& set) const;
  SurplusSet peeled(std::vector<Vertex> members);
  SurplusSet start_at(Vertex start);
  void flip(Vertex v);
  SurplusSet improved(const VertexSet& start, Vertex anchor, std::uint64_t patience);
  SurplusSet settled(SurplusSet set, Vertex anchor);
  double best_of_pool();
  double with_margin(double weight, std::size_t s) const;
  double bound_in(const Graph& graph, double surplus, Vertex anchor, Vertex least,
                  subgraph::Effort effort) const;

  const Graph& graph_;
  const double price_;
  const RunContext& run_;
  double heaviest_ = 0.0;      ///< weight of the heaviest edge
  double tolerance_ = 0.0;     ///< a smaller gain does not count
  std::vector<Weight> core_;   ///< core number, by strength with weights
  std::vector<Vertex> order_;  ///< vertices by core number
  std::vector<std::size_t> begin_;
  std::vector<Neighbor> later_;  ///< neighbours that come later in the order
  std::vector<char> left_;       ///< vertices of the rest
  // The pool.
  std::vector<PoolSet> pool_;
  std::vector<std::size_t> holder_;  ///< by vertex: the last set of the pool that contains it
  std::priority_queue<std::pair<double, std::size_t>> best_sets_;
  std::priority_queue<Start> starts_;
  // The set of the local search.
  std::vector<char> member_, listed_;
  std::vector<Vertex> members_, place_, border_;
  std::vector<Weight> link_;            ///< weight of the edges to members
  std::vector<std::uint64_t> free_at_;  ///< first step at which a vertex may move again
  std::uint64_t step_ = 0;
  double value_ = 0.0;
  Rng rng_;
  std::vector<Weight> matrix_;  ///< scratch space of peeled
};

}  // namespace lode::detail
