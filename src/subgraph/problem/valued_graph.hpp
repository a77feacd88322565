#pragma once

#include <span>
#include <vector>

#include <lode/graph/graph.hpp>

namespace lode::subgraph {

/// Values of vertices as weights of edges: graphs without values in which sets weigh as much as in a graph
/// with them. Values are finite and not negative, one per vertex; weights and sums are exact where both are
/// integers and sum to less than 2^53, else they are rounded and the graph is one of real weights. Weights of
/// the graph may be negative.

/// The graph with one vertex more, the last one, which is joined to every vertex by its value: with that
/// vertex, the weight of a set includes its values. Cost: O(n + m); 12 bytes per arc.
Graph graph_with_hub(const Graph& graph, std::span<const Weight> values);

/// The values of a set's s vertices shared out among its pairs: in this graph it weighs s - 1 times as much
/// as with its values in the other, so nothing has to be divided. s is at least 2.
/// Cost: O(n^2); 12 bytes per arc, of which there are n (n - 1).
///
/// With `raise` every pair weighs so much more, and pairs that weigh nothing then are no edges: a raise of
/// (s - 1) times the least weight leaves no negative one, and adds the same to all sets. Cost: O(n^2).
Graph graph_of_pairs(const Graph& graph, std::span<const Weight> values, Vertex s, Weight raise = 0.0);

/// By how much all pairs must be raised for none to weigh less than 0.
Weight least_raise(const Graph& graph);

/// By how much less the weights of those pairs and their sum may come out than they are, relatively: each is
/// rounded four times.
inline constexpr double pair_rounding = 0x1p-50;

}  // namespace lode::subgraph
