#pragma once

#include <array>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include <lode/core/run_context.hpp>
#include <lode/core/types.hpp>
#include <lode/graph/graph.hpp>

#pragma GCC visibility push(default)
namespace lode {

/// An arc of a directed graph, given by its two ends. Source and target may be the same vertex; the arc is
/// then a loop.
struct ArcEnds {
  Vertex source = 0;  ///< the vertex that the arc leaves
  Vertex target = 0;  ///< the vertex that the arc enters
  friend bool operator==(const ArcEnds&, const ArcEnds&) = default;
};

/// The rows of a directed graph of n vertices and m arcs, in both directions. Row v of the first n rows holds
/// the targets of the arcs that leave v. Row n + v holds the sources of the arcs that enter v. Both are in
/// increasing order.
struct ArcRows {
  std::span<const ArcIndex> offsets;  ///< 2n+1 values: row i is ends[offsets[i]] ... ends[offsets[i+1]-1]
  std::span<const Vertex> ends;       ///< 2m vertices: m targets, then m sources
  std::shared_ptr<const void> owner;  ///< keeps the arrays alive
};

/// A directed graph with loops: immutable, unweighted, with at most one arc from u to v, and with at most
/// 2^31-1 vertices.
///
/// An object of this class is a handle. Copying it costs O(1) and shares the rows.
///
/// Memory:  8(2n+1) + 8m bytes.
/// Thread-safety: every member is const and may be called from any thread.
class Arcs {
 public:
  /// The largest number of vertices, 2^31-1.
  static constexpr Vertex most_vertices = (Vertex{1} << 31) - 1;
  /// The value of `num_vertices` with which the number of vertices is the largest number in the arcs, plus 1.
  /// It may be up to a million, or up to a thousand for every arc.
  static constexpr Vertex automatic = no_vertex;

  /// The graph without vertices.
  Arcs();
  /// A directed graph made from arcs in any order. Repeated arcs are merged and counted in `duplicates`.
  ///
  /// Cost:    O(n + m), on the threads of the run.
  /// Errors:  InvalidArgument for an end >= num_vertices, for an end far above the number of arcs where
  ///          `num_vertices` is automatic, and for more vertices than `most_vertices`. SystemError if the run
  ///          should stop before the work begins.
  /// Deterministic: the same graph for any number of threads.
  static Arcs from_arcs(std::span<const ArcEnds> arcs, Vertex num_vertices = automatic,
                        const RunContext& run = RunContext());
  /// An overload for arcs that are written in the call: from_arcs({{0, 1}, {1, 0}}).
  static Arcs from_arcs(std::initializer_list<ArcEnds> arcs, Vertex num_vertices = automatic) {
    return from_arcs(std::span<const ArcEnds>(arcs.begin(), arcs.size()), num_vertices);
  }
  /// The graph of these rows, which hold what ArcRows says. `duplicates` is the number of arcs that the
  /// producer of the rows has merged.
  ///
  /// Cost:    O(n + m).
  /// Errors:  InvalidArgument for arrays of other sizes, and for names of another number of vertices.
  static Arcs from_rows(ArcRows rows, VertexNames names = {}, EdgeCount duplicates = 0);

  /// Number of vertices n. The vertices are 0 ... n-1.
  Vertex num_vertices() const { return static_cast<Vertex>((rows_.offsets.size() - 1) / 2); }
  /// Number of arcs, loops included.
  EdgeCount num_arcs() const { return rows_.ends.size() / 2; }
  /// Number of loops.
  EdgeCount num_loops() const { return loops_; }
  /// How often an arc was given again, after its first time.
  EdgeCount duplicates() const { return duplicates_; }

  /// The targets of the arcs that leave v, in increasing order.
  std::span<const Vertex> successors(Vertex v) const { return row(v); }
  /// The sources of the arcs that enter v, in increasing order.
  std::span<const Vertex> predecessors(Vertex v) const { return row(std::size_t{num_vertices()} + v); }
  /// Number of arcs that leave v.
  Vertex out_degree(Vertex v) const { return static_cast<Vertex>(successors(v).size()); }
  /// Number of arcs that enter v.
  Vertex in_degree(Vertex v) const { return static_cast<Vertex>(predecessors(v).size()); }
  /// True if there is an arc from u to v. Cost: O(log of the out-degree of u).
  bool has_arc(Vertex u, Vertex v) const;

  /// The rows in both directions.
  const ArcRows& rows() const { return rows_; }
  /// The names of the vertices.
  const VertexNames& names() const { return names_; }
  /// The name of v as text.
  std::string name(Vertex v) const { return names_.name(v); }
  /// Returns the graph with other names. Errors: as from_rows.
  Arcs with_names(VertexNames names) const;
  /// Returns the graph without its loops. The vertices stay. Cost: O(n + m).
  Arcs without_loops() const;

 private:
  std::span<const Vertex> row(std::size_t i) const {
    return rows_.ends.subspan(rows_.offsets[i], rows_.offsets[i + 1] - rows_.offsets[i]);
  }

  ArcRows rows_;
  VertexNames names_;
  EdgeCount loops_ = 0;
  EdgeCount duplicates_ = 0;
};

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
