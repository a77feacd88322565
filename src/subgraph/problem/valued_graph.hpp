#pragma once

#include <span>

#include <lode/graph/graph.hpp>

namespace lode::subgraph {

/// Vertex values as edge weights: graphs without values in which sets weigh the same as in a graph with
/// values. Values are finite and not negative, one per vertex; weights and sums are exact if both are
/// integers and sum to less than 2^53, else they are rounded and the graph has real weights. Weights of the
/// graph may be negative.

/// The graph with one vertex more, the last one, which is joined to every vertex by its value: with that
/// vertex, the weight of a set includes its values. Cost: O(n + m); 12 bytes per arc.
Graph graph_with_hub(const Graph& graph, std::span<const Weight> values);

/// Shares the values of a set's s vertices among its pairs: in this graph the set weighs s - 1 times its
/// weight with values, so no division is needed. s is at least 2.
/// Cost: O(n^2); 12 bytes per arc, of which there are n (n - 1).
///
/// `raise` is added to the weight of every pair, and pairs of weight 0 are then no edges: a raise of -(s - 1)
/// times the least weight leaves no negative weight and adds the same to all sets. Cost: O(n^2).
Graph graph_of_pairs(const Graph& graph, std::span<const Weight> values, Vertex s, Weight raise = 0.0);

/// By how much all pairs must be raised for none to weigh less than 0.
Weight least_raise(const Graph& graph);

/// By how much less the weights of those pairs and their sum may come out than they are, relatively: each is
/// rounded four times.
inline constexpr double pair_rounding = 0x1p-50;

}  // namespace lode::subgraph
