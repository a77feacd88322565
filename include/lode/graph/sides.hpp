#pragma once

#include <array>
#include <span>

#include <lode/core/types.hpp>
#include <lode/graph/arcs.hpp>
#include <lode/graph/graph.hpp>

#pragma GCC visibility push(default)
namespace lode {

/// A graph with two sides (bipartite). Every edge joins a left vertex and a right vertex. Edges have no
/// weights.
struct SidedGraph {
  Graph graph;      ///< the first `left` vertices are the left side, the remaining ones the right side
  Vertex left = 0;  ///< number of left vertices, at least 1

  /// Number of right vertices.
  Vertex right() const { return graph.num_vertices() - left; }
};

/// The sides of a list of two columns. Left vertices are the sources of arcs, right vertices the targets. A
/// source and a target of one name are two vertices. Names are taken from the arcs. Vertices without arcs are
/// left out, except in a matrix: `shape` is its number of rows and of columns, and the graph of the arcs has
/// one vertex for each row or column of the larger dimension.
///
/// Cost:    O(n + m).
/// Errors:  InvalidArgument for a graph without arcs, for a shape that does not contain all arcs, and for a
///          shape with more rows or columns than vertices.
SidedGraph sides_of(const Arcs& arcs, const std::array<Vertex, 2>& shape = {0, 0});
/// Cost:    O(n + m).
/// Errors:  InvalidArgument for a graph with weights, for vertices that do not exist or are repeated, for a
///          side without vertices, and for an edge inside one side, which the message names.
SidedGraph sides_of(const Graph& graph, std::span<const Vertex> left);

}  // namespace lode
#pragma GCC visibility pop
