#pragma once

#include <optional>
#include <vector>

#include <lode/core/run_context.hpp>
#include <lode/subgraph/problem.hpp>

namespace lode::subgraph {

/// Sets of exactly s vertices to begin from, in increasing order.
///
/// - random: s vertices drawn uniformly from the run's seed alone, so that every method begins from the same
///   set. O(n).
/// - degree: the s vertices of largest degree (strength when weighted), ties to the smaller number. O(n log
/// n).
/// - peeling: the s vertices that `peel` leaves; by degree if the run should stop before that.
/// - given: Problem::given, repaired by `repair_to_size`.
///
/// Every start takes in Problem::include, and then drops an equal number of other vertices of least d_S.
/// Where one vertex is left to choose, every start but `given` is the heaviest set. The problem is one that
/// check_problem takes.
VertexSet make_start(const Problem& problem, StartKind kind, const RunContext& run);

/// Brings a set to s vertices: while too large, drops the member of least d_S; while too small, adds the
/// outsider of largest d_S; ties to the smaller number.
///
/// Vertices of `keep` are added first and never dropped; there must be at most s of them, and s <= n.
///
/// Cost:   O(n + sum of degrees) plus O(n) per vertex dropped or added.
VertexSet repair_to_size(const Graph& graph, VertexSet vertices, Vertex s, const VertexSet& keep = {});

/// The last s vertices of the peeling order: remove the vertex of least degree (strength when weighted) until
/// s remain, increasing numbers.
///
/// Needs:  s <= n.
/// Cost:   O(n + m) unweighted, O(m log n) weighted.
/// Source: Y. Asahiro, K. Iwama, H. Tamaki, T. Tokuyama, Greedily finding a dense subgraph, J. Algorithms 34
/// (2000).
VertexSet peel(const Graph& graph, Vertex s);
/// An overload that returns none where the run should stop before it is done.
std::optional<VertexSet> peel(const Graph& graph, Vertex s, const RunContext& run);

namespace detail {

/// All vertices by core number (strength core on weighted graphs), the densest last.
struct CoreOrder {
  std::vector<Vertex> order;
  std::vector<Weight> core;  ///< by vertex; never falls along the order
};
/// Empty where the run should stop before they are known.
std::optional<CoreOrder> core_order(const Graph& graph, const RunContext& run);

/// All vertices by degree (strength on weighted graphs), the largest last, of equals the smallest number: for
/// runs that stop before the cores are known.
std::vector<Vertex> degree_order(const Graph& graph);

/// The last s vertices of an order, increasing: the peeled set.
VertexSet last_of(const std::vector<Vertex>& order, Vertex s);

}  // namespace detail

}  // namespace lode::subgraph
